import MapMath
import Synchronization
import TileEncoding

/// Finds the overlays to leave out so that tiles keep within the limits.
///
/// Each tile over a limit names the smallest overlays in it, as many as it takes. What one tile
/// names is left out of all tiles of its zoom and of the zooms before it, so that no overlay ends at
/// a border, and none appears, vanishes and appears again as the map is zoomed. Zooms go from the
/// deepest to the first, and leaving out makes no other tile bigger: one pass is enough. It makes
/// all tiles once, for their sizes alone.
struct DropStage {
  let attributes: AttributeTable
  let plans: [ZoomPlan]
  let compress: Bool
  let threads: Int
  let unitVertices: Int
  let limits: TileLimits
  let progress: @Sendable (BuildProgress) -> Void

  /// The overlays that tiles of a zoom name; filled by all workers.
  final class Choice: Sendable {
    let sizes: OverlaySizes
    private let named = Mutex<Set<Int32>>([])

    init(_ sizes: OverlaySizes) { self.sizes = sizes }

    func name(_ features: some Sequence<Int32>) { named.withLock { $0.formUnion(features) } }

    /// Takes what was named.
    func take() -> Set<Int32> {
      named.withLock { named in
        defer { named = [] }
        return named
      }
    }
  }

  /// Sets the zooms from which overlays of `table` are drawn.
  ///
  /// - Returns: How many are left out at each zoom.
  func run(_ table: inout FeatureTable) async throws -> [Int: Int] {
    let choice = Choice(OverlaySizes(table))
    var drawnFrom = [UInt8](repeating: 0, count: table.places.count)
    for (done, plan) in plans.reversed().enumerated() {
      progress(.measuring(zooms: done, of: plans.count))
      try await look(at: plan, table, choice)
      for feature in choice.take() {
        drawnFrom[Int(feature)] = max(drawnFrom[Int(feature)], UInt8(plan.zoom + 1))
      }
      table.drawnFrom = drawnFrom
    }
    return Self.counts(of: table)
  }

  private func look(at plan: ZoomPlan, _ table: FeatureTable, _ choice: Choice) async throws {
    let queue = UnitQueue(
      table, plans: [plan], below: .world, unitVertices: unitVertices, threads: threads,
      dirty: nil)
    try await withThrowingTaskGroup { group in
      for _ in 0..<threads {
        group.addTask {
          var worker = TileWorker(
            table, encoder: try VectorTileEncoder(attributes), compressor: try TileCompressor(),
            extent: plan.extent, buffer: plan.buffer, compress: compress,
            record: DrawingRecord(features: table.places.count), limits: limits, choice: choice)
          while let item = queue.next() {
            try Task.checkCancellation()
            switch item.job {
            case .unit(let unit): _ = try worker.tiles(of: unit, at: item.plan)
            case .part(let part): worker.prepare(part, at: item.plan)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func counts(of table: FeatureTable) -> [Int: Int] {
    var due = [UInt32](repeating: 0, count: table.places.count)
    for row in table.rows {
      due[Int(row.feature)] |= PointLayers.mask(Int(row.minZoom), Int(row.maxZoom))
    }
    var counts: [Int: Int] = [:]
    for (feature, from) in table.drawnFrom.enumerated() where from > 0 {
      for zoom in 0..<Int(from) where due[feature] & 1 << UInt32(zoom) != 0 {
        counts[zoom, default: 0] += 1
      }
    }
    return counts
  }
}
