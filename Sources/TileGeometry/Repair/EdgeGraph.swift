/// The plane graph of noded edges, with what lies left of each half-edge.
///
/// Link `k` joins node `from[k]` to the later node `to[k]`, nodes being numbered by (x, y).
/// Half-edge `2k` runs along it and `2k + 1` back. Edges that run the same way more than once
/// are one link with a weight for each role: the number of times that the area of that role lies
/// on its left, less the number of times that it lies on its right.
struct EdgeGraph {
  struct Link {
    var from: Int32
    var to: Int32
    var edge: Int32
    var exterior: Int32
    var hole: Int32
  }

  /// Place of each node.
  private(set) var nodes: [GridPoint] = []
  private(set) var links: [Link] = []
  /// The link of each edge of the chains, or -1.
  private(set) var linkOfEdge: [Int32] = []
  /// The half-edges that leave each node, counter-clockwise from straight down.
  private(set) var spokes: [Int32] = []
  private(set) var spokeStarts: [Int] = []
  /// How often exteriors and holes cover the face left of each half-edge.
  private(set) var cover: [(exterior: Int32, hole: Int32)] = []

  private var spokePlace: [Int32] = []
  private var vertexOrder: [Int32] = []
  private var nodeOfVertex: [Int32] = []
  private var isCovered: [Bool] = []
  private var open: [Int32] = []

  func origin(_ half: Int32) -> Int {
    let link = links[Int(half >> 1)]
    return Int(half & 1 == 0 ? link.from : link.to)
  }

  /// The half-edge that leaves the same node next in clockwise order.
  func clockwise(_ half: Int32) -> Int32 {
    let node = origin(half)
    let place = Int(spokePlace[Int(half)])
    return spokes[place == spokeStarts[node] ? spokeStarts[node + 1] - 1 : place - 1]
  }

  /// Whether the polygon lies left of a half-edge: the exterior read even-odd, less the holes.
  func isInside(_ half: Int32) -> Bool {
    let cover = cover[Int(half)]
    return cover.exterior & 1 != 0 && cover.hole == 0
  }

  /// Whether the polygon lies left and not right of a half-edge.
  func isBoundary(_ half: Int32) -> Bool { isInside(half) && !isInside(half ^ 1) }

  /// Leaves only the links of the boundary in `linkOfEdge`.
  mutating func keepBoundaryLinks() {
    for i in linkOfEdge.indices where linkOfEdge[i] >= 0 {
      let half = linkOfEdge[i] << 1
      if isInside(half) == isInside(half | 1) { linkOfEdge[i] = -1 }
    }
  }

  /// Builds the graph of noded `chains`, whose edges `tree` holds. O(n log n).
  mutating func build(_ chains: borrowing RingChains, _ tree: inout EdgeTree) {
    numberNodes(chains)
    joinLinks(chains)
    sortSpokes()
    coverFaces(chains, &tree)
  }

  private mutating func numberNodes(_ chains: borrowing RingChains) {
    let count = chains.x.count
    let x = chains.x
    let y = chains.y
    vertexOrder.removeAll(keepingCapacity: true)
    vertexOrder.append(contentsOf: 0..<Int32(truncatingIfNeeded: count))
    vertexOrder.sort { (x[Int($0)], y[Int($0)]) < (x[Int($1)], y[Int($1)]) }
    nodes.removeAll(keepingCapacity: true)
    nodeOfVertex.removeAll(keepingCapacity: true)
    nodeOfVertex.append(contentsOf: repeatElement(0, count: count))
    for vertex in vertexOrder {
      let point = chains.point(Int(vertex))
      if nodes.last != point { nodes.append(point) }
      nodeOfVertex[Int(vertex)] = Int32(truncatingIfNeeded: nodes.count - 1)
    }
  }

  private mutating func joinLinks(_ chains: borrowing RingChains) {
    links.removeAll(keepingCapacity: true)
    for ring in 0..<chains.ringCount {
      for i in chains.starts[ring]..<chains.starts[ring + 1] - 1 {
        let (a, b) = (nodeOfVertex[i], nodeOfVertex[i + 1])
        let weight: Int32 = a < b ? 1 : -1
        let isHole = chains.roles[ring] == .hole
        links.append(
          Link(
            from: min(a, b), to: max(a, b), edge: Int32(truncatingIfNeeded: i),
            exterior: isHole ? 0 : weight, hole: isHole ? weight : 0))
      }
    }
    links.sort { ($0.from, $0.to, $0.edge) < ($1.from, $1.to, $1.edge) }
    linkOfEdge.removeAll(keepingCapacity: true)
    linkOfEdge.append(contentsOf: repeatElement(-1, count: chains.x.count))
    var kept = 0
    var i = 0
    while i < links.count {
      var sum = links[i]
      var next = i + 1
      while next < links.count, links[next].from == sum.from, links[next].to == sum.to {
        sum.exterior &+= links[next].exterior
        sum.hole &+= links[next].hole
        next += 1
      }
      // Both sides of a link without weight are the same face.
      if sum.exterior != 0 || sum.hole != 0 {
        for member in i..<next {
          linkOfEdge[Int(links[member].edge)] = Int32(truncatingIfNeeded: kept)
        }
        links[kept] = sum
        kept += 1
      }
      i = next
    }
    links.removeSubrange(kept...)
  }

