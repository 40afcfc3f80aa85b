/// Makes polygons on the integer grid valid again after simplifying and rounding bent them.
///
/// A valid polygon here is what MVT 2.1 asks for: simple rings, exteriors with positive shoelace
/// area (sum of x[i]·y[i+1] - x[i+1]·y[i], y southward) each followed by its holes with negative
/// area, and no ring crossing another. Rings of a result may touch each other in single points.
///
/// All arithmetic is on integers and exact, so results are the same on every machine. Coordinates
/// may be up to 2^40 in magnitude. Keep one repairer for each worker: warm, checking valid
/// polygons allocates nothing.
///
/// - SeeAlso: Mapbox Vector Tile Specification 2.1, section 4.3.4.4 and 4.3.5.
public struct RingRepairer: Sendable {
  /// What became of a polygon.
  public enum Outcome: Sendable, Equatable {
    /// It was valid; at most windings and the order of rings were changed.
    case valid
    /// It was made valid, and this is what was wrong.
    case repaired(RepairCauses)
    /// It has no area left.
    case empty
  }

  /// More pairs of leaves than this (2 is usual) say that boxes heap up.
  private static let leafPairsPerLeaf = 12

  private var chains = RingChains()
  private var spare = RingChains()
  private var resolved = RingChains()
  private var holes = RingChains()
  private var tree = EdgeTree()
  private var sweep = ContactSweep()
  private var strips = EdgeStrips()
  private var nesting = RingNesting()
  private var noder: RingNoder
  private var graph = EdgeGraph()
  private var tracer = BoundaryTracer()
  private var traced = GridRings()
  private var order: [(exterior: Int, isHole: Bool, ring: Int)] = []
  /// Whether rings that needed no repair were turned, the last time.
  public private(set) var hasTurned = false

  /// Whether rings were too tangled, the last time, and a coarse likeness took their place, of which
  /// nothing may be left.
  public private(set) var isTangled = false

  /// A repairer without scratch memory yet.
  public init() { self.init(cutLimit: 3 << 19) }

  /// A repairer that draws coarsely what needs more cuts than `cutLimit`.
  init(cutLimit: Int) { noder = RingNoder(cutLimit: cutLimit) }

  /// Makes one polygon valid: the area of ring 0, less the area of the others.
  ///
  /// Each ring is read even-odd by itself, windings and repeated last vertices do not matter.
  /// Holes may overlap; what of them lies outside ring 0 is ignored. O(*n* log *n*) and what
  /// crossings there are to cut. A scribble with more than 750,000 of them, or whose edges no
  /// search keeps apart, comes back as a coarse likeness, ``RepairCauses/tangled``.
  public mutating func repair(_ rings: inout GridRings) -> Outcome {
    load(rings, otherRole: .hole)
    guard !rings.ringEnds.isEmpty, chains.ringCount > 0, chains.roles[0] == .exterior else {
      rings.removeAll()
      return .empty
    }
    var causes: RepairCauses = chains.hasDropped ? .degenerate : []
    tree.build(chains)
    if !hasContact(chains) {
      nesting.measure(chains, &tree)
      if (1..<chains.ringCount).allSatisfy({ nesting.parents[$0] == 0 }) {
        return accept(&rings, causes)
      }
      causes.insert(.misplacedHole)
    }
    if chains.ringCount > 1 { causes.formUnion(resolveHoles()) }
    return rebuild(&rings, causes)
  }

  /// Makes a set of rings valid: the area that an odd number of them encloses.
  ///
  /// This is the reading for rings that were valid once and then cut by a rectangle. A valid
  /// multipolygon comes back as it was.
  public mutating func repairEvenOdd(_ rings: inout GridRings) -> Outcome {
    load(rings, otherRole: .exterior)
    guard chains.ringCount > 0 else {
      rings.removeAll()
      return .empty
    }
    let causes: RepairCauses = chains.hasDropped ? .degenerate : []
    tree.build(chains)
    guard hasContact(chains) else {
      nesting.measure(chains, &tree)
      return accept(&rings, causes)
    }
    return rebuild(&rings, causes)
  }

  private mutating func load(_ rings: borrowing GridRings, otherRole: RingRole) {
    hasTurned = false
    isTangled = false
    chains.start(around: rings)
    for ring in rings.ringEnds.indices {
      chains.append(ring, of: rings, role: ring == 0 ? .exterior : otherRole)
    }
  }

