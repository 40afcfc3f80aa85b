import Foundation
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// What edges are between their ends: over 180 degrees, beyond the map, and along other curves.
///
/// All at extent 4096: at zoom 0 a degree is 11.378 units, longitude 170 stands at 3982.2 and
/// latitude 20 at 1816.
@Suite("Edges over the antimeridian and along curves")
struct AntimeridianTests {
  typealias Point = SIMD2<Int64>

  /// The parts of a layer in tile 0/0/0, without a buffer, and the findings of the build.
  static func world(
    _ features: [String], _ layer: String, change: (inout BuildOptions) -> Void = { _ in }
  ) async throws -> (parts: [[Point]], findings: [Finding]) {
    let built = try await BuiltTiles(features) {
      ($0.maxZoom, $0.buffer, $0.simplify) = (0, 0, 0)
      change(&$0)
    }
    let parts = try built.tile(0, 0, 0)?.layer(layer)?.features.flatMap(\.parts) ?? []
    return (parts.map { $0.map { Point($0.x, $0.y) } }, built.summary.findings)
  }

  @Test(
    "lines go the short way, whatever turn their longitudes are given in",
    arguments: ["[170,0],[-170,0]", "[170,0],[190,0]", "[-190,0],[-170,0]", "[-170,0],[170,0]"])
  func line(positions: String) async throws {
    let (parts, findings) = try await Self.world(
      [feature("LineString", "[\(positions)]")], "stroke")
    let pieces = Set(parts.map { Set($0) })
    #expect(
      pieces == [[Point(3982, 2048), Point(4096, 2048)], [Point(0, 2048), Point(114, 2048)]])
    #expect(findings.isEmpty)
  }

  @Test(
    "planar lines go as their numbers run; 360 degrees go once round, 180 as they run",
    arguments: [
      ("[170,0],[-170,0]", true, [Point(3982, 2048), Point(114, 2048)]),
      ("[-180,0],[180,0]", false, [Point(0, 2048), Point(4096, 2048)]),
      ("[180,0],[-180,0]", false, [Point(4096, 2048), Point(0, 2048)]),
      ("[-90,0],[90,0]", false, [Point(1024, 2048), Point(3072, 2048)]),
      ("[90,0],[-90,0]", false, [Point(3072, 2048), Point(1024, 2048)]),
    ])
  func wholeLine(positions: String, isPlanar: Bool, expected: [Point]) async throws {
    let (parts, _) = try await Self.world([feature("LineString", "[\(positions)]")], "stroke") {
      if isPlanar { $0.antimeridian = .planar }
    }
    #expect(parts == [expected])
  }

  static let box = "[[[-170,-20],[170,-20],[170,20],[-170,20],[-170,-20]]]"
  static let belt = "[[[-180,-20],[180,-20],[180,20],[-180,20],[-180,-20]]]"

  /// A polygon, the rule for it, whether it holds longitude 0, and what the report finds.
  struct Case: Sendable {
    var ring: String
    var isOverlay = false
    var rule = BuildOptions.Antimeridian.auto
    let holdsMiddle: Bool
    var report: String?
  }

  @Test(
    "polygons: what the rule makes of them, and what the report says",
    arguments: [
      Case(ring: box, holdsMiddle: true, report: "2 edges longer than 180 degrees"),
      Case(ring: box, isOverlay: true, holdsMiddle: false),
      Case(ring: box, rule: .short, holdsMiddle: false),
      Case(
        ring: box, isOverlay: true, rule: .planar, holdsMiddle: true,
        report: "2 edges longer than 180 degrees"),
      Case(ring: belt, holdsMiddle: true, report: "2 edges longer than 180 degrees"),
      Case(ring: belt, isOverlay: true, holdsMiddle: true, report: "2 edges of 360 degrees"),
      Case(ring: belt, rule: .short, holdsMiddle: true, report: "2 edges of 360 degrees"),
    ])
  func polygon(_ test: Case) async throws {
    let (rings, findings) = try await Self.world(
      [
        feature(
          "Polygon", test.ring, overlay: test.isOverlay ? ##"{"fillColor":"red"}"## : nil)
      ], "polygon"
    ) { $0.antimeridian = test.rule }
    let closed = rings.map { $0.map { (x: Double($0.x), y: Double($0.y)) } }
    #expect(PlainGeometry.contains(closed, 2048.5, 2048.5) == test.holdsMiddle)
    let holdsEdge = test.ring == Self.belt || !test.holdsMiddle
    #expect(PlainGeometry.contains(closed, 50.5, 2048.5) == holdsEdge)
    #expect(findings.map(\.code) == (test.report == nil ? [] : [.longEdge]))
    if let report = test.report { #expect(findings.first?.message.contains(report) == true) }
  }

  @Test("a hole given in another turn than its exterior lies in it, in both edge tiles")
  func hole() async throws {
    let built = try await BuiltTiles([
      feature(
        "Polygon",
        "[[[170,-20],[190,-20],[190,20],[170,20],[170,-20]],"
          + "[[-182,-5],[-178,-5],[-178,5],[-182,5],[-182,-5]]]")
    ]) { ($0.maxZoom, $0.buffer, $0.simplify) = (1, 64, 0) }
    // 2 degrees are 45.5 units at zoom 1.
    for (column, inside, outside) in [(0, 100.5, 20.5), (1, 4000.5, 4080.5)] {
      let area = try #require(try built.tile(1, column, 0)?.layer("polygon")).features
      let rings = area.flatMap(\.parts).map { $0.map { (x: Double($0.x), y: Double($0.y)) } }
      #expect(PlainGeometry.contains(rings, inside, 4090.5))
      #expect(!PlainGeometry.contains(rings, outside, 4090.5))
    }
  }

  @Test("shapes beyond the northern edge are cut there, and keep their slopes")
  func beyond() async throws {
    // From latitude 80 over 89 at longitude 20 back to 80: y of 89 degrees is 2048 less 3091 units.
    let (parts, findings) = try await Self.world(
      [feature("Polygon", "[[[0,80],[40,80],[20,89],[0,80]]]")], "polygon")
    let ring = try #require(parts.first)
    let y = { (degrees: Double) in
      2048 * (1 - log(tan(.pi / 4 + degrees * .pi / 360)) / .pi)
    }
    let (low, high) = (y(80), y(89))
    let atEdge = 20 * 4096 / 360.0 * low / (low - high)
    let edge = ring.filter { $0.y == 0 }.map { Double($0.x) }.sorted()
    try #require(edge.count == 2)
    #expect(abs(edge[0] - (2048 + atEdge)) <= 1)
    #expect(abs(edge[1] - (2048 + 40 * 4096 / 360.0 - atEdge)) <= 1)
    #expect(findings.isEmpty)
  }

  @Test(
    "edges of polygons, of holes and of lines are the curves that were asked for",
    arguments: [BuildOptions.Edges.mercator, .lnglat, .geodesic])
  func curves(edges: BuildOptions.Edges) async throws {
    // From 60 degrees east and 10 north to 60 west and 50 north, or along 40 degrees.
    let ring = "[[-60,10],[60,50],[60,-50],[-60,10]]"
    let frame = "[[-100,-80],[100,-80],[100,80],[-100,80],[-100,-80]]"
    let radians = { (degrees: Double) in degrees * .pi / 180 }
    let projected = { (latitude: Double) in log(tan(.pi / 4 + radians(latitude) / 2)) }
    // Where the edge from (-60, 10) to (60, 50) passes longitude 0.
    let latitude: Double
    switch edges {
    case .mercator:
      latitude = atan(sinh((projected(10) + projected(50)) / 2)) * 180 / .pi
    case .lnglat: latitude = 30
    case .geodesic:
      // The great circle at longitude a between those of its ends:
      // tan(lat) sin(Δ) = tan(lat1) sin(lng2 - a) + tan(lat2) sin(a - lng1).
      latitude =
        atan((tan(radians(10)) + tan(radians(50))) * sin(radians(60)) / sin(radians(120)))
        * 180 / .pi
    }
    let expected = 2048 - 2048 * projected(latitude) / .pi
    for (document, layer) in [
      (feature("LineString", ring), "stroke"), (feature("Polygon", "[\(ring)]"), "polygon"),
      (feature("Polygon", "[\(frame),\(ring)]"), "polygon"),
    ] {
      let (parts, _) = try await Self.world([document], layer) { $0.edges = edges }
      let part = try #require(
        layer == "stroke"
          ? parts.first : parts.min { $0.map(\.y).max() ?? 0 < $1.map(\.y).max() ?? 0 })
      let crossings = zip(part, part.dropFirst() + part.prefix(1)).compactMap { a, b -> Double? in
        guard (a.x < 2048) != (b.x < 2048) else { return nil }
        return Double(a.y) + Double(2048 - a.x) * Double(b.y - a.y) / Double(b.x - a.x)
      }
      #expect(abs((crossings.min() ?? 0) - expected) <= 1, "\(document)")
    }
  }
}
