import BenchmarkHarness
import OverlayModel
import OverlayReader

/// Text to features: scanning for records, JSON, numbers, attributes.
///
/// Allocations are for arrays of the batch that grow by doubling, and for the parser, which is made
/// anew in each call.
let read = [
  Benchmark("read/lines") { reading(Walks(count: 200, length: 250).text) },
  Benchmark("read/polygons") { reading(Shores(count: 16, halvings: 9).text) },
  Benchmark("read/points") { reading(Spots(count: 10_000).text) },
]

private func reading(_ text: [UInt8]) -> () throws -> Work {
  {
    var source = try RecordSource(bytes: text, input: 0)
    var parser = ChunkParser()
    var work = Work(bytes: text.count)
    while let chunk = try source.next() {
      let batch = try parser.parse(chunk)
      work.vertices += batch.longitudes.count
      work.features += batch.features.count
    }
    return work
  }
}
