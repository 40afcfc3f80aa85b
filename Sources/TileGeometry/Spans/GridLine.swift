/// A line on a zoom's integer grid with distances along it: what is needed to cut it in pieces of
/// different colour.
///
/// All distances are grid units from the line's start.
public struct GridLine: Sendable {
  /// Grid x of the vertices, no two consecutive ones equal.
  public private(set) var x: [Int64] = []
  /// Grid y, as long as `x`.
  public private(set) var y: [Int64] = []
  /// Distance of each vertex, ascending.
  public private(set) var distances: [Double] = []
  /// How far a cut should keep away from each vertex, as a share of half the stroke's width: as far
  /// as the join of two segments reaches on the inner side, but never more than 1.
  private var clearances: [Float] = []
  /// The vertices that turn by more than 20 degrees.
  private var corners: [Int32] = []

  /// Cosine of 20 degrees: a corner that turns further must not be cut into.
  private static let sharpTurnCosine = 0.9396926207859084
  /// Two borders never share a cut half way between them.
  private static let least = 1e-6
  /// The tangent of half that turn.
  private static let mostBend = 0.17632698070846498

  /// Measures a line. O(*n*).
  ///
  /// - Parameters:
  ///   - x: Grid x of at least two vertices, no two consecutive ones equal.
  ///   - y: Grid y, as long as `x`.
  public init(x: [Int64], y: [Int64]) {
    precondition(x.count == y.count && x.count > 1)
    (self.x, self.y) = (x, y)
    distances = [Double](repeating: 0, count: x.count)
    clearances = [Float](repeating: 0, count: x.count)
    var (fromX, fromY) = (0.0, 0.0)
    var fromLength = 0.0
    for i in 1..<x.count {
      let dx = Double(x[i] - x[i - 1])
      let dy = Double(y[i] - y[i - 1])
      let length = (dx * dx + dy * dy).squareRoot()
      distances[i] = distances[i - 1] + length
      if i > 1 { turn(at: i - 1, fromX, fromY, fromLength, dx, dy, length) }
      (fromX, fromY, fromLength) = (dx, dy, length)
    }
  }

  private mutating func turn(
    at vertex: Int, _ ax: Double, _ ay: Double, _ aLength: Double, _ bx: Double, _ by: Double,
    _ bLength: Double
  ) {
    let cosine = (ax * bx + ay * by) / (aLength * bLength)
    let sine = abs(ax * by - ay * bx) / (aLength * bLength)
    // tan(a / 2) = sin a / (1 + cos a)
    clearances[vertex] = cosine <= 0 ? 1 : Float(sine / (1 + cosine))
    if cosine < Self.sharpTurnCosine { corners.append(Int32(vertex)) }
  }

  /// The whole length.
  public var length: Double { distances[distances.count - 1] }

  /// Calls `take` with the first and last vertex of each run of segments that may touch a
  /// rectangle. O(*n*).
  public func forEachRun(touching rect: GridRect, take: (_ first: Int, _ last: Int) -> Void) {
    selectRuns(x: x.span, y: y.span, range: 0..<x.count, touching: rect) { first, last, _ in
      take(first, last)
    }
  }

  /// A place where the line is cut.
  public struct Cut: Sendable, Equatable {
    /// The segment that it lies on: between vertices `segment` and `segment + 1`.
    public var segment: Int
    /// Grid point.
    public var x: Int64, y: Int64
    /// Distance of the place.
    public var distance: Double
    /// Creates a cut.
    public init(segment: Int, x: Int64, y: Int64, distance: Double) {
      (self.segment, self.x, self.y, self.distance) = (segment, x, y, distance)
    }
  }

  /// The cut at a vertex.
  public func cut(atVertex vertex: Int) -> Cut {
    Cut(
      segment: min(vertex, x.count - 2), x: x[vertex], y: y[vertex], distance: distances[vertex])
  }

