import Foundation
import JSONText
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Whole builds, read back by the plain reader.
@Suite("Build")
struct BuildTests {
  @Test(
    "neighbours see a line cross their border in one place",
    arguments: 1...20 as ClosedRange<UInt64>)
  func seam(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // From north-west to north-east across longitude 0, the border of 1/0/0 and 1/1/0.
    let positions = [
      -Double.random(in: 1...85, using: &random), Double.random(in: 1...85, using: &random),
    ]
    .map { "[\($0),\(Double.random(in: 5...80, using: &random))]" }
    let built = try await BuiltTiles([
      feature("LineString", "[\(positions.joined(separator: ","))]")
    ]) {
      $0.buffer = 64
    }
    let west = try #require(try built.tile(1, 0, 0)?.layer("stroke")?.features.first?.parts.first)
    let east = try #require(try built.tile(1, 1, 0)?.layer("stroke")?.features.first?.parts.first)
    let atWest = try #require(height(of: west, at: 4096))
    let atEast = try #require(height(of: east, at: 0))
    #expect(atWest == atEast)
  }

  /// y at which a line crosses x.
  func height(of line: [ReferenceTile.Vertex], at x: Int64) -> Double? {
    for (a, b) in zip(line, line.dropFirst())
    where a.x != b.x && min(a.x, b.x) <= x && x <= max(a.x, b.x) {
      return Double(a.y) + Double(x - a.x) * Double(b.y - a.y) / Double(b.x - a.x)
    }
    return nil
  }

  @Test("a line that goes round the world many times crosses the map each time, once")
  func manyTurns() async throws {
    let turns = 40
    let positions = (0...3 * turns).map { k in "[\(k * 120 % 360 - 180),\(k - 60)]" }
    let built = try await BuiltTiles([
      feature("LineString", "[\(positions.joined(separator: ","))]")
    ]) { ($0.maxZoom, $0.buffer, $0.simplify) = (1, 0, 0) }
    let parts = try #require(try built.tile(0, 0, 0)?.layer("stroke")?.features.first?.parts)
    #expect(parts.count == turns)
    let ends = parts.map { [$0.first?.x, $0.last?.x] }
    #expect(ends.allSatisfy { $0 == [0, 4096] })
    for (part, turn) in zip(parts.sorted { ($0.first?.y ?? 0) > ($1.first?.y ?? 0) }, 0...) {
      let radians = Double(3 * turn - 60) / 180 * .pi
      let y = 2048 * (1 - log(tan(.pi / 4 + radians / 2)) / .pi)
      #expect(abs(Double(part.first?.y ?? 0) - y) <= 1)
    }
  }

  @Test("a line on the antimeridian stands in both edge tiles")
  func antimeridian() async throws {
    let built = try await BuiltTiles([feature("LineString", "[[180,10],[180,20]]")])
    for (x, edge) in [(0, Int64(0)), (3, 4096)] {
      let line = try #require(try built.tile(2, x, 1)?.layer("stroke")?.features.first?.parts.first)
      #expect(line.allSatisfy { $0.x == edge })
    }
    #expect(try built.tile(2, 1, 1) == nil)
  }

