import MapMath

/// Divides the pyramid where memory has no room for all overlays: cells whose overlays fit are
/// regions, of which all tiles are made from one table; each tile above them is made by itself.
struct RegionPlan {
  /// What fits in memory.
  struct Room {
    var features: Int
    var vertices: Int
  }

  /// A region, or a single tile.
  struct Cell: Sendable {
    var tile: TileID
    var isRegion: Bool
    /// Overlays and vertices in it, about.
    var features: Double
    var vertices: Double
    /// The batches of its tiles, one for each zoom that it makes.
    var sequences: [Int] = []
  }

  /// In Hilbert order, each tile before what lies below it.
  private(set) var cells: [Cell] = []
  /// Batches in all.
  private(set) var batchCount = 0

  private let plans: [ZoomPlan]
  private let room: Room
  private let leaves: [ShelvedRecords.Leaf]

  /// The cells below `root` for the zooms of `plans`.
  init(_ chunks: [FlattenedChunk], plans: [ZoomPlan], below root: TileID, room: Room) {
    leaves = chunks.flatMap { $0.shelved?.leaves ?? [] }
    (self.plans, self.room) = (plans, room)
    if let all = look(at: root, leaves.indices.map { Int32($0) }) { divide(all) }
    for plan in plans {
      for i in cells.indices where cells[i].makes(plan.zoom) {
        cells[i].sequences.append(batchCount)
        batchCount += 1
      }
    }
  }

  /// A cell that may be divided, and the leaves that touch it.
  private struct Candidate {
    var cell: Cell
    var leaves: [Int32]
  }

  /// Depth is bounded by the deepest zoom.
  private mutating func divide(_ candidate: Candidate) {
    var cell = candidate.cell
    guard let last = plans.last?.zoom else { return }
    let children = cell.tile.childrenInHilbertOrder
    var quarters: [Candidate] = []
    let fits =
      cell.features <= Double(room.features) && cell.vertices <= Double(room.vertices)
    if !fits && cell.tile.z < last {
      for i in children.indices {
        if let quarter = look(at: children[i], candidate.leaves) { quarters.append(quarter) }
      }
    }
    // Where most overlays lie in all quarters, dividing would not help.
    let parts = quarters.reduce(0) { $0 + $1.cell.features }
    cell.isRegion = cell.tile.z < last && (fits || parts > 3 * cell.features)
    if cell.isRegion || plans.contains(where: { $0.zoom == cell.tile.z }) { cells.append(cell) }
    if cell.isRegion { return }
    for quarter in quarters { divide(quarter) }
  }

  /// What touches the tiles of a cell, of some leaves; `nil`: nothing.
  private func look(at tile: TileID, _ candidates: [Int32]) -> Candidate? {
    // The first zoom of the cell has the widest margin.
    guard let plan = plans.first(where: { $0.zoom >= tile.z }) else { return nil }
    let window = PartWindow(tile, at: plan)
    let found = candidates.filter { window.worlds(of: leaves[Int($0)].bounds) != nil }
    guard !found.isEmpty else { return nil }
    var cell = Cell(tile: tile, isRegion: false, features: 0, vertices: 0)
    for number in found {
      let leaf = leaves[Int(number)]
      cell.features += Self.share(leaf, in: tile, reach: Double(leaf.reach)) * Double(leaf.features)
      cell.vertices += Self.share(leaf, in: tile, reach: 0) * Double(leaf.weight)
    }
    return Candidate(cell: cell, leaves: found)
  }

  /// How much of a leaf lies in a cell and as far as `reach` around it, about, if its overlays are
  /// spread evenly.
  private static func share(
    _ leaf: ShelvedRecords.Leaf, in cell: TileID, reach: Double
  ) -> Double {
    let side = 1 / Double(UInt64(1) << UInt64(cell.z))
    let bounds = leaf.bounds
    func share(_ low: Double, _ high: Double, _ place: Int) -> Double {
      let start = Double(place) * side - reach
      let end = Double(place + 1) * side + reach
      let common = min(high, end) - max(low, start)
      return high > low ? min(max(common / (high - low), 0), 1) : 1
    }
    return share(bounds.minX, bounds.maxX, cell.x) * share(bounds.minY, bounds.maxY, cell.y)
  }
}

extension RegionPlan.Cell {
  /// Whether it makes tiles of a zoom.
  func makes(_ zoom: Int) -> Bool { isRegion ? zoom >= tile.z : zoom == tile.z }
}
