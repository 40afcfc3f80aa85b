internal import MapMath

extension TileID {
  /// The row of MBTiles and the Tile Map Service, counted **northward** from the south; `y` counts
  /// southward. It is its own inverse.
  var tmsRow: Int { (1 << z) - 1 - y }

  /// The tile of a row counted from the south; `nil` when there is none.
  init?(z: Int, x: Int, tmsRow: Int) {
    guard z >= 0, z <= 30 else { return nil }
    self.init(z: z, x: x, y: (1 << z) - 1 - tmsRow)
  }
}
