import BenchmarkHarness
import MapMath

/// Degrees to the world's unit square.
let project = [
  Benchmark("project/lines") {
    let walks = Walks(count: 400, length: 250)
    let longitudes = walks.longitudes.map { Double($0) / 1e6 }
    let latitudes = walks.latitudes.map { Double($0) / 1e6 }
    var x = [Double](repeating: 0, count: longitudes.count)
    var y = x
    return {
      var targetX = x.mutableSpan
      var targetY = y.mutableSpan
      Mercator.project(
        longitudes: longitudes.span, latitudes: latitudes.span, x: &targetX, y: &targetY)
      return Work(vertices: longitudes.count)
    }
  }
]
