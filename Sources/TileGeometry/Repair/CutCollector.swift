/// Collects the places where edges are to be cut.
struct CutCollector: EdgePairVisitor {
  struct Cut {
    var edge: Int
    /// Grows along the edge.
    var position: Int64
    var point: GridPoint
  }

  /// More cuts than this are too many.
  let limit: Int
  private(set) var list: [Cut] = []
  private(set) var crossings: [GridPoint] = []
  private(set) var causes: RepairCauses = []

  var isOverLimit: Bool { list.count > limit }

  init(limit: Int) { self.limit = limit }

  mutating func reset() {
    list.removeAll(keepingCapacity: true)
    crossings.removeAll(keepingCapacity: true)
    causes = []
  }

  mutating func note(_ causes: RepairCauses) { self.causes.formUnion(causes) }

  mutating func visit(_ i: Int, _ j: Int, of chains: borrowing RingChains) -> Bool {
    let (c, d) = (chains.turn(i, i + 1, j), chains.turn(i, i + 1, j + 1))
    guard c * d <= 0 else { return true }
    let (a, b) = (chains.turn(j, j + 1, i), chains.turn(j, j + 1, i + 1))
    guard a * b <= 0, !chains.areNeighbours(i, j) else { return true }
    let isSame = chains.ring(of: i) == chains.ring(of: j)
    if a != 0, b != 0, c != 0, d != 0 {
      causes.insert(isSame ? .selfCrossing : .ringCrossing)
      let point = roundedCrossing(
        chains.point(i), chains.point(i + 1), chains.point(j), chains.point(j + 1))
      crossings.append(point)
      cut(i, at: point, of: chains)
      cut(j, at: point, of: chains)
      return !isOverLimit
    }
    causes.insert(isSame ? .selfTouch : .ringTouch)
    if c == 0 { cut(i, at: chains.point(j), of: chains) }
    if d == 0 { cut(i, at: chains.point(j + 1), of: chains) }
    if a == 0 { cut(j, at: chains.point(i), of: chains) }
    if b == 0 { cut(j, at: chains.point(i + 1), of: chains) }
    return !isOverLimit
  }

  /// Cuts `edge` at `point` if it passes through its pixel.
  mutating func snap(_ edge: Int, to point: GridPoint, of chains: borrowing RingChains) {
    guard passesThroughPixel(chains.point(edge), chains.point(edge + 1), pixel: point) else {
      return
    }
    cut(edge, at: point, of: chains)
  }

  /// Notes that `edge` is to pass through `point`, unless it ends there or runs elsewhere.
  mutating func cut(_ edge: Int, at point: GridPoint, of chains: borrowing RingChains) {
    let (start, end) = (chains.point(edge), chains.point(edge + 1))
    guard point != start, point != end else { return }
    guard point.x >= min(start.x, end.x), point.x <= max(start.x, end.x),
      point.y >= min(start.y, end.y), point.y <= max(start.y, end.y)
    else { return }
    // Rounding keeps the order of x and of y along the edge, so their distances can be added.
    let position = abs(point.x &- start.x) &+ abs(point.y &- start.y)
    list.append(Cut(edge: edge, position: position, point: point))
  }

  /// Copies `chains` with the cuts made, cleaned.
  mutating func apply(to chains: borrowing RingChains, into result: inout RingChains) {
    list.sort { ($0.edge, $0.position) < ($1.edge, $1.position) }
    result.start(like: chains)
    var next = 0
    for ring in 0..<chains.ringCount {
      for i in chains.starts[ring]..<chains.starts[ring + 1] - 1 {
        result.push(chains.x[i], chains.y[i])
        while next < list.count, list[next].edge == i {
          result.push(list[next].point.x, list[next].point.y)
          next += 1
        }
      }
      result.closeRing(role: chains.roles[ring])
    }
  }
}
