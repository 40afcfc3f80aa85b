import Glibc
import TestSupport
import Testing

@testable import TileGeometry

/// Collects the pairs that meet, and counts those that are looked at.
private struct PairCollector: EdgePairVisitor {
  var meeting: [SIMD2<Int>] = []
  var seen = 0

  mutating func visit(_ i: Int, _ j: Int, of chains: borrowing RingChains) -> Bool {
    seen += 1
    if chains.edgesMeet(i, j) { meeting.append(SIMD2(i, j)) }
    return true
  }
}

@Suite("Search for needles that meet")
struct EdgeStripsTests {
  private func chains(_ rings: [LatticeRing]) -> RingChains {
    var chains = RingChains()
    let input = GridRings(rings)
    chains.start(around: input)
    for ring in rings.indices { chains.append(ring, of: input, role: .exterior) }
    return chains
  }

  private func search(_ chains: RingChains, limit: Int = .max) -> PairCollector? {
    var tree = EdgeTree()
    tree.build(chains)
    var strips = EdgeStrips()
    strips.build(tree, of: chains)
    var collector = PairCollector()
    let isDone = tree.visitPairs(of: chains, by: strips, &collector, limit: limit)
    return isDone ? collector : nil
  }

  /// All pairs of edges that meet but at the vertex between two that follow each other.
  private func expected(_ chains: RingChains) -> Set<SIMD2<Int>> {
    let edges = (0..<chains.ringCount).flatMap {
      Array(chains.starts[$0]..<chains.starts[$0 + 1] - 1)
    }
    var pairs: Set<SIMD2<Int>> = []
    for i in edges {
      for j in edges where j > i + 1 {
        guard chains.box(ofEdge: i).meets(chains.box(ofEdge: j)), chains.edgesMeet(i, j) else {
          continue
        }
        pairs.insert(SIMD2(i, j))
      }
    }
    return pairs
  }

