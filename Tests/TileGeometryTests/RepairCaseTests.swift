import TestSupport
import Testing
import TileGeometry

/// Twice the area of each ring.
private func doubledAreas(_ rings: GridRings) -> [Int128] {
  rings.lattice.map(LatticeTwin.doubledArea)
}

@Suite("Repair, by hand")
struct RepairCaseTests {
  private let square: LatticeRing = [[0, 0], [10, 0], [10, 10], [0, 10]]
  private let inner: LatticeRing = [[2, 2], [4, 2], [4, 4], [2, 4]]
  private let turnedInner: LatticeRing = [[2, 2], [2, 4], [4, 4], [4, 2]]

  private func repaired(_ rings: [LatticeRing]) -> (RingRepairer.Outcome, GridRings) {
    var repairer = RingRepairer()
    var result = GridRings(rings)
    return (repairer.repair(&result), result)
  }

  @Test("a valid polygon is left alone, plain collinear vertices too")
  func validStays() {
    let ring: LatticeRing = [[0, 0], [5, 0], [10, 0], [10, 10], [0, 10]]
    let (outcome, result) = repaired([ring, turnedInner])
    #expect(outcome == .valid)
    #expect(result.lattice == [ring, turnedInner])

  }

  @Test("four windings give the same polygon (sf issue 540)", arguments: 0..<4)
  func windings(_ turns: Int) {
    let outer = turns & 1 == 0 ? square : square.prefix(1) + square.dropFirst().reversed()
    let (outcome, result) = repaired([outer, turns & 2 == 0 ? inner : turnedInner])
    #expect(outcome == .valid)
    #expect(result.lattice == [square, turnedInner])

    #expect(doubledAreas(result) == [200, -8])
  }

  @Test("a bow-tie of signed area zero keeps both lobes (ClickHouse issue 108180)")
  func bowTie() {
    let (outcome, result) = repaired([[[0, 0], [20, 10], [20, 0], [0, 10]]])
    #expect(outcome == .repaired(.selfCrossing))
    let expected: [LatticeRing] = [
      [[0, 0], [10, 5], [0, 10]], [[10, 5], [20, 0], [20, 10]],
    ]
    #expect(result.lattice == expected)
  }

  @Test("a neck that rounding folded onto itself goes (tilemaker issue 235)")
  func dumbbell() {
    let ring: LatticeRing = [
      [0, 0], [10, 0], [10, 5], [30, 5], [30, 0], [40, 0], [40, 10], [30, 10], [30, 5], [10, 5],
      [10, 10], [0, 10],
    ]
    let (outcome, result) = repaired([ring])
    #expect(outcome == .repaired(.selfTouch))
    #expect(doubledAreas(result) == [200, 200])
    #expect(LatticeTwin.fault(in: result.lattice) == nil)
  }

  @Test("a ring that passes one vertex twice is parted there")
  func pinch() {
    let (outcome, result) = repaired([[[0, 0], [5, 5], [10, 0], [10, 10], [5, 5], [0, 10]]])
    #expect(outcome == .repaired(.selfTouch))
    let expected: [LatticeRing] = [[[0, 0], [5, 5], [0, 10]], [[5, 5], [10, 0], [10, 10]]]
    #expect(result.lattice == expected)
  }

  @Test("a ring that touches itself from inside becomes a ring with a hole")
  func innerTouch() {
    let (outcome, result) = repaired([
      [[0, 0], [10, 0], [10, 10], [5, 10], [3, 4], [7, 4], [5, 10], [0, 10]]
    ])
    #expect(outcome == .repaired(.selfTouch))
    #expect(doubledAreas(result) == [200, -24])
  }

  @Test("repeated vertices, spikes, and repeated first vertices are dropped")
  func cleaning() {
    let (outcome, result) = repaired([
      [
        [0, 0], [0, 0], [10, 0], [15, 0], [12, 0], [10, 0], [10, 10], [0, 10], [0, 14], [0, 0],
      ]
    ])
    #expect(outcome == .repaired(.degenerate))
    let expected: [LatticeRing] = [[[0, 0], [10, 0], [10, 10], [0, 10]]]
    #expect(result.lattice == expected)
  }

  @Test("a spike at the first vertex is dropped")
  func spikeAtStart() {
    let (outcome, result) = repaired([[[-5, 0], [10, 0], [10, 10], [0, 10], [0, 0]]])
    #expect(outcome == .repaired(.degenerate))
    let expected: [LatticeRing] = [[[10, 0], [10, 10], [0, 10], [0, 0]]]
    #expect(result.lattice == expected)
  }

  @Test(
    "without area nothing is left",
    arguments: [
      [], [[]], [[[1, 1]]], [[[1, 1], [5, 5]]], [[[0, 0], [5, 5], [9, 9]]],
      [[[0, 0], [4, 0], [4, 4], [4, 0]]], [[[3, 3], [3, 3], [3, 3], [3, 3]]],
      [[[0, 0], [1, 1]], [[0, 0], [10, 0], [10, 10], [0, 10]]],
    ] as [[LatticeRing]])
  func empty(_ rings: [LatticeRing]) {
    let (outcome, result) = repaired(rings)
    #expect(outcome == .empty)
    #expect(result == GridRings())
  }

