/// Tiles that break exactly one rule each, made for the purpose.
public enum BrokenTiles {
  /// A tile, and the name of the rule that it breaks.
  public struct Case: Sendable, CustomStringConvertible {
    /// Name of the rule.
    public let rule: String
    /// The tile, expanded.
    public let bytes: [UInt8]
    /// Other rules that cannot be kept at the same time.
    public var alsoBroken: Set<String> = []
    /// For the name of a test.
    public var description: String { rule }
  }

  private static let square = TileBytes.polygon([TileBytes.square(10, 10, 100)])
  private static let point = TileBytes.point(5, 5)
  private static let one = TileBytes().text(1, "x")

  /// A tile without fault.
  public static let good = TileBytes.tile(
    .layer(
      keys: ["k", "l"], values: [one, TileBytes().number(4, 7)],
      [
        .feature(id: 1, type: 1, tags: [0, 0, 1, 1], [9, 10, 10]),
        .line([(0, 0), (10, 0), (10, 10)]),
        .polygon([TileBytes.square(0, 0, 100), hole(10, 10, 20), hole(40, 10, 20)]),
      ]))

  /// A square hole.
  public static func hole(_ x: Int, _ y: Int, _ side: Int) -> [(Int, Int)] {
    TileBytes.square(x, y, side).reversed()
  }

  /// One tile for each rule about bytes, layers, features and commands.
  public static let simple: [Case] = [
    Case(
      rule: "wire-broken", bytes: tile(TileBytes().number(3, 1).raw([0x22, 9, 9, 10, 10]))),
    Case(rule: "wire-type", bytes: TileBytes(tile(point)).number(3, 1).bytes),
    Case(
      rule: "field-repeated",
      bytes: TileBytes.tile(TileBytes.layer([point]).number(5, 4096))),
    Case(
      rule: "text-encoding",
      bytes: TileBytes.tile(
        TileBytes().number(15, 2).message(1, [0xc3, 0x28]).message(2, point.bytes)
          .number(5, 4096))),
    Case(rule: "field-unknown", bytes: TileBytes(tile(point)).number(4, 1).bytes),
    Case(rule: "field-extension", bytes: TileBytes(tile(point)).number(16, 1).bytes),
    Case(
      rule: "not-packed",
      bytes: tile(TileBytes().number(3, 1).number(4, 9).number(4, 10).number(4, 10))),
    Case(
      rule: "varint-padded", bytes: tile(TileBytes().number(3, 1).message(4, [0x89, 0, 10, 10]))),
    Case(rule: "tile-empty", bytes: []),
    Case(rule: "layer-empty", bytes: TileBytes.tile(.layer([]))),
    Case(
      rule: "version-missing",
      bytes: TileBytes.tile(TileBytes().text(1, "a").message(2, point.bytes).number(5, 4096))),
    Case(rule: "version-unknown", bytes: TileBytes.tile(.layer(version: 1, [point]))),
    Case(
      rule: "version-late",
      bytes: TileBytes.tile(
        TileBytes().text(1, "a").number(15, 2).message(2, point.bytes).number(5, 4096))),
    Case(
      rule: "name-missing",
      bytes: TileBytes.tile(TileBytes().number(15, 2).message(2, point.bytes).number(5, 4096))),
    Case(rule: "name-empty", bytes: TileBytes.tile(.layer(name: "", [point]))),
    Case(rule: "name-repeated", bytes: TileBytes.tile(.layer([point]), .layer([point]))),
    Case(
      rule: "extent-missing",
      bytes: TileBytes.tile(TileBytes().number(15, 2).text(1, "a").message(2, point.bytes))),
    Case(rule: "extent-zero", bytes: TileBytes.tile(.layer(extent: 0, [point]))),
    Case(
      rule: "key-repeated",
      bytes: tagged([0, 0], [1, 0], keys: ["k", "k"], values: [one])),
    Case(
      rule: "value-repeated",
      bytes: tagged([0, 0], [0, 1], keys: ["k"], values: [one, one])),
    Case(
      rule: "value-fields",
      bytes: tagged([0, 0], keys: ["k"], values: [TileBytes().number(4, 1).number(5, 1)])),
    Case(rule: "key-unused", bytes: tagged([0, 0], keys: ["k", "l"], values: [one])),
    Case(
      rule: "value-unused",
      bytes: tagged([0, 0], keys: ["k"], values: [one, TileBytes().number(7, 1)])),
    Case(rule: "type-missing", bytes: tile(TileBytes().packed(4, [9, 10, 10]))),
    Case(rule: "type-range", bytes: tile(.feature(type: 4, [9, 10, 10]))),
    Case(rule: "type-unknown", bytes: tile(.feature(type: 0, [9, 10, 10]))),
    Case(rule: "geometry-missing", bytes: tile(TileBytes().number(3, 1))),
    Case(rule: "tags-odd", bytes: tagged([0, 0, 1], keys: ["k", "l"], values: [one])),
    Case(rule: "tag-key-range", bytes: tagged([0, 0], [1, 0], keys: ["k"], values: [one])),
    Case(rule: "tag-value-range", bytes: tagged([0, 0], [0, 1], keys: ["k"], values: [one])),
    Case(
      rule: "tag-key-repeated",
      bytes: tagged([0, 0, 0, 1], keys: ["k"], values: [one, TileBytes().number(7, 1)])),
    Case(
      rule: "tag-text-repeated",
      bytes: tagged([0, 0, 1, 0], keys: ["k", "k"], values: [one]), alsoBroken: ["key-repeated"]),
    Case(
      rule: "id-repeated",
      bytes: tile(.line([(0, 0), (5, 5)], id: 3), .line([(0, 0), (5, 6)], id: 3))),
    Case(rule: "id-unsafe", bytes: tile(.line([(0, 0), (5, 5)], id: 1 << 53))),
    Case(rule: "command-unknown", bytes: tile(.feature(type: 1, [8 | 3, 10, 10]))),
    Case(rule: "command-cut", bytes: tile(.feature(type: 2, [9, 10, 10, 18, 2, 2, 2]))),
    Case(rule: "command-count", bytes: tile(.feature(type: 1, [1]))),
    Case(rule: "command-order", bytes: tile(.feature(type: 2, [10, 10, 10]))),
    Case(rule: "point-move-to", bytes: tile(.feature(type: 1, [9, 10, 10, 9, 2, 2]))),
    Case(rule: "move-to-count", bytes: tile(.feature(type: 2, [17, 10, 10, 2, 2, 10, 4, 4]))),
    Case(rule: "ring-short", bytes: tile(.feature(type: 3, [9, 10, 10, 10, 2, 2, 15]))),
    Case(rule: "ring-open", bytes: tile(.feature(type: 3, [9, 10, 10, 18, 4, 0, 0, 4]))),
    Case(
      rule: "close-path-count", bytes: tile(.feature(type: 3, [9, 10, 10, 18, 4, 0, 0, 4, 23]))),
    Case(rule: "number-range", bytes: tile(.feature(type: 1, [9, 1 << 32, 0]))),
    Case(
      rule: "coordinate-range",
      bytes: tile(
        .feature(type: 2, [9, 0xffff_fffe, 0, 10, 0xffff_fffe, 0])),
      alsoBroken: ["coordinate-far"]),
    Case(rule: "vertex-repeated", bytes: tile(.line([(5, 5), (9, 9), (9, 9), (12, 9)]))),
    Case(rule: "point-repeated", bytes: tile(.feature(type: 1, [17, 10, 10, 0, 0]))),
    Case(
      rule: "vertices-many", bytes: tile(.line((0...65_535).map { ($0 % 4096, $0 / 4096 * 2) }))),
    Case(rule: "coordinate-far", bytes: tile(.line([(0, 0), (8192, 5)]))),
    Case(rule: "extent-large", bytes: TileBytes.tile(.layer(extent: 16_384, [point]))),
  ]

