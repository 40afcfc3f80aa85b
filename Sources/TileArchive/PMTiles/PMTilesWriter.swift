internal import JSONText
internal import MapMath

/// Writes tiles as one PMTiles archive.
///
/// Tiles are written as they come, in the order of their ids, and never copied; equal ones are
/// stored once (``ContentStore``), and runs of equal ones are one entry. The archive begins with
/// the header and the root directory in the first 16,384 bytes, of which the rest stays free unless
/// the archive is small; tiles, leaf directories and the metadata follow. Memory is bounded
/// whatever the size: entries and contents have a limit each beyond which they wait in a file.
///
/// - SeeAlso: PMTiles version 3, <https://github.com/protomaps/PMTiles/tree/main/spec/v3>.
struct PMTilesWriter: ArchiveWriter, ~Copyable {
  private var store: ContentStore
  private var index: PMTilesIndexWriter

  /// Makes the archive in `folder`, with the files that it needs meanwhile.
  init(in folder: borrowing Descriptor) throws(ArchiveError) {
    let file = try GrowingFile(ArchiveOutput.archiveName, in: folder, start: PMTilesHeader.rootEnd)
    let index = try PMTilesIndexWriter(in: folder)
    store = ContentStore(file)
    self.index = index
  }

  mutating func write(
    _ batch: borrowing TileBatch, _ places: Range<Int>
  ) throws(ArchiveError) {
    let (tiles, ranges) = (batch.tiles[places], batch.ranges[places])
    var last = (range: 0..<0, offset: 0)
    for (tile, range) in zip(tiles, ranges) where !range.isEmpty {
      if range != last.range {
        let content = batch.bytes.span.extracting(range)
        last = (range, try store.place(of: content, hash: ContentHash.of(content.bytes)))
      }
      try index.add(tile.hilbertID, offset: last.offset, length: range.count)
    }
  }

  /// Bytes of all contents so far.
  var contentBytes: Int { store.byteCount }

  /// Writes `bytes`, which are so many contents that were not written before.
  ///
  /// - Returns: Where they are, counted from the first content.
  mutating func append(_ bytes: Span<UInt8>, contents: Int) throws(ArchiveError) -> Int {
    try store.append(bytes, contents: contents)
  }

  /// Adds tiles in a row, beyond all before them, whose content is there.
  mutating func add(_ id: UInt64, count: Int, offset: Int, length: Int) throws(ArchiveError) {
    try index.add(id, count: count, offset: offset, length: length)
  }

  /// Writes the directories, the metadata and the header.
  mutating func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    var header = PMTilesHeader()
    PMTilesMetadata.describe(metadata, in: &header)
    let document = try gzipped(PMTilesMetadata.make(metadata).serialized().span)
    let root = try index.finish(
      to: &store.file, limit: PMTilesHeader.rootEnd - PMTilesHeader.size)
    header.root = PMTilesHeader.size..<PMTilesHeader.size + root.count
    // What is small is in memory still, and follows the root without a gap.
    let start = store.file.moveStart(to: header.root.upperBound)
    header.data = start..<start + store.byteCount
    header.leaves = header.data.upperBound..<store.file.end
    header.metadata = store.file.end..<store.file.end + document.count
    header.addressedTiles = index.tileCount
    header.tileEntries = index.entryCount
    header.tileContents = store.count
    try store.file.append(document.span)
    try store.file.flush()
    try store.file.write((header.bytes + root).span, at: 0)
  }
}