  private mutating func hasContact(_ chains: borrowing RingChains) -> Bool {
    var finder = ContactFinder()
    let limit = 64 + Self.leafPairsPerLeaf * tree.leaves.count
    if tree.visitPairs(of: chains, &finder, limit: limit) { return finder.hasFound }
    strips.build(tree, of: chains)
    if tree.visitPairs(of: chains, by: strips, &finder, limit: limit) { return finder.hasFound }
    return sweep.hasContact(chains)
  }

  /// Keeps rings that do not touch: turns them and puts holes behind their exteriors.
  private mutating func accept(_ rings: inout GridRings, _ causes: RepairCauses) -> Outcome {
    let isInOrder = sortRings()
    if causes.isEmpty, isInOrder {
      for ring in 0..<chains.ringCount where isToTurn(ring) {
        hasTurned = true
        // The rings have one vertex less each than the chains. The first one stays in place.
        var low = chains.starts[ring] - ring + 1
        var high = chains.starts[ring + 1] - ring - 2
        while low < high {
          rings.x.swapAt(low, high)
          rings.y.swapAt(low, high)
          low += 1
          high -= 1
        }
      }
      return .valid
    }
    rings.removeAll()
    for entry in order {
      let (first, last) = (chains.starts[entry.ring], chains.starts[entry.ring + 1] - 1)
      let turns = isToTurn(entry.ring)
      hasTurned = hasTurned || turns
      for i in first..<last {
        let from = turns ? last - (i - first) : i
        rings.x.append(chains.x[from] &+ chains.originX)
        rings.y.append(chains.y[from] &+ chains.originY)
      }
      rings.ringEnds.append(rings.x.count)
    }
    return causes.isEmpty ? .valid : .repaired(causes)
  }

  private func isToTurn(_ ring: Int) -> Bool {
    nesting.isPositive[ring] != (nesting.depths[ring] & 1 == 0)
  }

  /// Orders rings so that holes follow their exteriors, and tells whether they did already.
  private mutating func sortRings() -> Bool {
    order.removeAll(keepingCapacity: true)
    var exterior = -1
    var isInOrder = true
    for ring in 0..<chains.ringCount {
      let isHole = nesting.depths[ring] & 1 == 1
      if !isHole { exterior = ring }
      let owner = isHole ? nesting.parents[ring] : ring
      isInOrder = isInOrder && owner == exterior
      order.append((owner, isHole, ring))
    }
    if !isInOrder {
      order.sort {
        ($0.exterior, $0.isHole ? 1 : 0, $0.ring) < ($1.exterior, $1.isHole ? 1 : 0, $1.ring)
      }
    }
    return isInOrder
  }

  /// Replaces holes that meet themselves by simple rings, and turns all to positive area, so that
  /// the number of holes over a place is the number of turns around it.
  private mutating func resolveHoles() -> RepairCauses {
    var causes: RepairCauses = []
    resolved.start(like: chains)
    resolved.append(0, of: chains, role: .exterior)
    swap(&chains, &holes)
    for ring in 1..<holes.ringCount {
      chains.start(like: holes)
      chains.append(ring, of: holes, role: .exterior)
      tree.build(chains)
      if hasContact(chains) {
        causes.formUnion(arrange())
        for piece in traced.ringEnds.indices {
          resolved.append(piece, of: traced, role: .hole)
        }
      } else {
        let isPositive = chains.isPositive(ring: 0, leftmost: chains.leftmostVertex(ofRing: 0))
        resolved.append(0, of: chains, role: .hole, reversed: !isPositive)
      }
    }
    swap(&chains, &resolved)
    return causes
  }

  /// Replaces `rings` by the boundary of the area that `chains` enclose.
  private mutating func rebuild(_ rings: inout GridRings, _ causes: RepairCauses) -> Outcome {
    let causes = causes.union(arrange())
    guard !traced.ringEnds.isEmpty else {
      rings.removeAll()
      return .empty
    }
    // Rings that only touch each other may be right as they are.
    guard rings != traced else { return .valid }
    swap(&rings, &traced)
    return .repaired(causes)
  }

  /// Nodes `chains` and writes the boundary of their area to `traced`.
  private mutating func arrange() -> RepairCauses {
    var causes: RepairCauses = []
    let isNoded = noder.node(&chains, spare: &spare, tree: &tree)
    causes.formUnion(noder.causes)
    if !isNoded {
      causes.insert(.tangled)
      isTangled = true
      chains.drawCoarsely(into: &spare)
      swap(&chains, &spare)
      tree.build(chains)
    }
    graph.build(chains, &tree)
    tracer.trace(&graph, chains, &tree, into: &traced)
    return causes
  }
}
