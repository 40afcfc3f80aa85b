import Foundation
import MapMath
import TestSupport
import Testing

@testable import TilePipeline

/// Overlays that memory has no room for are tiled region by region; that must not show.
@Suite("Regions")
struct RegionTests {
  /// Overlays of all kinds, markers with and without looks and ids, some ids more than once; several
  /// inputs, so that layers have overlays of several chunks.
  private static func documents(seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let markers = (0..<250).map { number in
      let x = Double.random(in: -180..<180, using: &random)
      let y = Double.random(in: -85...85, using: &random)
      let overlay: String? =
        switch number % 6 {
        case 0: #"{"icon":"arrow.png","rotation":\#(number)}"#
        case 1: #"{"title":"marker \#(number % 12)","zIndex":\#(number % 3)}"#
        case 2: #"{"minZoom":3}"#
        case 3: #"{"icon":"missing.png","maxZoom":4}"#
        default: nil
        }
      let text = String(repeating: "é", count: number % 11)
      return feature(
        "Point", "[\(x),\(y)]", id: number % 100,
        properties: #"{"name":"\#(text)","number":\#(number),"half":\#(Double(number) / 2)}"#,
        overlay: overlay)
    }
    let named = (0..<20).map { number in
      let x = Double.random(in: 170...190, using: &random)
      let id = #"{"type":"Feature","id":"name \#(number)","properties":{"name":\#(number)},"#
      let end = "[\(x + 9),\(Double.random(in: -80...80, using: &random))]"
      return id + #""geometry":{"type":"LineString","coordinates":[[\#(x),3],\#(end)]}}"#
    }
    func collection(_ features: [String]) -> String {
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }
    return [
      MixedOverlays.document(seed: seed), collection(markers), MixedOverlays.polygons(seed: seed),
      collection(named), MixedOverlays.document(seed: seed + 100),
    ]
  }

  enum Change: CaseIterable {
    case none, layers, deep, limits, mapEdge, compressed

    func apply(_ options: inout BuildOptions) {
      options.maxZoom = 5
      switch self {
      case .none: break
      case .layers:
        (options.inputs[1].layer, options.inputs[4].layer) = ("markers", "markers")
        options.layerZooms = ["markers": 2...5, "stroke": 1...4]
      case .deep: (options.minZoom, options.maxZoom, options.tiny) = (3, 6, .drop)
      case .limits: (options.limits.features, options.limits.bytes) = (30, 900)
      case .mapEdge: (options.buffer, options.edges) = (900, .geodesic)
      case .compressed: options.compress = true
      }
    }
  }

  @Test("give all files of a build that has room", arguments: Change.allCases)
  func files(change: Change) async throws {
    let documents = Self.documents(seed: 1)
    let images = ["arrow.png": try MixedOverlays.arrow()]
    let held = try await BuiltTiles(documents, files: images) { change.apply(&$0) }
    let expected = try held.files()
    for features in change == .none ? [30, 130] : [130] {
      let folder = try TemporaryFolder()
      let found = try await BuiltTiles(documents, files: images) { options in
        change.apply(&options)
        options.threads = 3
        (options.memory, options.regionFeatures) = (1, features)
        options.scratchDirectory = folder.url.path
      }
      let files = try found.files()
      // The report names the inputs, whose folder is another one.
      let differing = Set(files.keys).union(expected.keys).filter { name in
        name != "report.json" && files[name] != expected[name]
      }
      #expect(differing.sorted() == [], "\(features) overlays a region")
      #expect(found.summary.hidden == held.summary.hidden)
      #expect(found.summary.findings == held.summary.findings)
      #expect(found.summary.overfull == held.summary.overfull)
      #expect(found.summary.tiles == held.summary.tiles)
      #expect(found.summary.bytes == held.summary.bytes)
      #expect(found.summary.biggestTile ?? (0, 0, 0, 0) == held.summary.biggestTile ?? (0, 0, 0, 0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
    #expect(held.summary.hidden.count > 0)
  }

  @Test("give the bytes of archives", arguments: ["out.pmtiles", "out.mbtiles"])
  func archives(name: String) async throws {
    let documents = Self.documents(seed: 5)
    let images = ["arrow.png": try MixedOverlays.arrow()]
    var outputs: [Data] = []
    for features in [nil, 130] {
      let folder = try TemporaryFolder()
      let output = folder.url.appendingPathComponent(name)
      _ = try await BuiltTiles(documents, files: images) { options in
        (options.maxZoom, options.compress, options.output) = (5, true, output.path)
        options.threads = 2
        if let features { (options.memory, options.regionFeatures) = (1, features) }
      }
      outputs.append(try Data(contentsOf: output))
    }
    #expect(outputs[0].count > 10_000)
    #expect(outputs[1] == outputs[0])
  }

  @Test("give single tiles and shares of the work")
  func parts() async throws {
    let folder = try TemporaryFolder()
    var options = BuildOptions()
    for (number, document) in Self.documents(seed: 8).enumerated() {
      try folder.write(Array(document.utf8), to: "\(number).geojson")
      options.inputs.append(
        .init(path: folder.url.appendingPathComponent("\(number).geojson").path))
    }
    (options.maxZoom, options.extent) = (4, 4096)
    let all = try await TileSet(options).allTiles()
    (options.memory, options.regionFeatures) = (1, 130)
    options.scratchDirectory = folder.url.path
    let set = try await TileSet(options)
    #expect(try await set.allTiles() == all)
    for tile in all { #expect(try set.tile(tile.id) == tile.bytes) }
    #expect(try set.tile(try #require(TileID(z: 5, x: 3, y: 3))) == nil)
    options.cell = try #require(TileID(z: 1, x: 1, y: 0))
    let share = try await TileSet(options).allTiles()
    #expect(!share.isEmpty)
    let below = all.filter {
      $0.id.z > 0 && $0.id.x >> ($0.id.z - 1) == 1 && $0.id.y >> ($0.id.z - 1) == 0
    }
    #expect(share == below)
  }
}
