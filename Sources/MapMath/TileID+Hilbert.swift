/// The order of PMTiles: zoom by zoom, and along a Hilbert curve within one.
///
/// - SeeAlso: PMTiles version 3, section 4.1 (tile ids)
extension TileID {
  /// The tile id of PMTiles: all tiles of lower zooms, plus the place on this zoom's curve.
  public var hilbertID: UInt64 {
    var (x, y) = (UInt64(x), UInt64(y))
    var id = Self.firstHilbertID(z: z)
    var side: UInt64 = 1 << UInt64(z)
    while side > 1 {
      side >>= 1
      let right: UInt64 = x & side == 0 ? 0 : 1
      let low: UInt64 = y & side == 0 ? 0 : 1
      id += side * side * ((3 * right) ^ low)
      Self.turn(side: side, x: &x, y: &y, right: right, low: low)
    }
    return id
  }

  /// The tile with `hilbertID`, or `nil` when it lies beyond zoom 30.
  public init?(hilbertID id: UInt64) {
    var zoom = 0
    while zoom < 30, id >= Self.firstHilbertID(z: zoom + 1) { zoom += 1 }
    var rest = id - Self.firstHilbertID(z: zoom)
    var x: UInt64 = 0
    var y: UInt64 = 0
    for level in 0..<UInt64(zoom) {
      let side: UInt64 = 1 << level
      let right = (rest >> 1) & 1
      let low = (rest ^ right) & 1
      Self.turn(side: side, x: &x, y: &y, right: right, low: low)
      x += side * right
      y += side * low
      rest >>= 2
    }
    guard rest == 0 else { return nil }
    self.init(z: zoom, x: Int(x), y: Int(y))
  }

  /// The id of the first tile of zoom `z`, 0...31: (4^z - 1) / 3.
  public static func firstHilbertID(z: Int) -> UInt64 { (1 << UInt64(2 * z) - 1) / 3 }

  /// Turns a quarter of the curve so that its ends meet those of its neighbours. Only the low bits
  /// below `side` of `x` and `y` matter afterwards.
  private static func turn(
    side: UInt64, x: inout UInt64, y: inout UInt64, right: UInt64, low: UInt64
  ) {
    guard low == 0 else { return }
    if right == 1 {
      x = side &- 1 &- x
      y = side &- 1 &- y
    }
    swap(&x, &y)
  }
}