  /// The last segment that starts at or before `distance`. O(log *n*).
  public func segment(at distance: Double) -> Int {
    var (low, high) = (0, distances.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if distances[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The grid point nearest to a place of the line, and the direction of the line there.
  public func point(at distance: Double) -> (x: Int64, y: Int64, dx: Int64, dy: Int64) {
    let segment = segment(at: distance)
    let length = distances[segment + 1] - distances[segment]
    let part = min(max((distance - distances[segment]) / length, 0), 1)
    let dx = x[segment + 1] - x[segment]
    let dy = y[segment + 1] - y[segment]
    return (
      x[segment] + Int64((Double(dx) * part).rounded()),
      y[segment] + Int64((Double(dy) * part).rounded()), dx, dy
    )
  }

  /// Where to cut the line for a border between two pieces.
  ///
  /// The snapped cut: of the grid points beside the line near the border the one that bends the
  /// pieces least (see ``latticeCut(ax:ay:bx:by:at:reach:)``), never a vertex, and not in the join
  /// at a corner of more than 20 degrees, which reaches half the stroke's width at most. Where this
  /// leaves no place, corners count no longer, and in the end the nearest vertex is taken.
  ///
  /// The same border gives the same cut whatever is asked before or after.
  ///
  /// - Parameters:
  ///   - ideal: Where the border is.
  ///   - previous: Where the border before it is; the cut keeps to its own half of the way.
  ///   - next: Where the border after it is.
  ///   - halfWidth: Half the stroke's width, grid units.
  ///   - reach: How far the cut may move where no corner forces it, grid units.
  /// - Returns: `nil` when there is no grid point between the middles to both neighbours.
  public func cut(
    near ideal: Double, after previous: Double, before next: Double, halfWidth: Double,
    reach: Double
  ) -> Cut? {
    var search = CutSearch(
      ideal: ideal, previous: previous, next: next,
      low: (previous + ideal) / 2 + Self.least, high: (ideal + next) / 2 - Self.least)
    if let cut = find(search, reach: reach, corners: halfWidth, bends: halfWidth) { return cut }
    // Beside a bend that is just no corner.
    let bent = reach + halfWidth * Self.mostBend
    if let cut = find(search, reach: bent, corners: halfWidth, bends: halfWidth) { return cut }
    if let cut = find(search, reach: reach, corners: halfWidth, bends: 0) { return cut }
    if let cut = find(search, reach: halfWidth + reach, corners: halfWidth, bends: 0) {
      return cut
    }
    if let cut = find(search, reach: reach, corners: 0, bends: 0) { return cut }
    search.low = max(search.low, ideal - reach)
    search.high = min(search.high, ideal + reach)
    return nearestVertex(search)
  }

  /// What is looked for.
  private struct CutSearch {
    var ideal: Double, previous: Double, next: Double
    /// The cut lies strictly between them.
    var low: Double, high: Double
  }

  /// The best cut within `reach` that lies in no join: of sharp corners for a stroke of half width
  /// `corners`, of a segment's own ends for one of half width `bends`.
  private func find(
    _ search: CutSearch, reach: Double, corners: Double, bends: Double
  ) -> Cut? {
    let low = max(search.low, search.ideal - reach)
    let high = min(search.high, search.ideal + reach)
    guard low < high else { return nil }
    var best: Cut?
    var bestCost = Double.infinity
    var segment = segment(at: low)
    while segment + 1 < x.count && distances[segment] < high {
      defer { segment += 1 }
      let start = distances[segment]
      let end = distances[segment + 1]
      var (from, to) = (max(low, start), min(high, end))
      if corners > 0 { keepAway(from: segment, halfWidth: corners, &from, &to) }
      if bends > 0 {
        from = max(from, start + Double(clearances[segment]) * bends)
        to = min(to, end - Double(clearances[segment + 1]) * bends)
      }
      guard from <= to else { continue }
      let edge = LatticeEdge(
        ax: x[segment], ay: y[segment], bx: x[segment + 1], by: y[segment + 1])
      let found = edge.bestCut(
        near: search.ideal - start, from: from - start, to: to - start,
        bendingFrom: max(0, search.previous - start),
        bendingTo: min(end, search.next) - start)
      if let found, found.cost < bestCost {
        bestCost = found.cost
        best = Cut(segment: segment, x: found.x, y: found.y, distance: start + found.along)
      }
    }
    return best
  }

  /// Narrows `from ... to` on a segment to what lies in no join of a sharp corner.
  private func keepAway(
    from segment: Int, halfWidth: Double, _ from: inout Double, _ to: inout Double
  ) {
    guard !corners.isEmpty else { return }
    // The first corner at the segment's end or beyond; the one before lies at its start or before.
    var (low, high) = (0, corners.count)
    while low < high {
      let middle = (low + high) / 2
      if corners[middle] > segment { high = middle } else { low = middle + 1 }
    }
    // Corners further off have joins that reach further, but none beyond half the width.
    var next = low
    while next < corners.count, distances[Int(corners[next])] - halfWidth < to {
      let corner = Int(corners[next])
      to = min(to, distances[corner] - halfWidth * Double(clearances[corner]))
      next += 1
    }
    next = low - 1
    while next >= 0, distances[Int(corners[next])] + halfWidth > from {
      let corner = Int(corners[next])
      from = max(from, distances[corner] + halfWidth * Double(clearances[corner]))
      next -= 1
    }
  }

  private func nearestVertex(_ search: CutSearch) -> Cut? {
    guard search.low < search.high else { return nil }
    let segment = segment(at: search.ideal)
    var best: Int?
    for vertex in [segment, segment + 1]
    where distances[vertex] > search.low && distances[vertex] < search.high {
      let isNearer =
        best.map {
          abs(distances[vertex] - search.ideal) < abs(distances[$0] - search.ideal)
        } ?? true
      if isNearer { best = vertex }
    }
    return best.map(cut(atVertex:))
  }
}
