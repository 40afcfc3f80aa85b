/// Which ring lies directly inside which, for rings that do not touch.
struct RingNesting {
  /// The innermost ring around each ring, or -1.
  private(set) var parents: [Int] = []
  /// How many rings lie around each ring.
  private(set) var depths: [Int] = []
  /// Whether each ring's shoelace area is positive.
  private(set) var isPositive: [Bool] = []
  private var leftmost: [Int] = []
  private var order: [Int] = []

  /// Measures `chains`, whose edges `tree` holds.
  ///
  /// From a ring's leftmost vertex, the next edge to the left belongs to the ring around it, or to
  /// a ring beside it that lies in the same one; which, tells the side that the edge shows. Taken
  /// from left to right, that other ring is known already. O(log edges) a ring.
  mutating func measure(_ chains: borrowing RingChains, _ tree: inout EdgeTree) {
    let count = chains.ringCount
    parents.removeAll(keepingCapacity: true)
    depths.removeAll(keepingCapacity: true)
    isPositive.removeAll(keepingCapacity: true)
    leftmost.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for ring in 0..<count {
      let vertex = chains.leftmostVertex(ofRing: ring)
      parents.append(-1)
      depths.append(0)
      leftmost.append(vertex)
      isPositive.append(chains.isPositive(ring: ring, leftmost: vertex))
      order.append(ring)
    }
    guard count > 1 else { return }
    let x = chains.x.span
    let y = chains.y.span
    order.sort { a, b in
      let (u, v) = (leftmost[a], leftmost[b])
      return (chains.x[u], chains.y[u]) < (chains.x[v], chains.y[v])
    }
    for ring in order {
      let vertex = leftmost[ring]
      let edge = tree.edgeLeft(of: x[vertex], y[vertex], in: chains, accepted: Span())
      guard edge >= 0 else { continue }
      let neighbour = chains.ring(of: edge)
      // Positive rings have their inside left of each edge: right of it in the plane when the
      // edge runs down.
      let showsInside = (y[edge + 1] < y[edge]) == isPositive[neighbour]
      parents[ring] = showsInside ? neighbour : parents[neighbour]
      depths[ring] = parents[ring] < 0 ? 0 : depths[parents[ring]] + 1
    }
  }
}
