import Compression

/// A directory of a PMTiles archive: where the tiles, or further directories, are.
///
/// - SeeAlso: PMTiles version 3, section 4 (directories).
struct PMTilesDirectory: Equatable, Sendable {
  /// One row.
  struct Entry: Equatable, Sendable {
    /// The first tile's id.
    var id: UInt64
    /// How many tiles with ids in a row share the content; 0 is a pointer to a leaf directory.
    var runLength: UInt64
    /// Where the content begins, counted from the section's beginning.
    var offset: UInt64
    var length: UInt64
  }

  /// Ids ascend, and runs do not overlap.
  var entries: [Entry]

  /// The last entry whose id is not beyond `id`, and for tiles whose run reaches it.
  func entry(for id: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.runLength == 0 || id - entry.id < entry.runLength ? entry : nil
  }
}

extension PMTilesDirectory {
  /// The bytes before compression: the count, then column by column.
  static func encode(_ entries: some Collection<Entry>, into bytes: inout [UInt8]) {
    Varint.append(UInt64(entries.count), to: &bytes)
    var last: UInt64 = 0
    for entry in entries {
      Varint.append(entry.id - last, to: &bytes)
      last = entry.id
    }
    for entry in entries { Varint.append(entry.runLength, to: &bytes) }
    for entry in entries { Varint.append(entry.length, to: &bytes) }
    var end: UInt64?
    for entry in entries {
      Varint.append(entry.offset == end ? 0 : entry.offset + 1, to: &bytes)
      end = entry.offset + entry.length
    }
  }

  /// Reads the bytes of a directory; `nil` when they are none, ids do not ascend, runs overlap or
  /// a number is beyond 2^62.
  init?(_ bytes: Span<UInt8>) {
    var reader = DirectoryReader(bytes.count)
    guard let count = reader.next(bytes), count <= UInt64(bytes.count) / 4 else {
      return nil
    }
    var entries = [Entry](
      repeating: Entry(id: 0, runLength: 0, offset: 0, length: 0), count: Int(count))
    var last: UInt64 = 0
    for i in entries.indices {
      guard let step = reader.next(bytes), i == 0 || step > 0 else { return nil }
      last += step
      guard last < 1 << 62 else { return nil }
      entries[i].id = last
    }
    for i in entries.indices {
      guard let run = reader.next(bytes) else { return nil }
      if i + 1 < entries.count, run > entries[i + 1].id - entries[i].id { return nil }
      entries[i].runLength = run
    }
    for i in entries.indices {
      guard let length = reader.next(bytes), length > 0 else { return nil }
      entries[i].length = length
    }
    for i in entries.indices {
      guard let offset = reader.next(bytes) else { return nil }
      if offset > 0 {
        entries[i].offset = offset - 1
      } else if i > 0 {
        entries[i].offset = entries[i - 1].offset + entries[i - 1].length
      } else {
        return nil
      }
      guard entries[i].offset < 1 << 62 else { return nil }
    }
    guard reader.isAtEnd else { return nil }
    self.entries = entries
  }
}

/// A place in the bytes of a directory.
struct DirectoryReader {
  private(set) var place = 0
  private let end: Int

  init(_ count: Int) { end = count }

  var isAtEnd: Bool { place == end }

  /// The next number; `nil` at the end, or when it is 2^62 or more.
  mutating func next(_ bytes: Span<UInt8>) -> UInt64? {
    guard let value = Varint.read(bytes, at: &place, end: end), value < 1 << 62 else { return nil }
    return value
  }
}
