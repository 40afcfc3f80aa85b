import BenchmarkHarness
import Compression
import TileEncoding

/// Encoded tiles as gzip streams.
let compress = [
  Benchmark("compress/lines") {
    try compressing(ContentTiles(Walks(count: 200, length: 250), zoom: 10))
  },
  Benchmark("compress/points") { try compressing(ContentTiles(Spots(count: 20_000), zoom: 3)) },
]

private func compressing(_ contents: ContentTiles) throws -> () throws -> Work {
  let vertices = contents.vertices
  var encoder = try VectorTileEncoder(contents.attributes)
  let encoded = try contents.tiles.map { tile in
    var bytes: [UInt8] = []
    try encoder.encode(tile, into: &bytes)
    return bytes
  }
  var compressor = try GzipCompressor()
  var output: [UInt8] = []
  return {
    var work = Work(vertices: vertices, tiles: encoded.count)
    for bytes in encoded {
      output.removeAll(keepingCapacity: true)
      try compressor.compress(bytes.span, into: &output)
      work.bytes += output.count
    }
    return work
  }
}
