import MapMath
import Testing

@testable import TileArchive

extension ScratchFolder {
  /// Makes the archive `name` of one tile, and a style beside it, of the text `tile`.
  func build(_ name: String, tile: String, replace: Bool = false, files: Bool = true) throws {
    let sink = try makeSink(path: self(name), replace: replace)
    var batch = TileBatch()
    batch.tiles = [try #require(TileID(z: 0, x: 0, y: 0))]
    batch.bytes = Array(tile.utf8)
    batch.ranges = [0..<batch.bytes.count]
    try sink.add(batch)
    if files { try sink.addFile(name: "style.json", bytes: Array(tile.utf8)) }
    try sink.finish(TileSetMetadata())
  }
}
