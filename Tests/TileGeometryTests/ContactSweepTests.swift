import TestSupport
import Testing

@testable import TileGeometry

@Suite("The sweep for edges in the way")
struct ContactSweepTests {
  private func chains(_ rings: [LatticeRing]) -> RingChains {
    let rings = GridRings(rings)
    var chains = RingChains()
    chains.start(around: rings)
    for ring in rings.ringEnds.indices {
      chains.append(ring, of: rings, role: ring == 0 ? .exterior : .hole)
    }
    return chains
  }

  /// What pairs of edges ask for, of all pairs or of those with an edge that is in the way.
  private func cuts(_ chains: borrowing RingChains, _ sweep: ContactSweep?) -> CutCollector {
    var cuts = CutCollector(limit: .max)
    if let sweep { cuts.note(sweep.touches) }
    let edges = (0..<chains.ringCount).flatMap { chains.starts[$0]..<chains.starts[$0 + 1] - 1 }
    for i in edges {
      for j in edges where j > i && chains.box(ofEdge: i).meets(chains.box(ofEdge: j)) {
        if let sweep, !sweep.isInTheWay[i], !sweep.isInTheWay[j] { continue }
        _ = cuts.visit(i, j, of: chains)
      }
    }
    return cuts
  }

  private func inOrder(_ cuts: CutCollector) -> [[Int64]] {
    cuts.list.map { [Int64($0.edge), $0.position, $0.point.x, $0.point.y] }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Looks at pairs with edges in the way, and expects what all pairs say.
  private func check(_ rings: [LatticeRing]) {
    let chains = chains(rings)
    var sweep = ContactSweep()
    let found = sweep.edgesInTheWay(chains, limit: .max)
    #expect(found.map { Set($0).count } == sweep.isInTheWay.count { $0 })
    let (all, few) = (cuts(chains, nil), cuts(chains, sweep))
    #expect(few.causes == all.causes, "\(rings)")
    #expect(inOrder(few) == inOrder(all), "\(rings)")
    #expect(few.crossings.count == all.crossings.count, "\(rings)")
  }

  @Test(
    "many edges that end in few points, also in one line or twice",
    arguments: 1...60 as ClosedRange<UInt64>)
  func sharedEnds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let size = Int64.random(in: 2...20, using: &random)
      func place() -> SIMD2<Int64> {
        SIMD2(
          Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random))
      }
      let centres = (0..<Int.random(in: 1...3, using: &random)).map { _ in place() }
      let rings = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 3...30, using: &random)).map { _ in
          Bool.random(using: &random) ? centres.randomElement(using: &random) ?? .zero : place()
        }
      }
      check(rings)
    }
  }

  /// Triangles between the directions of a circle, from `centre` outwards.
  private func spikes(_ count: Int, reach: Double, random: inout SeededGenerator) -> [LatticeRing] {
    let rim = TestShape.star(2 * count, radius: reach, noise: 0.5, random: &random)
    return (0..<count).map { [.zero, rim[2 * $0], rim[2 * $0 + 1]] }
  }

  @Test("spikes round one point", arguments: 1...10 as ClosedRange<UInt64>)
  func star(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Where the grid is coarse, spikes are the same, lie in each other, and cross.
    for reach in [3, 10, 40, 1e6] {
      let rings = spikes(60, reach: reach, random: &random)
      check(rings)
      check([rings.flatMap { $0 }])
    }
  }

  @Test("nothing of a star without crossings is in the way")
  func cleanStar() {
    var random = SeededGenerator(seed: 1)
    let rings = spikes(500, reach: 1e7, random: &random)
    var sweep = ContactSweep()
    #expect(sweep.edgesInTheWay(chains([rings.flatMap { $0 }]), limit: 0) == [])
    #expect(sweep.touches == .selfTouch)
    #expect(sweep.edgesInTheWay(chains(rings), limit: 0) == [])
    #expect(sweep.touches == .ringTouch)
    // Two rings that touch a third one, and one of them itself.
    let touching = [rings[0], rings[1] + rings[2]]
    #expect(sweep.edgesInTheWay(chains(touching), limit: 0) == [])
    #expect(sweep.touches == [.selfTouch, .ringTouch])
  }
}
