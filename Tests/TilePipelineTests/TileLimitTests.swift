import Foundation
import JSONText
import MapMath
import TestSupport
import Testing
import TilePipeline

@Suite("Tile limits")
struct TileLimitTests {
  /// 30 markers about one place, and a line to another.
  static let document =
    (1...30).map { i in
      feature("Point", "[\(10 + Double(i) / 1000),20]", id: i, properties: #"{"n":\#(i)}"#)
    }.joined(separator: "\n") + "\n" + feature("LineString", "[[10,20],[-70,-30]]", id: 99)

  @Test("names each tile over a limit with its numbers, worst first, and writes it whole")
  func report() async throws {
    let plain = try await BuiltTiles([Self.document])
    let built = try await BuiltTiles([Self.document]) {
      $0.limits.features = 10
      $0.limits.bytes = 100
    }
    #expect(try plain.files(except: ["report.json"]) == built.files(except: ["report.json"]))
    let overfull = built.summary.overfull
    // All markers lie in one tile of each zoom; other tiles hold the line alone.
    #expect(overfull.counts == [0: 1, 1: 1, 2: 1, 3: 1, 4: 1])
    #expect(overfull.count == 5)
    for entry in overfull.list {
      let tile = try #require(try built.tile(entry.tile.z, entry.tile.x, entry.tile.y))
      #expect(entry.features == tile.layers.reduce(0) { $0 + $1.features.count })
      let path = "tiles/\(entry.tile.z)/\(entry.tile.x)/\(entry.tile.y).mvt"
      #expect(entry.bytes == built.file(String(path.dropFirst(6)))?.count)
      #expect(entry.layers.map(\.name) == tile.layers.map(\.name))
      #expect(entry.layers.map(\.features) == tile.layers.map(\.features.count))
    }
    let worst = overfull.list.map { max(Double($0.bytes) / 100, Double($0.features) / 10) }
    #expect(worst == worst.sorted(by: >))
    let limits = try built.json("report.json")["limits"]
    #expect(limits?["maxTileFeatures"] == 10)
    #expect(limits?["count"] == 5)
    #expect(limits?["zooms"] == ["0": 1, "1": 1, "2": 1, "3": 1, "4": 1])
    guard case .array(let tiles)? = limits?["tiles"], let first = tiles.first else {
      Issue.record("no tiles in the report")
      return
    }
    #expect(tiles.count == 5)
    #expect(first["layers"] == ["stroke": 1, "marker": 30])
    #expect(first["featuresOver"] == 21)
    #expect(first["bytesOver"] == .int(overfull.list[0].bytes - 100))
    #expect(try plain.json("report.json")["limits"] == nil)
  }

  @Test("a tile at the limit is not over it; each limit counts by itself")
  func edge() async throws {
    let at = try await BuiltTiles([Self.document]) { $0.limits.features = 31 }
    #expect(at.summary.overfull.count == 0)
    #expect(try at.json("report.json")["limits"]?["count"] == 0)
    let below = try await BuiltTiles([Self.document]) { $0.limits.features = 30 }
    #expect(below.summary.overfull.count == 5)
    let sizes = below.summary.overfull.list.map(\.bytes)
    let bytes = try #require(sizes.max())
    let heavy = try await BuiltTiles([Self.document]) { $0.limits.bytes = bytes - 1 }
    #expect(heavy.summary.overfull.list.map(\.bytes) == sizes.filter { $0 == bytes })
  }

  @Test("tiles that polygons fill wholly are counted each")
  func filled() async throws {
    let areas = (1...3).map {
      feature("Polygon", "[[[-170,-80],[170,-80],[170,80],[-170,80],[-170,-80]]]", id: $0)
    }
    let built = try await BuiltTiles([areas.joined(separator: "\n")]) { $0.limits.features = 2 }
    #expect(built.summary.overfull.count == built.summary.tiles)
    // 80 degrees north lies in the second row of zoom 4.
    #expect(built.summary.overfull.counts[4] == 14 * 16)
  }

  @Test("under strict nothing is written, and the error has the tiles")
  func strict() async throws {
    let error = await #expect(throws: BuildError.self) {
      _ = try await BuiltTiles([Self.document]) {
        $0.limits.features = 10
        $0.strict = true
      }
    }
    guard case .overfull(let tiles)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(tiles.count == 5)
  }
}
