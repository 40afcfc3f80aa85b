/// Tiles written by hand, field by field, right or wrong; nothing is checked.
public struct TileBytes: Sendable {
  /// The bytes so far.
  public var bytes: [UInt8] = []

  /// No bytes.
  public init() {}

  /// Exactly these.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number in groups of seven bits.
  public static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var out: [UInt8] = []
    while rest >= 0x80 {
      out.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return out + [UInt8(rest)]
  }

  /// A field that is a number.
  public func number(_ field: Int, _ value: UInt64) -> TileBytes {
    TileBytes(bytes + Self.varint(UInt64(field << 3)) + Self.varint(value))
  }

  /// A field that is a message, a text or a packed list.
  public func message(_ field: Int, _ content: [UInt8]) -> TileBytes {
    TileBytes(
      bytes + Self.varint(UInt64(field << 3 | 2)) + Self.varint(UInt64(content.count)) + content)
  }

  /// A field that is a text.
  public func text(_ field: Int, _ text: String) -> TileBytes { message(field, Array(text.utf8)) }

  /// A field that is a packed list of numbers.
  public func packed(_ field: Int, _ values: [UInt64]) -> TileBytes {
    message(field, values.flatMap(Self.varint))
  }

  /// Bytes as they are.
  public func raw(_ more: [UInt8]) -> TileBytes { TileBytes(bytes + more) }
}

extension TileBytes {
  /// A layer in order: version, name, features, keys, values, extent.
  public static func layer(
    name: String = "a", version: UInt64 = 2, extent: UInt64 = 4096, keys: [String] = [],
    values: [TileBytes] = [], _ features: [TileBytes]
  ) -> TileBytes {
    var layer = TileBytes().number(15, version).text(1, name)
    for feature in features { layer = layer.message(2, feature.bytes) }
    for key in keys { layer = layer.text(3, key) }
    for value in values { layer = layer.message(4, value.bytes) }
    return layer.number(5, extent)
  }

  /// A feature with the numbers of its geometry as they stand in the tile.
  public static func feature(
    id: UInt64? = nil, type: UInt64, tags: [UInt64] = [], _ geometry: [UInt64]
  ) -> TileBytes {
    var feature = TileBytes()
    if let id { feature = feature.number(1, id) }
    if !tags.isEmpty { feature = feature.packed(2, tags) }
    return feature.number(3, type).packed(4, geometry)
  }

  /// A tile of layers.
  public static func tile(_ layers: TileBytes...) -> [UInt8] {
    layers.reduce(TileBytes()) { $0.message(3, $1.bytes) }.bytes
  }

  /// A point feature.
  public static func point(_ x: Int, _ y: Int) -> TileBytes {
    feature(type: 1, [9, zigzag(x), zigzag(y)])
  }

  /// A feature of one line.
  public static func line(_ path: [(Int, Int)], id: UInt64? = nil) -> TileBytes {
    var cursor = (0, 0)
    return feature(id: id, type: 2, commands(path, closes: false, &cursor))
  }

  /// A polygon feature of rings, without closing vertices.
  public static func polygon(_ rings: [[(Int, Int)]], id: UInt64? = nil) -> TileBytes {
    var cursor = (0, 0)
    return feature(id: id, type: 3, rings.flatMap { commands($0, closes: true, &cursor) })
  }

  /// A square with its corners at (`x`, `y`) and `side` units south-east of it, an exterior.
  public static func square(_ x: Int, _ y: Int, _ side: Int) -> [(Int, Int)] {
    [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
  }

  private static func commands(
    _ path: [(Int, Int)], closes: Bool, _ cursor: inout (Int, Int)
  ) -> [UInt64] {
    var out: [UInt64] = []
    for (i, (x, y)) in path.enumerated() {
      if i == 0 { out.append(9) }
      if i == 1 { out.append(UInt64(path.count - 1) << 3 | 2) }
      out += [zigzag(x - cursor.0), zigzag(y - cursor.1)]
      cursor = (x, y)
    }
    return out + (closes ? [15] : [])
  }

  /// A number with its sign in the lowest bit.
  public static func zigzag(_ value: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: value << 1 ^ value >> 63))
  }
}
