/// A PMTiles archive put together byte by byte, right or wrong; nothing is checked, and nothing is
/// compressed.
public struct PlainArchive: Sendable {
  /// An entry of a directory.
  public struct Entry: Sendable {
    var id: UInt64, run: UInt64, length: UInt64, offset: UInt64
    /// An entry.
    public init(_ id: Int, run: Int, length: Int, offset: Int) {
      (self.id, self.run) = (UInt64(id), UInt64(run))
      (self.length, self.offset) = (UInt64(length), UInt64(offset))
    }
  }

  /// The tiles' bytes.
  public var data: [UInt8]
  /// Entries of the root directory.
  public var root: [Entry]
  /// Leaf directories in the order in which they are stored.
  public var leaves: [[Entry]] = []
  /// The root directory's bytes; `nil`: made of ``root``.
  public var rootBytes: [UInt8]?
  /// The metadata's text.
  public var metadata = """
    {"name":"n","type":"overlay","version":"1.0.0",
     "vector_layers":[{"id":"a","fields":{"n":"Number"},"minzoom":0,"maxzoom":1}]}
    """
  /// Bytes that stand between sections, after the leaves, and after the tiles within their section.
  public var gap = 0, leafJunk = 0, dataJunk = 0
  /// Whether the root directory stands at the end.
  public var rootLast = false
  /// Header bytes to set, after all else, by their places: counts and codes.
  public var header: [Int: [UInt8]] = [:]
  /// Addressed tiles, entries, contents.
  public var counts: (UInt64, UInt64, UInt64) = (4, 3, 2)

  /// Two different tiles of one point in the layer "a".
  public static let tiles: [[UInt8]] = [7, 300].map { value in
    TileBytes.tile(
      .layer(
        keys: ["n"], values: [TileBytes().number(4, value)],
        [.feature(type: 1, tags: [0, 0], [9, 10, 10])]))
  }

  /// Four tiles of zooms 0 and 1: the first content at 0/0/0 and 1/1/0, the second at two others.
  public init() {
    let sizes = Self.tiles.map(\.count)
    data = Self.tiles[0] + Self.tiles[1]
    root = [
      Entry(0, run: 1, length: sizes[0], offset: 0),
      Entry(1, run: 2, length: sizes[1], offset: sizes[0]),
      Entry(4, run: 1, length: sizes[0], offset: 0),
    ]
  }

  /// A directory's bytes; offsets are written out.
  public static func directory(_ entries: [Entry]) -> [UInt8] {
    var numbers = [UInt64(entries.count)]
    var last: UInt64 = 0
    for entry in entries {
      numbers.append(entry.id &- last)
      last = entry.id
    }
    numbers += entries.map(\.run) + entries.map(\.length) + entries.map { $0.offset + 1 }
    return numbers.flatMap(TileBytes.varint)
  }

  /// Numbers of eight bytes, the low ones first.
  public static func number(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// The archive.
  public var bytes: [UInt8] {
    let rootBytes = rootBytes ?? Self.directory(root)
    let leafBytes = leaves.flatMap(Self.directory) + [UInt8](repeating: 0, count: leafJunk)
    let dataBytes = data + [UInt8](repeating: 0, count: dataJunk)
    var out = [UInt8](repeating: 0, count: 127)
    var places: [(Int, Int)] = []
    func add(_ section: [UInt8]) -> (Int, Int) {
      defer { out += section + [UInt8](repeating: 0, count: gap) }
      return (out.count, section.count)
    }
    let first = rootLast ? (0, 0) : add(rootBytes)
    places += [add(Array(metadata.utf8)), add(leafBytes), add(dataBytes)]
    let root = rootLast ? add(rootBytes) : first
    var head = Array("PMTiles".utf8) + [3]
    for (start, count) in [root] + places {
      head += Self.number(UInt64(start)) + Self.number(UInt64(count))
    }
    head += Self.number(counts.0) + Self.number(counts.1) + Self.number(counts.2)
    head += [1, 1, 1, 1, 0, 1]
    func degrees(_ value: Int32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: (value * 10_000_000) >> Int32(8 * $0)) }
    }
    head += [-180, -85, 180, 85].flatMap(degrees) + [0] + degrees(0) + degrees(0)
    for (place, value) in header { head.replaceSubrange(place..<place + value.count, with: value) }
    out.replaceSubrange(0..<127, with: head)
    return out
  }
}
