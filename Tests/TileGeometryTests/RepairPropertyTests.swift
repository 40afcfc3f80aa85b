import TestSupport
import Testing
import TileGeometry

@Suite("Repair, against a plain twin and GEOS")
struct RepairPropertyTests {
  /// Repairs, and expects validity, the same area away from edges, and rest on the second run.
  private func check(
    _ rings: [LatticeRing], seed: UInt64, evenOdd: Bool = false, samples: Int = 200,
    margin: Double = 1
  ) {
    var repairer = RingRepairer()
    var result = GridRings(rings)
    let outcome = evenOdd ? repairer.repairEvenOdd(&result) : repairer.repair(&result)
    let output = result.lattice
    #expect((outcome == .empty) == output.isEmpty)
    let fault = LatticeTwin.fault(in: output)
    #expect(fault == nil, "\(rings) -> \(output)")
    if fault == nil {
      let foreign = faultByGEOS(output)
      #expect(foreign == nil, "\(rings) -> \(output)")
    }

    var again = result
    let second = repairer.repairEvenOdd(&again)
    #expect(again == result)
    #expect(second == (output.isEmpty ? .empty : .valid))
    var fresh = RingRepairer()
    var twin = GridRings(rings)
    #expect((evenOdd ? fresh.repairEvenOdd(&twin) : fresh.repair(&twin)) == outcome)
    #expect(twin == result)

    let points = rings.flatMap { $0 }
    guard let minX = points.map(\.x).min(), let maxX = points.map(\.x).max(),
      let minY = points.map(\.y).min(), let maxY = points.map(\.y).max()
    else { return }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<samples {
      let point = SIMD2(
        Int64.random(in: minX - 2...maxX + 2, using: &random),
        Int64.random(in: minY - 2...maxY + 2, using: &random))
      guard LatticeTwin.distance(from: point, to: rings) > margin else { continue }
      let expected = evenOdd ? isInside(rings, point) : isInFirstOnly(rings, point)
      #expect(isInside(output, point) == expected, "\(point) + 1/2 of \(rings) -> \(output)")
    }
  }

  @Test("random polygons on a tiny grid", arguments: 1...80 as ClosedRange<UInt64>)
  func tinyGrid(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let size = Int64.random(in: 2...12, using: &random)
      let rings = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          SIMD2(
            Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random))
        }
      }
      check(rings, seed: seed, samples: 30)
      check(rings, seed: seed, evenOdd: true, samples: 30)
    }
  }

  @Test("scribbles", arguments: 1...12 as ClosedRange<UInt64>)
  func scribbles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size: Int64 = [30, 300, 100_000][Int(seed % 3)]
    let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: 3...40, using: &random)).map { _ in
        SIMD2(
          Int64.random(in: 0...size, using: &random), Int64.random(in: 0...size, using: &random))
      }
    }
    check(rings, seed: seed)
    check(rings, seed: seed, evenOdd: true)
  }

  @Test(
    "stars, spirals and combs rounded to a grid too coarse",
    arguments: 1...12 as ClosedRange<UInt64>)
  func coarseGrid(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scale = Double.random(in: 1...6, using: &random)
    let angle = Double.random(in: 0...3, using: &random)
    check([TestShape.star(60, radius: 4 * scale, noise: 0.8, random: &random)], seed: seed)
    check(
      [TestShape.spiral(turns: 4, stepsPerTurn: 12, pitch: scale, width: scale / 3)], seed: seed)
    check([TestShape.comb(teeth: 12, length: 8 * scale, pitch: scale, angle: angle)], seed: seed)
  }

  @Test("nested and overlapping holes", arguments: 1...12 as ClosedRange<UInt64>)
  func holes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scale = Double.random(in: 5...300, using: &random)
    var rings = [TestShape.star(20, radius: scale, noise: 0.5, random: &random)]
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let reach = Int64(scale)
      let centre = SIMD2(
        Int64.random(in: -reach...reach, using: &random),
        Int64.random(in: -reach...reach, using: &random))
      let radius = scale * Double.random(in: 0.05...0.6, using: &random)
      let count = Int.random(in: 3...12, using: &random)
      rings.append(
        TestShape.star(count, radius: radius, noise: 0.5, centre: centre, random: &random))
    }
    check(rings, seed: seed)
    check(rings, seed: seed, evenOdd: true)
  }

  @Test("needles whose sides cross many times", arguments: 1...12 as ClosedRange<UInt64>)
  func needles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let length = [100, 10_000, 1 << 30, 1 << 37][Int(seed % 4)] as Int64
    let ring: LatticeRing = (0..<24).map { _ in
      let along = Int64.random(in: 0...length, using: &random)
      return SIMD2(along, along / 3 + Int64.random(in: -2...2, using: &random))
    }
    check([ring], seed: seed, samples: 0)
  }
}
