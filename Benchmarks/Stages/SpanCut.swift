import BenchmarkHarness
import TileGeometry

/// Lines of many colours, cut where the colours change: four cuts to ten vertices.
let spanCut = [
  Benchmark("spans/opaque") { cutting(isTranslucent: false) },
  Benchmark("spans/translucent") { cutting(isTranslucent: true) },
]

private func cutting(isTranslucent: Bool) -> () throws -> Work {
  let grid = GridLines(Walks(count: 200, length: 250).world, zoom: 14)
  let lines = grid.ranges.map { range in
    // A vertex equal to the one before it is none.
    let kept = range.filter {
      $0 == range.lowerBound || grid.x[$0] != grid.x[$0 - 1] || grid.y[$0] != grid.y[$0 - 1]
    }
    return GridLine(x: kept.map { grid.x[$0] }, y: kept.map { grid.y[$0] })
  }
  let pixel = Double(GridLines.extent) / 512
  let stroke = GridLine.Stroke(halfWidth: 3 * pixel, pixel: pixel, isTranslucent: isTranslucent)
  return {
    var work = Work(vertices: grid.x.count)
    for line in lines {
      let step = line.length / Double(line.x.count * 2 / 5)
      var place = step
      while place < line.length {
        let border = line.clearPlace(near: place, for: stroke)
        let cut = line.cut(at: border, after: place - step, before: place + step, for: stroke)
        work.features += cut == nil ? 0 : 1
        place += step
      }
    }
    return work
  }
}
