import TestSupport
import Testing
import TileEncoding

@Suite("EncodingError")
struct EncodingErrorTests {
  typealias Fault = EncodingError.FeatureFault

  private static let square: [(Int32, Int32)] = [(0, 0), (9, 0), (9, 9), (0, 9)]
  private static let hole: [(Int32, Int32)] = [(2, 2), (2, 4), (4, 4), (4, 2)]

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: TileContent.GeometryType
    var parts: [[(Int32, Int32)]]
    var fault: Fault?
  }

  static let cases = [
    Case(testDescription: "no part", type: .line, parts: [], fault: .badPart),
    Case(testDescription: "point without vertex", type: .point, parts: [[]], fault: .badPart),
    Case(
      testDescription: "points in two parts", type: .point, parts: [[(0, 0)], [(1, 1)]],
      fault: .badPart),
    Case(testDescription: "equal points", type: .point, parts: [[(3, 3), (3, 3)]], fault: nil),
    Case(testDescription: "line of one vertex", type: .line, parts: [[(1, 1)]], fault: .badPart),
    Case(
      testDescription: "second line empty", type: .line, parts: [[(0, 0), (1, 1)], []],
      fault: .badPart),
    Case(
      testDescription: "line that stands still", type: .line, parts: [[(1, 1), (1, 1)]],
      fault: .repeatedVertex),
    Case(
      testDescription: "line that stands still far out", type: .line,
      parts: [[(0, 0), (1 << 20, 5), (1 << 20, 5), (0, 0)]], fault: .repeatedVertex),
    Case(
      testDescription: "line that returns", type: .line, parts: [[(0, 0), (1, 1), (0, 0)]],
      fault: nil),
    Case(
      testDescription: "line that starts where one ended", type: .line,
      parts: [[(0, 0), (1, 1)], [(1, 1), (2, 2)]], fault: nil),
    Case(
      testDescription: "ring of two", type: .polygon, parts: [[(0, 0), (1, 1)]], fault: .badPart),
    Case(
      testDescription: "closed ring", type: .polygon, parts: [square + [(0, 0)]],
      fault: .repeatedVertex),
    Case(
      testDescription: "ring that stands still", type: .polygon,
      parts: [[(0, 0), (9, 0), (9, 0), (9, 9)]], fault: .repeatedVertex),
    Case(
      testDescription: "flat ring", type: .polygon, parts: [[(0, 0), (5, 5), (9, 9)]],
      fault: .badWinding),
    Case(
      testDescription: "bow tie of no area", type: .polygon,
      parts: [[(0, 0), (2, 2), (2, 0), (0, 2)]], fault: .badWinding),
    Case(
      testDescription: "exterior as a hole", type: .polygon, parts: [square.reversed()],
      fault: .badWinding),
    Case(testDescription: "hole", type: .polygon, parts: [square, hole], fault: nil),
    Case(
      testDescription: "flat hole", type: .polygon, parts: [square, [(1, 1), (2, 2), (3, 3)]],
      fault: .badWinding),
    Case(
      testDescription: "longest steps", type: .line,
      parts: [[(.max, .min + 1), (0, 0), (.min + 1, .max)]], fault: nil),
    Case(
      testDescription: "first step of -2^31", type: .point, parts: [[(.min, 0)]],
      fault: .stepTooLong),
    Case(
      testDescription: "step of -2^31", type: .line, parts: [[(0, 0), (0, .min)]],
      fault: .stepTooLong),
    Case(
      testDescription: "step of 2^31", type: .line, parts: [[(0, -1), (0, .max)]],
      fault: .stepTooLong),
    Case(
      testDescription: "step of 2^32 - 1", type: .line, parts: [[(.min + 1, 0), (.max, 0)]],
      fault: .stepTooLong),
    Case(
      testDescription: "ring as large as can be", type: .polygon,
      parts: [[(-1 << 30, -1 << 30), (1 << 30 - 1, -1 << 30), (1 << 30 - 1, 1 << 30 - 1)]],
      fault: nil),
  ]

  @Test("a feature is taken, or refused for what is wrong with it", arguments: cases)
  func geometry(of testCase: Case) throws {
    var builder = TileContentBuilder()
    builder.layer("empty")
    builder.layer("full")
    builder.feature(.point, [[(1, 1)]])
    builder.feature(testCase.type, testCase.parts)
    builder.feature(.point, [[(1, 1)]])
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    guard let fault = testCase.fault else {
      try encoder.encode(builder.content, into: &bytes)
      let parts = try ReferenceTileReader.read(bytes).layers[0].features[1].parts
      let expected = testCase.parts.map { $0.map { [Int64($0.0), Int64($0.1)] } }
      #expect(parts.map { $0.map { [$0.x, $0.y] } } == expected)
      return
    }
    #expect(throws: EncodingError.badFeature(layer: 1, feature: 1, fault)) {
      try encoder.encode(builder.content, into: &bytes)
    }
    #expect(bytes == [])
    // It goes on as if nothing had been.
    var good = TileContentBuilder()
    good.layer("empty")
    good.feature(.point, [[(1, 1)]])
    try encoder.encode(good.content, into: &bytes)
    #expect(try ReferenceTileReader.read(bytes).layers[0].features.count == 1)
  }

  /// Two points with one tag each in one layer.
  private func twoPoints() -> TileContentBuilder {
    var builder = TileContentBuilder()
    builder.layer("a")
    builder.feature(.point, tags: [("k", TileContentBuilder.int(1))], [[(0, 0)]])
    builder.feature(.point, tags: [("l", TileContentBuilder.int(2))], [[(0, 0)]])
    return builder
  }

  private func error(
    _ change: (inout TileContent, inout AttributeTable) -> Void
  ) throws -> EncodingError? {
    var (content, table) = (twoPoints().content, twoPoints().table)
    change(&content, &table)
    var bytes: [UInt8] = []
    do {
      var encoder = try VectorTileEncoder(table)
      try encoder.encode(content, into: &bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("tags must be pairs of the table's numbers, with no key twice")
  func tags() throws {
    let second = { EncodingError.badFeature(layer: 0, feature: 1, $0) }
    #expect(try error { _, _ in } == nil)
    #expect(try error { tile, _ in tile.tags[2] = 2 } == second(.badTag))
    #expect(try error { tile, _ in tile.tags[3] = 2 } == second(.badTag))
    #expect(try error { tile, _ in tile.tags[2] = .max } == second(.badTag))
    #expect(try error { tile, _ in tile.tags[3] = 1 << 31 } == second(.badTag))
    #expect(try error { tile, _ in tile.featureTagEnds[1] = 3 } == second(.badTag))
    #expect(
      try error { tile, _ in
        tile.tags += [1, 0]
        tile.featureTagEnds[1] = 6
      } == second(.repeatedKey))
    #expect(
      try error { tile, _ in
        tile.tags += [0, 1]
        tile.featureTagEnds[1] = 6
      } == nil)
  }

  @Test("types must be those of the format", arguments: [0, 4, 255] as [UInt8])
  func types(type: UInt8) throws {
    #expect(
      try error { tile, _ in tile.types[1] = type }
        == .badFeature(layer: 0, feature: 1, .unknownType))
  }

  @Test("names must be in the table and differ in a tile")
  func names() throws {
    #expect(try error { tile, _ in tile.layerNames[0] = 1 } == .badLayerName(layer: 0))
    #expect(
      try error { tile, _ in
        tile.layerNames = [0, 0]
        tile.layerFeatureEnds = [1, 2]
      } == .badLayerName(layer: 1))
    #expect(try error { _, table in table.layerNames = ["a", "a"] } == .repeatedLayerName("a"))
    // Equal as strings, not as bytes: both are layers of their own.
    #expect(try error { _, table in table.layerNames = ["\u{e9}", "e\u{301}"] } == nil)
  }

  @Test("ends must rise and stay within what they count")
  func ends() throws {
    let bad = EncodingError.badEnds(layer: 0, feature: 0)
    #expect(try error { tile, _ in tile.partEnds[1] = 3 } == bad)
    #expect(try error { tile, _ in tile.partEnds[0] = 3 } == bad)
    #expect(try error { tile, _ in tile.featurePartEnds[1] = .max } == bad)
    #expect(
      try error { tile, _ in
        tile.featurePartEnds[0] = 2; tile.featurePartEnds[1] = 1
      } == bad)
    #expect(try error { tile, _ in tile.featureTagEnds[1] = 5 } == bad)
    #expect(try error { tile, _ in tile.layerFeatureEnds[0] = 3 } == bad)
    let second = EncodingError.badEnds(layer: 0, feature: 1)
    #expect(try error { _, table in table.keyEnds[1] = 3 } == second)
    #expect(try error { _, table in table.valueEnds[1] = 1 } == second)
    #expect(try error { _, table in table.valueEnds = [2, -1] } == second)
  }

  @Test("a layer that turns a length's size takes one more byte", arguments: [60, 61, 62, 63, 64])
  func lengthBorders(count: Int) throws {
    // Around 127 bytes of geometry and of tags, one byte each.
    var builder = TileContentBuilder()
    builder.layer("a")
    let tags = (0..<count).map { ("k\($0)", TileContentBuilder.int(Int64($0))) }
    let line = (0..<count).map { (Int32($0), Int32(0)) }
    builder.feature(.line, tags: tags, [line])
    var encoder = try VectorTileEncoder(builder.table)
    var bytes: [UInt8] = []
    try encoder.encode(builder.content, into: &bytes)
    let feature = try ReferenceTileReader.read(bytes).layers[0].features[0]
    #expect(feature.parts == [line.map { .init(Int64($0.0), Int64($0.1)) }])
    #expect(feature.tags.count == 2 * count)
  }
}
