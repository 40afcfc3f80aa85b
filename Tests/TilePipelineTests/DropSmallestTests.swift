import Foundation
import JSONText
import MapMath
import TestSupport
import Testing

@testable import TilePipeline

@Suite("Smallest overlays left out")
struct DropSmallestTests {
  /// Areas with outlines, lines and markers of all sizes, most of them about one place; the size of
  /// each in its attributes.
  static func document(seed: UInt64, count: Int = 150) -> String {
    var random = SeededGenerator(seed: seed)
    return (1...count).map { id in
      let isFar = Int.random(in: 0..<4, using: &random) == 0
      let spread = isFar ? 80.0 : 6
      let x = 20 + Double.random(in: -spread...spread, using: &random)
      let y = Double.random(in: -spread...spread, using: &random) * 0.7
      let kind = Int.random(in: 0..<3, using: &random)
      // Along the equator, so that degrees are sizes.
      let size = kind == 0 ? 0 : Double(Int.random(in: 1...4000, using: &random)) / 100
      let properties = #"{"size":\#(size)}"#
      switch kind {
      case 0: return feature("Point", "[\(x),\(y)]", id: id, properties: properties)
      case 1:
        return feature(
          "LineString", "[[\(x),\(y)],[\(x + size),\(y + 0.001)]]", id: id, properties: properties)
      default:
        let ring = "[\(x),\(y)],[\(x + size),\(y)],[\(x + size / 2),\(y + size / 9)],[\(x),\(y)]"
        return feature(
          "Polygon", "[[\(ring)]]", id: id, properties: properties,
          overlay: #"{"strokeColor":"red"}"#)
      }
    }.joined(separator: "\n")
  }

  /// Features of each tile as layer and id, in order, and the sizes of overlays.
  private static func contents(
    _ built: BuiltTiles
  ) throws -> (tiles: [String: [[String]]], sizes: [String: Double]) {
    var tiles: [String: [[String]]] = [:]
    var sizes: [String: Double] = [:]
    for path in try built.files().keys where path.hasSuffix(".mvt") {
      let numbers = path.dropLast(4).split(separator: "/").compactMap { Int($0) }
      let tile = try #require(try built.tile(numbers[0], numbers[1], numbers[2]))
      tiles[path] = tile.layers.flatMap { layer in
        layer.features.map { feature in
          let id = feature.id.map { String($0) } ?? ""
          if let size = feature.properties["size"]?.number { sizes[id] = size }
          return [layer.name, id]
        }
      }
    }
    return (tiles, sizes)
  }

  @Test(
    "tiles keep the limit, overlays go whole and the smallest go first",
    arguments: 1...5 as ClosedRange<UInt64>, [12, 40])
  func limit(seed: UInt64, limit: Int) async throws {
    let document = Self.document(seed: seed)
    let plain = try Self.contents(try await BuiltTiles([document]))
    let built = try await BuiltTiles([document]) {
      $0.limits.features = limit
      $0.dropSmallest = true
      $0.unitVertices = 100
    }
    let found = try Self.contents(built)
    #expect(built.summary.overfull.count == 0)
    #expect(found.tiles.values.allSatisfy { $0.count <= limit })
    var gone: [Int: Set<String>] = [:]
    for zoom in 0...4 {
      let paths = plain.tiles.keys.filter { $0.hasPrefix("\(zoom)/") }
      let before = Set(paths.flatMap { plain.tiles[$0, default: []].map { $0[1] } })
      let after = Set(paths.flatMap { found.tiles[$0, default: []].map { $0[1] } })
      gone[zoom] = before.subtracting(after)
      for path in paths {
        // What stays is as it was, and in its order; what goes, goes from all layers and tiles.
        let expected = plain.tiles[path, default: []].filter {
          !gone[zoom, default: []].contains($0[1])
        }
        #expect(found.tiles[path, default: []] == expected)
      }
      // Each that goes was, in a tile over the limit, no larger than the largest that stays there.
      for id in gone[zoom, default: []] where !(gone[zoom + 1]?.contains(id) ?? false) {
        let size = try #require(plain.sizes[id])
        #expect(
          zoom < 4
            || paths.contains { path in
              let tile = plain.tiles[path, default: []].map { $0[1] }
              return tile.count > limit && tile.contains(id)
                && tile.contains { plain.sizes[$0, default: 0] >= size && $0 != id }
            })
      }
      #expect(built.summary.strategies.zooms[zoom]?.smallest ?? 0 == gone[zoom]?.count)
    }
    for zoom in 0..<4 { #expect(gone[zoom]?.isSuperset(of: gone[zoom + 1] ?? []) == true) }
    #expect(gone[0]?.isEmpty == false)
  }

  @Test("bytes as stored count, compressed or not", arguments: [true, false])
  func bytes(compress: Bool) async throws {
    var options = BuildOptions()
    options.maxZoom = 4
    options.compress = compress
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.document(seed: 8).utf8), to: "a.ndjson")
    options.inputs = [.init(path: folder.url.appendingPathComponent("a.ndjson").path)]
    let plain = try await TileSet(options).allTiles()
    (options.limits.bytes, options.dropSmallest) = (900, true)
    #expect(plain.contains { $0.bytes.count > 900 })
    options.threads = 1
    let set = try await TileSet(options)
    let all = try await set.allTiles()
    #expect(all.allSatisfy { $0.bytes.count <= 900 })
    // Not more than it takes: a tile that was over is not far below.
    #expect(all.contains { $0.bytes.count > 800 })
    for tile in all where tile.id.z < 4 || tile.id.x % 2 == 0 {
      #expect(try set.tile(tile.id) == tile.bytes)
    }
    options.threads = 3
    options.unitVertices = 64
    #expect(try await TileSet(options).allTiles() == all)
    options.cell = try #require(TileID(z: 1, x: 1, y: 0))
    let share = try await TileSet(options).allTiles()
    #expect(!share.isEmpty && share.allSatisfy { all.contains($0) })
  }

  @Test("the largest overlay of a tile stays, and the tile is reported where that is too much")
  func largest() async throws {
    let long = (0..<500).map { "[\(Double($0) / 5 - 50),\(Double($0 * 37 % 101) / 3)]" }
    let document = [
      feature("LineString", "[\(long.joined(separator: ","))]", id: 1),
      feature("LineString", "[[0,0],[1,1]]", id: 2),
    ].joined(separator: "\n")
    let built = try await BuiltTiles([document]) {
      (($0.limits.bytes, $0.dropSmallest), ($0.minZoom, $0.maxZoom)) = ((200, true), (0, 0))
    }
    #expect(try built.tile(0, 0, 0)?.layers[0].features.map(\.id) == [1])
    #expect(built.summary.overfull.count == 1)
    #expect(built.summary.strategies.zooms[0]?.smallest == 1)
  }

  @Test("of many equal markers some of each place stay, and clusters always")
  func markers() async throws {
    let scatter = (0..<1600).map { i in
      feature("Point", "[\(Double(i % 40) * 4 - 78.1),\(Double(i / 40) * 3 - 60.3)]", id: i + 1)
    }.joined(separator: "\n")
    let built = try await BuiltTiles([scatter]) {
      (($0.limits.features, $0.dropSmallest), ($0.minZoom, $0.maxZoom)) = ((400, true), (0, 0))
    }
    let ids = try #require(try built.tile(0, 0, 0)?.layers[0].features.compactMap(\.id))
    #expect(ids.count == 400)
    var blocks = [Int](repeating: 0, count: 16)
    for id in ids { blocks[Int(id - 1) / 40 / 10 * 4 + Int(id - 1) % 40 / 10] += 1 }
    #expect(blocks.allSatisfy { 15...35 ~= $0 }, "\(blocks)")
    let clustered = try await BuiltTiles([ScatteredMarkers(300, seed: 2).document]) {
      ($0.limits.features, $0.dropSmallest) = (5, true)
      $0.cluster = MarkerClustering(distance: 5)
    }
    let plain = try await BuiltTiles([ScatteredMarkers(300, seed: 2).document]) {
      $0.cluster = MarkerClustering(distance: 5)
    }
    for zoom in 0...3 {
      let counts = try [clustered, plain].map { built in
        try built.points(zoom: zoom).map(\.count).filter { $0 > 1 }.sorted()
      }
      #expect(counts[0] == counts[1])
    }
  }
}
