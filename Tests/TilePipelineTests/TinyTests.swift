import Foundation
import MapMath
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Shapes smaller than a zoom's grid.
@Suite("Tiny shapes")
struct TinyTests {
  /// Squares at random places between 60 degrees south and north; sides in degrees of longitude.
  func squares(_ count: Int, side: ClosedRange<Double>, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (1...count).map { id in
      let west = Double.random(in: -179...178, using: &random)
      let south = Double.random(in: -60...59, using: &random)
      let width = Double.random(in: side, using: &random)
      let (east, north) = (west + width, south + width * cos(south / 180 * .pi))
      return feature(
        "Polygon",
        "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)]]]", id: id)
    }
  }

  /// Doubled area of all rings of a tile's polygons, inside the tile.
  func doubledArea(_ tile: ReferenceTile?) -> Int128 {
    let parts = tile?.layer("polygon")?.features.flatMap(\.parts) ?? []
    return parts.reduce(0) { $0 + LatticeTwin.doubledArea($1.map { SIMD2($0.x, $0.y) }) }
  }

  func ids(_ tile: ReferenceTile?) -> Set<UInt64> {
    Set((tile?.layer("polygon")?.features ?? []).compactMap(\.id))
  }

  @Test("many tiny polygons fill as much of the map as they should")
  func area() async throws {
    // Sides of 0.02 to 0.2 degrees are 0.03 to 0.28 pixels at zoom 0.
    let documents = [squares(20_000, side: 0.02...0.2, seed: 4).joined(separator: "\n")]
    let built = try await BuiltTiles(documents) { ($0.maxZoom, $0.extent) = (1, 8192) }
    // The mean square of a side spread evenly over a...b is (a² + ab + b²) / 3.
    let degrees = 20_000 * (0.02 * 0.02 + 0.02 * 0.2 + 0.2 * 0.2) / 3
    let unit = 8192.0 / 360
    let drawn = Double(doubledArea(try built.tile(0, 0, 0))) / 2
    // About 1,200 squares of a pixel: a standard deviation of 3 percent.
    #expect(abs(drawn / (degrees * unit * unit) - 1) < 0.12)
    #expect(built.summary.hidden.counts[0].map { $0 > 15_000 } == true)
  }

  @Test("a needle with the area of several pixels leaves as many, all along it")
  func needle() async throws {
    // 2,276 units long and 0.43 wide: the area of 3.8 pixels.
    let ring = "[[-50,0.001],[50,0.001],[50,0.02],[-50,0.02]]"
    let built = try await BuiltTiles([feature("Polygon", "[\(ring)]", id: 1)]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (0, 8192, 0)
    }
    let tile = try built.tile(0, 0, 0)
    let area = doubledArea(tile) / 2
    #expect(area == 3 * 256 || area == 4 * 256)
    let vertices = (tile?.layer("polygon")?.features ?? []).flatMap(\.parts).flatMap { $0 }
    #expect(vertices.allSatisfy { abs($0.y - 4096) <= 16 })
    let middle = Double(vertices.map(\.x).reduce(0, +)) / Double(vertices.count)
    #expect(abs(middle - 4096) < 600)
    #expect(vertices.allSatisfy { $0.x >= 4096 - 1138 - 16 && $0.x <= 4096 + 1138 + 16 })
  }

  @Test("what is drawn at a zoom is drawn at all deeper ones, whatever the order of input")
  func steady() async throws {
    let features = squares(2_000, side: 0.02...0.5, seed: 9)
    let built = try await BuiltTiles([features.joined(separator: "\n")]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    let first = ids(try built.tile(0, 0, 0))
    var second: Set<UInt64> = []
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      second.formUnion(ids(try built.tile(1, x, y)))
    }
    #expect(!first.isEmpty && first.count < second.count)
    #expect(first.isSubset(of: second))
    let turned = try await BuiltTiles([features.reversed().joined(separator: "\n")]) {
      ($0.maxZoom, $0.extent, $0.threads) = (1, 8192, 3)
    }
    #expect(ids(try turned.tile(0, 0, 0)) == first)
  }

