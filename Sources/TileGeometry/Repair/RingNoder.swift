/// Cuts edges where they meet, until no two edges have more in common than end points, or are the
/// same.
///
/// A crossing is rounded to the grid, which bends the edges there and may make them meet others;
/// so the search runs again. The first rounds bend only the edges that cross, which settles
/// nearly everything. Where it does not, snap rounding does: vertices and rounded crossings own
/// the pixel around them, and an edge through a pixel is drawn through its centre; first only the
/// edges that still meet others, at last all of them, which is proven to end.
///
/// - SeeAlso: Hobby, "Practical segment intersection with finite precision output" (1999).
struct RingNoder {
  private static let gentleRounds = 3
  private static let localRounds = 8
  private static let rounds = 12

  /// More pairs of leaves than this for each say that boxes heap up.
  private static let leafPairsPerLeaf = 12

  private var cuts: CutCollector
  private var sweep = ContactSweep()
  private var turned = TurnedEdges()
  private var edges: [Int] = []
  private var pixels: [GridPoint] = []

  /// What made cutting necessary, as found in the first round.
  private(set) var causes: RepairCauses = []

  /// A noder that gives up at more cuts than `cutLimit` in a round.
  init(cutLimit: Int) { cuts = CutCollector(limit: cutLimit) }

  /// Cuts the edges of `chains`; `spare` is scratch. On return `tree` holds the edges as they are.
  ///
  /// - Returns: Whether the edges came to rest.
  mutating func node(
    _ chains: inout RingChains, spare: inout RingChains, tree: inout EdgeTree
  ) -> Bool {
    causes = []
    var round = 0
    while true {
      tree.build(chains)
      cuts.reset()
      findCuts(chains, &tree)
      if round == 0 { causes = cuts.causes }
      if cuts.list.isEmpty { return true }
      if cuts.isOverLimit || round == Self.rounds { return false }
      if round >= Self.gentleRounds { snap(all: round >= Self.localRounds, chains, &tree) }
      cuts.apply(to: chains, into: &spare)
      swap(&chains, &spare)
      round += 1
    }
  }

  /// Finds where edges meet: by their boxes; where those heap up, as in slanted combs, by boxes
  /// that are turned; where those do too, by a sweep first, and then only for the few edges that
  /// meet others at all.
  private mutating func findCuts(_ chains: borrowing RingChains, _ tree: inout EdgeTree) {
    let limit = 64 + Self.leafPairsPerLeaf * tree.leaves.count
    if tree.visitPairs(of: chains, &cuts, limit: limit) { return }
    cuts.reset()
    if turned.visitPairs(of: chains, &cuts, limit: limit) { return }
    let found = sweep.edgesInTheWay(chains, limit: chains.x.count / 16 + 8)
    cuts.reset()
    guard let found else {
      _ = turned.visitPairs(of: chains, &cuts)
      return
    }
    cuts.note(sweep.touches)
    for edge in found {
      tree.visitEdges(meeting: chains.box(ofEdge: edge), in: chains) { other in
        // Two edges that both are in the way are looked at once.
        let isDone = sweep.isInTheWay[other] && other <= edge
        if isDone || other == edge || abs(other - edge) == 1 { return }
        _ = cuts.visit(min(edge, other), max(edge, other), of: chains)
      }
    }
  }

  /// Replaces the cuts by those of snap rounding, for the edges with cuts or for all.
  private mutating func snap(
    all: Bool, _ chains: borrowing RingChains, _ tree: inout EdgeTree
  ) {
    edges.removeAll(keepingCapacity: true)
    if all {
      for ring in 0..<chains.ringCount {
        edges.append(contentsOf: chains.starts[ring]..<chains.starts[ring + 1] - 1)
      }
    } else {
      edges.append(contentsOf: cuts.list.lazy.map(\.edge))
    }
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: cuts.crossings)
    cuts.reset()
    for edge in edges {
      tree.visitEdges(meeting: chains.box(ofEdge: edge), in: chains) { other in
        cuts.snap(edge, to: chains.point(other), of: chains)
        cuts.snap(edge, to: chains.point(other + 1), of: chains)
      }
    }
    for pixel in pixels {
      let box = GridBox(minX: pixel.x, minY: pixel.y, maxX: pixel.x, maxY: pixel.y)
      tree.visitEdges(meeting: box, in: chains) { cuts.snap($0, to: pixel, of: chains) }
    }
  }
}

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
