/// Groups places on the map: the first takes all that lie within a radius of it, the next one that
/// is left takes what is left about it, and so on.
///
/// The map is a cylinder: its western and eastern edges meet. Places are sorted into the cells of a
/// grid as wide as the radius, so that each looks at its own cell and the eight around it.
struct ClusterGrid {
  private let radius: Double
  /// Cells from west to east.
  private let columns: Int
  /// Places by cell, of equal cells in their order.
  private var order: [(cell: Int, place: Int32)] = []
  private var x: [Double] = []
  private var y: [Double] = []
  /// Where the cell west of a place's own begins in ``order``, in its row and the rows above and
  /// below.
  private var starts: [[Int32]] = []
  /// For each entry of ``order`` the group that has it; -1: none yet.
  private var groups: [Int32] = []

  /// The group of each place and the first place of each group; groups are numbered in the order of
  /// their first places.
  ///
  /// - Parameters:
  ///   - x: World coordinates, 0..<1.
  ///   - y: World coordinates; as long as `x`.
  ///   - radius: World units, above 0.
  static func groups(
    x: [Double], y: [Double], radius: Double
  ) -> (groupOf: [Int32], firsts: [Int32]) {
    var grid = ClusterGrid(x: x, y: y, radius: radius)
    return grid.group()
  }

  private init(x: [Double], y: [Double], radius: Double) {
    self.radius = radius
    // With fewer than three columns a cell would meet itself behind the map's edge.
    let most = min(1 / radius, 0x1p30)
    columns = most < 3 ? 1 : Int(most)
    order.reserveCapacity(x.count)
    for i in x.indices {
      order.append((cell(x[i], y[i]), Int32(i)))
    }
    order.sort { ($0.cell, $0.place) < ($1.cell, $1.place) }
    self.x = order.map { x[Int($0.place)] }
    self.y = order.map { y[Int($0.place)] }
    groups = [Int32](repeating: -1, count: x.count)
    starts = [-1, 0, 1].map { row in starts(row: row) }
  }

  private func cell(_ x: Double, _ y: Double) -> Int {
    func line(_ value: Double) -> Int { min(max(0, Int(value * Double(columns))), columns - 1) }
    return line(y) * columns + line(x)
  }

  /// For each entry the first one that does not lie before the cell to the west, `row` rows south.
  private func starts(row: Int) -> [Int32] {
    var starts: [Int32] = []
    starts.reserveCapacity(order.count)
    var next = 0
    for entry in order {
      let first = entry.cell + row * columns - 1
      while next < order.count, order[next].cell < first { next += 1 }
      starts.append(Int32(next))
    }
    return starts
  }

  private mutating func group() -> (groupOf: [Int32], firsts: [Int32]) {
    var entries = [Int32](repeating: 0, count: order.count)
    for (entry, place) in order.enumerated() { entries[Int(place.place)] = Int32(entry) }
    var firsts: [Int32] = []
    for place in entries.indices {
      let seed = Int(entries[place])
      guard groups[seed] < 0 else { continue }
      let group = Int32(firsts.count)
      firsts.append(Int32(place))
      groups[seed] = group
      let cell = order[seed].cell
      for row in -1...1 {
        let middle = cell + row * columns
        take(from: Int(starts[row + 1][seed]), through: middle + 1, near: seed, group)
        guard columns > 1 else { continue }
        let column = cell % columns
        if column == 0 { takeCell(middle + columns - 1, near: seed, group) }
        if column == columns - 1 { takeCell(middle - column, near: seed, group) }
      }
    }
    return (entries.map { groups[Int($0)] }, firsts)
  }

  /// Takes what is near `seed` of one cell.
  private mutating func takeCell(_ cell: Int, near seed: Int, _ group: Int32) {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle].cell < cell { low = middle + 1 } else { high = middle }
    }
    take(from: low, through: cell, near: seed, group)
  }

  private mutating func take(from start: Int, through last: Int, near seed: Int, _ group: Int32) {
    var entry = start
    while entry < order.count, order[entry].cell <= last {
      if groups[entry] < 0 {
        let across = abs(x[entry] - x[seed])
        let dx = min(across, 1 - across)
        let dy = y[entry] - y[seed]
        if dx * dx + dy * dy <= radius * radius { groups[entry] = group }
      }
      entry += 1
    }
  }
}
