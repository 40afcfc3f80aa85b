/// Walks along the boundary of the polygon in an ``EdgeGraph`` and writes it down as simple rings.
///
/// A walk keeps the polygon on its left and turns into the first boundary edge that it meets
/// around a node, so it bounds one connected piece. Where a walk passes a node twice it is
/// parted, so no ring touches itself.
struct BoundaryTracer {
  /// Nodes of all rings, one after the other.
  private var ringNodes: [Int32] = []
  private var ringEnds: [Int] = []
  /// Walk of each ring.
  private var ringWalks: [Int32] = []
  private var walkOfHalf: [Int32] = []
  private var walkStarts: [Int32] = []
  /// The walk around each walk's piece: itself, unless it bounds a hole.
  private var outerWalks: [Int32] = []
  private var path: [Int32] = []
  private var placeOnPath: [Int32] = []
  private var order: [(outer: Int32, isHole: Bool, ring: Int)] = []

  /// Writes the rings in the grid's coordinates: each exterior, then its holes.
  ///
  /// The order is that of the exteriors' leftmost vertices, and each ring starts at its own, so
  /// the same area always gives the same rings.
  mutating func trace(
    _ graph: inout EdgeGraph, _ chains: borrowing RingChains, _ tree: inout EdgeTree,
    into rings: inout GridRings
  ) {
    walkAll(graph)
    graph.keepBoundaryLinks()
    findOuterWalks(graph, chains, &tree)
    order.removeAll(keepingCapacity: true)
    for ring in ringEnds.indices {
      order.append((outerWalks[Int(ringWalks[ring])], !isExterior(ring, graph), ring))
    }
    order.sort { ($0.outer, $0.isHole ? 1 : 0, $0.ring) < ($1.outer, $1.isHole ? 1 : 0, $1.ring) }
    rings.removeAll()
    for entry in order {
      for node in nodes(of: entry.ring) {
        let point = graph.nodes[Int(node)]
        rings.x.append(point.x &+ chains.originX)
        rings.y.append(point.y &+ chains.originY)
      }
      rings.ringEnds.append(rings.x.count)
    }
  }

  private func nodes(of ring: Int) -> ArraySlice<Int32> {
    ringNodes[(ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]]
  }

  /// A ring starts at its leftmost node, where it turns left if its area is positive.
  private func isExterior(_ ring: Int, _ graph: borrowing EdgeGraph) -> Bool {
    let nodes = nodes(of: ring)
    let a = graph.nodes[Int(nodes[nodes.endIndex - 1])]
    let b = graph.nodes[Int(nodes[nodes.startIndex])]
    let c = graph.nodes[Int(nodes[nodes.startIndex + 1])]
    return crossSign(b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y, wide: true) > 0
  }

  private mutating func walkAll(_ graph: borrowing EdgeGraph) {
    ringNodes.removeAll(keepingCapacity: true)
    ringEnds.removeAll(keepingCapacity: true)
    ringWalks.removeAll(keepingCapacity: true)
    walkStarts.removeAll(keepingCapacity: true)
    walkOfHalf.removeAll(keepingCapacity: true)
    walkOfHalf.append(contentsOf: repeatElement(-1, count: graph.spokes.count))
    placeOnPath.removeAll(keepingCapacity: true)
    placeOnPath.append(contentsOf: repeatElement(-1, count: graph.nodes.count))
    for start in graph.spokes where walkOfHalf[Int(start)] < 0 && graph.isBoundary(start) {
      walk(from: start, graph)
    }
  }

  private mutating func walk(from start: Int32, _ graph: borrowing EdgeGraph) {
    let number = Int32(truncatingIfNeeded: walkStarts.count)
    walkStarts.append(start)
    path.removeAll(keepingCapacity: true)
    var half = start
    repeat {
      walkOfHalf[Int(half)] = number
      let node = graph.origin(half)
      if placeOnPath[node] >= 0 { endRing(from: Int(placeOnPath[node]), walk: number) }
      placeOnPath[node] = Int32(truncatingIfNeeded: path.count)
      path.append(Int32(truncatingIfNeeded: node))
      half = graph.clockwise(half ^ 1)
      while !graph.isBoundary(half) { half = graph.clockwise(half) }
    } while half != start
    endRing(from: 0, walk: number)
  }

  /// Takes the path's end off as a ring, turned to start at its leftmost node.
  private mutating func endRing(from place: Int, walk: Int32) {
    // By index: a slice would share the path's memory, and taking its end off would copy all of it.
    var first = place
    for i in place..<path.count where path[i] < path[first] { first = i }
    for i in first..<path.count { ringNodes.append(path[i]) }
    for i in place..<first { ringNodes.append(path[i]) }
    ringEnds.append(ringNodes.count)
    ringWalks.append(walk)
    for i in place..<path.count { placeOnPath[Int(path[i])] = -1 }
    path.removeLast(path.count - place)
  }

  /// Finds for each walk around holes the walk around its piece: the next boundary edge left of
  /// its leftmost node is part of the same piece's boundary, and comes before it in order.
  private mutating func findOuterWalks(
    _ graph: borrowing EdgeGraph, _ chains: borrowing RingChains, _ tree: inout EdgeTree
  ) {
    outerWalks.removeAll(keepingCapacity: true)
    outerWalks.append(contentsOf: 0..<Int32(truncatingIfNeeded: walkStarts.count))
    var hasExterior = [Bool](repeating: false, count: walkStarts.count)
    for ring in ringEnds.indices where isExterior(ring, graph) {
      hasExterior[Int(ringWalks[ring])] = true
    }
    for walk in walkStarts.indices where !hasExterior[walk] {
      let node = graph.nodes[graph.origin(walkStarts[walk])]
      let edge = tree.edgeLeft(of: node.x, node.y, in: chains, accepted: graph.linkOfEdge.span)
      guard edge >= 0 else { continue }
      let neighbour = walkOfHalf[Int(graph.halfFacingRight(edge, chains))]
      guard neighbour >= 0 else { continue }
      outerWalks[walk] = outerWalks[Int(neighbour)]
    }
  }
}
