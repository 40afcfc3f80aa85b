internal import MapMath
import Synchronization

/// Which tables an MBTiles file has.
public enum MBTilesSchema: String, Sendable, CaseIterable {
  /// A table `tiles` with a row for each tile.
  case flat
  /// Tables `map` and `images`, which holds equal tiles once, and a view `tiles`. The key of an
  /// image is the MD5 sum of its bytes.
  case deduplicated
}

/// Writes a tile set as one MBTiles file.
///
/// Rows come in the order of zooms and the Hilbert curve, in one transaction without a journal, and
/// the index is made at the end, so the file's bytes depend on the tiles alone (and on the version
/// of SQLite, which writes its number into the file). Like a ``PMTilesSink`` it grows in a hidden
/// folder with the files that go to `NAME.files`.
///
/// - SeeAlso: MBTiles 1.3, <https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md>.
public final class MBTilesSink: TileSetSink {
  private struct State: ~Copyable {
    /// `nil` when the file is complete.
    var writer: MBTilesWriter?
    var sequencer = BatchSequencer()
    var manifest = Manifest()
    var isOpen = true

    init(_ writer: MBTilesWriter) { self.writer = writer }
  }

  private let output: ArchiveOutput
  private let state: Mutex<State>

  /// Prepares the output `path`, whose parent must exist.
  ///
  /// - Throws: What ``PMTilesSink/init(path:replace:)`` does.
  public init(
    path: String, replace: Bool = false, schema: MBTilesSchema = .flat
  ) throws(ArchiveError) {
    let output = try ArchiveOutput(path, replace: replace)
    do throws(ArchiveError) {
      let writer = try MBTilesWriter(output.growingPath, schema: schema)
      state = Mutex(State(writer))
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
  /// - Precondition: Sequences count from 0.
  public func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    let manifest = Manifest(of: batch)
    try state.withLock { (state) throws(ArchiveError) in
      state.manifest.add(manifest)
      try state.sequencer.add(batch, in: output.staging.descriptor)
      while let batch = try state.sequencer.next() { try state.writer?.write(batch) }
    }
  }

  /// Writes a file into the folder beside the archive. Each name once.
  public func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    try output.addFile(name, bytes)
  }

  /// Writes metadata and indexes, and puts the archive and the files beside it in place. Called
  /// once, after the last `add` has returned.
  public func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    let manifest = try state.withLock { (state) throws(ArchiveError) in
      precondition(state.sequencer.isEmpty, "a batch is missing")
      try state.writer?.finish(metadata)
      // Closes the file.
      state.writer = nil
      return state.manifest
    }
    try output.staging.descriptor.synchronize(ArchiveOutput.archiveName)
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
