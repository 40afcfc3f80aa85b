import MapMath
import TestSupport
import Testing
import TilePipeline

/// Polygons that cover the map together.
@Suite("Shared borders of polygons")
struct SharedBorderTests {
  /// A grid of cells with wiggly borders over the whole map, north and south a bit beyond it.
  func map(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let cells = WigglyCoverage(columns: 6, rows: 5, steps: 60, random: &random)
    return cells.rings.enumerated().map { id, ring in
      let positions = ring.map { place in
        "[\(place.x * 60 - 180),\(Mercator.latitude(worldY: place.y / 5 * 1.02 - 0.01))]"
      }
      return feature("Polygon", "[[\(positions.joined(separator: ","))]]", id: id)
    }.joined(separator: "\n")
  }

  /// How many polygons of a tile hold the middle of unit (x, y), at random places of it.
  func depths(_ tile: ReferenceTile?, count: Int, _ random: inout SeededGenerator) -> [Int] {
    let rings = (tile?.layer("polygon")?.features ?? []).map { feature in
      feature.parts.map { $0.map { SIMD2($0.x, $0.y) } }
    }
    return (0..<count).map { _ in
      let place = SIMD2(
        Int64.random(in: 0..<4096, using: &random), Int64.random(in: 0..<4096, using: &random))
      return rings.count { $0.count { LatticeTwin.encloses($0, halfway: place) } & 1 == 1 }
    }
  }

  func doubledArea(_ tile: ReferenceTile?) -> Int128 {
    (tile?.layer("polygon")?.features ?? []).flatMap(\.parts).reduce(0) {
      $0 + LatticeTwin.doubledArea($1.map { SIMD2($0.x, $0.y) })
    }
  }

