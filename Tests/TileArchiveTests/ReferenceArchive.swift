import Compression
import Foundation
import MapMath

/// A PMTiles archive read as simply as the specification allows: everything at once, nothing of
/// the module under test.
struct ReferenceArchive {
  struct Entry: Equatable {
    var id: Int, run: Int, length: Int, offset: Int
  }
  struct Malformed: Error { var what: String }

  let bytes: [UInt8]
  /// The eleven numbers of the header: offset and length of root, metadata, leaves and data, and
  /// three counts.
  let numbers: [Int]
  let root: [Entry]
  /// Entries of tiles in the order of the directories.
  let entries: [Entry]
  let metadata: [String: Any]

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.count >= 127, Array(bytes[0..<8]) == Array("PMTiles".utf8) + [3] else {
      throw Malformed(what: "no magic")
    }
    numbers = (0..<11).map { Self.integer(bytes, 8 + 8 * $0, 8) }
    root = try Self.directory(bytes, numbers[0], numbers[1])
    var all: [Entry] = []
    for entry in root {
      if entry.run > 0 {
        all.append(entry)
      } else {
        let leaf = try Self.directory(bytes, numbers[4] + entry.offset, entry.length)
        guard leaf.first?.id == entry.id else { throw Malformed(what: "leaf of \(entry.id)") }
        all += leaf
      }
    }
    entries = all
    let text = try Self.expanded(bytes, numbers[2], numbers[3])
    metadata = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any] ?? [:]
  }

  /// A little-endian number without sign.
  static func integer(_ bytes: [UInt8], _ at: Int, _ size: Int) -> Int {
    bytes[at..<at + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The bytes of a tile.
  func tile(_ id: Int) -> [UInt8]? {
    guard let entry = entries.last(where: { $0.id <= id }), id < entry.id + entry.run else {
      return nil
    }
    let start = numbers[6] + entry.offset
    return Array(bytes[start..<start + entry.length])
  }

  private static func expanded(_ bytes: [UInt8], _ at: Int, _ count: Int) throws -> [UInt8] {
    try gunzip(Array(bytes[at..<at + count]).span, limit: 1 << 30)
  }

  private static func directory(_ bytes: [UInt8], _ at: Int, _ count: Int) throws -> [Entry] {
    var values: [Int] = []
    var (value, shift) = (0, 0)
    for byte in try expanded(bytes, at, count) {
      value |= Int(byte & 127) << shift
      shift += 7
      if byte < 128 {
        values.append(value)
        (value, shift) = (0, 0)
      }
    }
    guard let n = values.first, values.count == 1 + 4 * n else {
      throw Malformed(what: "directory of \(values.count) numbers")
    }
    var entries: [Entry] = []
    var id = 0
    for i in 0..<n {
      id += values[1 + i]
      let code = values[1 + 3 * n + i]
      let offset =
        code > 0 ? code - 1 : (entries.last.map { $0.offset + $0.length } ?? 0)
      entries.append(
        Entry(id: id, run: values[1 + n + i], length: values[1 + 2 * n + i], offset: offset))
    }
    return entries
  }
}