  @Test("a polygon that is not drawn is reported with the zoom from which it is")
  func hidden() async throws {
    // 0.001 degrees: 1/4 of a unit at zoom 4 of extent 4096, 5.8 units at zoom 9.
    let small = feature("Polygon", "[[[10,10],[10.001,10],[10.001,10.001],[10,10.001]]]", id: 7)
    let built = try await BuiltTiles([small]) { ($0.maxZoom, $0.tiny) = (12, .drop) }
    #expect(built.summary.hidden.count == 1)
    let entry = try #require(built.summary.hidden.list.first)
    #expect(entry.id == "7" && entry.location.line == 1 && entry.location.feature == 0)
    let from = try #require(entry.visibleFrom)
    #expect(built.summary.zooms.map(\.zoom) == Array(from...12))
    #expect(
      built.summary.hidden.counts == [Int: Int](uniqueKeysWithValues: (0..<from).map { ($0, 1) }))
    let report = try #require(try built.text("report.json"))
    #expect(report.contains("\"visibleFrom\": \(from)"))
  }

  @Test(
    "a stub starts at the grid point of its line and is, of the four, the one that stays nearest",
    arguments: [false, true])
  func stubs(spanned: Bool) async throws {
    // Lines shorter than a unit, on both sides of the tiles' borders, where all tiles must agree.
    var random = SeededGenerator(seed: 21)
    let scale = 2 * 4096.0
    var middles: [SIMD2<Double>] = []
    let features = (0..<400).map { id in
      let place = SIMD2(
        Double.random(in: 4080..<4112, using: &random),
        Double.random(in: 4080..<4112, using: &random))
      // Inside the cell that rounds to one grid point.
      let cell = SIMD2(place.x.rounded(), place.y.rounded())
      let ends = (0..<2).map { _ in
        cell
          + SIMD2(
            Double.random(in: -0.49...0.49, using: &random),
            Double.random(in: -0.49...0.49, using: &random))
      }
      middles.append((ends[0] + ends[1]) / 2)
      let text = ends.map {
        "[\($0.x / scale * 360 - 180),\(Mercator.latitude(worldY: $0.y / scale))]"
      }
      let overlay = spanned ? ##"{"spans":[{"color":"red"},{"color":"blue"}]}"## : nil
      return feature("LineString", "[\(text.joined(separator: ","))]", id: id, overlay: overlay)
    }
    let built = try await BuiltTiles([features.joined(separator: "\n")]) {
      ($0.minZoom, $0.maxZoom, $0.buffer) = (1, 1, 64)
    }
    var seen = [Int](repeating: 0, count: 400)
    for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      for feature in try built.tile(1, column, row)?.layer("stroke")?.features ?? [] {
        let id = Int(feature.id ?? 0)
        let middle = middles[id]
        var stub: [SIMD2<Double>] = []
        for place in feature.parts.flatMap({ $0 }) {
          let (x, y) = (Int(place.x) + column * 4096, Int(place.y) + row * 4096)
          stub.append(SIMD2(Double(x), Double(y)))
        }
        let grid = SIMD2(middle.x.rounded(), middle.y.rounded())
        let ends = [SIMD2(1.0, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)].map { grid + $0 }
        func distance(_ place: SIMD2<Double>) -> Double {
          ((place - middle) * (place - middle)).sum().squareRoot()
        }
        let best = try #require(ends.map(distance).min())
        #expect(stub.contains(grid))
        #expect(stub.allSatisfy { distance($0) <= max(best, distance(grid)) + 1e-6 })
        #expect(best <= 1)
        seen[id] += 1
      }
    }
    #expect(seen.allSatisfy { $0 == 4 })
  }

  @Test("of a line in several parts that all shrink to points, one stub is left")
  func multiLineStub() async throws {
    let line = feature("MultiLineString", "[[[10,10],[10.0001,10]],[[10.0002,10],[10.0004,10]]]")
    let built = try await BuiltTiles([line]) { $0.maxZoom = 0 }
    let parts = try #require(try built.tile(0, 0, 0)?.layer("stroke")?.features.first?.parts)
    #expect(parts.map(\.count) == [2])
    let dropped = try await BuiltTiles([line]) { ($0.maxZoom, $0.tiny) = (0, .drop) }
    #expect(try dropped.tile(0, 0, 0) == nil)
    #expect(dropped.summary.hidden.list.map(\.visibleFrom) == [nil])
  }

  @Test("a strip that simplifying would lose keeps its shape while it fills a pixel")
  func strip() async throws {
    // 60 x 0.15 degrees: 1,365 x 3.4 units at zoom 0; the tolerance is 4 units.
    let strip = feature("Polygon", "[[[0,0],[60,0],[60,0.15],[0,0.15]]]")
    let built = try await BuiltTiles([strip]) { ($0.maxZoom, $0.extent) = (1, 8192) }
    let ring = try #require(try built.tile(0, 0, 0)?.layer("polygon")?.features.first?.parts.first)
    #expect(ring.map(\.x).min() == 4096 && ring.map(\.x).max() == 5461)
  }

  @Test("the square of a long thin ring lies on it")
  func onRing() async throws {
    // Frames of 60 pixels without a side, whose middle lies 30 pixels from all of them, 0.004 wide:
    // 0.72 square pixels each.
    let pixel = 360.0 / 512
    let frames = (0..<40).map { id in
      let (west, south) = (Double(id % 5) * 70 - 180, Double(id / 5) * 8 - 60)
      let (inner, outer) = (0.004, 60.0)
      let points = [
        (0, 0), (outer, 0), (outer, 60), (0, 60), (0, 60 - inner), (outer - inner, 60 - inner),
        (outer - inner, inner), (0, inner),
      ]
      let places = points.map { point in
        let latitude = Mercator.latitude(worldY: 0.5 - (south + point.1) / 512)
        return "[\((west + point.0) * pixel),\(latitude)]"
      }
      return feature("Polygon", "[[\(places.joined(separator: ","))]]", id: id)
    }
    let built = try await BuiltTiles([frames.joined(separator: "\n")]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    let features = try #require(try built.tile(0, 0, 0)?.layer("polygon")?.features)
    #expect(features.count > 15)
    for feature in features {
      let id = Int(try #require(feature.id))
      let (west, east) = (Double(id % 5) * 70 - 180, Double(id % 5) * 70 - 120)
      let x = feature.parts.flatMap { $0 }.map { Double($0.x) / 16 - 256 }
      let y = feature.parts.flatMap { $0 }.map { 256 - Double($0.y) / 16 }
      let low = Double(id / 5) * 8 - 60
      let isOnSide = (x.max() ?? 0) - east > -1.1 && (x.max() ?? 0) - east < 1.1
      let isOnEnd = y.allSatisfy { abs($0 - low) < 1.1 || abs($0 - low - 60) < 1.1 }
      #expect(x.allSatisfy { $0 > west - 1.1 && $0 < east + 1.1 } && (isOnSide || isOnEnd), "\(id)")
    }
  }

  @Test("a long strip hardly wider than the tolerance keeps its area", arguments: 1...6)
  func zigzag(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // 300 pixels long, 0 to 0.3 wide: up to 5 units, of which simplifying may take 4 a side.
    let unit = 360.0 / 8192
    let teeth = (0...60).map { tooth in
      (x: Double(tooth) * 80 - 2400, y: .random(in: 0...5, using: &random) * unit)
    }
    let bank = [(-2400.0, 0.0), (2400.0, 0.0)] + teeth.reversed()
    let points = bank.map { "[\($0.0 * unit),\($0.1)]" }
    let built = try await BuiltTiles([feature("Polygon", "[[\(points.joined(separator: ","))]]")]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    // Near the equator a unit is the same both ways.
    let heights = zip(teeth, teeth.dropFirst()).map { ($0.y + $1.y) / 2 / unit }
    let area = heights.reduce(0, +) * 80
    let drawn = Double(doubledArea(try built.tile(0, 0, 0))) / 2
    #expect(abs(drawn / area - 1) < 0.3)
  }

  @Test("a ring that crosses itself is reported, one that rounding bent is not")
  func crossing() async throws {
    let bowTie = feature("Polygon", "[[[0,0],[10,10],[10,0],[0,10]]]")
    #expect(try await BuiltTiles([bowTie]).summary.findings.map(\.code) == [.ringSelfCrossing])
    let hole = feature("Polygon", "[[[0,0],[10,0],[10,10],[0,10]],[[5,5],[15,5],[15,8],[5,8]]]")
    #expect(try await BuiltTiles([hole]).summary.findings.map(\.code) == [.holeOutside])
    // A needle whose sides cross when they are rounded at zoom 4.
    let needle = feature("Polygon", "[[[0,0],[30,7.0001],[60,13.9],[30,7.0003]]]")
    #expect(try await BuiltTiles([needle]).summary.findings.isEmpty)
  }

  @Test("a polygon of which only a likeness is drawn is reported")
  func tangled() async throws {
    // 1,100 strokes across 1,100 others.
    var (across, upright): ([String], [String]) = ([], [])
    for i in 0..<1_100 {
      let (end, place) = (i % 2 == 0 ? 0 : 10, 0.1 + Double(i) * 0.0085)
      across.append("[\(end),\(place)]")
      upright.append("[\(place),\(end)]")
    }
    let rings = (across + upright).joined(separator: ",")
    let built = try await BuiltTiles([feature("Polygon", "[[\(rings)]]")])
    #expect(built.summary.findings.map(\.code) == [.ringSelfCrossing, .polygonTangled])
  }

  @Test(
    "a polygon that encloses nothing is reported, and one that is too small is not",
    arguments: [
      // Twice round, a hole like the outer ring, a hole over all of it, there and back.
      "[[[0,0],[10,0],[10,10],[0,10],[0,0],[10,0],[10,10],[0,10]]]",
      "[[[0,0],[10,0],[10,10],[0,10]],[[0,10],[10,10],[10,0],[0,0]]]",
      "[[[0,0],[10,0],[10,10],[0,10]],[[-5,-5],[15,-5],[15,15],[-5,15]]]",
      "[[[0,0],[10,0],[20,0],[10,0]]]",
    ])
  func enclosingNothing(rings: String) async throws {
    let built = try await BuiltTiles([feature("Polygon", rings)])
    #expect(built.summary.findings.map(\.code) == [.emptyPolygon])
    #expect(built.summary.hidden.list.map(\.visibleFrom) == [nil])
    let tiny = feature("Polygon", "[[[0,0],[1e-7,0],[0,1e-7]]]")
    #expect(try await BuiltTiles([tiny]).summary.findings.isEmpty)
  }

  @Test("teeth and slits hardly narrower than the tolerance stay as wide as they are")
  func comb() async throws {
    // 20 teeth 2,400 units long; slits of 3.9 units, of which simplifying may take 4.
    let (pitch, width, unit) = (12.3, 8.4, 360.0 / 8192)
    var ring = [(1400.0, 0.0)]
    for tooth in 0..<20 {
      let low = Double(tooth) * pitch
      ring += [(-1200, low), (-1200, low + width), (1200, low + width), (1200, low + pitch)]
    }
    ring.append((1400, 20 * pitch))
    let points = ring.map { "[\($0.0 * unit),\($0.1 * unit)]" }.joined(separator: ",")
    let built = try await BuiltTiles([feature("Polygon", "[[\(points)]]")]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    let area = 200 * 20 * pitch + 20 * 2400 * width
    let drawn = Double(doubledArea(try built.tile(0, 0, 0))) / 2
    #expect(abs(drawn / area - 1) < 0.05)
  }
}
