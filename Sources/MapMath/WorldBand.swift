/// The part of the unrolled world that the map shows, between its northern and southern edge: world
/// y 0...1, any x.
///
/// Paths are cut to it before anything is judged by its size: of a polygon that lies mostly beyond
/// the map only what is inside counts. Cuts are calculated alike in both directions of an edge, so
/// neighbours that share an edge share its cut to the bit.
public enum WorldBand {
  /// Where a path lies.
  public enum Place: Sendable, Hashable {
    /// All of it on the map.
    case inside
    /// On the map and beyond.
    case across
    /// Nothing of it on the map.
    case beyond
  }

  /// A stretch of a line.
  public typealias Run = (x: [Double], y: [Double])

  /// Cuts the ring that begins at index `start` of two arrays and runs to their end, its first
  /// vertex not repeated.
  ///
  /// Where the ring goes beyond an edge of the map, it runs along the edge instead; it may run
  /// there and back. A ring that only touches the map is taken away. O(*n*).
  ///
  /// - Parameters:
  ///   - x: World x, not wrapped.
  ///   - y: World y, south; as long as `x`.
  @discardableResult
  public static func cutRing(x: inout [Double], y: inout [Double], from start: Int) -> Place {
    let (north, south) = reach(y[start...])
    if north >= 0 && south <= 1 { return .inside }
    if north < 0 { cutRing(x: &x, y: &y, from: start, at: 0) { $0 >= 0 } }
    if south > 1 { cutRing(x: &x, y: &y, from: start, at: 1) { $0 <= 1 } }
    let left = reach(y[start...])
    if left.north < left.south { return .across }
    x.removeSubrange(start...)
    y.removeSubrange(start...)
    return .beyond
  }

  /// The stretches of a line that lie on the map, in their order; none has less than two vertices,
  /// none runs along the edge where the line was beyond. O(*n*).
  ///
  /// - Parameters:
  ///   - x: World x, not wrapped.
  ///   - y: World y, south; as long as `x`.
  ///   - isClosed: Whether an edge runs from the last vertex to the first. The stretch through the
  ///     first vertex is then one.
  /// - Returns: `nil` when all of the line lies on the map.
  public static func runs(x: ArraySlice<Double>, y: ArraySlice<Double>, isClosed: Bool) -> [Run]? {
    let (north, south) = reach(y)
    if north >= 0 && south <= 1 { return nil }
    var runs: [Run] = []
    var run: Run = ([], [])
    func end() {
      if run.x.count > 1 { runs.append(run) }
      run = ([], [])
    }
    func add(_ px: Double, _ py: Double) {
      if run.x.last == px && run.y.last == py { return }
      run.x.append(px)
      run.y.append(py)
    }
    let (first, last) = (x.startIndex, x.endIndex - 1)
    for i in first...last {
      let j = i < last ? i + 1 : first
      if holds(y[i]) {
        add(x[i], y[i])
        if i == last && !isClosed { break }
      } else if i == last && !isClosed {
        break
      }
      if holds(y[i]) && holds(y[j]) { continue }
      // On the way from one vertex to the next it may enter, leave, or do both.
      if y[i] < 0 && y[j] > 0 || y[i] > 1 && y[j] < 1 {
        let edge = y[i] < 0 ? 0.0 : 1.0
        add(crossing(x[i], y[i], x[j], y[j], edge), edge)
      }
      guard !holds(y[j]) else { continue }
      if y[i] < 1 && y[j] > 1 || y[i] > 0 && y[j] < 0 {
        let edge = y[j] < 0 ? 0.0 : 1.0
        add(crossing(x[i], y[i], x[j], y[j], edge), edge)
      }
      end()
    }
    let isOpen = run.x.count > 0
    if isClosed && isOpen && holds(y[first]), let head = runs.first {
      // The last stretch goes on in the first one.
      runs[0] = (run.x + head.x, run.y + head.y)
    } else {
      end()
    }
    return runs
  }

  private static func holds(_ y: Double) -> Bool { y >= 0 && y <= 1 }

  private static func reach(_ y: ArraySlice<Double>) -> (north: Double, south: Double) {
    var (north, south) = (Double.infinity, -Double.infinity)
    for value in y {
      north = min(north, value)
      south = max(south, value)
    }
    return (north, south)
  }

  /// World x at which an edge crosses `edge`, the same from both ends.
  private static func crossing(
    _ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, _ edge: Double
  ) -> Double {
    ay < by
      ? ax + (bx - ax) * ((edge - ay) / (by - ay)) : bx + (ax - bx) * ((edge - by) / (ay - by))
  }

  /// - SeeAlso: Sutherland, Hodgman, "Reentrant polygon clipping" (1974).
  private static func cutRing(
    x: inout [Double], y: inout [Double], from start: Int, at edge: Double,
    where isInside: (Double) -> Bool
  ) {
    var ring: Run = ([], [])
    func add(_ px: Double, _ py: Double) {
      let count = ring.y.count
      if py == edge && count > 1 && ring.y[count - 1] == edge && ring.y[count - 2] == edge {
        ring.x[count - 1] = px
      } else {
        ring.x.append(px)
        ring.y.append(py)
      }
    }
    var last = x.count - 1
    for i in start..<x.count {
      let (enters, leaves) = (isInside(y[i]), isInside(y[last]))
      if enters != leaves && y[i] != edge && y[last] != edge {
        add(crossing(x[last], y[last], x[i], y[i], edge), edge)
      }
      if enters { add(x[i], y[i]) }
      last = i
    }
    x.replaceSubrange(start..., with: ring.x)
    y.replaceSubrange(start..., with: ring.y)
  }
}
