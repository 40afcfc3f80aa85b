import MapMath
import Synchronization
import TileArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TileSet {
  /// Brings the output of an earlier build up to date: makes the tiles that an added, changed or
  /// removed overlay touches, takes the others over, and writes anew what stands beside them. The
  /// result has the bytes of a whole build with ``BuildOptions/incremental`` set.
  ///
  /// Everything is made where there is no output yet, or where it was made without a ledger, by
  /// another version, or with options that all tiles depend on.
  func update(
    _ claim: OutputClaim, progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws -> BuildSummary {
    let ledger = try makeLedger()
    let (work, update) = try work(since: ledger, of: claim.path)
    var summary = try await write(to: claim, work, ledger: ledger, progress: progress)
    summary.update = update
    return summary
  }

  /// The ledger of the overlays, which incremental builds keep in memory.
  private func makeLedger() throws(BuildError) -> (ledger: OverlayLedger, features: [Int32]) {
    guard case .numbered(let numbered, _) = overlays else {
      throw .internalFault("an incremental build whose overlays are not in memory")
    }
    return OverlayLedger.make(numbered, plans: plans, options: options)
  }

  /// The tiles that differ from those of the output of an earlier build, and how many overlays do.
  private func work(
    since ledger: (ledger: OverlayLedger, features: [Int32]), of path: String
  ) throws(ArchiveError) -> (TileWork, BuildSummary.Update?) {
    guard let earlier = try OverlayLedger(beside: path),
      let changes = ledger.ledger.changes(since: earlier)
    else { return (TileWork(), nil) }
    let update = BuildSummary.Update(
      added: changes.added.count, removed: changes.removed.count, kept: changes.kept.count)
    return (work(for: changes, from: earlier, to: ledger), update)
  }

  /// The tiles that changes touch, and what is known of all other overlays.
  private func work(
    for changes: OverlayLedger.Changes, from earlier: OverlayLedger,
    to ledger: (ledger: OverlayLedger, features: [Int32])
  ) -> TileWork {
    var dirty = DirtyTiles()
    for old in changes.removed { add(earlier.entries[old], to: &dirty) }
    for new in changes.added { add(ledger.ledger.entries[new], to: &dirty) }
    let carried = changes.kept.map { old, new in
      DrawingRecord.Carried(
        feature: ledger.features[new], drawn: earlier.entries[old].drawn,
        causes: earlier.entries[old].causes)
    }
    // Layers may have come and gone; those that both have are in one order.
    let numbers = earlier.layers.map { name in
      ledger.ledger.layers.firstIndex(of: name).map { UInt32($0) }
    }
    let notes = earlier.tiles.lazy.filter { !dirty.contains($0.tile) }.map { note in
      var note = note
      note.layers = note.layers.compactMap { layer in
        numbers[Int(layer.layer)].map { TileNote.Layer(layer: $0, features: layer.features) }
      }
      return note
    }
    return TileWork(dirty: dirty, carried: carried, notes: Array(notes))
  }

  /// Tells what ``update(_:progress:)`` would do: the tiles that it would make or remove.
  func dryRun(
    progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws -> BuildSummary {
    try completeInterruptedRun(options.output)
    let (work, update) = try work(
      since: makeLedger(), of: options.output)
    let made = Mutex<Set<TileID>>([])
    let tally = try await makeTiles(work, progress: progress) { batch in
      made.withLock { $0.formUnion(batch.tiles) }
    }
    let tiles = made.withLock { $0 }
    var summary = summary(tally)
    summary.update = update
    summary.changes = tiles.map { BuildSummary.TileChange(tile: $0, isMade: true) }
    try forEachTileThere { tile in
      guard work.dirty?.contains(tile) ?? true, !tiles.contains(tile) else { return }
      summary.changes.append(BuildSummary.TileChange(tile: tile, isMade: false))
    }
    summary.changes.sort {
      ($0.tile.z, $0.tile.hilbertID) < ($1.tile.z, $1.tile.hilbertID)
    }
    return summary
  }

  /// Calls `body` with each tile of the output that stands there, if one does.
  private func forEachTileThere(_ body: (TileID) -> Void) throws(ArchiveError) {
    do throws(TileSetError) {
      var cursor = try openTileSet(options.output).cursor(over: TileSelection())
      var runs: [TileRun] = []
      repeat {
        try cursor.next(4096, into: &runs)
        runs.lazy.flatMap(\.tiles).forEach(body)
      } while !runs.isEmpty
    } catch .io(_, options.output, ENOENT) {
      return
    } catch {
      throw ArchiveError(error)
    }
  }

  /// Marks the tiles that an overlay can reach.
  private func add(_ entry: OverlayLedger.Entry, to dirty: inout DirtyTiles) {
    for plan in plans where entry.minZoom <= plan.zoom && plan.zoom <= entry.maxZoom {
      // Between two boxes of a line a simplified edge leaves both by the tolerance at most; places
      // where lines are cut may be moved by a few units.
      let tolerance = Double(plan.threshold).squareRoot() * plan.scale
      let margin = (Double(plan.reach + 32) + tolerance) / Double(plan.extent)
      for box in entry.boxes { dirty.add(box, atZoom: plan.zoom, margin: margin) }
    }
  }
}

/// What of a tile set is to be made.
struct TileWork: Sendable {
  /// The tiles to make; `nil`: all.
  var dirty: DirtyTiles?
  /// What is known of overlays whose tiles are not made.
  var carried: [DrawingRecord.Carried] = []
  /// What is known of tiles that are not made.
  var notes: [TileNote] = []
}
