import CMemory
import MapMath
import OverlayModel
import Synchronization
import TileArchive
import TileEncoding

/// Makes all tiles of a feature table: one task for each thread takes units from the queue.
struct TileStage: Sendable {
  let table: FeatureTable
  let attributes: AttributeTable
  let plans: [ZoomPlan]
  /// Tiles of this cell and below it are made.
  let cell: TileID
  let compress: Bool
  let threads: Int
  let unitVertices: Int
  let work: TileWork
  let limits: TileLimits
  /// Takes a batch; called from all tasks.
  let deliver: @Sendable (TileBatch) throws -> Void

  /// What was written.
  struct Tally: Sendable {
    var zooms: [Int: BuildSummary.Zoom] = [:]
    var biggest: (tile: TileID, bytes: Int)?
    var units = 0
    var tiles = 0
    /// What was wrong with polygons.
    var findings: [Finding] = []
    /// What is too small to be drawn.
    var hidden = HiddenOverlays()
    /// What became of each overlay.
    var outcomes: [DrawingRecord.Carried] = []
    /// What is remembered of tiles, in their order.
    var notes: [TileNote] = []

    /// Counts the tiles of a unit, which are all of one zoom.
    mutating func count(_ batch: borrowing TileBatch) {
      units += 1
      guard let zoom = batch.tiles.first?.z else { return }
      var bytes = 0
      for i in batch.tiles.indices {
        let count = batch.ranges[i].count
        bytes += count
        if count >= biggest?.bytes ?? 0 { compare(batch.tiles[i], count) }
      }
      tiles += batch.tiles.count
      var sum = zooms[zoom] ?? BuildSummary.Zoom(zoom: zoom)
      sum.tiles += batch.tiles.count
      sum.bytes += bytes
      zooms[zoom] = sum
    }

    /// Of equally big tiles the first in order is remembered.
    private mutating func compare(_ tile: TileID, _ bytes: Int) {
      if let biggest, bytes <= biggest.bytes {
        guard bytes == biggest.bytes,
          (tile.z, tile.hilbertID) < (biggest.tile.z, biggest.tile.hilbertID)
        else { return }
      }
      biggest = (tile, bytes)
    }

    /// Joins the counts of other tiles.
    mutating func join(_ other: Tally) {
      units += other.units
      tiles += other.tiles
      for (zoom, part) in other.zooms {
        var sum = zooms[zoom] ?? BuildSummary.Zoom(zoom: zoom)
        sum.tiles += part.tiles
        sum.bytes += part.bytes
        zooms[zoom] = sum
      }
      if let (tile, bytes) = other.biggest { compare(tile, bytes) }
    }
  }

  /// Makes all tiles, and says what became of the overlays of `table`, which are all of the build.
  func run(progress: @escaping @Sendable (BuildProgress) -> Void) async throws -> Tally {
    let record = DrawingRecord(
      features: table.places.count, carried: work.carried, tiles: work.notes)
    var tally = try await run(record, progress: progress)
    tally.findings = record.findings { table.places[Int($0)] }
    tally.outcomes = record.outcomes
    tally.notes = record.tiles
    // Of a part of the map nobody knows what the rest of it shows.
    if cell == .world, let first = plans.first, let last = plans.last {
      record.addHidden(
        of: table.rows, table.places.indices, drawnFrom: table.drawnFrom,
        zooms: first.zoom...last.zoom, to: &tally.hidden, place: { table.places[Int($0)] })
    }
    return tally
  }

  /// Makes all tiles to the end or to the first error; `record` learns what is drawn.
  func run(
    _ record: DrawingRecord, progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws -> Tally {
    let queue = UnitQueue(
      table, plans: plans, below: cell, unitVertices: unitVertices, threads: threads,
      dirty: work.dirty)
    let counter = Counter()
    try await withThrowingTaskGroup { group in
      for _ in 0..<threads {
        group.addTask {
          var worker = try makeWorker(record)
          while let item = queue.next() {
            try Task.checkCancellation()
            let batch: TileBatch
            switch item.job {
            case .unit(let unit): batch = try worker.tiles(of: unit, at: item.plan)
            case .part(let part):
              worker.prepare(part, at: item.plan)
              continue
            }
            if let scratch = table.scratch {
              try scratch.check()
              // A worker has as much scratch memory as its largest unit needed.
              if scratch.isOverBudget {
                worker = try makeWorker(record)
                cmem_release_free()
              }
            }
            let (units, tiles) = counter.tally.withLock { tally in
              tally.count(batch)
              return (tally.units, tally.tiles)
            }
            try deliver(batch)
            progress(.tiling(units: units, of: queue.expectedUnits, tiles: tiles))
          }
        }
      }
      try await group.waitForAll()
    }
    return counter.tally.withLock { $0 }
  }

  private func makeWorker(_ record: DrawingRecord) throws -> TileWorker {
    TileWorker(
      table, encoder: try VectorTileEncoder(attributes), compressor: try TileCompressor(),
      extent: plans[0].extent, buffer: plans[0].buffer, compress: compress, record: record,
      dirty: work.dirty, limits: limits)
  }

  private final class Counter: Sendable {
    let tally = Mutex(Tally())
  }
}
