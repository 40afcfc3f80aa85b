/// Tile contents in a file, end to end, equal ones once.
///
/// Contents are found by a hash and compared byte by byte. The first ``limit`` different contents
/// are remembered, those after them only written: what repeats most (empty sea, the inside of an
/// area) is met early, and memory stays bounded. The limit is fixed, so that the same tiles give
/// the same file.
struct ContentStore: ~Copyable, Sendable {
  /// Different contents that are remembered: about 200 MB of memory when all are.
  static let standardLimit = 1 << 22

  private struct Slot: Sendable {
    var hash: UInt64
    var offset: Int
    /// 0 marks a free slot: no tile is empty.
    var length: UInt32
  }

  /// A content that was asked for twice, kept so that the file need not be read again.
  private struct Kept: Sendable {
    var offset = -1
    var bytes: [UInt8] = []
  }
  private static let keptSize = 4096

  /// The file, to whose end others may write when all contents are there.
  var file: GrowingFile
  /// Where the contents begin in the file.
  private let start: Int
  private let limit: Int
  private var slots: [Slot]
  private var remembered = 0
  private var kept = [Kept](repeating: Kept(), count: 64)
  private var scratch: [UInt8] = []

  /// How many contents the file holds, and their bytes.
  private(set) var count = 0, byteCount = 0

  /// A store that writes to the end of `file`.
  init(_ file: consuming GrowingFile, limit: Int = Self.standardLimit) {
    start = file.end
    self.file = file
    self.limit = limit
    slots = [Slot](repeating: Slot(hash: 0, offset: 0, length: 0), count: 1 << 10)
  }

  /// Where `bytes` lie, counted from the first content; written now unless they are there.
  ///
  /// - Parameters:
  ///   - bytes: At least one byte, below 4 GiB.
  ///   - hash: Their ``ContentHash``.
  mutating func place(of bytes: Span<UInt8>, hash: UInt64) throws(ArchiveError) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot].length != 0 {
      if slots[slot].hash == hash, Int(slots[slot].length) == bytes.count,
        try holds(bytes, at: slots[slot].offset, hash: hash)
      {
        return slots[slot].offset
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let offset = try append(bytes, contents: 1)
    if remembered < limit {
      slots[slot] = Slot(hash: hash, offset: offset, length: UInt32(bytes.count))
      remembered += 1
      if remembered * 3 > slots.count * 2 { grow() }
    }
    return offset
  }

  /// Writes `bytes`, which are `contents` that are not there yet and need not be found again.
  ///
  /// - Returns: Where they lie, counted from the first content.
  mutating func append(_ bytes: Span<UInt8>, contents: Int) throws(ArchiveError) -> Int {
    let offset = byteCount
    try file.append(bytes)
    (count, byteCount) = (count + contents, byteCount + bytes.count)
    return offset
  }

  /// Whether `bytes` are those at `offset`.
  private mutating func holds(
    _ bytes: Span<UInt8>, at offset: Int, hash: UInt64
  ) throws(ArchiveError) -> Bool {
    let place = Int(hash >> 58)
    if kept[place].offset != offset {
      scratch.removeAll(keepingCapacity: true)
      let range = start + offset..<start + offset + bytes.count
      try file.read(range, into: &scratch)
      guard bytes.count <= Self.keptSize else { return Self.isEqual(scratch.span, bytes) }
      kept[place] = Kept(offset: offset, bytes: scratch)
    }
    let known = kept[place].bytes
    return Self.isEqual(known.span, bytes)
  }

  static func isEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    for i in a.indices where a[i] != b[i] { return false }
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(hash: 0, offset: 0, length: 0), count: old.count * 2)
    for entry in old where entry.length != 0 {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot].length != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