  @Test("a hole that covers its exterior leaves nothing")
  func allHole() {
    #expect(repaired([square, square]).0 == .empty)
    #expect(repaired([inner, square]).0 == .empty)
  }

  @Test("of a hole only the part inside the exterior counts")
  func holeAcross() {
    let across: LatticeRing = [[8, 4], [14, 4], [14, 6], [8, 6]]
    let (outcome, result) = repaired([square, across])
    #expect(outcome == .repaired(.ringCrossing))
    #expect(doubledAreas(result) == [192])
  }

  @Test("holes outside and holes inside holes do not count")
  func misplacedHoles() {
    let beside: LatticeRing = [[20, 0], [24, 0], [24, 4], [20, 4]]
    #expect(repaired([square, beside]).1.lattice == [square])
    let (outcome, result) = repaired([square, [[1, 1], [9, 1], [9, 9], [1, 9]], inner])
    #expect(outcome == .repaired(.misplacedHole))
    let expected: [LatticeRing] = [square, [[1, 1], [1, 9], [9, 9], [9, 1]]]
    #expect(result.lattice == expected)
  }

  @Test("overlapping holes are united, a self-crossing one is read even-odd")
  func holeUnion() {
    let second: LatticeRing = [[3, 3], [6, 3], [6, 6], [3, 6]]
    let (_, united) = repaired([square, inner, second])
    #expect(doubledAreas(united) == [200, -24])
    let bowTie: LatticeRing = [[1, 1], [5, 3], [5, 1], [1, 3]]
    let (outcome, result) = repaired([square, bowTie])
    // The two halves of the hole touch.
    #expect(outcome == .repaired([.selfCrossing, .ringTouch]))
    #expect(doubledAreas(result) == [200, -4, -4])
  }

  @Test("a flat hole that rounding turned over stays a hole (GDAL issue 13305)")
  func flatHole() {
    let (outcome, result) = repaired([square, [[2, 2], [3, 2], [8, 3]]])
    #expect(outcome == .valid)
    #expect(doubledAreas(result) == [200, -1])
  }

  @Test("even-odd: islands in holes, given in any order and winding")
  func islands() {
    let island: LatticeRing = [[3, 3], [3, 5], [5, 5], [5, 3]]
    let lake: LatticeRing = [[2, 2], [8, 2], [8, 8], [2, 8]]
    var repairer = RingRepairer()
    var rings = GridRings([island, lake, square])
    #expect(repairer.repairEvenOdd(&rings) == .valid)
    let expected: [LatticeRing] = [
      [[3, 3], [5, 3], [5, 5], [3, 5]], square, [[2, 2], [2, 8], [8, 8], [8, 2]],
    ]
    #expect(rings.lattice == expected)
  }

  @Test("even-odd: a shared edge vanishes")
  func sharedEdge() {
    var repairer = RingRepairer()
    var rings = GridRings([square, [[10, 0], [20, 0], [20, 10], [10, 10]]])
    #expect(repairer.repairEvenOdd(&rings) == .repaired(.ringTouch))
    #expect(doubledAreas(rings) == [400])
    #expect(rings.ringEnds.count == 1)
    var none = GridRings([square, square])
    #expect(repairer.repairEvenOdd(&none) == .empty)
  }

  @Test("a hole that touches its exterior in a point is valid as it is")
  func touchingHole() {
    let touching: LatticeRing = [[0, 5], [5, 7], [5, 3]]
    let (outcome, result) = repaired([[[0, 0], [10, 0], [10, 10], [0, 10], [0, 5]], touching])
    #expect(outcome == .valid)
    #expect(doubledAreas(result) == [200, -20])
  }

  @Test("coordinates of 37 bits are exact")
  func wide() {
    let far: Int64 = 1 << 37
    // The diagonals cross at (far - 1, -1) / 2 + …: the exact crossing is (0, 0).
    let ring: LatticeRing = [[-far, -far], [far, far], [far, -far], [-far, far]]
    let (outcome, result) = repaired([ring])
    #expect(outcome == .repaired(.selfCrossing))
    let expected: [LatticeRing] = [
      [[-far, -far], [0, 0], [-far, far]], [[0, 0], [far, -far], [far, far]],
    ]
    #expect(result.lattice == expected)
    // One unit beside the diagonal: in 64 bits or in doubles this vertex lies on it.
    let near: LatticeRing = [[-far, -far], [far, far], [1, 2], [-far, far]]
    let (nearOutcome, _) = repaired([near])
    #expect(nearOutcome == .valid)
    let over: LatticeRing = [[-far, -far], [far, far], [2, 1], [-far, far]]
    #expect(repaired([over]).0 == .repaired(.selfCrossing))
  }
}
