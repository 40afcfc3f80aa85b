/// A polygon on the integer grid as triangles between its vertices, exactly.
///
///          c---------d        A line sweeps over the vertices. Between two edges that follow each
///         /  .      /         other on it, what lies inside of the polygon is cut by diagonals from
///        /     .   /          each vertex at which the gap between them changes to the next one. So
///       a---___  ./           every edge has a row of vertices above or below it, a mountain, and
///              ---b           mountains fall into triangles as they come.
///
/// Vertices are points: rings may touch in them. O(*n* log *n*).
///
/// - SeeAlso: Fournier, Montuno, "Triangulating simple polygons and equivalent problems" (1984).
struct Triangulation: Sendable {
  /// The points, from the west to the east and of equal x from small to large y.
  private(set) var x: [Int64] = [], y: [Int64] = []
  /// Three points for each triangle, with positive area.
  private(set) var corners: [Int32] = []
  /// For the side from corner i to the next one of its triangle, the same side of the next triangle,
  /// as the place of the corner where it starts; -1 for sides that are edges of the polygon.
  private(set) var twins: [Int32] = []

  /// An edge's ends, and whether the inside lies above it, where y is larger.
  private struct Edge {
    var left: Int32, right: Int32
    var isBelowInside: Bool
    /// The last point of the mountain on it, in `rows`.
    var last: Int32 = -1
  }

  /// A point of a mountain that is not cut off yet.
  private struct RowPoint {
    var point: Int32
    var before: Int32
  }

  private var edges: [Edge] = []
  private var line = SweepLine()
  private var rows: [RowPoint] = []
  private var isWide = false
  /// Shared sides: the smaller point, the larger one, where it starts.
  private var sides: [(points: UInt64, corner: Int32)] = []

  var triangleCount: Int { corners.count / 3 }

  /// Takes the polygon whose rings are `rings` of `parts`: valid, edges meet in common ends only,
  /// exteriors have positive area and holes negative.
  ///
  /// - Returns: Whether the polygon was valid.
  mutating func fill(_ parts: borrowing ClippedParts, _ rings: Range<Int>) -> Bool {
    corners.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    line.removeAll()
    fillEdges(parts, rings)
    var next = 0
    var starting: [Int32] = []
    for point in 0..<Int32(truncatingIfNeeded: x.count) {
      starting.removeAll(keepingCapacity: true)
      while next < edges.count, edges[next].left == point {
        starting.append(Int32(truncatingIfNeeded: next))
        next += 1
      }
      guard pass(point, &starting) else { return false }
    }
    joinSides()
    return line.count == 0
  }

