import BenchmarkHarness
import TileGeometry

/// Vertices that a zoom needs, on its grid. At zoom 14 most stay, at zoom 6 nearly none.
let quantising = [14, 10, 6].map { zoom in
  Benchmark("quantise/zoom-\(zoom)") {
    let world = Walks(count: 400, length: 250).world
    var importance: [Float] = []
    var line: [Float] = []
    var measurer = VertexImportance()
    for range in world.ranges {
      world.measure(range, isRing: false, by: &measurer, into: &line)
      importance += line
    }
    let ranges = world.ranges
    let scale = Double(GridLines.extent << Int64(zoom))
    let threshold = Float(1 / (scale * scale))
    var x = [Int64](repeating: 0, count: world.x.count)
    var y = x
    var kept = [Int32](repeating: 0, count: world.x.count)
    return {
      var work = Work(vertices: world.x.count)
      for range in ranges {
        var targetX = x.mutableSpan
        var targetY = y.mutableSpan
        var targetKept = kept.mutableSpan
        // A feature of the result is a vertex that stays.
        work.features += quantise(
          x: world.x.span.extracting(range), y: world.y.span.extracting(range),
          importance: importance.span.extracting(range), threshold: threshold, scale: scale,
          outX: &targetX, outY: &targetY, kept: &targetKept)
      }
      return work
    }
  }
}
