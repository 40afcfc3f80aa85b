import Foundation
import TestSupport
import Testing
import TilePipeline

/// How a zoom is divided among workers must not show in the output.
@Suite("Work units")
struct WorkUnitTests {
  @Test("small units give the bytes of one big unit", arguments: 1...4 as ClosedRange<UInt64>)
  func division(seed: UInt64) async throws {
    let document = randomDocument(seed: seed)
    let images = ["arrow.png": try Self.arrow()]
    let whole = try await BuiltTiles([document], files: images) { options in
      options.maxZoom = 5
      options.threads = 1
    }
    let divided = try await BuiltTiles([document], files: images) { options in
      options.maxZoom = 5
      options.threads = 3
      options.unitVertices = 24
    }
    let expected = try whole.files()
    let found = try divided.files()
    #expect(Set(found.keys) == Set(expected.keys))
    #expect(expected.keys.filter { found[$0] != expected[$0] }.sorted() == [])
    #expect(divided.summary.tiles > 100)
  }

  @Test("overlays that several tasks work on at once give the bytes of one task")
  func divided() async throws {
    // One overlay of 30 polygons with borders in common, 70,000 vertices, and one of 10,000 that
    // lies in all units.
    var random = SeededGenerator(seed: 3)
    let cells = WigglyCoverage(columns: 6, rows: 5, steps: 560, random: &random)
    let polygons = cells.rings.map { ring in
      let positions = ring.map { "[\($0.x * 50 - 150),\($0.y * 25 - 60)]" }
      return "[[\(positions.joined(separator: ","))]]"
    }
    let star = (0..<10_000).map { step in
      let (angle, reach) = (Double(step) / 10_000 * 2 * .pi, Double(45 + step % 7 * step % 5))
      return "[\(3 * reach * cos(angle)),\(reach * sin(angle))]"
    }
    let document = [
      feature("MultiPolygon", "[\(polygons.joined(separator: ","))]", id: 1),
      feature("Polygon", "[[\(star.joined(separator: ","))]]", id: 2),
    ].joined(separator: "\n")
    var all: [[String: Data]] = []
    for threads in [1, 2, 4] {
      let built = try await BuiltTiles([document]) { options in
        (options.maxZoom, options.threads, options.unitVertices) = (3, threads, 4000)
        // Beyond a pixel, so that borders cross and are mended.
        options.simplify = 3
      }
      all.append(try built.files())
    }
    #expect(all[0].count > 40)
    for other in all.dropFirst() {
      #expect(other.keys.sorted() == all[0].keys.sorted())
      #expect(all[0].keys.filter { other[$0] != all[0][$0] }.sorted() == [])
    }
  }

  @Test(
    "vertices in a file give the bytes of vertices in memory",
    arguments: 5...7 as ClosedRange<UInt64>)
  func scratch(seed: UInt64) async throws {
    let documents = [randomDocument(seed: seed), gridOfPolygons(seed: seed)]
    let images = ["arrow.png": try Self.arrow()]
    let held = try await BuiltTiles(documents, files: images) { $0.maxZoom = 7 }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let spilled = try await BuiltTiles(documents, files: images) { options in
      options.maxZoom = 7
      (options.memory, options.scratchDirectory) = (1, folder.path)
    }
    #expect(try spilled.files() == held.files())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("a folder for scratch files that is not there is named")
  func missingFolder() async throws {
    let error = await #expect(throws: BuildError.self) {
      _ = try await BuiltTiles([randomDocument(seed: 1)]) { options in
        (options.memory, options.scratchDirectory) = (1, "/nowhere/at-all")
      }
    }
    guard case .scratch(let operation, let directory, let errno) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((operation, directory, errno) == ("create", "/nowhere/at-all", ENOENT))
  }

  /// Polygons that have borders in common, and needles that the grid swallows.
  private func gridOfPolygons(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let corners = (0..<7).map { row in
      (0..<7).map { column in
        let x = Double(column) * 9 + Double.random(in: -3...3, using: &random)
        return "[\(x),\(Double(row) * 6 + Double.random(in: -2...2, using: &random))]"
      }
    }
    let needles = (36..<48).map { number in
      let (x, y) = (Double(number * 3 - 190), Double.random(in: -60 ... -20, using: &random))
      return feature(
        "Polygon", "[[[\(x),\(y)],[\(x + 40),\(y + 9)],[\(x + 40),\(y + 9.004)],[\(x),\(y)]]]",
        id: number)
    }
    let features = (0..<36).map { number in
      let (row, column) = (number / 6, number % 6)
      let ring = [
        corners[row][column], corners[row][column + 1], corners[row + 1][column + 1],
        corners[row + 1][column], corners[row][column],
      ]
      return feature("Polygon", "[[\(ring.joined(separator: ","))]]", id: number)
    }
    let all = (features + needles).joined(separator: ",")
    return #"{"type":"FeatureCollection","features":[\#(all)]}"#
  }

