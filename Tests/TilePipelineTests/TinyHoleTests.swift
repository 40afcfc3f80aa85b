import MapMath
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Holes smaller than a zoom's grid.
@Suite("Tiny holes")
struct TinyHoleTests {
  /// World coordinates of a square, pixels of zoom 0, as positions.
  static func square(_ x: Double, _ y: Double, _ side: Double) -> String {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
    let positions = corners.map { corner in
      "[\(Mercator.longitude(worldX: corner.0 / 512)),"
        + "\(Mercator.latitude(worldY: corner.1 / 512))]"
    }
    return "[\(positions.joined(separator: ","))]"
  }

  /// Area inside the tile, grid units.
  static func area(_ tile: ReferenceTile?) -> Double {
    let parts = tile?.layer("polygon")?.features.flatMap(\.parts) ?? []
    return parts.reduce(0) {
      $0 + Double(LatticeTwin.doubledArea($1.map { SIMD2($0.x, $0.y) })) / 2
    }
  }

  /// 0.02 pixels are 0.32 units of extent 8192, which simplifying and rounding leave nothing of.
  static func land(holes: Int, side: Double, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var rings = [square(100, 100, 300)]
    for column in 0..<holes {
      for row in 0..<holes {
        let step = 290 / Double(holes)
        let x = 105 + (Double(column) + .random(in: 0.2...0.6, using: &random)) * step
        let y = 105 + (Double(row) + .random(in: 0.2...0.6, using: &random)) * step
        rings.append(square(x, y, side))
      }
    }
    return feature("Polygon", "[\(rings.joined(separator: ","))]")
  }

  @Test(
    "of many, as many leave a hole of a pixel as hold their area", arguments: [0.02, 0.15, 0.4])
  func area(side: Double) async throws {
    let built = try await BuiltTiles([Self.land(holes: 100, side: side, seed: 3)]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    let open = 300 * 300 - Self.area(try built.tile(0, 0, 0)) / 256
    let expected = 10_000 * side * side
    // Squares of a pixel each: four standard deviations.
    #expect(abs(open - expected) <= 4 * expected.squareRoot() + 1)
    // The land is wide; nothing is said of its holes.
    #expect(built.summary.findings.map(\.code) == [.longEdge])
  }

  @Test("none is left with `tiny` drop, and none where a neighbour fills the hole")
  func none() async throws {
    let land = Self.land(holes: 40, side: 0.15, seed: 5)
    let dropped = try await BuiltTiles([land]) {
      ($0.maxZoom, $0.extent, $0.tiny) = (1, 8192, .drop)
    }
    #expect(Self.area(try dropped.tile(0, 0, 0)) == 300 * 300 * 256)
    // 200 holes of 0.15 pixels, each with an island of the same shape, and a country beside.
    var rings = [Self.square(100, 100, 200)]
    var features = [feature("Polygon", "[\(Self.square(300, 100, 200))]", id: 2)]
    for number in 0..<200 {
      let hole = Self.square(110 + Double(number % 20) * 9, 110 + Double(number / 20) * 9, 0.15)
      rings.append(hole)
      features.append(feature("Polygon", "[\(hole)]", id: 3 + number))
    }
    features.append(feature("Polygon", "[\(rings.joined(separator: ","))]", id: 1))
    let built = try await BuiltTiles([features.joined(separator: "\n")]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    let tile = try #require(try built.tile(0, 0, 0))
    let country = tile.layer("polygon")?.features.first { $0.id == 1 }
    #expect(country?.parts.count == 1)
  }

  @Test("a lake that fills a hole in another document leaves a square where the hole does")
  func lakes() async throws {
    var random = SeededGenerator(seed: 8)
    var rings = [Self.square(100, 100, 300)]
    var lakes: [String] = []
    for number in 0..<1000 {
      let (column, row) = (Double(number % 40), Double(number / 40))
      let side = Double.random(in: 0.05...0.3, using: &random)
      let ring = Self.square(105 + column * 7, 105 + row * 11, side)
      rings.append(ring)
      lakes.append(feature("Polygon", "[\(ring)]", id: number))
    }
    let land = feature("Polygon", "[\(rings.joined(separator: ","))]")
    let built = try await BuiltTiles([land, lakes.joined(separator: "\n")]) {
      ($0.maxZoom, $0.extent, $0.buffer) = (1, 8192, 0)
    }
    // Holes run the other way; a ring is the set of its vertices here.
    func squares(_ parts: some Sequence<[(x: Int64, y: Int64)]>) -> Set<Set<SIMD2<Int64>>> {
      Set(parts.map { Set($0.map { SIMD2($0.x, $0.y) }) })
    }
    let features = try #require(try built.tile(0, 0, 0)?.layer("polygon")?.features)
    let holes = squares(features[0].parts.dropFirst().map { $0.map { (Int64($0.x), Int64($0.y)) } })
    let filled = squares(
      features.dropFirst().flatMap { $0.parts.map { $0.map { (Int64($0.x), Int64($0.y)) } } })
    #expect(holes.count > 15)
    #expect(holes == filled)
  }
}
