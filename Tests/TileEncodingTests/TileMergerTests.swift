import TestSupport
import Testing

@testable import TileEncoding

@Suite("Joining tiles")
struct TileMergerTests {
  /// A tile of point features in one layer: id, name, place.
  func tile(
    _ layer: String, _ features: [(id: UInt64?, name: String, x: Int32)], extent: UInt32 = 4096
  ) throws -> [UInt8] {
    var builder = TileContentBuilder(extent: extent)
    builder.layer(layer)
    for feature in features {
      builder.feature(
        .point, id: feature.id, tags: [("name", TileContentBuilder.text(feature.name))],
        [[(feature.x, -3)]])
    }
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    try encoder.encode(builder.content, into: &bytes)
    return bytes
  }

  func decoded(_ bytes: [UInt8]) throws -> DecodedTile { try VectorTileDecoder.decode(bytes.span) }

  /// Layer, id, name and place of each feature.
  func features(_ tile: DecodedTile) -> [String] {
    tile.layers.flatMap { layer in
      layer.features.map { feature in
        let vertex = layer.vertices(ofPart: feature.parts.lowerBound).lowerBound
        let tags = feature.tags.map { Int(layer.tags[$0]) }
        return "\(layer.name) \(feature.id.map(String.init) ?? "-") \(layer.keys[tags[0]]) "
          + "\(layer.values[tags[1]]) \(layer.x[vertex]) \(layer.y[vertex])"
      }
    }
  }

  @Test("layers of other names stand side by side, byte for byte")
  func union() throws {
    let (a, b) = try (tile("a", [(1, "x", 5)]), tile("b", [(1, "y", 6)]))
    #expect(try TileMerger().merge([a, b]) == a + b)
    #expect(try TileMerger().merge([a]) == a)
    #expect(try TileMerger().merge([]) == [])
  }

  @Test("in layers of one name later features win over those of the same id")
  func laterWins() throws {
    let a = try tile("l", [(1, "one", 5), (2, "two", 6), (nil, "none", 7)])
    let b = try tile("l", [(nil, "other", 8), (2, "TWO", 9), (3, "one", 10)])
    let merged = try decoded(TileMerger().merge([a, b]))
    #expect(
      features(merged) == [
        #"l 1 name string("one") 5 -3"#, #"l - name string("none") 7 -3"#,
        #"l - name string("other") 8 -3"#, #"l 2 name string("TWO") 9 -3"#,
        #"l 3 name string("one") 10 -3"#,
      ])
    // Tables hold each entry once, and none that no feature uses.
    #expect(merged.layers[0].keys == ["name"])
    #expect(
      merged.layers[0].values == [
        .string("one"), .string("none"), .string("other"), .string("TWO"),
      ])
    #expect(merged.layers[0].extent == 4096 && merged.layers[0].version == 2)
  }

  @Test("layers are renamed, and joined when they then have one name")
  func renaming() throws {
    let (a, b) = try (tile("a", [(1, "x", 5)]), tile("b", [(1, "y", 6)]))
    let merged = try decoded(TileMerger(renaming: ["a": "b"]).merge([a, b]))
    #expect(features(merged) == [#"b 1 name string("y") 6 -3"#])
    let swapped = try decoded(TileMerger(renaming: ["a": "b", "b": "a"]).merge([a, b]))
    #expect(features(swapped).map { $0.prefix(3) } == ["b 1", "a 1"])
  }

  @Test("the smaller extent is multiplied when it divides the larger, otherwise refused")
  func extents() throws {
    let a = try tile("l", [(1, "x", 5), (2, "z", -7)], extent: 1024)
    let b = try tile("l", [(3, "y", 6)], extent: 4096)
    let merged = try decoded(TileMerger().merge([a, b]))
    #expect(merged.layers[0].extent == 4096)
    #expect(
      features(merged) == [
        #"l 1 name string("x") 20 -12"#, #"l 2 name string("z") -28 -12"#,
        #"l 3 name string("y") 6 -3"#,
      ])
    let odd = try tile("l", [(3, "y", 6)], extent: 1000)
    #expect(throws: TileMerger.Failure.extents(layer: "l", 1000, 4096)) {
      try TileMerger().merge([b, odd])
    }
  }

  @Test("lines and polygons keep their shape", arguments: 0..<20)
  func shapes(seed: UInt64) throws {
    let random = RandomTile.make(seed: seed, size: 20)
    var encoder = try VectorTileEncoder(random.table)
    var bytes: [UInt8] = []
    try encoder.encode(random.content, into: &bytes)
    // Renaming takes every layer apart and writes it anew.
    let names = Dictionary(
      uniqueKeysWithValues: random.table.layerNames.map { ($0, $0 + "!") })
    var back: [String: String] = [:]
    for (old, new) in names { back[new] = old }
    let there = try TileMerger(renaming: names).merge([bytes])
    let again = try TileMerger(renaming: back).merge([there])
    let (before, after) = try (decoded(bytes), decoded(again))
    #expect(before.layers.count == after.layers.count)
    for (one, other) in zip(before.layers, after.layers) {
      #expect(one.name == other.name && one.x == other.x && one.y == other.y)
      #expect(one.partEnds == other.partEnds && one.features.map(\.id) == other.features.map(\.id))
      let (values, others) = (one.tags, other.tags)
      for i in stride(from: 0, to: values.count, by: 2) {
        #expect(one.keys[Int(values[i])] == other.keys[Int(others[i])])
        #expect(one.values[Int(values[i + 1])] == other.values[Int(others[i + 1])])
      }
    }
  }

  @Test("damage is refused or gives a tile; it never traps", arguments: 0..<10)
  func damage(seed: UInt64) throws {
    let (a, b) = try (
      tile("l", [(1, "one", 5), (2, "two", 6)]), tile("l", [(3, "three", 6)], extent: 8192)
    )
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var damaged = a
      for _ in 0..<2 {
        damaged[Int.random(in: 0..<a.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      do throws(TileMerger.Failure) {
        let merged = try TileMerger().merge([damaged, b])
        #expect(!merged.isEmpty)
      } catch {
        #expect(error != .malformed(tile: 1))
      }
    }
    #expect(throws: TileMerger.Failure.malformed(tile: 1)) {
      try TileMerger(renaming: ["l": "m"]).merge([b, a.dropLast()].map { Array($0) })
    }
  }
}
