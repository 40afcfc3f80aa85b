import Foundation
import MapMath
import TestSupport
import Testing
import TilePipeline

/// An output that is brought up to date must have the bytes of one that is made anew.
@Suite("Incremental build")
struct IncrementalBuildTests {
  @Test(
    "after random edits, every file is that of a whole build",
    arguments: 1...4 as ClosedRange<UInt64>, ["", ".pmtiles", ".mbtiles"])
  func edits(seed: UInt64, container: String) async throws {
    var random = SeededGenerator(seed: seed)
    let folder = try EditedFolder()
    var overlays = (1...25).map { OverlaySketch(id: $0, &random) }
    _ = try await folder.build(overlays, into: "updated/set" + container)
    for step in 1...3 {
      let count = Int.random(in: 0...3, using: &random)
      for _ in 0..<count { edit(&overlays, &random) }
      let summary = try await folder.build(overlays, into: "updated/set" + container)
      #expect(summary.update != nil)
      _ = try await folder.build(overlays, into: "whole\(step)/set" + container)
      #expect(
        try folder.files("updated/set" + container) == folder.files("whole\(step)/set" + container))
    }
  }

  @Test(
    "after random edits, a build with limits and strategies is a whole build too",
    arguments: 11...14 as ClosedRange<UInt64>, Strategy.allCases)
  func edits(seed: UInt64, strategy: Strategy) async throws {
    var random = SeededGenerator(seed: seed)
    let folder = try EditedFolder()
    var overlays = (1...40).map { OverlaySketch(id: $0, &random) }
    _ = try await folder.build(overlays, into: "updated", change: strategy.apply)
    for step in 1...3 {
      let count = Int.random(in: 0...3, using: &random)
      for _ in 0..<count { edit(&overlays, &random) }
      let summary = try await folder.build(overlays, into: "updated", change: strategy.apply)
      #expect(summary.update != nil)
      _ = try await folder.build(overlays, into: "whole\(step)", change: strategy.apply)
      #expect(try folder.files("updated") == folder.files("whole\(step)"))
    }
  }

  /// What makes tiles depend on more than the overlays in them.
  enum Strategy: CaseIterable {
    case limits, cluster, dropRate, coalesce, dropSmallest

    func apply(_ options: inout BuildOptions) {
      switch self {
      case .cluster:
        options.cluster = MarkerClustering(
          distance: 60, accumulations: [.init("name", .concat)])
      case .coalesce: options.coalesce = true
      case .dropSmallest:
        options.dropSmallest = true
        (options.limits.features, options.limits.bytes) = (8, 1000)
      case .dropRate: options.dropRate = 1.7
      case .limits: (options.limits.features, options.limits.bytes) = (8, 600)
      }
    }
  }

  private func edit(_ overlays: inout [OverlaySketch], _ random: inout SeededGenerator) {
    let index = Int.random(in: overlays.indices, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: overlays.remove(at: index)
    case 1: overlays.insert(OverlaySketch(id: 100 + index, &random), at: index)
    case 2: overlays[index] = OverlaySketch(id: overlays[index].id, &random)
    case 3:
      overlays[index].color = ["red", "green", "#12345678"][Int.random(in: 0..<3, using: &random)]
    case 4: overlays.swapAt(index, Int.random(in: overlays.indices, using: &random))
    default: overlays[index].name += "x"
    }
  }

  @Test("nothing changed: nothing is written, down to the times of change")
  func unchanged() async throws {
    var random = SeededGenerator(seed: 77)
    let folder = try EditedFolder()
    let overlays = (1...10).map { OverlaySketch(id: $0, &random) }
    _ = try await folder.build(overlays, into: "out")
    let before = try folder.identities("out")
    let summary = try await folder.build(overlays, into: "out")
    #expect(summary.tiles == 0)
    #expect(summary.update?.kept == 10)
    #expect(summary.update?.added == 0 && summary.update?.removed == 0)
    #expect(try folder.identities("out") == before)
  }

  @Test("a tile that no changed overlay touches stays the same file")
  func untouched() async throws {
    let folder = try EditedFolder()
    var west = OverlaySketch(id: 1, at: (-90, 40))
    let east = OverlaySketch(id: 2, at: (90, 40))
    _ = try await folder.build([west, east], into: "out")
    let before = try folder.identities("out")
    west.color = "red"
    _ = try await folder.build([west, east], into: "out")
    let after = try folder.identities("out")
    let changed = Set(before.keys.filter { before[$0] != after[$0] && $0.hasSuffix(".mvt") })
    #expect(changed.contains("0/0/0.mvt"))
    #expect(changed.contains { $0.hasPrefix("4/") })
    // East of Greenwich nothing has changed, but for the tile that holds the whole world.
    let east4 = before.keys.filter {
      $0.hasPrefix("4/") && (Int($0.split(separator: "/")[1]) ?? 0) > 8
    }
    #expect(!east4.isEmpty)
    #expect(changed.isDisjoint(with: east4))
  }

  @Test("an overlay that is gone leaves no tile behind")
  func ghosts() async throws {
    let folder = try EditedFolder()
    let (one, two) = (OverlaySketch(id: 1, at: (-90, 40)), OverlaySketch(id: 2, at: (90, -40)))
    _ = try await folder.build([one, two], into: "out")
    let dry = try await folder.build([two], into: "out") { $0.dryRun = true }
    let removed = dry.changes.filter { !$0.isMade }.map(\.tile)
    #expect(removed.contains { $0.z == 4 })
    _ = try await folder.build([two], into: "out")
    let files = try folder.files("out")
    for tile in removed { #expect(files["\(tile.z)/\(tile.x)/\(tile.y).mvt"] == nil) }
    for change in dry.changes where change.isMade {
      #expect(files["\(change.tile.z)/\(change.tile.x)/\(change.tile.y).mvt"] != nil)
    }
  }

  @Test("options that all tiles depend on, and outputs without a ledger, make everything anew")
  func wholeAgain() async throws {
    let folder = try EditedFolder()
    let overlays = [OverlaySketch(id: 1, at: (10, 10))]
    _ = try await folder.build(overlays, into: "out") { $0.incremental = false }
    #expect(try await folder.build(overlays, into: "out").update == nil)
    #expect(try await folder.build(overlays, into: "out").update != nil)
    let other = try await folder.build(overlays, into: "out") { $0.simplify = 0.5 }
    #expect(other.update == nil)
    #expect(other.tiles > 0)
  }
}

