internal import MapMath
import Synchronization

/// An archive that is written tile by tile, in the order of zooms and the Hilbert curve.
protocol ArchiveWriter: ~Copyable {
  /// Writes those tiles of a batch that stand at `places` and are not empty.
  mutating func write(_ batch: borrowing TileBatch, _ places: Range<Int>) throws(ArchiveError)
  /// Writes all that comes after the last tile. The archive is complete when the writer is gone.
  mutating func finish(_ metadata: TileSetMetadata) throws(ArchiveError)
}

/// Writes a tile set as one archive, and what stands beside the tiles to the folder `NAME.files`.
///
/// Batches get into their order here; those that come before their turn wait in memory up to a
/// limit, and beyond it in a file. The archive is on the disk before it takes its place.
final class ArchiveSink<Writer: ArchiveWriter & ~Copyable>: TileSetSink {
  private struct State: ~Copyable {
    /// `nil` when the archive is complete.
    var writer: Writer?
    var sequencer = BatchSequencer()
    /// Tiles of the archive that is brought up to date; they go among those that come.
    var kept: KeptTiles?
    var manifest = Manifest()

    init(_ writer: consuming Writer, _ kept: KeptTiles?) {
      self.writer = consume writer
      self.kept = kept
    }

    mutating func write(_ batch: borrowing TileBatch) throws(ArchiveError) {
      let (tiles, ranges) = (batch.tiles, batch.ranges)
      var first = 0
      if kept != nil {
        for place in tiles.indices where !ranges[place].isEmpty {
          guard kept?.hasTile(before: tiles[place]) == true else { continue }
          try writer?.write(batch, first..<place)
          try writeKept(before: tiles[place])
          first = place
        }
      }
      try writer?.write(batch, first..<tiles.count)
    }

    /// Writes the kept tiles before `tile`; `nil` stands for the end.
    mutating func writeKept(before tile: TileID?) throws(ArchiveError) {
      while kept?.hasTile(before: tile) == true {
        let batch = try nextKept(before: tile)
        manifest.add(Manifest(of: batch))
        try writer?.write(batch, batch.tiles.indices)
      }
    }

    private mutating func nextKept(before tile: TileID?) throws(ArchiveError) -> TileBatch {
      do throws(TileSetError) {
        return try kept?.next(before: tile) ?? TileBatch()
      } catch {
        throw ArchiveError(error)
      }
    }
  }

  private let output: ArchiveOutput
  private let state: Mutex<State>

  /// - Parameters:
  ///   - output: Where the archive grows.
  ///   - writer: Writes it.
  ///   - kept: Tiles that go into it besides those that are added.
  init(_ output: ArchiveOutput, _ writer: consuming sending Writer, keeping kept: KeptTiles?) {
    self.output = output
    state = Mutex(State(writer, kept))
  }

  /// Writes the tiles of a batch when its turn has come; empty ones are left out. Called from any
  /// thread, several at once.
  ///
  /// - Precondition: Sequences count from 0, and tiles come in the order of their ids.
  func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    let manifest = Manifest(of: batch)
    try state.withLock { (state) throws(ArchiveError) in
      state.manifest.add(manifest)
      try state.sequencer.add(batch, in: output.staging.descriptor)
      while let batch = try state.sequencer.next() { try state.write(batch) }
    }
  }

  /// Writes a file into the folder beside the archive. Each name once.
  func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    try output.addFile(name, bytes)
  }

  /// Completes the archive, and puts it and the files beside it in place. Called once, after the
  /// last `add` has returned.
  func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    let manifest = try state.withLock { (state) throws(ArchiveError) in
      precondition(state.sequencer.isEmpty, "a batch is missing")
      try state.writeKept(before: nil)
      try state.writer?.finish(metadata)
      state.writer = nil
      return state.manifest
    }
    try output.put(manifest, ledger: metadata.ledger)
  }

  /// Removes all that was written, unless the output is finished. May be called more than once.
  func discard() { output.discard() }
}
