/// A directory of a PMTiles archive, with whatever is wrong in it.
///
/// - SeeAlso: PMTiles specification version 3, section 4.
struct ArchiveDirectory {
  /// One entry: tiles that share their bytes, or a leaf where `run` is 0.
  struct Entry {
    var id: UInt64
    var run: UInt64
    var length: UInt64
    var offset: UInt64

    /// The id after the last that the entry is about.
    var nextID: UInt64 { id &+ max(run, 1) }
  }

  let entries: [Entry]

  /// Why bytes are no directory.
  enum Fault: Error {
    case cut
    case empty
    case numberTooLarge
    case firstOffset
    case trailing(Int)

    var text: String {
      switch self {
      case .cut: "ends before its last number"
      case .empty: "has no entries"
      case .numberTooLarge: "has a number beyond 2^62"
      case .firstOffset: "has no offset for its first entry"
      case .trailing(let count): "has \(count) bytes after its last number"
      }
    }
  }

  /// Reads expanded bytes: the count, then columns of id steps, runs, lengths and offsets.
  init(_ bytes: [UInt8]) throws(Fault) {
    var place = 0
    func next() throws(Fault) -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 63, by: 7) {
        guard place < bytes.count else { throw .cut }
        let byte = bytes[place]
        place += 1
        value |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 {
          guard value < 1 << 62 else { throw .numberTooLarge }
          return value
        }
      }
      throw .numberTooLarge
    }
    let count = try next()
    guard count > 0 else { throw .empty }
    // Each entry takes four bytes at least.
    guard count <= UInt64(bytes.count) / 4 else { throw .cut }
    var entries = [Entry](
      repeating: Entry(id: 0, run: 0, length: 0, offset: 0), count: Int(count))
    var id: UInt64 = 0
    for i in entries.indices {
      id += try next()
      guard id < 1 << 62 else { throw .numberTooLarge }
      entries[i].id = id
    }
    for i in entries.indices { entries[i].run = try next() }
    for i in entries.indices { entries[i].length = try next() }
    for i in entries.indices {
      let number = try next()
      if number > 0 {
        entries[i].offset = number - 1
      } else if i > 0 {
        entries[i].offset = entries[i - 1].offset + entries[i - 1].length
        guard entries[i].offset < 1 << 62 else { throw .numberTooLarge }
      } else {
        throw .firstOffset
      }
    }
    guard place == bytes.count else { throw .trailing(bytes.count - place) }
    self.entries = entries
  }
}
