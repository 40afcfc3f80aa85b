import MapMath

/// Divides the tiles of one zoom into work units of about equal weight.
///
/// Starts with the whole world; a cell with too many vertices is quartered. What lies in one quarter
/// with its buffer goes down with it, whole runs of parts at once; a part that lies in several is
/// noted in each of them and, being needed more than once, is prepared once for all.
struct ZoomPartition {
  /// A part counts like so many more vertices, so that what is looked up for a unit of many points
  /// stays in the cache.
  static let partWeight = 14

  private let table: FeatureTable
  private let plan: ZoomPlan
  /// Vertices in a unit, more or less.
  private let unitVertices: Int
  /// Vertices of units that are not made yet, where the last of them shall be small; else `nil`.
  private var left: Int?
  private let threads: Int
  /// No unit is divided that has no more.
  private static let smallUnit = 1 << 13
  /// The buffer in world units, and how far a stub may stand over.
  private let margin: Double
  /// The tiles to make; `nil`: all.
  private let dirty: DirtyTiles?
  private var units: [WorkUnit] = []
  /// The parts that several units need.
  private var shared: [WorkUnit.SharedPart] = []
  /// Of those the ones with so many vertices are prepared before the units, and so many vertices of
  /// them at most.
  private static let largePart = 1 << 13, mostEarly = 1 << 20

  /// Runs of a quarter and their weight.
  private struct Quarter {
    var runs: [WorkUnit.Run] = []
    var weight = 0
  }

  /// The work of a zoom.
  struct Division {
    var units: [WorkUnit] = []
    /// Parts that several units need and that take long to prepare, the largest first.
    var parts: [WorkUnit.SharedPart] = []
  }

  /// The units of a zoom's tiles below `cell`, with about `unitVertices` each, in Hilbert order;
  /// sequences count from `firstSequence`. There are none below a cell deeper than the zoom, nor
  /// where no tile is `dirty`.
  ///
  /// - Parameter threads: So many workers shall end at about the same time, as nothing comes after
  ///   this zoom; `nil`: they go on to the next.
  static func divide(
    _ table: FeatureTable, at plan: ZoomPlan, below cell: TileID, unitVertices: Int,
    firstSequence: Int, dirty: DirtyTiles?, endingOn threads: Int?
  ) -> Division {
    guard cell.z <= plan.zoom else { return Division() }
    var partition = ZoomPartition(
      table: table, plan: plan, unitVertices: unitVertices,
      margin: plan.margin, dirty: dirty, threads: threads ?? 1)
    let runs = PartWindow(cell, at: plan).runs(of: table, atZoom: plan.zoom)
    let weight = runs.reduce(0) { $0 + partition.weight($1) }
    if threads != nil { partition.left = weight }
    partition.divide(cell, runs, weight: weight)
    for i in partition.units.indices { partition.units[i].sequence = firstSequence + i }
    return Division(units: partition.units, parts: partition.largeParts)
  }

  private var largeParts: [WorkUnit.SharedPart] {
    func weight(_ shared: WorkUnit.SharedPart) -> Int { Int(table.parts[shared.part].weight) }
    var left = Self.mostEarly
    return shared.filter { shared in
      let row = table.rows[Int(table.parts[shared.part].row)]
      return shared.isNeeded && weight(shared) >= Self.largePart && !row.shape.isSpanned
        && table.isDrawn(row, atZoom: plan.zoom)
    }
    .sorted { weight($0) > weight($1) }
    .prefix { shared in
      left -= weight(shared)
      return left >= 0
    }
  }

  private init(
    table: FeatureTable, plan: ZoomPlan, unitVertices: Int, margin: Double, dirty: DirtyTiles?,
    threads: Int
  ) {
    (self.table, self.plan, self.unitVertices) = (table, plan, unitVertices)
    (self.margin, self.dirty, self.threads) = (margin, dirty, threads)
  }

  private func weight(_ run: WorkUnit.Run) -> Int {
    if run.place.level > 0 { return table.tree[run.place].weight }
    let weight = table.weight(ofPart: Int(run.place.index), at: plan)
    return Self.partWeight + weight >> Int(run.halvings)
  }

  /// Depth is bounded by the zoom.
  private mutating func divide(_ cell: TileID, _ runs: [WorkUnit.Run], weight: Int) {
    guard !runs.isEmpty else { return }
    if let dirty, !dirty.touches(cell, atZoom: plan.zoom) { return }
    if cell.z == plan.zoom || weight <= largestUnit {
      addUnit(cell, runs)
      left? -= weight
      return
    }
    var quarters = [4 of Quarter](repeating: Quarter())
    let side = 1 / Double(UInt64(1) << UInt64(cell.z + 1))
    let midX = (Double(2 * cell.x) + 1) * side
    let midY = (Double(2 * cell.y) + 1) * side
    for run in runs { share(run, midX: midX, midY: midY, among: &quarters) }
    let children = cell.childrenInHilbertOrder
    for i in children.indices {
      let child = children[i]
      let quarter = quarters[(child.x & 1) | (child.y & 1) << 1]
      divide(child, quarter.runs, weight: quarter.weight)
    }
  }

  /// Vertices that the next unit may have: at the end a share of what is left.
  private var largestUnit: Int {
    guard let left else { return unitVertices }
    return min(unitVertices, max(Self.smallUnit, left / (3 * threads)))
  }

  /// Adds a run to the quarters that it touches; one that touches several is opened first.
  private mutating func share(
    _ run: WorkUnit.Run, midX: Double, midY: Double, among quarters: inout [4 of Quarter]
  ) {
    let isPart = run.place.level == 0
    let bounds = isPart ? table.parts[Int(run.place.index)].bounds : table.tree[run.place].bounds
    let shift = Double(run.shift)
    let west = bounds.minX + shift - margin < midX
    let east = bounds.maxX + shift + margin >= midX
    let north = bounds.minY - margin < midY
    let south = bounds.maxY + margin >= midY
    var run = run
    if west && east || north && south {
      guard isPart else {
        let children = table.tree.children(of: run.place)
        for index in children.indices {
          run.place = PartTree.Place(level: children.level, index: index)
          share(run, midX: midX, midY: midY, among: &quarters)
        }
        return
      }
      // A point is prepared faster than shared.
      if run.shared < 0 && table.parts[Int(run.place.index)].weight > 1 {
        run.shared = Int32(shared.count)
        shared.append(WorkUnit.SharedPart(part: Int(run.place.index), shift: run.shift))
      }
      // A unit works on its own stretch. Counted whole in each, a ring of a million vertices would
      // part all it touches into single tiles, each of which looks at the whole ring.
      run.halvings += (west && east ? 1 : 0) + (north && south ? 1 : 0)
    }
    let weight = weight(run)
    func add(_ quarter: Int) {
      quarters[quarter].runs.append(run)
      quarters[quarter].weight += weight
    }
    if west && north { add(0) }
    if east && north { add(1) }
    if west && south { add(2) }
    if east && south { add(3) }
  }

  /// Adds a unit, which keeps the shared parts that it refers to.
  private mutating func addUnit(_ cell: TileID, _ runs: [WorkUnit.Run]) {
    var unit = WorkUnit(sequence: 0, zoom: plan.zoom, cell: cell, runs: runs)
    for i in unit.runs.indices where unit.runs[i].shared >= 0 {
      let number = Int(unit.runs[i].shared)
      shared[number].isNeeded = true
      unit.shared.append(shared[number].prepared)
      unit.runs[i].shared = Int32(unit.shared.count - 1)
    }
    units.append(unit)
  }
}
