import BenchmarkHarness
import TileGeometry

/// How much each vertex matters, once for all zooms.
let importance = [
  Benchmark("importance/lines") { measuring(Walks(count: 400, length: 250).world) },
  Benchmark("importance/rings") { measuring(Shores(count: 16, halvings: 10).world, isRing: true) },
]

private func measuring(_ world: WorldLines, isRing: Bool = false) -> () throws -> Work {
  let ranges = world.ranges
  var measurer = VertexImportance()
  var importance: [Float] = []
  return {
    for range in ranges { world.measure(range, isRing: isRing, by: &measurer, into: &importance) }
    return Work(vertices: world.x.count)
  }
}

extension WorldLines {
  /// Replaces `importance` with that of one line or ring.
  func measure(
    _ range: Range<Int>, isRing: Bool, by measurer: inout VertexImportance,
    into importance: inout [Float]
  ) {
    importance.removeAll(keepingCapacity: true)
    importance.append(contentsOf: repeatElement(0, count: range.count))
    var target = importance.mutableSpan
    let (x, y) = (x.span.extracting(range), y.span.extracting(range))
    if isRing {
      measurer.measureRing(x: x, y: y, importance: &target)
    } else {
      measurer.measureLine(x: x, y: y, importance: &target)
    }
  }
}