  private func shape(_ kind: Int, _ random: inout SeededGenerator) -> [LatticeRing] {
    let radius = [30.0, 300, 5000, 0x1p39][Int.random(in: 0..<4, using: &random)]
    let count = Int.random(in: 20...250, using: &random)
    switch kind {
    case 0: return [TestShape.star(count, radius: radius, noise: 0.8, random: &random)]
    case 1:
      let angles = (0..<count).map { _ in Double.random(in: 0..<2 * .pi, using: &random) }.sorted()
      return [
        angles.map { angle in
          let r = radius * Double.random(in: 0.2...1, using: &random)
          return SIMD2(Int64((r * cos(angle)).rounded()), Int64((r * sin(angle)).rounded()))
        }
      ]
    case 2:
      let angle = Double.random(in: 0..<3, using: &random)
      return [
        TestShape.comb(teeth: count / 2, length: radius, pitch: radius / 100, angle: angle),
        TestShape.comb(teeth: count / 2, length: radius, pitch: radius / 90, angle: angle + 0.01),
      ]
    default:
      let size = Int64(radius)
      return (0..<(kind == 3 ? 1 : 30)).map { _ in
        let reach = kind == 3 ? size : size / 8 + 2
        let (x, y) = (
          Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random)
        )
        return (0..<(kind == 3 ? count : 9)).map { _ in
          SIMD2(
            x + Int64.random(in: 0...reach, using: &random),
            y + Int64.random(in: 0...reach, using: &random))
        }
      }
    }
  }

  @Test(
    "finds the pairs that are found by looking at all, each once",
    arguments: 0..<5, 1...8 as ClosedRange<UInt64>)
  func findsAll(kind: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let chains = chains(shape(kind, &random))
    let found = try #require(search(chains))
    let pairs = Set(found.meeting)
    #expect(pairs.count == found.meeting.count)
    #expect(pairs == expected(chains))
  }

  @Test("finds all that comes into a pixel or along an edge", arguments: 0..<5)
  func findsPixels(kind: Int) {
    var random = SeededGenerator(seed: 7)
    let chains = chains(shape(kind, &random))
    var tree = EdgeTree()
    tree.build(chains)
    var strips = EdgeStrips()
    strips.build(tree, of: chains)
    let edges = chains.starts[0]..<chains.starts[1] - 1
    for edge in edges {
      let (point, box) = (chains.point(edge), chains.box(ofEdge: edge))
      var (atPixel, along): (Set<Int>, Set<Int>) = ([], [])
      tree.visitEdges(meeting: strips.pixel(point), in: chains, by: strips) { atPixel.insert($0) }
      tree.visitEdges(meeting: strips.pixels(ofEdge: edge, chains), in: chains, by: strips) {
        along.insert($0)
      }
      for other in edges {
        let otherBox = chains.box(ofEdge: other)
        let pixel = GridBox(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
        if otherBox.meets(pixel),
          passesThroughPixel(chains.point(other), chains.point(other + 1), pixel: point)
        {
          #expect(atPixel.contains(other))
        }
        if box.meets(otherBox), chains.edgesMeet(edge, other) { #expect(along.contains(other)) }
      }
    }
  }

  @Test("looks at few pairs of a star's needles", arguments: [false, true])
  func growth(isUneven: Bool) throws {
    func pairsPerEdge(_ count: Int) throws -> Double {
      var random = SeededGenerator(seed: 11)
      let angles = (0..<count).map { i in
        2 * .pi * (isUneven ? Double.random(in: 0..<1, using: &random) : Double(i) / Double(count))
      }
      // Four units from needle to needle at the rim.
      let star: LatticeRing = angles.sorted().map { angle in
        let r = Double(count) * 4 / (2 * .pi) * Double.random(in: 0.2...1, using: &random)
        return SIMD2(Int64((r * cos(angle)).rounded()), Int64((r * sin(angle)).rounded()))
      }
      let found = try #require(search(chains([star])))
      return Double(found.seen) / Double(count)
    }
    let few = try pairsPerEdge(1000)
    let many = try pairsPerEdge(8000)
    // By the logarithm of 8 times as many edges it may grow; all pairs would be 8 times as many.
    #expect(many < 200 && many < few * 2, "\(few) \(many)")
  }

  @Test("gives up where everything meets")
  func givesUp() {
    var random = SeededGenerator(seed: 2)
    #expect(search(chains([scribble(2000, size: 9999, random: &random)]), limit: 1000) == nil)
  }

  /// A star of needles thinner than the grid, whose rounded edges meet all over.
  private func fineStar(_ count: Int, random: inout SeededGenerator) -> LatticeRing {
    TestShape.star(count, radius: Double(count) / 20, noise: 0.9, random: &random)
  }

  private func scribble(_ count: Int, size: Int64, random: inout SeededGenerator) -> LatticeRing {
    (0..<count).map { _ in
      SIMD2(Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random))
    }
  }

  /// Nodes a ring that the first `searches` of box, strips and sweep give up, and expects that no
  /// two edges are left that meet but at ends.
  private func expectNoded(_ ring: LatticeRing, searches: Int) {
    var noded = chains([ring])
    var (spare, tree) = (RingChains(), EdgeTree())
    tree.build(noded)
    var collector = PairCollector()
    let limit = 64 + RingNoder.leafPairsPerLeaf * tree.leaves.count
    #expect(!tree.visitPairs(of: noded, &collector, limit: limit))
    if searches == 3 {
      #expect(search(noded, limit: limit) == nil)
      var sweep = ContactSweep()
      #expect(sweep.edgesInTheWay(noded, limit: noded.x.count / 16 + 8) == nil)
    }
    var noder = RingNoder(cutLimit: 1 << 20)
    #expect(noder.node(&noded, spare: &spare, tree: &tree))
    #expect(noder.causes.contains(.selfCrossing))
    // By all pairs whose boxes meet. Edges that share ends, or are the same, need no cut.
    var cuts = CutCollector(limit: .max)
    tree.build(noded)
    tree.visitPairs(of: noded, &cuts)
    #expect(cuts.list.isEmpty)
  }

  @Test(
    "needles thinner than the grid and scribbles are cut until no two edges meet but at ends",
    arguments: 1...2 as ClosedRange<UInt64>)
  func nodesAll(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    expectNoded(fineStar(1600, random: &random), searches: 1)
    expectNoded(scribble(270, size: 300, random: &random), searches: 3)
    expectNoded(scribble(270, size: 1 << 38, random: &random), searches: 3)
  }

  @Test("a star of such needles keeps its shape", arguments: 1...2 as ClosedRange<UInt64>)
  func repairsNeedles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ring = fineStar(1000, random: &random)
    var result = GridRings([ring])
    var repairer = RingRepairer()
    guard case .repaired(let causes) = repairer.repair(&result) else {
      Issue.record("not repaired")
      return
    }
    #expect(!causes.contains(.tangled))
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
    #expect(faultByGEOS(result.lattice) == nil)
    var judged = 0
    for _ in 0..<600 {
      let place = SIMD2(
        Int64.random(in: -50...49, using: &random), Int64.random(in: -50...49, using: &random))
      guard LatticeTwin.distance(from: place, to: [ring]) > 2 else { continue }
      judged += 1
      #expect(isInside(result.lattice, place) == isInside([ring], place))
    }
    #expect(judged > 20)
  }

  @Test("what has more cuts than allowed in all rounds together is given up")
  func cutsInAll() {
    var random = SeededGenerator(seed: 5)
    var noded = chains([fineStar(1600, random: &random)])
    var (spare, tree) = (RingChains(), EdgeTree())
    var noder = RingNoder(cutLimit: 100)
    #expect(!noder.node(&noded, spare: &spare, tree: &tree))
    #expect(noded.x.count <= 1601 + 2 * 100)
  }
}
