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
