import BenchmarkHarness
import MapMath
import TileGeometry

/// Prepared geometry into all tiles of a zoom, by quartering; nothing is cut.
let slice = [
  Benchmark("slice/lines") {
    slicing(GridLines(Walks(count: 400, length: 250).world, zoom: 12), .line, zoom: 12)
  },
  Benchmark("slice/rings") {
    slicing(GridLines(Shores(count: 16, halvings: 10).world, zoom: 8), .rings, zoom: 8)
  },
]

private func slicing(_ grid: GridLines, _ kind: Piece.Kind, zoom: Int) -> () throws -> Work {
  var slicer = TileSlicer(extent: GridLines.extent, buffer: GridLines.buffer)
  slicer.levels[0].x = grid.x
  slicer.levels[0].y = grid.y
  slicer.levels[0].ringEnds = kind == .rings ? grid.ends.map { Int32($0) } : []
  for (index, range) in grid.ranges.enumerated() {
    var bounds = GridRect.empty
    for i in range { bounds.grow(grid.x[i], grid.y[i]) }
    slicer.levels[0].pieces.append(
      Piece(
        kind, owner: UInt32(index), paint: -1, start: range.lowerBound, end: range.upperBound,
        ringStart: index, ringEnd: index + 1, bounds: bounds))
  }
  guard let world = TileID(z: 0, x: 0, y: 0) else { return { Work() } }
  return {
    var work = Work(vertices: grid.x.count)
    slicer.slice(world, toZoom: zoom) { _, levels, depth in
      work.tiles += 1
      work.features += levels[depth].pieces.count
    }
    return work
  }
}
