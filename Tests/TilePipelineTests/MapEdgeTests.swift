import MapMath
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Overlays that reach beyond the map's northern or southern edge: what lies on the map counts.
@Suite("The map's edge")
struct MapEdgeTests {
  /// A pixel of zoom 0, world units; 8 grid units of extent 4096.
  static let pixel = 1.0 / 512

  /// A position `x` pixels of zoom 0 east of the antimeridian and `y` inside the map's edge.
  static func position(_ x: Double, _ y: Double, north: Bool) -> String {
    let worldY = north ? y * pixel : 1 - y * pixel
    return "[\(Mercator.longitude(worldX: x * pixel)),\(Mercator.latitude(worldY: worldY))]"
  }

  static func ring(_ points: [(Double, Double)], north: Bool) -> String {
    "[" + (points + [points[0]]).map { position($0.0, $0.1, north: north) }.joined(separator: ",")
      + "]"
  }

  static func ids(_ tile: ReferenceTile?) -> Set<UInt64> {
    Set((tile?.layers ?? []).flatMap(\.features).compactMap(\.id))
  }

  static func area(_ tile: ReferenceTile?) -> Int {
    let parts = tile?.layer("polygon")?.features.flatMap(\.parts) ?? []
    return parts.reduce(0) {
      $0 + Int(LatticeTwin.doubledArea($1.map { SIMD2($0.x, $0.y) })) / 2
    }
  }

  @Test(
    "of polygons too small inside, as many leave a square on the map as hold their area there",
    arguments: [true, false], [false, true])
  func squares(north: Bool, hasHole: Bool) async throws {
    // Inside 0.5 x 0.05 pixels each, which the grid of zoom 0 has no room for; beyond as high as
    // the map. The hole takes half of the inside.
    let features = (0..<1000).map { id in
      let x = Double(id) * 0.51 + 0.25
      var rings = [
        Self.ring([(x, -400), (x + 0.5, -400), (x + 0.5, 0.05), (x, 0.05)], north: north)
      ]
      if hasHole {
        rings.append(
          Self.ring(
            [(x + 0.1, -200), (x + 0.35, -200), (x + 0.35, 0.049), (x + 0.1, 0.049)], north: north))
      }
      return feature("Polygon", "[\(rings.joined(separator: ","))]", id: id)
    }
    let built = try await BuiltTiles([features.joined(separator: "\n")]) {
      ($0.maxZoom, $0.buffer) = (0, 0)
    }
    let tile = try built.tile(0, 0, 0)
    // 25 squares of 64 units or half of that; standard deviations of 5 and 3.5.
    let expected = hasHole ? 12.75 : 25.0
    let drawn = Self.ids(tile)
    #expect(abs(Double(drawn.count) - expected) < 14)
    #expect(Self.area(tile) == drawn.count * 64)
    let hidden = built.summary.hidden.list.compactMap { $0.id.flatMap(UInt64.init) }
    #expect(drawn.isDisjoint(with: hidden))
    #expect(drawn.union(hidden).count == 1000)
    #expect(built.summary.hidden.counts == [0: 1000 - drawn.count])
  }

  @Test(
    "needles that reach into the map leave their area, wherever the rest lies",
    arguments: [true, false])
  func comb(north: Bool) async throws {
    // 20 teeth of 40 x 0.05 pixels, 40 square pixels in all, on a bar beyond the map.
    var points: [(Double, Double)] = [(100, -3)]
    for tooth in 0..<20 {
      let x = 100 + Double(tooth) * 10
      points += [(x, -2), (x, 40), (x + 0.05, 40), (x + 0.05, -2)]
    }
    points.append((300, -3))
    let built = try await BuiltTiles([
      feature("Polygon", "[\(Self.ring(points, north: north))]")
    ]) { ($0.maxZoom, $0.buffer) = (0, 0) }
    // Two may fall into one pixel.
    let area = Self.area(try built.tile(0, 0, 0))
    #expect(area > 34 * 64 && area < 42 * 64)
    #expect(built.summary.hidden.count == 0)
  }

  @Test(
    "a line of less than a unit inside leaves a stub, however long it is beyond",
    arguments: [true, false])
  func line(north: Bool) async throws {
    func line(_ parts: [[(Double, Double)]], id: Int) -> String {
      let texts = parts.map { part in
        "[" + part.map { Self.position($0.0, $0.1, north: north) }.joined(separator: ",") + "]"
      }
      return feature("MultiLineString", "[\(texts.joined(separator: ","))]", id: id)
    }
    let document = [
      line([[(10, -300), (10, 0.01)]], id: 1),
      line([[(20, -300), (20, -5)], [(30, 0.02), (30.01, 0.02)]], id: 2),
      line([[(40, -300), (40, -5)]], id: 3),
    ]
    let built = try await BuiltTiles([document.joined(separator: "\n")]) { $0.maxZoom = 0 }
    let tile = try #require(try built.tile(0, 0, 0))
    #expect(Self.ids(tile) == [1, 2])
    // It starts on the edge, and may lead into the map.
    let (edge, inner) = north ? (0, 1) : (4096, 4095)
    for feature in tile.layer("stroke")?.features ?? [] {
      #expect(feature.parts.map(\.count) == [2])
      #expect(feature.parts[0].contains { Int($0.y) == edge })
      #expect(feature.parts[0].allSatisfy { Int($0.y) == edge || Int($0.y) == inner })
    }
    #expect(built.summary.findings.map(\.id) == ["3"])
    #expect(built.summary.findings.map(\.code) == [.latitudeBeyondMap])
    #expect(built.summary.hidden.count == 0)
  }

