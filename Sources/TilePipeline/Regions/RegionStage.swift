import CMemory
import MapMath
import Synchronization
import TileArchive
import TileEncoding

/// Makes all tiles of overlays that memory has no room for, some cells of the pyramid at a time.
///
/// Each cell is the work of one task, from reading its overlays to its tiles, so tasks share nothing.
/// There are as many at once as there are threads, and fewer where memory would not hold what they
/// need.
struct RegionStage: Sendable {
  let shelf: OverlayShelf
  let plans: [ZoomPlan]
  /// Tiles of this cell and below it are made.
  let cell: TileID
  let options: BuildOptions
  /// Takes a batch; called from all tasks.
  let deliver: @Sendable (TileBatch) throws -> Void

  /// Bytes that an overlay and a vertex take in a region: as read, in the table, and in the tiles of
  /// a zoom.
  private static let regionFeatureBytes = 450.0, regionVertexBytes = 4.0
  /// The same in a single tile: encoded and compressed, and the numbers of its values.
  private static let tileFeatureBytes = 48.0, tileVertexBytes = 8.0

  /// Runs to the end or to the first error.
  func run(progress: @escaping @Sendable (BuildProgress) -> Void) async throws -> TileStage.Tally {
    let plan = RegionPlan(shelf.chunks, plans: plans, below: cell, room: options.regionRoom)
    let record = DrawingRecord(features: shelf.featureCount)
    // The largest first: those are needed first, too, and no task is left with one at the end.
    var waiting = plan.cells.sorted { bytes($1) < bytes($0) }
    var tally = TileStage.Tally()
    var held = 0.0
    var tasks = 0
    let budget = Double(options.memory) / 2
    try await withThrowingTaskGroup(of: (TileStage.Tally, Double).self) { group in
      while !waiting.isEmpty || tasks > 0 {
        if tasks < options.workers,
          let next = waiting.firstIndex(where: { tasks == 0 || held + bytes($0) <= budget })
        {
          let cell = waiting.remove(at: next)
          let bytes = bytes(cell)
          held += bytes
          tasks += 1
          group.addTask { (try await make(cell, record), bytes) }
          continue
        }
        guard let (made, bytes) = try await group.next() else { break }
        held -= bytes
        tasks -= 1
        tally.join(made)
        cmem_release_free()
        progress(.tiling(units: tally.units, of: plan.batchCount, tiles: tally.tiles))
      }
    }
    tally.notes = record.tiles
    try shelf.complete(&tally, record, zooms: cell == .world ? zooms : nil)
    return tally
  }

  private var zooms: ClosedRange<Int>? {
    guard let first = plans.first, let last = plans.last else { return nil }
    return first.zoom...last.zoom
  }

  private func bytes(_ cell: RegionPlan.Cell) -> Double {
    cell.isRegion
      ? cell.features * Self.regionFeatureBytes + cell.vertices * Self.regionVertexBytes
      : cell.features * Self.tileFeatureBytes + cell.vertices * Self.tileVertexBytes
  }

  private func make(_ cell: RegionPlan.Cell, _ record: DrawingRecord) async throws
    -> TileStage.Tally
  {
    try Task.checkCancellation()
    return cell.isRegion ? try await makeRegion(cell, record) : try makeTile(cell, record)
  }

  private func makeRegion(
    _ cell: RegionPlan.Cell, _ record: DrawingRecord
  ) async throws -> TileStage.Tally {
    let plans = plans.filter { cell.makes($0.zoom) }
    guard let first = plans.first else { return TileStage.Tally() }
    let numbered = try number(PartWindow(cell.tile, at: first))
    let batches = ZoomBatches(cell.sequences, zooms: plans.map(\.zoom), deliver)
    var tally = try await TileStage(
      table: numbered.table, attributes: numbered.attributes, plans: plans, cell: cell.tile,
      compress: options.compress, threads: 1,
      unitVertices: options.unitVertices(of: numbered.table), work: TileWork(),
      limits: options.limits, deliver: { try batches.add($0) }
    ).run(record) { _ in }
    try batches.finish()
    tally.units = plans.count
    return tally
  }

  private func number(_ window: PartWindow) throws(BuildError) -> FeatureTableBuilder.Result {
    var reader = ShelfReader()
    return try shelf.numbered(touching: window, &reader)
  }

  private func makeTile(
    _ cell: RegionPlan.Cell, _ record: DrawingRecord
  ) throws -> TileStage.Tally {
    guard let plan = plans.first(where: { $0.zoom == cell.tile.z }),
      let sequence = cell.sequences.first
    else { return TileStage.Tally() }
    var batch = try shelf.tile(
      cell.tile, at: plan, options, record)
    batch.sequence = sequence
    var tally = TileStage.Tally()
    tally.count(batch)
    try deliver(batch)
    return tally
  }
}

extension BuildOptions {
  /// What of a region is held at once.
  fileprivate var regionRoom: RegionPlan.Room {
    // Vertices are read when they are needed; what counts is the size of their tiles.
    RegionPlan.Room(
      features: regionFeatures ?? max(memory / (workers << 10), 1 << 8),
      vertices: regionFeatures.map { $0 << 8 } ?? max(memory / (workers << 4), 1 << 17))
  }
}

extension OverlayShelf {
  /// Makes one tile from slices of its overlays.
  func tile(
    _ tile: TileID, at plan: ZoomPlan, _ options: BuildOptions, _ record: DrawingRecord
  ) throws -> TileBatch {
    var strings = AttributeStrings()
    let room = options.regionRoom
    var worker = TileWorker(
      FeatureTable(), encoder: try VectorTileEncoder(strings.table(naming, extent: extent)),
      compressor: try TileCompressor(), extent: plan.extent, buffer: plan.buffer,
      compress: options.compress, record: record, limits: options.limits)
    worker.begin()
    try forEachSlice(
      touching: PartWindow(tile, at: plan), features: room.features / 4,
      vertices: room.vertices / 4,
      &strings
    ) { slice, strings in
      try worker.append(slice, strings, to: tile, at: plan)
    }
    return try worker.finish(tile)
  }
}

/// Joins the tiles of a region that have one zoom, as they come, into one batch, whose place among
/// all is known.
private final class ZoomBatches: Sendable {
  private struct State {
    var done = 0
    var batch = TileBatch()
  }

  private let sequences: [Int]
  private let zooms: [Int]
  private let deliver: @Sendable (TileBatch) throws -> Void
  private let state = Mutex(State())

  init(
    _ sequences: [Int], zooms: [Int], _ deliver: @escaping @Sendable (TileBatch) throws -> Void
  ) {
    (self.sequences, self.zooms, self.deliver) = (sequences, zooms, deliver)
  }

  /// Takes the next tiles in order.
  func add(_ batch: TileBatch) throws {
    guard let zoom = batch.tiles.first?.z else { return }
    try state.withLock { state in
      while zooms[state.done] < zoom { try handOver(&state) }
      let start = state.batch.bytes.count
      state.batch.tiles += batch.tiles
      state.batch.bytes += batch.bytes
      for range in batch.ranges {
        state.batch.ranges.append(start + range.lowerBound..<start + range.upperBound)
      }
    }
  }

  /// Hands over what has come, and nothing for zooms without tiles.
  func finish() throws {
    try state.withLock { state in
      while state.done < zooms.count { try handOver(&state) }
    }
  }

  private func handOver(_ state: inout State) throws {
    state.batch.sequence = sequences[state.done]
    try deliver(state.batch)
    state.batch = TileBatch()
    state.done += 1
  }
}
