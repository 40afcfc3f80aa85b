import MapMath
import Synchronization
import TileArchive
import TileEncoding

/// Makes single tiles as they are asked for, from any thread.
///
/// Workers are made at the first need and kept.
final class SingleTiles: Sendable {
  private final class Slot: Sendable {
    let worker = Mutex<TileWorker?>(nil)
  }

  private let table: FeatureTable
  private let attributes: AttributeTable
  private let compress: Bool
  private let slots: [Slot]

  /// - Parameter workers: Tiles that are made at once at most.
  init(_ numbered: FeatureTableBuilder.Result, compress: Bool, workers: Int) {
    (table, attributes, self.compress) = (numbered.table, numbered.attributes, compress)
    slots = (0..<workers).map { _ in Slot() }
  }

  /// The tile, or `nil` where there is nothing.
  func tile(_ id: TileID, at plan: ZoomPlan) throws -> [UInt8]? {
    let runs = PartWindow(id, at: plan).runs(of: table, atZoom: plan.zoom)
    guard !runs.isEmpty else { return nil }
    let unit = WorkUnit(sequence: 0, zoom: plan.zoom, cell: id, runs: runs)
    for slot in slots {
      let made = try slot.worker.withLockIfAvailable { worker in
        try make(unit, at: plan, &worker)
      }
      if let made { return made }
    }
    return try slots[(id.x + id.y) % slots.count].worker.withLock { worker in
      try make(unit, at: plan, &worker)
    }
  }

  private func make(
    _ unit: WorkUnit, at plan: ZoomPlan, _ slot: inout sending TileWorker?
  ) throws -> [UInt8]? {
    var worker: TileWorker
    if let kept = slot.take() {
      worker = kept
    } else {
      worker = TileWorker(
        table, encoder: try VectorTileEncoder(attributes), compressor: try TileCompressor(),
        extent: plan.extent, buffer: plan.buffer, compress: compress,
        record: DrawingRecord(features: table.places.count))
    }
    let batch = try worker.tiles(of: unit, at: plan)
    slot = consume worker
    guard let range = batch.ranges.first, !range.isEmpty else { return nil }
    return Array(batch.bytes[range])
  }
}
