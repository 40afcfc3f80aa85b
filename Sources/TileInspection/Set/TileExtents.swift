internal import MapMath

/// Which tiles a set has, in short.
struct TileExtents: Sendable {
  /// Columns and rows of a zoom, ends included.
  struct Rectangle: Sendable {
    var minX: Int, maxX: Int, minY: Int, maxY: Int
  }
  private(set) var zooms: [Int: Rectangle] = [:]
  /// The first tile that is gzip, and the first that is not, by address.
  private(set) var gzipTile: TileID?
  private(set) var plainTile: TileID?

  mutating func add(_ tile: TileID) {
    guard var box = zooms[tile.z] else {
      zooms[tile.z] = Rectangle(minX: tile.x, maxX: tile.x, minY: tile.y, maxY: tile.y)
      return
    }
    (box.minX, box.maxX) = (min(box.minX, tile.x), max(box.maxX, tile.x))
    (box.minY, box.maxY) = (min(box.minY, tile.y), max(box.maxY, tile.y))
    zooms[tile.z] = box
  }

  mutating func add(isGzip: Bool, tile: TileID) {
    if isGzip {
      gzipTile = Self.first(gzipTile, tile)
    } else {
      plainTile = Self.first(plainTile, tile)
    }
  }

  mutating func add(_ other: TileExtents) {
    for (z, box) in other.zooms {
      if let corner = TileID(z: z, x: box.minX, y: box.minY) { add(corner) }
      if let corner = TileID(z: z, x: box.maxX, y: box.maxY) { add(corner) }
    }
    if let tile = other.gzipTile { gzipTile = Self.first(gzipTile, tile) }
    if let tile = other.plainTile { plainTile = Self.first(plainTile, tile) }
  }

  private static func first(_ a: TileID?, _ b: TileID) -> TileID {
    guard let a else { return b }
    return (a.z, a.x, a.y) < (b.z, b.x, b.y) ? a : b
  }
}
