extension TileID {
  /// The four tiles below this one in the order in which the Hilbert curve passes them; the zoom
  /// must be below 30. Allocates nothing. O(zoom).
  public var childrenInHilbertOrder: [4 of TileID] {
    // How the curve is turned in this tile: mirrored at one diagonal, and at the other one too.
    var isSwapped = false
    var flip = 0
    for bit in (0..<z).reversed() {
      let column = x >> bit & 1 ^ flip
      let row = y >> bit & 1 ^ flip
      let (right, low) = isSwapped ? (row, column) : (column, row)
      guard low == 0 else { continue }
      flip ^= right
      isSwapped.toggle()
    }
    return [4 of TileID] { place in
      // Unturned, the curve runs down, then east, then up.
      let right = place >> 1
      let low = place & 1 ^ right
      let (column, row) = isSwapped ? (low, right) : (right, low)
      return TileID(child: column ^ flip, row ^ flip, of: self)
    }
  }

  private init(child column: Int, _ row: Int, of parent: TileID) {
    (z, x, y) = (parent.z + 1, 2 * parent.x + column, 2 * parent.y + row)
  }
}
