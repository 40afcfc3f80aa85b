import BenchmarkHarness
import TileEncoding

/// Tiles as bytes.
let encode = [
  Benchmark("encode/lines") {
    try encoding(ContentTiles(Walks(count: 200, length: 250), zoom: 10))
  },
  Benchmark("encode/points") { try encoding(ContentTiles(Spots(count: 20_000), zoom: 3)) },
]

private func encoding(_ contents: ContentTiles) throws -> () throws -> Work {
  var encoder = try VectorTileEncoder(contents.attributes)
  var bytes: [UInt8] = []
  return {
    var work = Work(vertices: contents.vertices, tiles: contents.tiles.count)
    for tile in contents.tiles {
      try encoder.encode(tile, into: &bytes)
      work.bytes += bytes.count
      work.features += tile.ids.count
    }
    return work
  }
}
