import TestSupport
import Testing
import TileEncoding

@Suite("VectorTileEncoder")
struct VectorTileEncoderTests {
  typealias Vertex = ReferenceTile.Vertex

  private func encode(_ builder: TileContentBuilder) throws -> [UInt8] {
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = [1, 2, 3]
    try encoder.encode(builder.content, into: &bytes)
    return bytes
  }

  private func read(_ builder: TileContentBuilder) throws -> ReferenceTile {
    try ReferenceTileReader.read(encode(builder))
  }

  @Test("writes the specification's geometry examples as printed there (4.3.5)")
  func specificationExamples() throws {
    var builder = TileContentBuilder()
    builder.layer("examples")
    builder.feature(.point, [[(25, 17)]])
    builder.feature(.point, [[(5, 7), (3, 2)]])
    builder.feature(.line, [[(2, 2), (2, 10), (10, 10)]])
    builder.feature(.line, [[(2, 2), (2, 10), (10, 10)], [(1, 1), (3, 5)]])
    builder.feature(.polygon, [[(3, 6), (8, 12), (20, 34)]])
    builder.feature(
      .polygon,
      [
        [(0, 0), (10, 0), (10, 10), (0, 10)],
        [(11, 11), (20, 11), (20, 20), (11, 20)],
        [(13, 13), (13, 17), (17, 17), (17, 13)],
      ])
    let geometries = try #require(read(builder).layers.first).features.map(\.geometry)
    #expect(
      geometries == [
        [9, 50, 34],
        [17, 10, 14, 3, 9],
        [9, 4, 4, 18, 0, 16, 16, 0],
        [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8],
        [9, 6, 12, 18, 10, 12, 24, 44, 15],
        [
          9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13,
          26, 0, 8, 8, 0, 0, 7, 15,
        ],
      ])
  }

  @Test("writes each byte where the format wants it")
  func wholeTile() throws {
    var builder = TileContentBuilder(extent: 8192)
    builder.layer("a")
    builder.feature(.point, id: 300, tags: [("k", TileContentBuilder.int(7))], [[(1, -1)]])
    #expect(
      try encode(builder) == [
        0x1a, 31,  // layer
        0x78, 2,  // version 2, first
        0x0a, 1, 0x61,  // name "a"
        0x12, 14,  // feature
        0x08, 0xac, 0x02,  // id 300
        0x12, 2, 0, 0,  // tags
        0x18, 1,  // POINT
        0x22, 3, 9, 2, 1,  // MoveTo (1, -1)
        0x1a, 1, 0x6b,  // key "k"
        0x22, 2, 0x28, 7,  // value uint 7
        0x28, 0x80, 0x40,  // extent 8192
      ])
  }

  @Test("gives layers and features as they came, ids and types included")
  func readsBack() throws {
    var builder = TileContentBuilder()
    builder.layer("one")
    builder.feature(.point, id: .max, [[(0, 0), (0, 0), (-64, 4160)]])
    builder.layer("empty")
    builder.layer("two")
    builder.feature(.line, id: 0, [[(-5, 5), (5, -5)]])
    builder.feature(.point, [[(1, 1)]])
    let tile = try read(builder)
    #expect(tile.layers.map(\.name) == ["one", "two"])
    #expect(tile.layers.map(\.fieldOrder) == [[15, 1, 2, 5], [15, 1, 2, 5]])
    #expect(tile.layers[0].features.map(\.id) == [UInt64.max])
    #expect(tile.layers[1].features.map(\.id) == [0, nil])
    #expect(tile.layers[0].features[0].parts == [[Vertex(0, 0), Vertex(0, 0), Vertex(-64, 4160)]])
    #expect(tile.layers[1].features.map(\.fieldOrder) == [[1, 3, 4], [3, 4]])
  }

  @Test("gives nothing for a tile without features")
  func emptyTile() throws {
    var builder = TileContentBuilder()
    #expect(try encode(builder) == [])
    builder.layer("empty")
    #expect(try encode(builder) == [])
  }

  @Test("numbers keys and values per layer, each once, by first use")
  func localNumbers() throws {
    var builder = TileContentBuilder()
    for key in ["unused", "b", "a"] { _ = builder.number(ofKey: key) }
    builder.layer("one")
    builder.feature(
      .point, tags: [("a", TileContentBuilder.text("x")), ("b", TileContentBuilder.text("x"))],
      [[(0, 0)]])
    builder.feature(.point, tags: [("b", TileContentBuilder.double(1))], [[(0, 0)]])
    builder.layer("two")
    builder.feature(.point, tags: [("b", TileContentBuilder.int(1))], [[(0, 0)]])
    let tile = try read(builder)
    #expect(tile.layers[0].keys == ["a", "b"])
    #expect(tile.layers[0].values == [.string("x"), .double(1)])
    #expect(tile.layers[0].features.map(\.tags) == [[0, 0, 1, 0], [1, 1]])
    #expect(tile.layers[1].keys == ["b"])
    #expect(tile.layers[1].values == [.uint(1)])
  }

  @Test("finds its way from a list to a hash table", arguments: [11, 12, 13, 32, 33, 1000, 40_000])
  func manyValues(count: Int) throws {
    var builder = TileContentBuilder()
    builder.layer("one")
    let order = (0..<count) + (0..<count).reversed()
    for i in order {
      builder.feature(.point, tags: [("k\(i % 40)", TileContentBuilder.int(Int64(i)))], [[(0, 0)]])
    }
    let layer = try #require(read(builder).layers.first)
    #expect(layer.values == (0..<count).map { .uint(UInt64($0)) })
    #expect(layer.keys == (0..<min(count, 40)).map { "k\($0)" })
    #expect(layer.features.map { $0.tags[1] } == order.map { UInt32($0) })
  }

  @Test("an encoder carries nothing from tile to tile")
  func reuse() throws {
    var builder = TileContentBuilder()
    builder.layer("one")
    for i in 0..<500 {
      builder.feature(.point, tags: [("k", TileContentBuilder.int(Int64(i)))], [[(0, 0)]])
    }
    var small = TileContent()
    (small.x, small.y, small.partEnds, small.featurePartEnds) = ([3], [4], [1], [1])
    (small.ids, small.hasID, small.types, small.tags) = ([0], [0], [1], [0, 499])
    (small.featureTagEnds, small.layerFeatureEnds, small.layerNames) = ([2], [1], [0])
    var encoder = try VectorTileEncoder(builder.table)
    var first: [UInt8] = [], large: [UInt8] = [], second: [UInt8] = []
    try encoder.encode(small, into: &first)
    try encoder.encode(builder.content, into: &large)
    try encoder.encode(small, into: &second)
    #expect(first == second)
    #expect(try ReferenceTileReader.read(second).layers[0].values == [.uint(499)])
  }

  @Test("puts values made while tiling beside those of the table, without repeats")
  func dynamicValues() throws {
    var builder = TileContentBuilder()
    builder.layer("one")
    let red = TileContentBuilder.text("red"), blue = TileContentBuilder.text("blue")
    builder.feature(.point, tags: [("c", red)], [[(0, 0)]])
    builder.feature(.point, tags: [("c", red)], [[(0, 0)]])
    builder.feature(.point, tags: [("c", red)], [[(0, 0)]])
    var encoder = try VectorTileEncoder(builder.table)
    let dynamicBlue = try encoder.addDynamicValue(blue.span)
    let dynamicRed = try encoder.addDynamicValue(red.span)
    #expect(try encoder.addDynamicValue(blue.span) == dynamicBlue)
    #expect(dynamicBlue == 1 << 31 && dynamicRed == 1 << 31 | 1)
    var content = builder.content
    content.tags = [0, dynamicBlue, 0, dynamicRed, 0, 0]
    var bytes: [UInt8] = []
    try encoder.encode(content, into: &bytes)
    let layer = try ReferenceTileReader.read(bytes).layers[0]
    #expect(layer.values == [.string("blue"), .string("red")])
    #expect(layer.features.map { $0.tags[1] } == [0, 1, 1])
    content.tags[1] = dynamicRed + 1
    #expect(throws: EncodingError.badFeature(layer: 0, feature: 0, .badTag)) {
      try encoder.encode(content, into: &bytes)
    }
    #expect(bytes == [])
  }

  @Test("integers whose numbers say them are written like those of a table")
  func integerValues() throws {
    let integers: [UInt32] = [0, 1, 127, 128, 16_384, 1 << 30 - 1]
    var builder = TileContentBuilder()
    builder.layer("a")
    for integer in integers + integers {
      builder.feature(
        .point, tags: [("k", TileContentBuilder.int(Int64(integer)))], [[(1, 2)]])
    }
    let expected = try encode(builder)
    var content = builder.content
    for i in integers.indices {
      let number = integers[i] | VectorTileEncoder.integerValueBit
      content.tags[2 * i + 1] = number
      content.tags[2 * (i + integers.count) + 1] = number
    }
    // Thousands of them, so that their memory grows, and then the few again.
    var encoder = try VectorTileEncoder(builder.table)
    var many = TileContentBuilder()
    many.layer("a")
    for _ in 0..<10_000 {
      many.feature(.point, tags: [("k", TileContentBuilder.int(1))], [[(1, 2)]])
    }
    var manyContent = many.content
    for i in 0..<10_000 {
      manyContent.tags[2 * i + 1] = UInt32(i) | VectorTileEncoder.integerValueBit
    }
    var bytes: [UInt8] = []
    try encoder.encode(manyContent, into: &bytes)
    #expect(
      try ReferenceTileReader.read(bytes).layers[0].values == (0..<10_000).map { .uint($0) })
    try encoder.encode(content, into: &bytes)
    #expect(bytes == expected)
  }
}
