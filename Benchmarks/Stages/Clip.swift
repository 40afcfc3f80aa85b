import BenchmarkHarness
import TileGeometry

/// Geometry to the tiles it lies in, tile by tile.
let clip = [
  Benchmark("clip/lines") {
    let grid = GridLines(Walks(count: 200, length: 250).world, zoom: 9)
    let (tiles, ranges) = (grid.tiles, grid.ranges)
    var parts = ClippedParts()
    return {
      var work = Work(vertices: grid.x.count * tiles.count, tiles: tiles.count)
      for tile in tiles {
        parts.removeAll()
        for range in ranges {
          clipLine(
            x: grid.x.span.extracting(range), y: grid.y.span.extracting(range), to: tile,
            into: &parts)
        }
        work.features += parts.ends.count
      }
      return work
    }
  },
  Benchmark("clip/rings") {
    let grid = GridLines(Shores(count: 2, halvings: 10).world, zoom: 8)
    let tiles = grid.tiles
    let ranges = grid.ranges
    let ends = grid.ends.map { Int32($0) }
    var clipper = RingClipper()
    var parts = ClippedParts()
    return {
      var work = Work(vertices: grid.x.count * tiles.count, tiles: tiles.count)
      for tile in tiles {
        parts.removeAll()
        for (index, range) in ranges.enumerated() {
          _ = clipper.clip(
            x: grid.x.span, y: grid.y.span, ringEnds: ends.span.extracting(index..<index + 1),
            first: range.lowerBound, to: tile, into: &parts)
        }
        work.features += parts.ends.count
      }
      return work
    }
  },
]