  @Test("an outline ends at the map's edge; the overlay's other rings keep theirs closed")
  func outlines() async throws {
    let look = ##"{"fillColor":"red","strokeColor":"black","strokeWidth":1}"##
    let across = Self.ring([(100, -50), (200, -50), (200, 64), (100, 64)], north: true)
    let inside = Self.ring([(300, 64), (400, 64), (400, 128), (300, 128)], north: true)
    let built = try await BuiltTiles([
      feature("MultiPolygon", "[[\(across)],[\(inside)]]", overlay: look)
    ]) { $0.maxZoom = 0 }
    let tile = try #require(try built.tile(0, 0, 0))
    let lines = try #require(tile.layer("stroke")?.features.first?.parts)
    #expect(lines.count == 2)
    #expect(
      lines.first?.map { SIMD2(Int($0.x), Int($0.y)) } == [
        SIMD2(1600, 0), SIMD2(1600, 512), SIMD2(800, 512), SIMD2(800, 0),
      ])
    #expect(lines.last?.first == lines.last?.last)
    let corners = [SIMD2(2400, 512), SIMD2(3200, 512), SIMD2(3200, 1024), SIMD2(2400, 1024)]
    let drawn = Set((lines.last ?? []).map { SIMD2(Int($0.x), Int($0.y)) })
    #expect(drawn.isSuperset(of: corners))
    #expect(Self.area(tile) == 800 * 512 * 2)
  }

  @Test("a circle and a polygon over the antimeridian are cut at the edge on both sides")
  func antimeridian() async throws {
    let ring = Self.ring([(-10, -50), (20, -50), (20, 0.05), (-10, 0.05)], north: true)
    let circle = feature(
      "Point", "[180,85.06]", id: 2,
      overlay: ##"{"kind":"circle","radius":1300,"fillColor":"red","strokeWidth":0}"##)
    let built = try await BuiltTiles([feature("Polygon", "[\(ring)]") + "\n" + circle]) {
      ($0.maxZoom, $0.buffer) = (10, 0)
    }
    // 0.05 pixels of zoom 0 are half a tile of zoom 10.
    let last = try built.tile(10, 1023, 0)
    let first = try built.tile(10, 0, 0)
    #expect(Self.ids(last) == [1, 2] && Self.ids(first) == [1, 2])
    let sides = [last, first].map { tile in
      (tile?.layer("polygon")?.features.first { $0.id == 1 }?.parts ?? []).flatMap { $0 }
    }
    for side in sides {
      #expect(Set(side.map { Int($0.y) }).isSubset(of: [0, 409, 410]))
      #expect(side.map(\.x).min() == 0 && side.map(\.x).max() == 4096)
    }
  }

  @Test("a marker on the map's edge is in a tile of every zoom", arguments: [true, false])
  func marker(north: Bool) async throws {
    let latitude = north ? Mercator.edgeLatitude : -Mercator.edgeLatitude
    let built = try await BuiltTiles([
      feature("Point", "[0,\(latitude)]", id: 1), feature("Point", "[180,\(latitude)]", id: 2),
    ]) { ($0.maxZoom, $0.buffer) = (6, 0) }
    for zoom in 0...6 {
      let (side, row) = (1 << zoom, north ? 0 : (1 << zoom) - 1)
      #expect(Self.ids(try built.tile(zoom, side / 2, row)).contains(1), "zoom \(zoom)")
      #expect(Self.ids(try built.tile(zoom, 0, row)).contains(2), "zoom \(zoom)")
    }
    #expect(built.summary.hidden.count == 0 && built.summary.findings.isEmpty)
  }

  @Test("the report is what tiles show", arguments: 1...4 as ClosedRange<UInt64>)
  func report(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // Slivers, specks and crosses of them at the map's edges and elsewhere.
    let features = (1...400).map { id -> String in
      let x = Double.random(in: -20...500, using: &random)
      let y = Bool.random(using: &random) ? 0 : Double.random(in: 0...256, using: &random)
      let size = Double.random(in: 0.01...3, using: &random)
      let width = size * Double.random(in: 0.001...0.3, using: &random)
      let turn = Elementary.sinCos(degrees: .random(in: 0..<360, using: &random))
      let points = [(-size, 0), (0, -width), (size, 0), (0, width)].map {
        (x + $0.0 * turn.cos - $0.1 * turn.sin, y + $0.0 * turn.sin + $0.1 * turn.cos)
      }
      return feature(
        "Polygon", "[\(Self.ring(points, north: Bool.random(using: &random)))]", id: id)
    }
    let built = try await BuiltTiles([features.joined(separator: "\n")]) { $0.maxZoom = 3 }
    var seen: [UInt64: Set<Int>] = [:]
    for zoom in 0...3 {
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          for id in Self.ids(try built.tile(zoom, column, row)) {
            seen[id, default: []].insert(zoom)
          }
        }
      }
    }
    let skipped = Set(built.summary.findings.compactMap { $0.id.flatMap(UInt64.init) })
    var visible: [UInt64: Set<Int>] = [:]
    for id in 1...400 as ClosedRange<UInt64> where !skipped.contains(id) {
      visible[id] = [0, 1, 2, 3]
    }
    for entry in built.summary.hidden.list {
      let id = try #require(entry.id.flatMap(UInt64.init))
      visible[id] = Set(entry.alsoVisibleAt).union((entry.visibleFrom ?? 4)..<4)
    }
    for id in 1...400 as ClosedRange<UInt64> {
      #expect(seen[id, default: []] == visible[id, default: []], "\(id)")
    }
    #expect(built.summary.hidden.list.count > 50)
  }
}
