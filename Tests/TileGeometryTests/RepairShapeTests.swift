import Glibc
import TestSupport
import Testing

@testable import TileGeometry

/// Rings that the repair of large polygons has to cope with.
enum TestShape {
  /// A star of `count` vertices around `centre`, radii random in (1 - noise)·radius ... radius.
  static func star(
    _ count: Int, radius: Double, noise: Double, centre: SIMD2<Int64> = .zero,
    random: inout SeededGenerator
  ) -> LatticeRing {
    (0..<count).map { i in
      let angle = Double(i) / Double(count) * 2 * .pi
      let r = radius * (1 - noise * Double.random(in: 0..<1, using: &random))
      return centre &+ SIMD2(Int64((r * cos(angle)).rounded()), Int64((r * sin(angle)).rounded()))
    }
  }

  /// A band of `width` that winds `turns` times outwards, `pitch` a turn.
  static func spiral(turns: Int, stepsPerTurn: Int, pitch: Double, width: Double) -> LatticeRing {
    let steps = 0...turns * stepsPerTurn
    func point(_ step: Int, _ offset: Double) -> SIMD2<Int64> {
      let turn = Double(step) / Double(stepsPerTurn)
      let r = (turn + 1) * pitch + offset
      return SIMD2(
        Int64((r * cos(turn * 2 * .pi)).rounded()), Int64((r * sin(turn * 2 * .pi)).rounded()))
    }
    return steps.map { point($0, 0) } + steps.reversed().map { point($0, width) }
  }

  /// Teeth of `length` at a distance of `pitch`, turned by `angle`.
  static func comb(teeth: Int, length: Double, pitch: Double, angle: Double) -> LatticeRing {
    var points: [(x: Double, y: Double)] = []
    for i in 0..<teeth {
      points.append((Double(i) * pitch, length))
      points.append(((Double(i) + 0.5) * pitch, 0))
    }
    points += [(Double(teeth) * pitch, -length / 10), (0, -length / 10)]
    return points.map { p in
      SIMD2(
        Int64((p.x * cos(angle) - p.y * sin(angle)).rounded()),
        Int64((p.x * sin(angle) + p.y * cos(angle)).rounded()))
    }
  }
}

@Suite("Repair of large and awkward shapes")
struct RepairShapeTests {
  private func outcome(_ rings: [LatticeRing]) -> (RingRepairer.Outcome, GridRings) {
    var repairer = RingRepairer()
    var result = GridRings(rings)
    return (repairer.repair(&result), result)
  }

