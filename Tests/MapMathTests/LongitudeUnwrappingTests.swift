import MapMath
import TestSupport
import Testing

@Suite("LongitudeUnwrapping") struct LongitudeUnwrappingTests {
  private func unwrap(
    _ longitudes: [Double], _ rule: LongitudeUnwrapping.Rule = .shortWay, closed: Bool = false
  ) -> ([Double], LongitudeUnwrapping.Summary) {
    var result: [Double] = []
    let summary = LongitudeUnwrapping.unwrap(
      longitudes.span, rule: rule, isClosed: closed, into: &result)
    return (result, summary)
  }

  @Test(
    "the short way",
    arguments: [
      ([179.0, -179], [179.0, 181]), ([-179, 179], [-179, -181]), ([179, 181], [179, 181]),
      ([-170, 170, 175, -175], [-170, -190, -185, -175]), ([0, 90, -90], [0, 90, -90]),
      ([0, 540], [0, 180]), ([540, 0], [540, 360]), ([0, 200, 30], [0, -160, -330]), ([7], [7]),
      ([0, 720], [0, 0]), ([], []),
    ])
  func shortWay(input: [Double], expected: [Double]) {
    #expect(unwrap(input).0 == expected)
  }

  @Test("half a turn keeps its direction, a whole turn runs round the world")
  func exactTurns() {
    #expect(unwrap([0, 180]).0 == [0, 180])
    #expect(unwrap([180, 0]).0 == [180, 0])
    #expect(unwrap([-90, 90, -90]).0 == [-90, 90, -90])
    #expect(unwrap([-180, 180]).0 == [-180, 180])
    #expect(unwrap([180, -180]).0 == [180, -180])
  }

  @Test("a ring round a pole turns once; one that runs back along the map's side does not")
  func turns() {
    #expect(unwrap([0, 120, -120], closed: true).1.turns == 1)
    #expect(unwrap([0, 120, -120, 0], closed: true).1.turns == 1)
    #expect(unwrap([0, -120, 120], closed: true).1.turns == -1)
    #expect(unwrap([0, 120, -120]).1.turns == 0)
    #expect(unwrap([-180, 180, 180, -180], closed: true).1.turns == 0)
    #expect(unwrap([-180, -90, 0, 90, 180, 180, -180, -180], closed: true).1.turns == 0)
    #expect(unwrap([10, 20, 20, 10], closed: true).1.turns == 0)
  }

  @Test("long edges as given are kept and counted")
  func longEdges() {
    let box = [-100.0, 100, 100, -100, -100]
    #expect(unwrap(box, .longEdgesAsGiven, closed: true).0 == box)
    #expect(unwrap(box, .longEdgesAsGiven, closed: true).1.longEdges == 2)
    #expect(unwrap(box, .planar, closed: true).0 == box)
    #expect(unwrap(box, .shortWay, closed: true).0 == [-100, -260, -260, -100, -100])
    #expect(unwrap(box, .shortWay, closed: true).1.longEdges == 0)
    #expect(unwrap([0, 500], .planar).0 == [0, 500])
  }

  @Test(
    "steps are short, places are kept, and a reversed path steps back the same way",
    arguments: 1...20 as ClosedRange<UInt64>)
  func properties(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let path = (0..<100).map { _ in Double(Int.random(in: -720...720, using: &random)) / 4 }
    let forward = unwrap(path).0
    let backward = Array(unwrap(path.reversed()).0.reversed())
    for i in path.indices {
      let turns = (forward[i] - path[i]) / 360
      #expect(turns == turns.rounded())
      guard i > 0 else { continue }
      let step = forward[i] - forward[i - 1]
      #expect(abs(step) <= 180 || abs(path[i] - path[i - 1]) == 360)
      #expect(step == backward[i] - backward[i - 1])
    }
  }
}
