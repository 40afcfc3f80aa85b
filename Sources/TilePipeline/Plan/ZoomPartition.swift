import MapMath

/// Divides the tiles of one zoom into work units of about equal weight.
///
/// Starts with the whole world; a cell with too many vertices is quartered. A part that lies in one
/// quarter with its buffer goes down with it; one that lies in several is noted in each of them
/// and, being needed more than once, is prepared once for all.
struct ZoomPartition {
  /// A part is as much work as two more vertices, so that units of many points are not big ones.
  private static let partWeight = 2

  private let table: FeatureTable
  private let plan: ZoomPlan
  /// Vertices in a unit, more or less.
  private let unitVertices: Int
  /// The buffer in world units, and how far a stub may stand over.
  private let margin: Double
  /// The tiles to make; `nil`: all.
  private let dirty: DirtyTiles?
  private var units: [WorkUnit] = []
  /// What of a placement decides into which quarters it goes.
  private struct Seen {
    /// Halves that it touches: 1 west, 2 east, 4 north, 8 south.
    var sides: UInt8
    var isShareable: Bool
    var weight: Int32
  }
  private var seen: [Seen] = []
  /// The parts that several units need.
  private var shared: [PreparedPart] = []

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
    divide(cell, all, weight: all.reduce(0) { $0 + weight($1) })
  }

  private func weight(_ placement: WorkUnit.Placement) -> Int {
    Self.partWeight + table.weight(ofPart: Int(placement.part), at: plan)
      >> Int(placement.halvings)
  }

  /// Depth is bounded by the zoom.
  private mutating func divide(
    _ cell: TileID, _ placements: [WorkUnit.Placement], weight: Int
  ) {
    guard !placements.isEmpty else { return }
    if let dirty, !dirty.touches(cell, atZoom: plan.zoom) { return }
    if cell.z == plan.zoom || weight <= unitVertices {
      addUnit(cell, placements)
      return
    }
    var quarters = [4 of (placements: [WorkUnit.Placement], weight: Int)](repeating: ([], 0))
    let side = 1 / Double(UInt64(1) << UInt64(cell.z + 1))
    let midX = (Double(2 * cell.x) + 1) * side
    let midY = (Double(2 * cell.y) + 1) * side
    look(placements, midX: midX, midY: midY)
    for (var placement, seen) in zip(placements, seen) {
      let (west, east) = (seen.sides & 1 != 0, seen.sides & 2 != 0)
      let (north, south) = (seen.sides & 4 != 0, seen.sides & 8 != 0)
      if (west && east || north && south) && placement.shared < 0 && seen.isShareable {
        placement.shared = Int32(shared.count)
        shared.append(PreparedPart())
      }
      // A unit works on its own stretch. Counted whole in each, a ring of a million vertices would
      // part all it touches into single tiles, each of which looks at the whole ring.
      placement.halvings += (west && east ? 1 : 0) + (north && south ? 1 : 0)
      func add(_ quarter: Int) {
        quarters[quarter].placements.append(placement)
        quarters[quarter].weight += Self.partWeight + Int(seen.weight) >> Int(placement.halvings)
      }
      if west && north { add(0) }
      if east && north { add(1) }
      if west && south { add(2) }
      if east && south { add(3) }
    }
    let children = cell.childrenInHilbertOrder
    for i in children.indices {
      let child = children[i]
      let quarter = quarters[(child.x & 1) | (child.y & 1) << 1]
      divide(child, quarter.placements, weight: quarter.weight)
    }
  }

  /// Fills ``seen``. The parts lie all over the table; a loop that decides nothing lets memory answer
  /// several at once.
  private mutating func look(_ placements: [WorkUnit.Placement], midX: Double, midY: Double) {
    seen.removeAll(keepingCapacity: true)
    for placement in placements {
      let part = table.parts[Int(placement.part)]
      let shift = Double(placement.shift)
      let west: UInt8 = part.bounds.minX + shift - margin < midX ? 1 : 0
      let east: UInt8 = part.bounds.maxX + shift + margin >= midX ? 2 : 0
      let north: UInt8 = part.bounds.minY - margin < midY ? 4 : 0
      let south: UInt8 = part.bounds.maxY + margin >= midY ? 8 : 0
      // A point is prepared faster than shared.
      seen.append(
        Seen(
          sides: west | east | north | south, isShareable: part.weight > 1,
          weight: Int32(clamping: table.weight(ofPart: Int(placement.part), at: plan))
        ))
    }
  }

  /// Adds a unit, which keeps the shared parts that it refers to.
  private mutating func addUnit(_ cell: TileID, _ placements: [WorkUnit.Placement]) {
    var unit = WorkUnit(sequence: 0, zoom: plan.zoom, cell: cell, parts: placements)
    for i in unit.parts.indices where unit.parts[i].shared >= 0 {
      unit.shared.append(shared[Int(unit.parts[i].shared)])
      unit.parts[i].shared = Int32(unit.shared.count - 1)
    }
    units.append(unit)
  }
}