  @Test("a slanted comb with few faults is cut where they are", arguments: [0.3, 0.785, 1.2])
  func slantedComb(angle: Double) {
    // Boxes of the teeth all overlap; the last tooth reaches back across a hundred others.
    var comb = TestShape.comb(teeth: 400, length: 1e5, pitch: 400, angle: angle)
    comb[comb.count - 4] = comb[600] &+ SIMD2(37, -11)
    let (outcome, result) = outcome([comb])
    #expect(outcome == .repaired([.selfCrossing]))
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let corner = comb[Int.random(in: comb.indices, using: &random)]
      let place = SIMD2(
        corner.x + Int64.random(in: -600...600, using: &random),
        corner.y + Int64.random(in: -600...600, using: &random))
      guard LatticeTwin.distance(from: place, to: [comb]) > 1 else { continue }
      #expect(isInside(result.lattice, place) == isInside([comb], place))
    }
  }

  /// Needles all round, whose boxes heap up in whatever direction they are turned.
  private func needles(_ count: Int) -> LatticeRing {
    (0..<2 * count).map { i in
      let angle = Double(i) / Double(2 * count) * 2 * .pi
      let radius = i % 2 == 0 ? 1e3 : 1e6
      return SIMD2(Int64((radius * cos(angle)).rounded()), Int64((radius * sin(angle)).rounded()))
    }
  }

  @Test("needles all round, one or half of them bent across others", arguments: [1, 500])
  func bentNeedles(bent: Int) {
    var ring = needles(500)
    let tips = ring
    for needle in stride(from: 0, to: bent, by: 2) {
      ring[2 * needle + 1] = tips[(2 * needle + 5) % tips.count]
    }
    // One tip lies between those of two others, so that it meets no vertex.
    if bent == 1 { ring[1] = ring[1] &+ SIMD2(-900, 900) }
    let (outcome, result) = outcome([ring])
    #expect(outcome != .valid && outcome != .empty)
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
    var random = SeededGenerator(seed: 6)
    for _ in 0..<300 {
      let place = SIMD2(
        Int64.random(in: -1_000_000...1_000_000, using: &random),
        Int64.random(in: -1_000_000...1_000_000, using: &random))
      guard LatticeTwin.distance(from: place, to: [ring]) > 2 else { continue }
      #expect(isInside(result.lattice, place) == isInside([ring], place))
    }
  }

  @Test("valid shapes are left alone", arguments: [0.0, 0.4, 0.785, 1.3])
  func valid(angle: Double) {
    var random = SeededGenerator(seed: 5)
    let shapes = [
      TestShape.comb(teeth: 300, length: 1e6, pitch: 1e3, angle: angle),
      TestShape.spiral(turns: 20, stepsPerTurn: 40, pitch: 1000, width: 400),
      TestShape.star(500, radius: 1e6, noise: 0.9, random: &random),
      TestShape.star(500, radius: 1e10, noise: 0.2, random: &random),
    ]
    for shape in shapes {
      let (outcome, result) = outcome([shape])
      #expect(outcome == .valid)
      #expect(Set(result.lattice[0]) == Set(shape) && result.x.count == shape.count)
    }
  }

  @Test("one crossing in a large shape is found", arguments: [0.0, 0.4, 0.785, 1.3])
  func oneCrossing(angle: Double) {
    var shape = TestShape.comb(teeth: 300, length: 1e6, pitch: 1e3, angle: angle)
    // This tooth's tip goes through both sides of its neighbour.
    shape[200] = shape[203] &+ (shape[200] &- shape[199])
    shape[200] = SIMD2((shape[202].x + shape[204].x) / 2, (shape[202].y + shape[204].y) / 2)
    let (outcome, result) = outcome([shape])
    #expect(outcome == .repaired(.selfCrossing))
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
  }

  @Test("ten thousand self-touches give ten thousand and one pieces")
  func manyTouches() {
    var ring: LatticeRing = [[0, 0]]
    for i in 0..<Int64(10_000) {
      // A square that hangs on the base line's vertex, entered and left there.
      let x = i * 10 + 5
      ring += [
        [x, 0], [x - 2, -2], [x - 3, -4], [x - 2, -6], [x, -8], [x + 2, -6], [x + 3, -4],
        [x + 2, -2], [x, 0],
      ]
    }
    ring += [[100_000, 0], [100_000, 50], [0, 50]]
    let (outcome, result) = outcome([ring])
    #expect(outcome == .repaired(.selfTouch))
    #expect(result.ringEnds.count == 10_001)
    let area = result.lattice.map(LatticeTwin.doubledArea).reduce(0, +)
    // The base of 100,000 x 50, and octagons of area 28 each.
    #expect(area == 2 * (5_000_000 + 10_000 * 28))
  }

  @Test("ten thousand holes")
  func manyHoles() {
    var random = SeededGenerator(seed: 9)
    var rings: [LatticeRing] = [[[0, 0], [3000, 0], [3000, 3000], [0, 3000]]]
    for i in 0..<10_000 as Range<Int64> {
      let centre = SIMD2(i * 37 % 100 * 30 + 15, i / 100 * 30 + 15)
      rings.append(TestShape.star(6, radius: 10, noise: 0.3, centre: centre, random: &random))
    }
    let (valid, kept) = outcome(rings)
    #expect(valid == .valid)
    #expect(kept.ringEnds.count == 10_001)
    rings[77] = rings[77].map { $0 &+ SIMD2(30, 0) }
    let (broken, result) = outcome(rings)
    #expect(broken != .valid)
    #expect(result.ringEnds.count <= 10_000)
    #expect(result.ringEnds.count >= 9_999)
  }

  @Test("a slanted comb as fine as the grid, where nearly every tooth touches the next")
  func fineComb() {
    let comb = TestShape.comb(teeth: 600, length: 700, pitch: 0.9, angle: 0.6)
    let (outcome, result) = outcome([comb])
    #expect(outcome != .valid && outcome != .empty)
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
    #expect(faultByGEOS(result.lattice) == nil)
    var random = SeededGenerator(seed: 4)
    var inside = 0
    for _ in 0..<2_000 {
      let place = SIMD2(
        Int64.random(in: -450...500, using: &random), Int64.random(in: -100...900, using: &random))
      guard LatticeTwin.distance(from: place, to: [comb]) > 1.5 else { continue }
      #expect(isInside(result.lattice, place) == isInside([comb], place))
      inside += isInside([comb], place) ? 1 : 0
    }
    #expect(inside > 10)
  }

  @Test("a million vertices closer than the grid")
  func million() {
    #if DEBUG
      let count = 20_000
    #else
      let count = 1_000_000
    #endif
    var random = SeededGenerator(seed: 3)
    let radius = Double(count) / 8
    let ring = TestShape.star(count, radius: radius, noise: 3 / radius, random: &random)
    let (outcome, result) = outcome([ring])
    guard case .repaired = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(faultByGEOS(result.lattice) == nil)
    // Of the band of 3 units between the circles about half belongs to it.
    let area = result.lattice.map { Double(LatticeTwin.doubledArea($0)) / 2 }.reduce(0, +)
    #expect(area < .pi * radius * radius && area > .pi * (radius - 3) * (radius - 3))
  }

  @Test(
    "the box search and the sweep see what the twin sees", arguments: 1...60 as ClosedRange<UInt64>
  )
  func searchesAgree(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let size = Int64.random(in: 3...40, using: &random)
      let rings: [LatticeRing] = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        (0..<Int.random(in: 3...7, using: &random)).map { _ in
          SIMD2(
            Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random))
        }
      }
      var chains = RingChains()
      let input = GridRings(rings)
      chains.start(around: input)
      for ring in rings.indices { chains.append(ring, of: input, role: .exterior) }
      guard chains.ringCount > 0 else { continue }
      var tree = EdgeTree()
      var finder = ContactFinder()
      tree.build(chains)
      tree.visitPairs(of: chains, &finder)
      var sweep = ContactSweep()
      #expect(sweep.hasContact(chains) == finder.hasFound, "\(rings)")
      var strips = EdgeStrips()
      var stripFinder = ContactFinder()
      strips.build(tree, of: chains)
      _ = tree.visitPairs(of: chains, by: strips, &stripFinder, limit: .max)
      #expect(stripFinder.hasFound == finder.hasFound, "\(rings)")
      let cleaned = (0..<chains.ringCount).map { ring in
        (chains.starts[ring]..<chains.starts[ring + 1] - 1).map {
          SIMD2(chains.x[$0], chains.y[$0])
        }
      }
      #expect(LatticeTwin.hasContact(cleaned) == finder.hasFound, "\(rings)")
    }
  }

  @Test(
    "a hopeless scribble comes back as a valid coarse likeness",
    arguments: 1...8 as ClosedRange<UInt64>)
  func tangled(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size: Int64 = [20, 32, 1000, 1 << 37][Int(seed % 4)]
    let scribble: LatticeRing = (0..<80).map { _ in
      SIMD2(Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random))
    }
    var repairer = RingRepairer(cutLimit: 50)
    var result = GridRings([scribble])
    let outcome = repairer.repair(&result)
    guard case .repaired(let causes) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(causes.contains(.tangled))
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
    #expect(faultByGEOS(result.lattice) == nil)
    var again = result
    #expect(RingRepairer(cutLimit: 50).repairedEvenOdd(&again) == .valid)
  }

  @Test("it is told when nothing is left of a likeness")
  func tangledAway() {
    var random = SeededGenerator(seed: 5)
    // There and back between two places much smaller than a cell of the likeness.
    let ring: LatticeRing = (0..<80).map { i in
      SIMD2(.random(in: 0...6, using: &random), .random(in: 0...6, using: &random))
        &+ (i % 2 == 0 ? .zero : SIMD2(1 << 20, 0))
    }
    var repairer = RingRepairer(cutLimit: 50)
    var result = GridRings([ring])
    #expect(repairer.repair(&result) == .empty)
    #expect(repairer.isTangled)
    result = GridRings([[[0, 0], [9, 0], [9, 9]]])
    #expect(repairer.repair(&result) == .valid)
    #expect(!repairer.isTangled)
  }

  @Test("crossings are rounded to the nearest grid point, halves up")
  func rounding() {
    func crossing(_ p: [SIMD2<Int64>]) -> GridPoint {
      let q = p.map { GridPoint(x: $0.x, y: $0.y) }
      return roundedCrossing(q[0], q[1], q[2], q[3])
    }
    // At (0.5, 0.5), (1/3, 1/3) and (-0.5, 1.5).
    #expect(crossing([[0, 0], [1, 1], [0, 1], [1, 0]]) == GridPoint(x: 1, y: 1))
    #expect(crossing([[0, 0], [1, 1], [0, 1], [1, -1]]) == GridPoint(x: 0, y: 0))
    #expect(crossing([[-1, 1], [0, 2], [-1, 2], [0, 1]]) == GridPoint(x: 0, y: 2))
    let w: Int64 = 1 << 38
    #expect(
      crossing([[0, 0], [w, w - 2], [0, w - 2], [w, 0]]) == GridPoint(x: w / 2, y: w / 2 - 1))
  }

  @Test("a pixel owns its lower left corner and no other")
  func pixelCorners() {
    let origin = GridPoint(x: 0, y: 0)
    // x + y = -1 passes the lower left corner (-1/2, -1/2) only, x + y = 1 the upper right one.
    let lower = (GridPoint(x: -1, y: 0), GridPoint(x: 0, y: -1))
    let upper = (GridPoint(x: 1, y: 0), GridPoint(x: 0, y: 1))
    #expect(passesThroughPixel(lower.0, lower.1, pixel: origin))
    #expect(passesThroughPixel(lower.1, lower.0, pixel: origin))
    #expect(!passesThroughPixel(upper.0, upper.1, pixel: origin))
    #expect(!passesThroughPixel(upper.1, upper.0, pixel: origin))
    #expect(passesThroughPixel(GridPoint(x: -3, y: -1), GridPoint(x: 3, y: 1), pixel: origin))
    #expect(!passesThroughPixel(GridPoint(x: -3, y: 1), GridPoint(x: 3, y: 1), pixel: origin))
  }
}

extension RingRepairer {
  /// Runs on a copy of the repairer.
  fileprivate func repairedEvenOdd(_ rings: inout GridRings) -> Outcome {
    var copy = self
    return copy.repairEvenOdd(&rings)
  }
}
