/// The edges of a polygon feature's rings, end to end, ring by ring; steps without length left out.
struct RingEdges: Sendable {
  /// Start of each edge.
  private(set) var x: [Int] = [], y: [Int] = []
  /// Ring of each edge.
  private(set) var ring: [Int] = []
  /// End of each ring in the edges.
  private(set) var ringEnds: [Int] = []
  /// Whether a ring's last vertex repeated its first.
  private(set) var isClosedTwice: [Bool] = []

  var count: Int { x.count }
  var ringCount: Int { ringEnds.count }

  /// Replaces all with the rings of `feature`.
  mutating func fill(_ layer: ScannedLayer, _ feature: Int) {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ring.removeAll(keepingCapacity: true)
    ringEnds.removeAll(keepingCapacity: true)
    isClosedTwice.removeAll(keepingCapacity: true)
    for (number, part) in layer.parts(of: feature).enumerated() {
      var vertices = layer.vertices(of: part)
      let (first, last) = (vertices.lowerBound, vertices.upperBound - 1)
      let isClosed = layer.x[first] == layer.x[last] && layer.y[first] == layer.y[last]
      isClosedTwice.append(isClosed)
      if isClosed { vertices = first..<last }
      let start = x.count
      for i in vertices {
        if x.count > start, x[x.count - 1] == layer.x[i], y[y.count - 1] == layer.y[i] { continue }
        x.append(layer.x[i])
        y.append(layer.y[i])
        ring.append(number)
      }
      ringEnds.append(x.count)
    }
  }

  /// The edges of a ring.
  func edges(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring] }

  /// The edge after `edge`, around its ring.
  func next(_ edge: Int) -> Int {
    let range = edges(of: ring[edge])
    return edge + 1 == range.upperBound ? range.lowerBound : edge + 1
  }

  /// The edge before `edge`, around its ring.
  func previous(_ edge: Int) -> Int {
    let range = edges(of: ring[edge])
    return edge == range.lowerBound ? range.upperBound - 1 : edge - 1
  }

  /// Where `edge` begins and ends.
  func ends(_ edge: Int) -> (a: Spot, b: Spot) {
    let next = next(edge)
    return (Spot(x: x[edge], y: y[edge]), Spot(x: x[next], y: y[next]))
  }

  /// Twice the area of a ring; positive is clockwise on the screen, an exterior. Exact while the
  /// ring is less than 2^31 units wide.
  func doubledArea(of ring: Int) -> Int {
    let range = edges(of: ring)
    guard let first = range.first else { return 0 }
    var sum = 0
    var (lastX, lastY) = (0, 0)
    for edge in range.dropFirst() {
      let (dx, dy) = (x[edge] &- x[first], y[edge] &- y[first])
      sum = sum &+ (lastX &* dy &- dx &* lastY)
      (lastX, lastY) = (dx, dy)
    }
    return sum
  }
}

/// A point of the integer grid.
struct Spot: Hashable, Sendable {
  var x: Int, y: Int

  static func - (a: Spot, b: Spot) -> Spot { Spot(x: a.x &- b.x, y: a.y &- b.y) }
  /// The cross product.
  static func × (a: Spot, b: Spot) -> Int { a.x &* b.y &- a.y &* b.x }
  /// The scalar product.
  static func • (a: Spot, b: Spot) -> Int { a.x &* b.x &+ a.y &* b.y }
}

infix operator × : MultiplicationPrecedence
infix operator • : MultiplicationPrecedence
