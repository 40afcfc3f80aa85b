internal import Compression

/// Collects the entries of an archive in the order of their ids, and makes its directories.
///
/// Entries are kept as three small numbers each, beyond a few megabytes in a file, so that memory
/// does not grow with the archive.
struct PMTilesIndexWriter: ~Copyable, Sendable {
  private typealias Entry = PMTilesDirectory.Entry

  /// Entries of a leaf directory, unless the root would be too large with so few.
  private static let leafSize = 4096
  /// With more entries, one directory is not even tried.
  private static let rootSize = 16384

  private var log: GrowingFile
  private var last: Entry?
  /// Id and end of content after the last entry in the log.
  private var id: UInt64 = 0
  private var end: UInt64 = 0
  private var scratch: [UInt8] = []

  /// Entries and the tiles that they address.
  private(set) var entryCount = 0, tileCount = 0

  /// An index that keeps its entries in a file in `folder`.
  init(in folder: borrowing Descriptor) throws(ArchiveError) {
    log = try GrowingFile("index", in: folder)
  }

  /// The id that the next tile has at least.
  var nextID: UInt64 { last.map { $0.id + $0.runLength } ?? 0 }

  /// Adds `count` tiles in a row with one content, from `id` on, beyond all before them.
  mutating func add(
    _ id: UInt64, count: Int = 1, offset: Int, length: Int
  ) throws(ArchiveError) {
    precondition(id >= nextID, "tiles of an archive come in the order of the Hilbert curve")
    tileCount += count
    if let entry = last, entry.offset == UInt64(offset), id == nextID {
      last?.runLength += UInt64(count)
      return
    }
    try writeLast()
    entryCount += 1
    last = Entry(
      id: id, runLength: UInt64(count), offset: UInt64(offset), length: UInt64(length))
  }

  private mutating func writeLast() throws(ArchiveError) {
    guard let entry = last else { return }
    scratch.removeAll(keepingCapacity: true)
    Varint.append(entry.id - id, to: &scratch)
    Varint.append(entry.runLength, to: &scratch)
    Varint.append(entry.length, to: &scratch)
    Varint.append(entry.offset == end ? 0 : entry.offset + 1, to: &scratch)
    (id, end) = (entry.id, entry.offset + entry.length)
    let bytes = scratch
    try log.append(bytes.span)
    last = nil
  }

  /// Writes the leaf directories, where they are needed, to the end of `file`.
  ///
  /// - Returns: The root directory, compressed, at most `limit` bytes.
  mutating func finish(to file: inout GrowingFile, limit: Int) throws(ArchiveError) -> [UInt8] {
    try writeLast()
    if entryCount <= Self.rootSize {
      var entries: [Entry] = []
      try forEachGroup(of: Self.rootSize) { (group) throws(ArchiveError) in entries = group }
      let root = try Self.packed(entries)
      if root.count <= limit { return root }
    }
    var size = Self.leafSize
    while true {
      let start = file.end
      var pointers: [Entry] = []
      try forEachGroup(of: size) { (group) throws(ArchiveError) in
        let leaf = try Self.packed(group)
        pointers.append(
          Entry(
            id: group[0].id, runLength: 0, offset: UInt64(file.end - start),
            length: UInt64(leaf.count)))
        try file.append(leaf.span)
      }
      let root = try Self.packed(pointers)
      if root.count <= limit { return root }
      try file.truncate(to: start)
      size *= 2
    }
  }

  /// Reads the entries back, `size` at a time.
  private func forEachGroup(
    of size: Int, _ body: ([PMTilesDirectory.Entry]) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var (bytes, place): ([UInt8], Int) = ([], 0)
    var (id, end): (UInt64, UInt64) = (0, 0)
    var left = entryCount
    while left > 0 {
      // An entry takes 40 bytes at most.
      let count = min(size, left)
      bytes.removeAll(keepingCapacity: true)
      try log.read(place..<min(log.end, place + 40 * count), into: &bytes)
      var reader = DirectoryReader(bytes.count)
      var group: [Entry] = []
      group.reserveCapacity(count)
      for _ in 0..<count {
        let step = reader.next(bytes.span) ?? 0
        let run = reader.next(bytes.span) ?? 0
        let length = reader.next(bytes.span) ?? 0
        let offset = reader.next(bytes.span) ?? 0
        id += step
        let start = offset == 0 ? end : offset - 1
        group.append(Entry(id: id, runLength: run, offset: start, length: length))
        end = start + length
      }
      place += reader.place
      left -= count
      try body(group)
    }
  }

  private static func packed(_ entries: [PMTilesDirectory.Entry]) throws(ArchiveError) -> [UInt8] {
    var plain: [UInt8] = []
    PMTilesDirectory.encode(entries, into: &plain)
    return try gzipped(plain.span)
  }
}

/// `bytes` as gzip, as directories and metadata are kept.
func gzipped(_ bytes: Span<UInt8>) throws(ArchiveError) -> [UInt8] {
  do throws(GzipError) {
    var compressor = try GzipCompressor(level: 10)
    var packed: [UInt8] = []
    try compressor.compress(bytes, into: &packed)
    return packed
  } catch {
    throw .outOfMemory
  }
}