/// An overlay of a test document.
private struct OverlaySketch {
  var id: Int
  var color = "blue"
  var name = "a"
  private var shape: String
  private var extra: String

  /// A zigzag at a place.
  init(id: Int, at place: (x: Double, y: Double)) {
    self.id = id
    let positions = (0..<6).map { "[\(place.x + Double($0)),\(place.y + Double($0 % 2))]" }
    shape = #""LineString","coordinates":[\#(positions.joined(separator: ","))]"#
    extra = ""
  }

  /// Any shape anywhere.
  init(id: Int, _ random: inout SeededGenerator) {
    self.id = id
    let size = pow(10, Double.random(in: -2...1.5, using: &random))
    let x = Double.random(in: -180...180, using: &random)
    let y = Double.random(in: -80...80, using: &random)
    func position() -> String {
      let latitude = y + Double.random(in: -size...size, using: &random)
      return
        "[\(x + Double.random(in: -size...size, using: &random)),\(min(85, max(-85, latitude)))]"
    }
    let count = Int.random(in: 3...12, using: &random)
    let positions = (0..<count).map { _ in position() }
    extra = ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      shape = #""Point","coordinates":\#(positions[0])"#
    case 1:
      shape = #""Point","coordinates":\#(positions[0])"#
      extra = #","radius":\#(Double.random(in: 100...3e6, using: &random)),"fillColor":"red""#
    case 2:
      shape =
        #""Polygon","coordinates":[[\#((positions + [positions[0]]).joined(separator: ","))]]"#
    case 3:
      shape = #""LineString","coordinates":[\#(positions.joined(separator: ","))]"#
      extra =
        #","strokeWidth":6,"spans":[{"color":"lime","segments":1.3},{"gradient":["red","white"]}]"#
    case 4:
      shape = #""MultiPoint","coordinates":[\#(positions.joined(separator: ","))]"#
    default:
      shape = #""LineString","coordinates":[\#(positions.joined(separator: ","))]"#
    }
  }

  var text: String {
    """
    {"type":"Feature","id":\(id),"properties":{"name":"\(name)"},\
    "overlay":{"strokeColor":"\(color)"\(extra)},"geometry":{"type":\(shape)}}
    """
  }
}

/// A folder with a document that is edited, and outputs made of it.
private final class EditedFolder {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("EditedFolder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func build(
    _ overlays: [OverlaySketch], into output: String,
    change: (inout BuildOptions) -> Void = { _ in }
  ) async throws -> BuildSummary {
    let document = url("overlays.ndjson")
    try FileManager.default.createDirectory(
      at: url(output).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(overlays.map { $0.text + "\n" }.joined().utf8).write(to: document)
    var options = BuildOptions()
    options.inputs = [BuildOptions.Input(path: document.path)]
    options.output = url(output).path
    (options.maxZoom, options.extent, options.incremental) = (4, 4096, true)
    options.unitVertices = 200
    change(&options)
    return try await TileSetBuilder(options).build()
  }

  /// Every file below `output`, by its path, or an archive and the files beside it.
  func files(_ output: String) throws -> [String: Data] {
    guard url(output).pathExtension.isEmpty else {
      var files = try self.files(at: output + ".files")
      files["archive"] = try Data(contentsOf: url(output))
      return files
    }
    return try files(at: output)
  }

  private func files(at folder: String) throws -> [String: Data] {
    try paths(folder).reduce(into: [:]) { files, path in
      files[path] = try Data(contentsOf: url(folder).appendingPathComponent(path))
    }
  }

  /// Inode and time of change of every file.
  func identities(_ output: String) throws -> [String: String] {
    try paths(output).reduce(into: [:]) { files, path in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: url(output).appendingPathComponent(path).path)
      files[path] =
        "\(attributes[.systemFileNumber] ?? 0) \(attributes[.modificationDate] ?? 0)"
    }
  }

  private func paths(_ output: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url(output).path).filter {
      !url(output).appendingPathComponent($0).hasDirectoryPath
    }
  }
}