  private mutating func sortSpokes() {
    spokeStarts.removeAll(keepingCapacity: true)
    spokeStarts.append(contentsOf: repeatElement(0, count: nodes.count + 2))
    for link in links {
      spokeStarts[Int(link.from) + 2] += 1
      spokeStarts[Int(link.to) + 2] += 1
    }
    for node in 2..<max(2, spokeStarts.count) { spokeStarts[node] += spokeStarts[node - 1] }
    spokes.removeAll(keepingCapacity: true)
    spokes.append(contentsOf: repeatElement(0, count: links.count * 2))
    for half in 0..<Int32(truncatingIfNeeded: links.count * 2) {
      let node = origin(half)
      spokes[spokeStarts[node + 1]] = half
      spokeStarts[node + 1] += 1
    }
    spokePlace.removeAll(keepingCapacity: true)
    spokePlace.append(contentsOf: repeatElement(0, count: spokes.count))
    for node in nodes.indices { sortSpokes(spokeStarts[node]..<spokeStarts[node + 1]) }
    for (place, half) in spokes.enumerated() {
      spokePlace[Int(half)] = Int32(truncatingIfNeeded: place)
    }
  }

  private mutating func sortSpokes(_ range: Range<Int>) {
    guard range.count > 1 else { return }
    if range.count == 2 {
      let (a, b) = (spokes[range.lowerBound], spokes[range.lowerBound + 1])
      if isBefore(b, a) { spokes.swapAt(range.lowerBound, range.lowerBound + 1) }
      return
    }
    let sorted = spokes[range].sorted { isBefore($0, $1) }
    spokes.replaceSubrange(range, with: sorted)
  }

  /// Whether half-edge `a` comes before `b` counter-clockwise from straight down, both leaving
  /// one node.
  private func isBefore(_ a: Int32, _ b: Int32) -> Bool {
    // Half-edges along their link lead right or straight up, the others left or straight down.
    if a & 1 != b & 1 { return a & 1 == 0 }
    let node = nodes[origin(a)]
    let (p, q) = (nodes[origin(a ^ 1)], nodes[origin(b ^ 1)])
    return crossSign(p.x - node.x, p.y - node.y, q.x - node.x, q.y - node.y, wide: true) > 0
  }

  /// Walks over all faces. A connected part starts at its leftmost node, whose left side lies in
  /// the face that the next edge to the left shows; that edge belongs to a part done before.
  private mutating func coverFaces(_ chains: borrowing RingChains, _ tree: inout EdgeTree) {
    cover.removeAll(keepingCapacity: true)
    cover.append(contentsOf: repeatElement((exterior: 0, hole: 0), count: spokes.count))
    isCovered.removeAll(keepingCapacity: true)
    isCovered.append(contentsOf: repeatElement(false, count: spokes.count))
    for node in nodes.indices where spokeStarts[node] < spokeStarts[node + 1] {
      let start = spokes[spokeStarts[node + 1] - 1]
      guard !isCovered[Int(start)] else { continue }
      let edge = tree.edgeLeft(
        of: nodes[node].x, nodes[node].y, in: chains, accepted: linkOfEdge.span)
      let outer = edge < 0 ? (exterior: 0, hole: 0) : cover[Int(halfFacingRight(edge, chains))]
      mark(start, outer)
      spread()
    }
  }

  /// The half-edge along an edge of the chains that has the right side of the plane on its left.
  func halfFacingRight(_ edge: Int, _ chains: borrowing RingChains) -> Int32 {
    let half = linkOfEdge[edge] << 1
    let isUpward = nodes[origin(half)].y < nodes[origin(half ^ 1)].y
    return isUpward ? half | 1 : half
  }

  private mutating func mark(_ half: Int32, _ value: (exterior: Int32, hole: Int32)) {
    guard !isCovered[Int(half)] else { return }
    isCovered[Int(half)] = true
    cover[Int(half)] = value
    open.append(half)
  }

  private mutating func spread() {
    while let half = open.popLast() {
      let value = cover[Int(half)]
      mark(clockwise(half ^ 1), value)
      let link = links[Int(half >> 1)]
      let sign: Int32 = half & 1 == 0 ? -1 : 1
      mark(
        half ^ 1,
        (exterior: value.exterior &+ sign &* link.exterior, hole: value.hole &+ sign &* link.hole))
    }
  }
}
