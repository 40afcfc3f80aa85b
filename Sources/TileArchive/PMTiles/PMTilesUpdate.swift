internal import MapMath
import Synchronization

/// Brings a PMTiles archive up to date of which few tiles change.
///
/// The archive is made anew, as tiles have no gaps between them; but entries go over as they stand
/// and contents in long stretches, without a look at each tile. New tiles wait in a file until all
/// of them are known.
final class PMTilesUpdate: TileSetSink {
  private struct State: ~Copyable {
    var fresh: FreshTiles
    var writer: PMTilesWriter?

    init(_ fresh: consuming FreshTiles, _ writer: consuming PMTilesWriter) {
      self.fresh = fresh
      self.writer = consume writer
    }
  }

  private let output: ArchiveOutput
  private let earlier: PMTilesTileSet
  private let manifest: Manifest
  private let stale: [TileID]
  private let state: Mutex<State>

  /// - Parameters:
  ///   - output: Where the archive grows.
  ///   - earlier: The archive that stands there, and `manifest` what is known of its tiles.
  ///   - stale: Tiles that are made anew, or go.
  init(
    _ output: ArchiveOutput, from earlier: PMTilesTileSet, _ manifest: Manifest, stale: [TileID]
  ) throws(ArchiveError) {
    (self.output, self.earlier, self.manifest, self.stale) = (output, earlier, manifest, stale)
    let fresh = try FreshTiles(in: output.staging.descriptor)
    state = Mutex(State(fresh, try PMTilesWriter(in: output.staging.descriptor)))
  }

  /// Keeps the tiles of a batch; empty ones are left out. Called from any thread, several at once.
  func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    try state.withLock { (state) throws(ArchiveError) in try state.fresh.add(batch) }
  }

  /// Writes a file into the folder beside the archive. Each name once.
  func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    try output.addFile(name, bytes)
  }

  /// Writes the archive, and puts it and the files beside it in place. Called once, after the last
  /// `add` has returned.
  func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    let updated = try state.withLock { (state) throws(ArchiveError) in
      var updated = manifest
      updated.add(state.fresh.manifest)
      guard var writer = state.writer.take() else { return updated }
      var splice = PMTilesSplice(earlier, stale: stale.map(\.hilbertID).sorted())
      try splice.run(into: &writer, &state.fresh, &updated)
      try writer.finish(metadata)
      return updated
    }
    try output.put(updated, ledger: metadata.ledger)
  }

  /// Removes all that was written, unless the output is finished. May be called more than once.
  func discard() { output.discard() }
}