  @Test("small units of points alone give the bytes of one big unit")
  func points() async throws {
    var random = SeededGenerator(seed: 5)
    let features = (1...700).map { id in
      let place = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let x = Double.random(in: -180...180, using: &random)
        return "[\(x),\(Double.random(in: -85...85, using: &random))]"
      }
      let overlay = id % 7 == 0 ? #"{"minZoom":2}"# : id % 5 == 0 ? #"{"maxZoom":3}"# : "{}"
      return feature(
        "MultiPoint", "[\(place.joined(separator: ","))]", id: id, overlay: overlay)
    }
    let document = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let whole = try await BuiltTiles([document]) { options in
      options.maxZoom = 6
      options.threads = 1
      options.unitVertices = 1 << 30
    }
    let divided = try await BuiltTiles([document]) { options in
      options.maxZoom = 6
      options.threads = 2
      options.unitVertices = 200
    }
    #expect(try divided.files() == whole.files())
    #expect(divided.summary.tiles > 1000)
  }

  @Test("points of one feature beside a line go to their own tiles")
  func pointsBesideLines() async throws {
    // The middles of the quarters of the world, in the Hilbert order of zoom 1's tiles or not.
    let high = 66.51326044311186
    let built = try await BuiltTiles([
      feature("MultiPoint", "[[-90,\(high)],[90,-\(high)],[90,\(high)],[-90,-\(high)]]"),
      feature("LineString", "[[-170,0],[170,0]]", id: 2),
    ]) { ($0.maxZoom, $0.buffer) = (2, 0) }
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      let points = try built.tile(1, x, y)?.layer("marker")?.features.first?.parts
      #expect(points?.map { $0.map { SIMD2($0.x, $0.y) } } == [[SIMD2(2048, 2048)]])
      // At zoom 2 they lie on a corner; without a buffer the tile to its south-east has it.
      for (dx, dy) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let tile = try built.tile(2, 2 * x + dx, 2 * y + dy)
        let points = tile?.layer("marker")?.features.first?.parts
        let expected: [[SIMD2<Int64>]]? = dx + dy == 2 ? [[SIMD2(0, 0)]] : nil
        #expect(points?.map { $0.map { SIMD2($0.x, $0.y) } } == expected)
      }
    }
  }

  /// Spans of all kinds.
  private static let spans = [
    #"[{"color":"red","segments":0.7},{"gradient":["red","yellow"],"segments":3},{"color":"lime"}]"#,
    #"{"pattern":{"styles":[{"color":"red"},{"color":"blue"}],"lengths":[900000,400000]}}"#,
    #"{"pattern":{"styles":[{"color":"red"},{"color":"clear"}],"lengths":[60000]}}"#,
    #"[{"color":"gray","stamp":{"texture":"arrow.png"}},{"stamp":{"sprite":"arrow.png"}}]"#,
  ]

  private static func arrow() throws -> [UInt8] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = tests.appendingPathComponent("../../testdata/overlays/images/arrow.png")
    return [UInt8](try Data(contentsOf: file))
  }

  /// Overlays of all kinds and sizes: some lie in many units, some cover whole tiles, some cross
  /// the antimeridian or a pole.
  private func randomDocument(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let features = (1...60).map { id in
      let center = (
        x: Double.random(in: -180...180, using: &random),
        y: Double.random(in: -84...84, using: &random)
      )
      let size = pow(10, Double.random(in: -2...1.7, using: &random))
      func around(_ count: Int) -> [String] {
        (0..<count).map { _ in
          let x = center.x + Double.random(in: -size...size, using: &random)
          let y = center.y + Double.random(in: -size...size, using: &random)
          return "[\(x),\(min(84.9, max(-84.9, y)))]"
        }
      }
      switch id % 5 {
      case 0:
        return feature("MultiPoint", "[\(around(20).joined(separator: ","))]", id: id)
      case 1:
        let radius = Double.random(in: 1e3...4e6, using: &random)
        return feature(
          "Point", "[\(center.x),\(center.y)]", id: id,
          overlay: #"{"radius":\#(radius),"fillColor":"red"}"#)
      case 2:
        var ring = around(Int.random(in: 3...12, using: &random))
        ring.append(ring[0])
        return feature(
          "Polygon", "[[\(ring.joined(separator: ","))]]", id: id,
          overlay: #"{"strokeColor":"black","strokeWidth":3}"#)
      case 3:
        let count = Int.random(in: 2...40, using: &random)
        let width = Int.random(in: 2...20, using: &random)
        return feature(
          "LineString", "[\(around(count).joined(separator: ","))]", id: id,
          overlay: #"{"strokeWidth":\#(width),"spans":\#(Self.spans[id / 5 % Self.spans.count])}"#)
      default:
        let count = Int.random(in: 2...80, using: &random)
        return feature("LineString", "[\(around(count).joined(separator: ","))]", id: id)
      }
    }
    return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }
}