  private mutating func fillEdges(_ parts: borrowing ClippedParts, _ rings: Range<Int>) {
    let first = rings.lowerBound == 0 ? 0 : parts.ends[rings.lowerBound - 1]
    let vertices = first..<parts.ends[rings.upperBound - 1]
    let order = vertices.sorted { (parts.x[$0], parts.y[$0]) < (parts.x[$1], parts.y[$1]) }
    var numbers = [Int32](repeating: 0, count: vertices.count)
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    var bounds = GridRect.empty
    for i in order {
      if x.last != parts.x[i] || y.last != parts.y[i] {
        x.append(parts.x[i])
        y.append(parts.y[i])
        bounds.grow(parts.x[i], parts.y[i])
      }
      numbers[i - first] = Int32(truncatingIfNeeded: x.count - 1)
    }
    isWide = max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY) >= 1 << 29
    edges.removeAll(keepingCapacity: true)
    var start = first
    for ring in rings {
      let end = parts.ends[ring]
      for i in start..<end {
        let (a, b) = (numbers[i - first], numbers[(i + 1 == end ? start : i + 1) - first])
        edges.append(Edge(left: min(a, b), right: max(a, b), isBelowInside: a < b))
      }
      start = end
    }
    edges.sort { ($0.left, $0.right) < ($1.left, $1.right) }
  }

  /// Moves the line past a point, at which `starting` edges begin.
  private mutating func pass(_ point: Int32, _ starting: inout [Int32]) -> Bool {
    let place = line.firstPlace { turn(edges[$0].left, edges[$0].right, point) > 0 }
    var end = place
    while end < line.count, edges[Int(line[end])].right == point { end += 1 }
    // A point in the middle of an edge.
    if end < line.count {
      let edge = edges[Int(line[end])]
      guard turn(edge.left, edge.right, point) < 0 else { return false }
    }
    for gap in max(place - 1, 0)..<end {
      let edge = Int(line[gap])
      guard edges[edge].isBelowInside else { continue }
      guard gap + 1 < line.count, !edges[Int(line[gap + 1])].isBelowInside else { return false }
      append(point, to: edge)
      append(point, to: Int(line[gap + 1]))
    }
    line.removeSubrange(place..<end)
    starting.sort { turn(point, edges[Int($0)].right, edges[Int($1)].right) > 0 }
    for edge in starting { begin(Int(edge), at: point) }
    line.insert(contentsOf: starting, at: place)
    return true
  }

  private mutating func begin(_ edge: Int, at point: Int32) {
    edges[edge].last = Int32(truncatingIfNeeded: rows.count)
    rows.append(RowPoint(point: point, before: -1))
  }

  /// Adds a point to the mountain on an edge and cuts off what sticks out before it.
  private mutating func append(_ point: Int32, to edge: Int) {
    let isBelowInside = edges[edge].isBelowInside
    var last = rows[Int(edges[edge].last)]
    var place = edges[edge].last
    while last.before >= 0 {
      let before = rows[Int(last.before)]
      let turn = turn(before.point, last.point, point)
      guard isBelowInside ? turn < 0 : turn > 0 else { break }
      corners.append(before.point)
      corners.append(isBelowInside ? point : last.point)
      corners.append(isBelowInside ? last.point : point)
      place = last.before
      last = before
    }
    edges[edge].last = Int32(truncatingIfNeeded: rows.count)
    rows.append(RowPoint(point: point, before: place))
  }

  /// Fills ``twins``.
  private mutating func joinSides() {
    twins.removeAll(keepingCapacity: true)
    twins.append(contentsOf: repeatElement(-1, count: corners.count))
    sides.removeAll(keepingCapacity: true)
    for corner in corners.indices {
      let (a, b) = (corners[corner], corners[Self.next(corner)])
      let points = UInt64(UInt32(min(a, b))) << 32 | UInt64(UInt32(max(a, b)))
      sides.append((points, Int32(truncatingIfNeeded: corner)))
    }
    sides.sort { ($0.points, $0.corner) < ($1.points, $1.corner) }
    for (one, other) in zip(sides, sides.dropFirst()) where one.points == other.points {
      twins[Int(one.corner)] = other.corner
      twins[Int(other.corner)] = one.corner
    }
  }

  /// The next corner of a corner's triangle.
  @inline(__always)
  static func next(_ corner: Int) -> Int { corner % 3 == 2 ? corner - 2 : corner + 1 }

  /// 1 if `c` lies above the edge from a to b, which runs east; -1 below; 0 on its line.
  private func turn(_ a: Int32, _ b: Int32, _ c: Int32) -> Int {
    let (a, b, c) = (Int(a), Int(b), Int(c))
    return crossSign(x[b] - x[a], y[b] - y[a], x[c] - x[a], y[c] - y[a], wide: isWide)
  }
}

extension Triangulation {
  /// An order of triangles from the west to the east, by their middles.
  func precedesByX(_ a: Int32, _ b: Int32) -> Bool {
    (middle(a, x), a) < (middle(b, x), b)
  }

  /// An order of triangles from small to large y, by their middles.
  func precedesByY(_ a: Int32, _ b: Int32) -> Bool {
    (middle(a, y), a) < (middle(b, y), b)
  }

  private func middle(_ triangle: Int32, _ v: [Int64]) -> Int64 {
    let corner = 3 * Int(triangle)
    return v[Int(corners[corner])] + v[Int(corners[corner + 1])] + v[Int(corners[corner + 2])]
  }
}
