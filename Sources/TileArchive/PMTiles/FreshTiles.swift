internal import MapMath

/// New tiles of an archive, their contents in a file, equal ones once.
struct FreshTiles: ~Copyable, Sendable {
  /// One content.
  struct Content: Sendable {
    let hash: UInt64
    /// Where it waits in the file.
    let waiting: Range<Int>
    /// Where it is in the archive, once it is there.
    var place: Int?
  }

  private var file: GrowingFile
  private var scratch: [UInt8] = []
  private(set) var contents: [Content] = []
  /// Contents of a length.
  private var lengths: [Int: [Int]] = [:]
  /// The same for short ones, as this is asked for every tile of an archive.
  private var isShortLength = [Bool](repeating: false, count: 1 << 14)
  /// Numbers of tiles along the Hilbert curve, and their contents.
  private(set) var tiles: [(id: UInt64, content: Int)] = []
  /// Of all tiles.
  private(set) var manifest = Manifest()

  /// None, and a file for them in `folder`.
  init(in folder: borrowing Descriptor) throws(ArchiveError) {
    file = try GrowingFile("waiting", in: folder)
  }

  /// Adds the tiles of a batch that are not empty.
  mutating func add(_ batch: borrowing TileBatch) throws(ArchiveError) {
    manifest.add(Manifest(of: batch))
    for (tile, range) in zip(batch.tiles, batch.ranges) where !range.isEmpty {
      let bytes = batch.bytes.span.extracting(range)
      tiles.append((tile.hilbertID, try content(of: bytes)))
    }
  }

  /// The number of a content, which is added where it is new.
  private mutating func content(of bytes: Span<UInt8>) throws(ArchiveError) -> Int {
    if let known = try find(bytes) { return known }
    let start = file.end
    try file.append(bytes)
    contents.append(
      Content(hash: ContentHash.of(bytes.bytes), waiting: start..<file.end, place: nil))
    lengths[bytes.count, default: []].append(contents.count - 1)
    if bytes.count < isShortLength.count { isShortLength[bytes.count] = true }
    return contents.count - 1
  }

  /// Whether some content has this length.
  func hasLength(_ length: Int) -> Bool {
    length < isShortLength.count ? isShortLength[length] : lengths[length] != nil
  }

  /// The content with these bytes, if there is one.
  mutating func find(_ bytes: Span<UInt8>) throws(ArchiveError) -> Int? {
    guard let candidates = lengths[bytes.count] else { return nil }
    let hash = ContentHash.of(bytes.bytes)
    for number in candidates where contents[number].hash == hash {
      try read(number)
      let known = scratch
      if ContentStore.isEqual(known.span, bytes) { return number }
    }
    return nil
  }

  /// The bytes of a content.
  mutating func bytes(of number: Int) throws(ArchiveError) -> [UInt8] {
    try read(number)
    return scratch
  }

  private mutating func read(_ number: Int) throws(ArchiveError) {
    scratch.removeAll(keepingCapacity: true)
    try file.read(contents[number].waiting, into: &scratch)
  }

  /// Notes where a content is.
  mutating func place(_ number: Int, at place: Int) { contents[number].place = place }

  /// Brings the tiles into the order of archives.
  mutating func sort() { tiles.sort { $0.id < $1.id } }
}
