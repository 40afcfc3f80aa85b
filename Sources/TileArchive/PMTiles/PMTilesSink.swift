internal import JSONText
internal import MapMath
import Synchronization

/// Writes a tile set as one PMTiles archive.
///
/// Tiles are written as they come, in the order of their ids, and never copied; equal ones are
/// stored once (``ContentStore``), and runs of equal ones are one entry. The archive begins with
/// the header and the root directory in the first 16,384 bytes, of which the rest stays free unless
/// the archive is small; tiles, leaf directories and the metadata follow. Memory is bounded whatever the size: batches that come before their turn,
/// entries and contents have a limit each beyond which they wait in a file.
///
/// What stands beside the tiles goes to the folder `NAME.files`. Both grow in one hidden folder;
/// the archive is on the disk before it takes its place.
///
/// - SeeAlso: PMTiles version 3, <https://github.com/protomaps/PMTiles/tree/main/spec/v3>.
public final class PMTilesSink: TileSetSink {
  private struct State: ~Copyable, Sendable {
    var store: ContentStore
    var index: PMTilesIndexWriter
    var sequencer = BatchSequencer()
    var manifest = Manifest()
    var isOpen = true

    init(in folder: borrowing Descriptor) throws(ArchiveError) {
      let file = try GrowingFile(
        ArchiveOutput.archiveName, in: folder, start: PMTilesHeader.rootEnd)
      let index = try PMTilesIndexWriter(in: folder)
      store = ContentStore(file)
      self.index = index
    }

    mutating func write(_ batch: borrowing TileBatch) throws(ArchiveError) {
      let (tiles, ranges) = (batch.tiles, batch.ranges)
      var last = (range: 0..<0, offset: 0)
      for (tile, range) in zip(tiles, ranges) where !range.isEmpty {
        if range != last.range {
          let content = batch.bytes.span.extracting(range)
          last = (range, try store.place(of: content, hash: ContentHash.of(content.bytes)))
        }
        try index.add(tile.hilbertID, offset: last.offset, length: range.count)
      }
    }

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
      try store.file.synchronize()
    }
  }

  private let output: ArchiveOutput
  private let state: Mutex<State>

  /// Prepares the output `path`, whose parent must exist.
  ///
  /// - Throws: ``ArchiveError/exists(path:)`` when something stands there, or under its name and
  ///   `.files`, and `replace` is false; ``ArchiveError/notOurs(path:)`` when it was not made by
  ///   this program; ``ArchiveError/io(operation:path:errno:)`` when the parent is missing or
  ///   closed to us.
  public init(path: String, replace: Bool = false) throws(ArchiveError) {
    let output = try ArchiveOutput(path, replace: replace)
    do throws(ArchiveError) {
      state = Mutex(try State(in: output.staging.descriptor))
    } catch {
      output.discard()
      throw error
    }
    self.output = output
  }

  deinit { discard() }

  /// Writes the tiles of a batch when its turn has come; empty ones are left out. Called from any
  /// thread, several at once.
  ///
  /// - Precondition: Sequences count from 0, and tiles come in the order of their ids.
  public func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    let manifest = Manifest(of: batch)
    try state.withLock { (state) throws(ArchiveError) in
      state.manifest.add(manifest)
      try state.sequencer.add(batch, in: output.staging.descriptor)
      while let batch = try state.sequencer.next() { try state.write(batch) }
    }
  }

  /// Writes a file into the folder beside the archive. Each name once.
  public func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    try output.addFile(name, bytes)
  }

  /// Writes the directories, the metadata and the header, and puts the archive and the files beside
  /// it in place. Called once, after the last `add` has returned.
  public func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    let manifest = try state.withLock { (state) throws(ArchiveError) in
      precondition(state.sequencer.isEmpty, "a batch is missing")
      try state.finish(metadata)
      return state.manifest
    }
    try output.put(manifest)
    state.withLock { $0.isOpen = false }
  }

  /// Removes all that was written, unless the output is finished. May be called more than once.
  public func discard() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if wasOpen { output.discard() }
  }
}
