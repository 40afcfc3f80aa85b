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

  /// Measures a line. O(*n*).
  ///
  /// - Parameters:
  ///   - x: Grid x of at least two vertices, no two consecutive ones equal.
  ///   - y: Grid y, as long as `x`.
  public init(x: [Int64], y: [Int64]) {
    precondition(x.count == y.count && x.count > 1)
    (self.x, self.y) = (x, y)
    distances = [Double](repeating: 0, count: x.count)
    for i in 1..<x.count {
      let dx = Double(x[i] - x[i - 1])
      let dy = Double(y[i] - y[i - 1])
      distances[i] = distances[i - 1] + (dx * dx + dy * dy).squareRoot()
    }
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
}
