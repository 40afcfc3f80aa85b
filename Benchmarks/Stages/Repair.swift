import BenchmarkHarness
import TileGeometry

/// Are polygons still valid on the grid? At zoom 12 nearly all are; at zoom 6 many are not and are
/// mended. Allocations are for sorting edges where one is mended.
let repair = [12, 6].map { zoom in
  Benchmark("repair/zoom-\(zoom)") {
    let grid = GridLines(Shores(count: 16, halvings: 9).world, zoom: zoom)
    let ranges = grid.ranges
    var repairer = RingRepairer()
    var rings = GridRings()
    return {
      var work = Work(vertices: grid.x.count)
      for range in ranges {
        rings.removeAll()
        rings.x.append(contentsOf: grid.x[range])
        rings.y.append(contentsOf: grid.y[range])
        rings.ringEnds.append(rings.x.count)
        _ = repairer.repair(&rings)
        work.features += rings.ringEnds.count
      }
      return work
    }
  }
}