  @Test(
    "plain polygons run the long way where their edges do, with simplestyle too; overlays never",
    arguments: [("{}", nil, true), (##"{"fill":"#00ff00"}"##, nil, true), ("{}", "{}", false)])
  func longEdges(properties: String, overlay: String?, isLong: Bool) async throws {
    let box = "[[[-170,-60],[170,-60],[170,60],[-170,60],[-170,-60]]]"
    let built = try await BuiltTiles([
      feature("Polygon", box, properties: properties, overlay: overlay)
    ])
    // 4/8/8 lies at longitude 0, far from the antimeridian.
    #expect(try (built.tile(4, 8, 8) != nil) == isLong)
    #expect(built.summary.findings.count == (isLong ? 1 : 0))
  }

  @Test("a user's property keeps its name, ours gets out of the way")
  func collision() async throws {
    let built = try await BuiltTiles([
      feature(
        "LineString", "[[10,10],[20,20]]", properties: #"{"color":"mine"}"#,
        overlay: ##"{"strokeColor":"#ff0000","strokeWidth":3}"##)
    ])
    let properties = try #require(
      try built.tile(0, 0, 0)?.layer("stroke")?.features.first?.properties)
    #expect(properties["color"] == .string("mine"))
    #expect(properties["overlay:color"] == .string("rgba(255,0,0,1)"))
    #expect(properties["width"] == .uint(3))
  }

  @Test("a named input has layers of its name; an outline is not its main geometry")
  func namedLayer() async throws {
    let square = "[[[10,10],[20,10],[20,20],[10,20],[10,10]]]"
    let built = try await BuiltTiles([
      feature("Polygon", square, overlay: #"{"strokeColor":"black"}"#)
    ]) { $0.inputs[0].layer = "zones" }
    #expect(try built.tile(0, 0, 0)?.layers.map(\.name) == ["zones", "zones-stroke"])
  }

  @Test("an overlay appears in its zooms, ends included")
  func zooms() async throws {
    let built = try await BuiltTiles([
      feature("Point", "[1,1]", overlay: #"{"minZoom":1,"maxZoom":2}"#)
    ])
    #expect(built.summary.zooms.map(\.zoom) == [1, 2])
  }

  @Test("no line feature has more vertices than clients draw, and none is lost")
  func manyVertices() async throws {
    // Each vertex 1/3,000 of a degree on: 3 grid units at zoom 8, all in one tile.
    let count = 150_000
    let positions = (0..<count).map { i in
      "[\(0.1 + Double(i % 3_000) / 3_000),\(0.1 + Double(i / 3_000) / 100 + Double(i % 2) / 1_000)]"
    }
    let built = try await BuiltTiles([
      feature("LineString", "[\(positions.joined(separator: ","))]")
    ]) {
      ($0.minZoom, $0.maxZoom, $0.simplify, $0.extent) = (8, 8, 0, 8192)
    }
    let features = try #require(try built.tile(8, 128, 127)?.layer("stroke")?.features)
    #expect(features.count > 1)
    #expect(features.allSatisfy { $0.id == 1 && $0.parts.reduce(0) { $0 + $1.count } <= 65_535 })
    // MapLibre takes room for 10 vertices for each of a line, and has room for 65,535.
    let stretches = features.flatMap(\.parts)
    #expect(stretches.allSatisfy { $0.count <= 6_553 })
    for (a, b) in zip(stretches, stretches.dropFirst()) { #expect(a.last == b.first) }
    let vertices = stretches.reduce(0) { $0 + $1.count }
    #expect(vertices - (stretches.count - 1) > 140_000)
  }

  @Test("a polygon with more holes than clients cut out is written in pieces with all of them")
  func manyHoles() async throws {
    // 1,600 squares with sides of 0.01 degrees, 0.03 apart, in a tile of 1.4 degrees.
    let holes = (0..<1_600).map { i in
      let (x, y) = (0.1 + Double(i % 40) * 0.03, 0.1 + Double(i / 40) * 0.03)
      return
        "[[\(x),\(y)],[\(x),\(y + 0.01)],[\(x + 0.01),\(y + 0.01)],[\(x + 0.01),\(y)],[\(x),\(y)]]"
    }
    let built = try await BuiltTiles([
      feature(
        "Polygon",
        "[[[0.05,0.05],[1.35,0.05],[1.35,1.35],[0.05,1.35],[0.05,0.05]],"
          + "\(holes.joined(separator: ","))]")
    ]) {
      ($0.minZoom, $0.maxZoom, $0.extent) = (8, 8, 8192)
    }
    let features = try #require(try built.tile(8, 128, 127)?.layer("polygon")?.features)
    var rings: [Int] = []
    var area = 0
    for part in features.flatMap(\.parts) {
      var twice = 0
      for (i, tail) in part.enumerated() {
        let head = part[(i + 1) % part.count]
        twice += Int(tail.x) * Int(head.y) - Int(head.x) * Int(tail.y)
      }
      area += twice / 2
      if twice > 0 { rings.append(1) } else { rings[rings.count - 1] += 1 }
    }
    #expect(rings.count > 1 && rings.allSatisfy { $0 <= 500 })
    // Degrees are 8192 / 1.40625 units, at the equator in both directions to 0.03 %; the squares'
    // corners are rounded, each side to a unit of 58.
    let unit = 8192.0 / 1.40625
    let wanted = (1.3 * 1.3 - 1_600 * 0.01 * 0.01) * unit * unit
    #expect(abs(Double(area) - wanted) < 0.002 * wanted)
  }

  @Test("a line that shrinks to a point leaves a stub of one unit")
  func stub() async throws {
    let built = try await BuiltTiles([feature("LineString", "[[10,10],[10.0001,10]]")])
    let parts = try #require(try built.tile(0, 0, 0)?.layer("stroke")?.features.first?.parts)
    #expect(parts.count == 1 && parts[0].count == 2)
    #expect(abs(parts[0][1].x - parts[0][0].x) + abs(parts[0][1].y - parts[0][0].y) == 1)
  }

  @Test("an overlay beyond the map's edge is reported, one that crosses it is not")
  func beyondMap() async throws {
    let built = try await BuiltTiles([
      feature("LineString", "[[10,86],[20,89]]", id: 1) + "\n"
        + feature("LineString", "[[10,80],[20,89]]", id: 2) + "\n"
        + feature("Polygon", "[[[10,-86],[20,-86],[20,-89]]]", id: 3)
    ])
    #expect(built.summary.findings.map(\.code) == [.latitudeBeyondMap, .latitudeBeyondMap])
    #expect(built.summary.findings.map(\.id) == ["1", "3"])
  }

  @Test("a second map is reported, not lost in silence")
  func secondMap() async throws {
    func document(_ color: String) -> String {
      #"{"type":"FeatureCollection","map":{"backgroundColor":"\#(color)"},"features":["#
        + feature("Point", "[1,1]") + "]}"
    }
    let differing = try await BuiltTiles([document("red"), document("blue")])
    #expect(differing.summary.findings.map(\.code) == [.mapOption])
    let equal = try await BuiltTiles([document("red"), document("red")])
    #expect(equal.summary.findings.isEmpty)
  }

  @Test("a circle that covers the globe has no rim; that it draws nothing is reported")
  func globe() async throws {
    let circles = [
      "{\"radius\":3e7}", "{\"radius\":3e7,\"fillColor\":\"red\"}", "{\"radius\":1e7}",
    ]
    let built = try await BuiltTiles([
      circles.enumerated().map { feature("Point", "[1,1]", id: $0 + 1, overlay: $1) }
        .joined(separator: "\n")
    ])
    #expect(built.summary.findings.map(\.id) == ["1"])
    #expect(built.summary.findings.map(\.code) == [.notDrawn])
    let tile = try #require(try built.tile(0, 0, 0))
    #expect(tile.layer("polygon")?.features.map(\.id) == [2])
    #expect(tile.layer("stroke")?.features.map(\.id) == [3])
  }

  @Test("titles and descriptions of simplestyle stand in the tile once, as the properties they are")
  func simplestyleTitle() async throws {
    let text = ##"{"title":"t","description":"d","marker-color":"#ff0000"}"##
    let built = try await BuiltTiles([feature("Point", "[1,1]", properties: text)])
    let marker = try #require(try built.tile(0, 0, 0)?.layer("marker")?.features.first)
    #expect(marker.properties.keys.sorted() == ["description", "image", "marker-color", "title"])
  }

  @Test("the tile set opens where the camera looks, as far as its bounds and zooms go")
  func center() async throws {
    func center(_ camera: String) async throws -> JSONValue? {
      let line = feature("LineString", "[[-20,-30],[40,50]]")
      let text = #"{"type":"FeatureCollection","map":{\#(camera)},"features":[\#(line)]}"#
      return try await BuiltTiles([text]).json("tiles.json")["center"]
    }
    #expect(try await center(#""camera":{"target":[10.5,20.25],"zoom":3.6}"#) == [10.5, 20.25, 3])
    #expect(try await center(#""camera":{"target":[100,80],"zoom":1e9}"#) == [40, 50, 4])
    let middle = try #require(try await center(#""mapType":"normal""#))
    #expect(middle[0] == 10)
  }
}