  /// One tile for each rule about rings.
  public static let rings: [Case] = [
    Case(
      rule: "ring-closed-twice", bytes: tile(.polygon([TileBytes.square(0, 0, 50) + [(0, 0)]]))),
    Case(
      rule: "ring-flat", bytes: tile(.polygon([[(0, 0), (10, 0), (5, 0)]])),
      alsoBroken: ["ring-spike"]),
    Case(
      rule: "ring-crosses-itself",
      bytes: tile(.polygon([[(0, 0), (40, 0), (40, 40), (20, -10), (0, 40)]]))),
    Case(
      rule: "ring-touches-itself",
      bytes: tile(.polygon([[(0, 0), (40, 0), (40, 40), (20, 0), (0, 40)]]))),
    Case(
      rule: "ring-spike",
      bytes: tile(.polygon([[(0, 0), (40, 0), (60, 0), (40, 0), (40, 40), (0, 40)]]))),
    Case(rule: "first-ring-hole", bytes: tile(.polygon([hole(0, 0, 50)]))),
    Case(
      rule: "hole-outside", bytes: tile(.polygon([TileBytes.square(0, 0, 50), hole(60, 0, 20)]))),
    Case(
      rule: "hole-in-hole",
      bytes: tile(.polygon([TileBytes.square(0, 0, 90), hole(10, 10, 60), hole(20, 20, 20)]))),
    Case(
      rule: "rings-cross", bytes: tile(.polygon([TileBytes.square(0, 0, 50), hole(40, 10, 20)]))),
    Case(
      rule: "interior-split",
      bytes: tile(
        .polygon([
          TileBytes.square(0, 0, 60), [(0, 30), (20, 40), (30, 30), (20, 20)],
          [(30, 30), (40, 40), (60, 30), (40, 20)],
        ])), alsoBroken: ["rings-touch"]),
    Case(
      rule: "rings-touch",
      bytes: tile(.polygon([TileBytes.square(0, 0, 60), [(0, 30), (20, 40), (20, 20)]]))),
    Case(
      rule: "exterior-nested",
      bytes: tile(.polygon([TileBytes.square(0, 0, 60), TileBytes.square(10, 10, 20)]))),
    Case(
      rule: "polygons-overlap",
      bytes: tile(.polygon([TileBytes.square(0, 0, 60), TileBytes.square(30, 30, 60)]))),
  ]

  private static func tile(_ features: TileBytes...) -> [UInt8] {
    TileBytes.tile(.layer(features))
  }

  private static func tagged(
    _ tags: [UInt64]..., keys: [String], values: [TileBytes]
  ) -> [UInt8] {
    TileBytes.tile(
      .layer(keys: keys, values: values, tags.map { .feature(type: 1, tags: $0, [9, 10, 10]) }))
  }
}
