import MapMath

/// Divides the tiles of one zoom into work units of about equal weight.
///
/// Starts with the whole world; a cell with too many vertices is quartered. A part that lies in one
/// quarter with its buffer goes down with it; one that lies in several is noted in each of them
/// and, being needed more than once, is prepared once for all.
struct ZoomPartition {
  private let table: FeatureTable
  private let plan: ZoomPlan
  /// Vertices in a unit, more or less.
  private let unitVertices: Int
  /// The buffer in world units, and how far a stub may stand over.
  private let margin: Double
  /// The tiles to make; `nil`: all.
  private let dirty: DirtyTiles?
  private var units: [WorkUnit] = []

  /// The units of a zoom's tiles below `cell`, with about `unitVertices` each, in Hilbert order;
  /// sequences count from `firstSequence`. There are none below a cell deeper than the zoom, nor
  /// where no tile is `dirty`.
  static func units(
    of table: FeatureTable, at plan: ZoomPlan, below cell: TileID = .world, unitVertices: Int,
    firstSequence: Int = 0, dirty: DirtyTiles? = nil
  ) -> [WorkUnit] {
    guard cell.z <= plan.zoom else { return [] }
    var partition = ZoomPartition(
      table: table, plan: plan, unitVertices: unitVertices,
      margin: plan.margin, dirty: dirty)
    partition.divide(below: cell)
    for i in partition.units.indices { partition.units[i].sequence = firstSequence + i }
    return partition.units
  }

  private init(
    table: FeatureTable, plan: ZoomPlan, unitVertices: Int, margin: Double, dirty: DirtyTiles?
  ) {
    (self.table, self.plan, self.unitVertices) = (table, plan, unitVertices)
    (self.margin, self.dirty) = (margin, dirty)
  }

  private mutating func divide(below cell: TileID) {
    let window = PartWindow(cell, at: plan)
    var all: [WorkUnit.Placement] = []
    for index in table.parts.indices {
      window.place(index, of: table, atZoom: plan.zoom, into: &all)
    }
    divide(cell, all)
  }

  /// Depth is bounded by the zoom.
  private mutating func divide(_ cell: TileID, _ placements: [WorkUnit.Placement]) {
    guard !placements.isEmpty else { return }
    if let dirty, !dirty.touches(cell, atZoom: plan.zoom) { return }
    var weight = 0
    for placement in placements {
      weight += table.weight(ofPart: Int(placement.part), at: plan) >> Int(placement.halvings)
    }
    if cell.z == plan.zoom || weight <= unitVertices {
      units.append(WorkUnit(sequence: 0, zoom: plan.zoom, cell: cell, parts: placements))
      return
    }
    var quarters: [[WorkUnit.Placement]] = [[], [], [], []]
    let side = 1 / Double(UInt64(1) << UInt64(cell.z + 1))
    let midX = (Double(2 * cell.x) + 1) * side
    let midY = (Double(2 * cell.y) + 1) * side
    for var placement in placements {
      let bounds = table.parts[Int(placement.part)].bounds
      let shift = Double(placement.shift)
      let west = bounds.minX + shift - margin < midX
      let east = bounds.maxX + shift + margin >= midX
      let north = bounds.minY - margin < midY
      let south = bounds.maxY + margin >= midY
      if (west && east || north && south) && placement.shared == nil {
        placement.shared = PreparedPart()
      }
      // A unit works on its own stretch. Counted whole in each, a ring of a million vertices would
      // part all it touches into single tiles, each of which looks at the whole ring.
      placement.halvings += (west && east ? 1 : 0) + (north && south ? 1 : 0)
      if west && north { quarters[0].append(placement) }
      if east && north { quarters[1].append(placement) }
      if west && south { quarters[2].append(placement) }
      if east && south { quarters[3].append(placement) }
    }
    for child in cell.childrenInHilbertOrder {
      divide(child, quarters[(child.x & 1) | (child.y & 1) << 1])
    }
  }
}
