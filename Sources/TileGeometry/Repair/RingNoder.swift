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
  static let leafPairsPerLeaf = 12

  /// More pairs of nodes than this for each leaf, and more than this at all, say that no search
  /// keeps edges apart: nearly all of them cross, or as many meet in one point.
  private static let nodePairsPerLeaf = 256
  private static let nodePairs = 1 << 20

  private var cuts: CutCollector
  private var sweep = ContactSweep()
  private var strips = EdgeStrips()
  /// Whether `strips` are those of this round's edges.
  private var hasStrips = false
  private var edges: [Int] = []
  private var pixels: [GridPoint] = []

  /// What made cutting necessary, as found in the first round.
  private(set) var causes: RepairCauses = []

  /// A noder that gives up at more cuts than `cutLimit` in a round, or four times as many in all.
  init(cutLimit: Int) { cuts = CutCollector(limit: cutLimit) }

  /// Cuts the edges of `chains`; `spare` is scratch. On return `tree` holds the edges as they are.
  ///
  /// - Returns: Whether the edges came to rest.
  mutating func node(
    _ chains: inout RingChains, spare: inout RingChains, tree: inout EdgeTree
  ) -> Bool {
    causes = []
    var round = 0
    var allCuts = 0
    while true {
      tree.build(chains)
      cuts.reset()
      let hasFoundAll = findCuts(chains, &tree)
      if round == 0 { causes = cuts.causes }
      guard hasFoundAll, !cuts.isOverLimit else { return false }
      if cuts.list.isEmpty { return true }
      if round == Self.rounds { return false }
      if round >= Self.gentleRounds { snap(all: round >= Self.localRounds, chains, &tree) }
      if cuts.isOverLimit { return false }
      allCuts += cuts.list.count
      if allCuts > 4 * cuts.limit { return false }
      cuts.apply(to: chains, into: &spare)
      swap(&chains, &spare)
      round += 1
    }
  }

  /// Finds where edges meet: by their boxes; where those heap up, as in slanted combs, by strips;
  /// where those do too, as where many edges end in one point, by a sweep first, and then only for
  /// the few edges that meet others at all; where those are many, as among needles thinner than the
  /// grid, by strips again, for as long as pairs are not many times as many as edges.
  ///
  /// - Returns: `false` if no search was short enough.
  private mutating func findCuts(_ chains: borrowing RingChains, _ tree: inout EdgeTree) -> Bool {
    hasStrips = false
    let limit = 64 + Self.leafPairsPerLeaf * tree.leaves.count
    if tree.visitPairs(of: chains, &cuts, limit: limit) { return true }
    cuts.reset()
    measureStrips(chains, tree)
    if tree.visitPairs(of: chains, by: strips, &cuts, limit: limit) { return true }
    cuts.reset()
    if let found = sweep.edgesInTheWay(chains, limit: chains.x.count / 16 + 8) {
      findCuts(of: found, chains, &tree)
      return true
    }
    let most = max(Self.nodePairs, Self.nodePairsPerLeaf * tree.leaves.count)
    return tree.visitPairs(of: chains, by: strips, &cuts, limit: most)
  }

  private mutating func measureStrips(
    _ chains: borrowing RingChains, _ tree: borrowing EdgeTree
  ) {
    if !hasStrips { strips.build(tree, of: chains) }
    hasStrips = true
  }

  /// Finds where the edges that a sweep took away meet others.
  private mutating func findCuts(
    of found: [Int], _ chains: borrowing RingChains, _ tree: inout EdgeTree
  ) {
    cuts.note(sweep.touches)
    for edge in found {
      let box = chains.box(ofEdge: edge)
      tree.visitEdges(meeting: strips.pixels(ofEdge: edge, chains), in: chains, by: strips) {
        other in
        // Two edges that both are in the way are looked at once.
        let isDone = sweep.isInTheWay[other] && other <= edge
        if isDone || other == edge || abs(other - edge) == 1 { return }
        guard box.meets(chains.box(ofEdge: other)) else { return }
        _ = cuts.visit(min(edge, other), max(edge, other), of: chains)
      }
      if cuts.isOverLimit { return }
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
      edges.sort()
    }
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: cuts.crossings)
    cuts.reset()
    measureStrips(chains, tree)
    var last = -1
    for edge in edges where edge != last {
      last = edge
      let target = strips.pixels(ofEdge: edge, chains)
      tree.visitEdges(meeting: target, in: chains, by: strips) { other in
        cuts.snap(edge, to: chains.point(other), of: chains)
        cuts.snap(edge, to: chains.point(other + 1), of: chains)
      }
      if cuts.isOverLimit { return }
    }
    for pixel in pixels {
      tree.visitEdges(meeting: strips.pixel(pixel), in: chains, by: strips) {
        cuts.snap($0, to: pixel, of: chains)
      }
      if cuts.isOverLimit { return }
    }
  }
}
