import TestSupport
import Testing
import TileGeometry

@testable import TilePipeline

/// Searches for crossings leave out only what cannot cross.
@Suite("Chords round one place")
struct ChordFanTests {
  /// Places on a coarse lattice, so that many lie in one line or are the same; some a hair off it.
  private func place(_ random: inout SeededGenerator) -> SIMD2<Double> {
    let lattice = SIMD2(
      Double(Int.random(in: 0...8, using: &random)), Double(Int.random(in: 0...8, using: &random)))
    let hair = Int.random(in: 0...2, using: &random) == 0 ? 1e-12 : 0
    return lattice / 8 + hair * Double(Int.random(in: -2...2, using: &random))
  }

  private func stretch(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> StraightStretch {
    StraightStretch(a.x, a.y, b.x, b.y)
  }

  @Test("a fan finds all chords that cross", arguments: 1...40 as ClosedRange<UInt64>)
  func fan(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let centre = place(&random)
    let spokes = (0..<200).map { number in
      (
        Chord(chunk: 0, path: 0, start: Int32(number), end: 0),
        stretch(centre, place(&random))
      )
    }.filter { $0.1.ax != $0.1.bx || $0.1.ay != $0.1.by }
    let fan = ChordFan(centre, spokes)
    var shown = 0
    for round in 0..<400 {
      let own = stretch(round % 20 == 0 ? centre : place(&random), place(&random))
      var found: [Int32] = []
      fan.visit(near: own) { chord, stretch in
        shown += 1
        if own.crosses(stretch) { found.append(chord.start) }
      }
      let expected = spokes.filter { own.crosses($0.1) }.map(\.0.start)
      #expect(Set(found) == Set(expected), "\(own) round \(centre)")
    }
    #expect(shown < 400 * spokes.count / 2)
  }

  @Test(
    "a box beside a stretch holds none that crosses it", arguments: 1...40 as ClosedRange<UInt64>)
  func boxes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var beside = 0
    for _ in 0..<20_000 {
      let own = stretch(place(&random), place(&random))
      let other = stretch(place(&random), place(&random))
      guard own.isBeside(WorldBounds(other)) else { continue }
      beside += 1
      #expect(!own.crosses(other), "\(own) \(other)")
    }
    #expect(beside > 2000)
  }
}
