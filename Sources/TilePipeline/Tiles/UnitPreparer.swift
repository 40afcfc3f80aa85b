import CMemory
import TileGeometry

/// Puts the parts of a work unit on the zoom's grid, in drawing order. Owns scratch memory; one for
/// each worker.
struct UnitPreparer: Sendable {
  /// Prepares single parts, also those that several units share.
  var parts = PartPreparer()
  private var spanPainter = SpanPainter()
  /// The parts of the current unit, and their order: numbers in drawing order and indices.
  private var placements: [Placement] = []
  private var order: [UInt64] = []
  private var sorter = WordSorter()
  /// Parts for which memory is kept from unit to unit; only the tiles of the first zooms can have
  /// more.
  private static let mostParts = 1 << 16

  /// A part in the current unit, or a point, which is on the grid already.
  private struct Placement {
    /// A point's row, or a part.
    var number: UInt32
    var isPoint: Bool
    /// See ``WorkUnit/Run``.
    var shift: Int16
    var shared: Int32
    var x: Int64 = 0, y: Int64 = 0
  }

  /// Puts the parts of a unit on the zoom's grid, in place of what is in `level`.
  ///
  /// - Parameter area: Where the unit's tiles lie, with their buffer.
  mutating func prepare(
    _ unit: WorkUnit, of table: borrowing FeatureTable, at plan: ZoomPlan, area: GridRect,
    into level: inout SliceLevel
  ) {
    level.removeAll()
    list(unit, of: table, at: plan)
    for (i, word) in order.enumerated() {
      fetchAhead(of: i, table)
      let placement = placements[Int(UInt32(truncatingIfNeeded: word))]
      if placement.isPoint {
        level.appendPoint(placement.x, placement.y, owner: placement.number)
      } else {
        append(placement, of: unit, table, at: plan, area, to: &level)
      }
    }
    // Not needed for the rest of the unit.
    placements.empty(keeping: Self.mostParts)
    order.empty(keeping: Self.mostParts)
    sorter.shrink(to: Self.mostParts)
  }

  /// Has what the placements after the one at `index` refer to brought near: in drawing order they
  /// lie all over the memory, and waiting for it takes longer than all else about a small part.
  @inline(__always)
  private func fetchAhead(of index: Int, _ table: borrowing FeatureTable) {
    let (near, far) = (index + 4, index + 8)
    if far < order.count {
      placements.withUnsafeBufferPointer {
        cmem_prefetch($0.baseAddress.map { $0 + Int(UInt32(truncatingIfNeeded: order[far])) })
      }
    }
    guard near < order.count else { return }
    let placement = placements[Int(UInt32(truncatingIfNeeded: order[near]))]
    guard !placement.isPoint else { return }
    table.parts.withUnsafeBufferPointer {
      cmem_prefetch($0.baseAddress.map { $0 + Int(placement.number) })
    }
  }

  /// Fills ``placements`` and ``order``, and puts points on the grid. The table is walked as it lies
  /// in memory; only then what was found of it is brought into drawing order.
  private mutating func list(
    _ unit: borrowing WorkUnit, of table: borrowing FeatureTable, at plan: ZoomPlan
  ) {
    placements.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    // A point on the map's southern edge is in no tile, one on a tile's edge in the next.
    let lastRow = plan.extent << Int64(plan.zoom) - 1
    for run in unit.runs {
      let offset = Int64(run.shift) * (plan.extent << Int64(plan.zoom))
      for number in table.tree.parts(of: run.place) {
        let part = table.parts[number]
        let row = table.rows[Int(part.row)]
        guard table.isDrawn(row, atZoom: plan.zoom) else { continue }
        order.append(UInt64(part.order) << 32 | UInt64(placements.count))
        guard row.shape == .points else {
          placements.append(
            Placement(
              number: UInt32(number), isPoint: false, shift: run.shift, shared: run.shared))
          continue
        }
        placements.append(
          Placement(
            number: part.row, isPoint: true, shift: run.shift, shared: -1,
            x: gridCoordinate(part.bounds.minX, scale: plan.scale) + offset,
            y: min(gridCoordinate(part.bounds.minY, scale: plan.scale), lastRow)))
      }
    }
    sorter.sort(&order)
  }

  private mutating func append(
    _ placement: Placement, of unit: borrowing WorkUnit, _ table: borrowing FeatureTable,
    at plan: ZoomPlan, _ area: GridRect, to level: inout SliceLevel
  ) {
    let part = table.parts[Int(placement.number)]
    let row = table.rows[Int(part.row)]
    let shift = Int(placement.shift)
    if row.shape.isSpanned {
      let shared = placement.shared < 0 ? nil : unit.shared[Int(placement.shared)]
      appendSpanned(placement, shared, row, table, at: plan, area, to: &level)
    } else if placement.shared >= 0 {
      unit.shared[Int(placement.shared)].append(to: &level, touching: area) { level in
        parts.append(part, row, of: table, at: plan, shift: shift, to: &level)
      }
    } else {
      parts.append(part, row, of: table, at: plan, shift: shift, to: &level)
    }
  }

  /// Appends what touches `area` of a row that is drawn from the spans of a line.
  private mutating func appendSpanned(
    _ placement: Placement, _ shared: PreparedPart?, _ row: FeatureTable.Row,
    _ table: borrowing FeatureTable, at plan: ZoomPlan, _ area: GridRect, to level: inout SliceLevel
  ) {
    let index = Int(placement.number)
    let line: SpannedLine?
    if let shared {
      line = shared.line { parts.spannedLine(index, of: table, at: plan) }
    } else {
      line = parts.spannedLine(index, of: table, at: plan)
    }
    guard let line else { return }
    let offset = Int64(placement.shift) * (plan.extent << Int64(plan.zoom))
    let job = SpanPainter.Job(
      owner: table.parts[index].row, row: row, at: plan, offset: offset)
    let inside = GridRect(
      minX: area.minX - offset - job.leeway, minY: area.minY - job.leeway,
      maxX: area.maxX - offset + job.leeway, maxY: area.maxY + job.leeway)
    line.line.forEachRun(touching: inside) { first, last in
      switch row.shape {
      case .textures:
        spanPainter.appendTextures(
          of: line, table.spanPaints, from: first, to: last, job, to: &level)
      case .sprites:
        spanPainter.appendSprites(
          of: line, table.spanPaints, from: first, to: last, job, to: &level)
      default:
        spanPainter.appendStroke(
          of: line, table.spanPaints, from: first, to: last, job, to: &level)
      }
    }
  }
}

extension Array {
  /// Removes all elements, and gives the memory back where there were more than `most`.
  fileprivate mutating func empty(keeping most: Int) { removeAll(keepingCapacity: count <= most) }
}
