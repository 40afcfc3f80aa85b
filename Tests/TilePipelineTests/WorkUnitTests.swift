import Foundation
import TestSupport
import Testing
import TilePipeline

/// How a zoom is divided among workers must not show in the output.
@Suite("Work units")
struct WorkUnitTests {
  @Test("small units give the bytes of one big unit", arguments: 1...4 as ClosedRange<UInt64>)
  func division(seed: UInt64) async throws {
    let document = MixedOverlays.document(seed: seed)
    let images = ["arrow.png": try MixedOverlays.arrow()]
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
    let documents = [MixedOverlays.document(seed: seed), MixedOverlays.polygons(seed: seed)]
    let images = ["arrow.png": try MixedOverlays.arrow()]
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
      _ = try await BuiltTiles([MixedOverlays.document(seed: 1)]) { options in
        (options.memory, options.scratchDirectory) = (1, "/nowhere/at-all")
      }
    }
    guard case .scratch(let operation, let directory, let errno) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((operation, directory, errno) == ("create", "/nowhere/at-all", ENOENT))
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
}
