/// Joins triangles of a triangulation to polygons again.
struct TriangleTracer: Sendable {
  /// The piece that each triangle is in, or the side of a cut on which it lies.
  private var pieces: [Int32] = []
  private var lastPiece: Int32 = 0
  /// Corners whose side was walked along.
  private var isDone: [Bool] = []
  /// Where a point stands on the walk, -1 if it does not.
  private var places: [Int32] = []
  private var walk: [Int32] = []
  /// The rings of the piece that was traced last, the exterior among them.
  private var points: [Int32] = []
  private var ends: [Int] = []

  /// Makes room for the triangles of `triangulation`.
  mutating func start(_ triangulation: borrowing Triangulation) {
    pieces = [Int32](repeating: 0, count: triangulation.triangleCount)
    isDone = [Bool](repeating: false, count: triangulation.corners.count)
    places = [Int32](repeating: -1, count: triangulation.x.count)
    lastPiece = 0
  }

  /// Groups of triangles that hang together by their sides.
  mutating func pieces(
    of triangles: [Int32], _ triangulation: borrowing Triangulation
  ) -> [[Int32]] {
    lastPiece += 1
    let waiting = lastPiece
    for triangle in triangles { pieces[Int(triangle)] = waiting }
    var found: [[Int32]] = []
    for triangle in triangles where pieces[Int(triangle)] == waiting {
      lastPiece += 1
      pieces[Int(triangle)] = lastPiece
      var piece = [triangle]
      var next = 0
      while next < piece.count {
        let corner = 3 * Int(piece[next])
        for side in corner..<corner + 3 where triangulation.twins[side] >= 0 {
          let neighbour = triangulation.twins[side] / 3
          guard pieces[Int(neighbour)] == waiting else { continue }
          pieces[Int(neighbour)] = lastPiece
          piece.append(neighbour)
        }
        next += 1
      }
      found.append(piece)
    }
    return found
  }

  /// How many sides two sets of triangles have in common.
  mutating func commonSides(
    _ one: ArraySlice<Int32>, _ other: ArraySlice<Int32>, _ triangulation: borrowing Triangulation
  ) -> Int {
    lastPiece += 1
    for triangle in one { pieces[Int(triangle)] = lastPiece }
    var count = 0
    for triangle in other {
      let corner = 3 * Int(triangle)
      for side in corner..<corner + 3 {
        let twin = triangulation.twins[side]
        if twin >= 0, pieces[Int(twin / 3)] == lastPiece { count += 1 }
      }
    }
    return count
  }

  /// Finds the rings round triangles that ``pieces(of:_:)`` found last or among its last ones.
  mutating func trace(
    _ triangles: [Int32], _ triangulation: borrowing Triangulation
  ) -> (rings: Int, vertices: Int) {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for triangle in triangles {
      for corner in 3 * Int(triangle)..<3 * Int(triangle) + 3 { isDone[corner] = false }
    }
    for triangle in triangles {
      for corner in 3 * Int(triangle)..<3 * Int(triangle) + 3
      where !isDone[corner] && isBorder(corner, triangulation) {
        trace(from: corner, triangulation)
      }
    }
    return (ends.count, points.count)
  }

  /// Appends the polygon that was traced last.
  func write(_ triangulation: borrowing Triangulation, into parts: inout ClippedParts) {
    let exterior = ends.indices.first { area(of: $0, triangulation) > 0 } ?? 0
    append(exterior, triangulation, &parts)
    for ring in ends.indices where ring != exterior { append(ring, triangulation, &parts) }
  }

  private func append(
    _ ring: Int, _ triangulation: borrowing Triangulation, _ parts: inout ClippedParts
  ) {
    for point in points[(ring == 0 ? 0 : ends[ring - 1])..<ends[ring]] {
      parts.append(triangulation.x[Int(point)], triangulation.y[Int(point)])
    }
    parts.close(minimum: 3)
  }

  private func isBorder(_ corner: Int, _ triangulation: borrowing Triangulation) -> Bool {
    let twin = triangulation.twins[corner]
    return twin < 0 || pieces[Int(twin / 3)] != pieces[corner / 3]
  }

  /// Follows the border with the triangles on one hand; where it comes to a point again, the way
  /// since then is a ring.
  private mutating func trace(from first: Int, _ triangulation: borrowing Triangulation) {
    walk.removeAll(keepingCapacity: true)
    var corner = first
    repeat {
      isDone[corner] = true
      let point = triangulation.corners[corner]
      if places[Int(point)] >= 0 { closeRing(at: Int(places[Int(point)])) }
      places[Int(point)] = Int32(truncatingIfNeeded: walk.count)
      walk.append(point)
      corner = Triangulation.next(corner)
      while !isBorder(corner, triangulation) {
        corner = Triangulation.next(Int(triangulation.twins[corner]))
      }
    } while corner != first
    closeRing(at: 0)
  }

  private mutating func closeRing(at start: Int) {
    for point in walk[start...] { places[Int(point)] = -1 }
    points += walk[start...]
    ends.append(points.count)
    walk.removeSubrange(start...)
  }

  /// Twice the area of a ring.
  private func area(of ring: Int, _ triangulation: borrowing Triangulation) -> Int128 {
    let range = (ring == 0 ? 0 : ends[ring - 1])..<ends[ring]
    var sum: Int128 = 0
    var previous = Int(points[range.upperBound - 1])
    for i in range {
      let point = Int(points[i])
      sum += Int128(triangulation.x[previous]) * Int128(triangulation.y[point])
      sum -= Int128(triangulation.x[point]) * Int128(triangulation.y[previous])
      previous = point
    }
    return sum
  }
}