  @Test("no gap, no overlap, at any zoom", arguments: 1...3 as ClosedRange<UInt64>)
  func coverage(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let built = try await BuiltTiles([map(seed: seed)]) {
      ($0.maxZoom, $0.buffer, $0.simplify) = (3, 0, 2)
    }
    for zoom in 0...3 {
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom {
          let tile = try built.tile(zoom, x, y)
          #expect(doubledArea(tile) == 2 * 4096 * 4096)
          #expect(depths(tile, count: 40, &random).allSatisfy { $0 == 1 })
        }
      }
    }
  }

  @Test("without it, gaps and overlaps open")
  func alone() async throws {
    var random = SeededGenerator(seed: 1)
    let built = try await BuiltTiles([map(seed: 1)]) {
      ($0.maxZoom, $0.buffer, $0.simplify, $0.sharedBorders) = (1, 0, 8, false)
    }
    #expect(!depths(try built.tile(0, 0, 0), count: 2000, &random).allSatisfy { $0 == 1 })
  }

  /// Strips side by side from pole to pole, some of them narrow: the borders run close together,
  /// and none meets another.
  func strips(seed: UInt64, borders: Int) -> String {
    var random = SeededGenerator(seed: seed)
    let latitudes = (0...300).map { 89 - 178 * Double($0) / 300 }
    var lines = [latitudes.map { _ in -180.0 }]
    for border in 1..<borders {
      let middle = -180 + 360 * Double(border) / Double(borders)
      let west = latitudes.map { _ in middle + Double.random(in: -1.5...1.5, using: &random) }
      lines += [west, west.map { $0 + Double.random(in: 0.05...1.5, using: &random) }]
    }
    lines.append(latitudes.map { _ in 180.0 })
    return zip(lines, lines.dropFirst()).enumerated().map { id, sides in
      let ring =
        zip(sides.0, latitudes).map { "[\($0),\($1)]" }
        + zip(sides.1, latitudes).reversed().map { "[\($0),\($1)]" }
      return feature("Polygon", "[[\(ring.joined(separator: ","))]]", id: id)
    }.joined(separator: "\n")
  }

  @Test("borders close together do not cross", arguments: 1...4 as ClosedRange<UInt64>)
  func closeBorders(seed: UInt64) async throws {
    let built = try await BuiltTiles([strips(seed: seed, borders: 6)]) {
      ($0.maxZoom, $0.buffer, $0.simplify, $0.tiny) = (3, 0, 1, .drop)
    }
    for zoom in 0...2 {
      var sum = 0.0
      for x in 0..<1 << zoom {
        for y in 0..<1 << zoom { sum += Double(doubledArea(try built.tile(zoom, x, y))) }
      }
      // What overlaps counts twice. Rounding may bend two borders over each other, by half a unit.
      let all = Double(2 * 4096 * 4096 << (2 * zoom))
      #expect(abs(sum - all) / all < 2e-6)
    }
  }

  @Test("an enclosed polygon that shrinks to nothing leaves its place to its neighbours")
  func enclosed() async throws {
    let hole = "[[12,41],[12.01,41],[12.01,41.01],[12,41.01]]"
    let documents = [
      feature("Polygon", "[[[0,30],[30,30],[30,50],[0,50]],\(hole)]", id: 1) + "\n"
        + feature("Polygon", "[\(hole)]", id: 2)
    ]
    // A pixel's square would stand for it at zoom 0 if it stood alone; any chance does here.
    let built = try await BuiltTiles(documents) { ($0.extent, $0.maxZoom) = (256, 9) }
    for zoom in 0..<6 {
      let column = Int(Mercator.worldX(longitude: 12.005) * Double(1 << zoom))
      let row = Int(Mercator.worldY(latitude: 41.005) * Double(1 << zoom))
      let tile = try built.tile(zoom, column, row)
      #expect(tile?.layer("polygon")?.features.map(\.id) == [1])
    }
    #expect(built.summary.hidden.list.map(\.id) == ["2"])
  }

  /// A land north of a narrow strip along longitude 180, and one south of it, each given `turns`
  /// times 360 degrees further east.
  private func strip(seed: UInt64, turns: [Double]) -> String {
    var random = SeededGenerator(seed: seed)
    let north = (0...60).map { i in
      SIMD2(165 + Double(i) / 2, Double.random(in: 58.5...61.5, using: &random))
    }
    let south = north.map { place in
      place
        + SIMD2(
          Double.random(in: -0.1...0.1, using: &random),
          Double.random(in: -0.4 ... -0.05, using: &random))
    }
    let rings = [
      north + [SIMD2(196, 75), SIMD2(164, 75)], north + south.reversed(),
      south + [SIMD2(196, 40), SIMD2(164, 40)],
    ]
    return zip(rings, turns).enumerated().map { id, land in
      let positions = (land.0 + land.0.prefix(1)).map { "[\($0.x + 360 * land.1),\($0.y)]" }
      return feature("Polygon", "[[\(positions.joined(separator: ","))]]", id: id)
    }.joined(separator: "\n")
  }

  @Test(
    "borders are the same whatever turn of the world each polygon is given in",
    arguments: 1...6 as ClosedRange<UInt64>,
    [.geodesic, .lnglat, .mercator] as [BuildOptions.Edges]
  )
  func turns(seed: UInt64, edges: BuildOptions.Edges) async throws {
    func built(_ turns: [Double]) async throws -> BuiltTiles {
      try await BuiltTiles([strip(seed: seed, turns: turns)]) {
        ($0.maxZoom, $0.simplify, $0.edges) = (2, 1, edges)
      }
    }
    let together = try await built([0, 0, 0])
    for turns in [[0, -1, -1], [0, -1, 0], [-1, 0, -1]] as [[Double]] {
      let apart = try await built(turns)
      for (zoom, x, y) in [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 0, 1), (2, 3, 1)] {
        let (one, other) = (try together.tile(zoom, x, y), try apart.tile(zoom, x, y))
        let parts = [one, other].map { $0?.layer("polygon")?.features.map(\.parts) }
        #expect(parts[0] == parts[1], "\(zoom)/\(x)/\(y) \(turns)")
        #expect(parts[0]?.isEmpty == false)
      }
    }
  }
}
