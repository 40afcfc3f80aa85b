import Foundation
import MapMath
import TestSupport
import Testing

@testable import TilePipeline

/// Whatever strategies decide, they decide for all tiles: one tile on demand, a share of the map,
/// and any number of threads give the bytes of the whole build.
@Suite("Strategies are the same for every part of a build")
struct StrategyDeterminismTests {
  enum Strategy: String, CaseIterable {
    case none, cluster, dropRate, coalesce, dropSmallest, dropAndCoalesce

    func apply(_ options: inout BuildOptions) {
      switch self {
      case .none: break
      case .cluster:
        options.cluster = MarkerClustering(
          distance: 30, accumulations: [.init("kind", .concat), .init("size", .mean)])
      case .dropRate: options.dropRate = 1.8
      case .coalesce: options.coalesce = true
      case .dropSmallest: (options.limits.features, options.dropSmallest) = (20, true)
      case .dropAndCoalesce:
        (options.limits.bytes, options.dropSmallest, options.coalesce) = (700, true, true)
      }
    }
  }

  @Test("single tiles, shares and threads", arguments: Strategy.allCases)
  func parts(strategy: Strategy) async throws {
    let folder = try TemporaryFolder()
    let text = ScatteredMarkers(300, seed: 9).document + "\n" + CoalesceTests.document(seed: 3)
    try folder.write(Array(text.utf8), to: "a.ndjson")
    var options = BuildOptions()
    options.inputs = [.init(path: folder.url.appendingPathComponent("a.ndjson").path)]
    (options.maxZoom, options.extent) = (4, 4096)
    let plain = try await TileSet(options).allTiles()
    strategy.apply(&options)
    (options.threads, options.unitVertices) = (1, 50)
    let set = try await TileSet(options)
    let all = try await set.allTiles()
    #expect((Self.differences(all, plain) == []) == (strategy == .none))
    let singles = try all.compactMap { tile in
      try set.tile(tile.id).map { Tile(id: tile.id, bytes: $0) }
    }
    #expect(Self.differences(singles, all) == [])
    let addresses = Set(all.map(\.id))
    for tile in plain where !addresses.contains(tile.id) { #expect(try set.tile(tile.id) == nil) }
    (options.threads, options.unitVertices) = (3, 1 << 17)
    #expect(Self.differences(try await TileSet(options).allTiles(), all) == [])
    options.cell = try #require(TileID(z: 1, x: 1, y: 0))
    let share = try await TileSet(options).allTiles()
    #expect(!share.isEmpty)
    let below = all.filter {
      $0.id.z > 0 && $0.id.x >> ($0.id.z - 1) == 1 && $0.id.y >> ($0.id.z - 1) == 0
    }
    #expect(Self.differences(share, below) == [])
  }

  /// The tiles that are not the same in both.
  private static func differences(_ a: [Tile], _ b: [Tile]) -> [TileID] {
    let other = Dictionary(uniqueKeysWithValues: b.map { ($0.id, $0.bytes) })
    let missing = Set(other.keys).subtracting(a.map(\.id))
    return a.filter { other[$0.id] != $0.bytes }.map(\.id) + missing
  }
}
