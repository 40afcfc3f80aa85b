public import MapMath
import Synchronization
import TileArchive

/// One finished tile.
public struct Tile: Sendable, Equatable {
  /// Its address.
  public var id: TileID
  /// A Mapbox Vector Tile, gzipped unless the options say otherwise.
  public var bytes: [UInt8]
}

extension TileSet {
  /// Makes one tile: only what touches it is looked at, prepared and cut.
  ///
  /// May be called from any thread.
  ///
  /// - Returns: The bytes; `nil` for a tile without content or beyond the set's zooms.
  public func tile(_ id: TileID) throws(BuildError) -> [UInt8]? {
    guard let plan = plans.first(where: { $0.zoom == id.z }) else { return nil }
    do {
      switch overlays {
      case .numbered(_, let singles): return try singles.tile(id, at: plan)
      case .shelved(let shelf, let record):
        let batch = try shelf.tile(id, at: plan, options, record)
        return batch.tiles.isEmpty ? nil : batch.bytes
      }
    } catch {
      throw BuildError(error, inputs: options.inputs)
    }
  }

  /// Makes all tiles that have content and hands each to `body`.
  ///
  /// Uses as many cores as the options say, so calls come from several threads at once, and tiles
  /// in no order. What `body` throws ends the work.
  ///
  /// - Returns: What was made, and what making tiles showed of the overlays.
  @discardableResult
  public func forEachTile(
    _ body: @escaping @Sendable (Tile) throws -> Void
  ) async throws -> BuildSummary {
    let tally = try await makeTiles { batch in
      for (id, range) in zip(batch.tiles, batch.ranges) {
        try body(Tile(id: id, bytes: Array(batch.bytes[range])))
      }
    }
    return summary(tally)
  }

  /// All tiles that have content, by zoom and within it along the Hilbert curve.
  public func allTiles() async throws(BuildError) -> [Tile] {
    let collector = Mutex<[TileBatch]>([])
    do {
      _ = try await makeTiles { batch in collector.withLock { $0.append(batch) } }
    } catch {
      throw BuildError(error, inputs: options.inputs)
    }
    let batches = collector.withLock { $0 }.sorted { $0.sequence < $1.sequence }
    return batches.flatMap { batch in
      zip(batch.tiles, batch.ranges).map { Tile(id: $0, bytes: Array(batch.bytes[$1])) }
    }
  }

  /// Makes the tiles of `work` and hands them over in batches, from several tasks.
  func makeTiles(
    _ work: TileWork = TileWork(),
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in },
    deliver: @escaping @Sendable (TileBatch) throws -> Void
  ) async throws -> TileStage.Tally {
    switch overlays {
    case .numbered(let numbered, _):
      try await TileStage(
        table: numbered.table, attributes: numbered.attributes, plans: plans, cell: options.cell,
        compress: options.compress, threads: options.workers,
        unitVertices: options.unitVertices(of: numbered.table), work: work,
        limits: options.limits, deliver: deliver
      ).run(progress: progress)
    case .shelved(let shelf, _):
      try await RegionStage(
        shelf: shelf, plans: plans, cell: options.cell, options: options, deliver: deliver
      ).run(progress: progress)
    }
  }
}

extension BuildOptions {
  /// Vertices in a work unit, more or less.
  ///
  /// Large builds have larger units, as their overlays lie in more of them otherwise, and what
  /// several units need costs more than what one needs; but there are many for each worker.
  func unitVertices(of table: FeatureTable) -> Int {
    if let unitVertices { return unitVertices }
    let weight = table.tree.root.map { table.tree[$0].weight } ?? 0
    return max(1 << 17, min(weight / (32 * workers), 1 << 20))
  }
}
