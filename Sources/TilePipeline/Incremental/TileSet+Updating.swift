import MapMath
import Synchronization
import TileArchive

extension TileSet {
  /// Brings the output of an earlier build up to date: makes the tiles that an added, changed or
  /// removed overlay touches, takes the others over, and writes anew what stands beside them. The
  /// result has the bytes of a whole build with ``BuildOptions/incremental`` set.
  ///
  /// Everything is made where there is no output yet, or where it was made without a ledger, by
  /// another version, or with options that all tiles depend on.
  func update(
    _ path: String, progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws(BuildError) -> BuildSummary {
    let ledger = OverlayLedger.make(numbered, plans: plans, options: options)
    let file = OutputFormat.filesFolder(of: path) + "/" + OverlayLedger.fileName
    let earlier = (try? WholeFile.read(file, limit: .max)).flatMap { OverlayLedger(bytes: $0) }
    var work = TileWork()
    var update: BuildSummary.Update?
    if let earlier, let changes = ledger.ledger.changes(since: earlier) {
      work = self.work(for: changes, from: earlier, to: ledger)
      update = BuildSummary.Update(
        added: changes.added.count, removed: changes.removed.count, kept: changes.kept.count)
    }
    var summary: BuildSummary
    if options.dryRun {
      summary = try await dryRun(work, path, progress: progress)
    } else {
      let sink = try Self.openSink(path, keeping: work.dirty, schema: options.mbtilesSchema)
      do throws(BuildError) {
        summary = try await write(to: sink, work, ledger: ledger, progress: progress)
      } catch {
        sink.discard()
        throw error
      }
    }
    summary.update = update
    return summary
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

  /// Makes the tiles of `work` for their addresses alone.
  private func dryRun(
    _ work: TileWork, _ path: String, progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws(BuildError) -> BuildSummary {
    let made = Mutex<Set<TileID>>([])
    var summary: BuildSummary
    do {
      summary = self.summary(
        try await makeTiles(work, progress: progress) { batch in
          made.withLock { $0.formUnion(batch.tiles) }
        })
    } catch {
      throw BuildError(error, inputs: options.inputs)
    }
    let tiles = made.withLock { $0 }
    summary.changes = tiles.map { BuildSummary.TileChange(tile: $0, isMade: true) }
    if let earlier = try? openTileSet(path), var cursor = try? earlier.cursor(over: TileSelection())
    {
      var runs: [TileRun] = []
      repeat {
        do { try cursor.next(4096, into: &runs) } catch { break }
        for tile in runs.lazy.flatMap(\.tiles)
        where work.dirty?.contains(tile) ?? true && !tiles.contains(tile) {
          summary.changes.append(BuildSummary.TileChange(tile: tile, isMade: false))
        }
      } while !runs.isEmpty
    }
    summary.changes.sort {
      ($0.tile.z, $0.tile.hilbertID) < ($1.tile.z, $1.tile.hilbertID)
    }
    return summary
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

  /// A sink that takes over what is not `dirty`, or that replaces everything.
  private static func openSink(
    _ path: String, keeping dirty: DirtyTiles?, schema: MBTilesSchema
  ) throws(BuildError) -> any TileSetSink {
    guard let dirty else { return try openSink(path, replace: true, schema: schema) }
    do throws(ArchiveError) {
      return try makeSink(path: path, schema: schema) { dirty.contains($0) }
    } catch {
      throw .output(error)
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
