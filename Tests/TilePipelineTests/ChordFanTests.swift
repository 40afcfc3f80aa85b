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

  /// Chords between random places, many of which end in one of `centres`, in chunks of 100.
  private func chords(
    _ count: Int, round centres: [SIMD2<Double>], _ random: inout SeededGenerator
  ) -> (chunks: [FlattenedChunk], chords: [Chord]) {
    var chunks: [FlattenedChunk] = []
    var chords: [Chord] = []
    for number in 0..<count {
      if number % 100 == 0 { chunks.append(FlattenedChunk()) }
      let last = chunks.count - 1
      let start = Int32(chunks[last].block.x.count)
      let hub = Bool.random(using: &random) ? centres.randomElement(using: &random) : nil
      for end in [hub ?? place(&random) + 0.001, place(&random)] {
        // Some are a whole world further west or east.
        chunks[last].block.x.append(end.x + Double(number % 3 - 1))
        chunks[last].block.y.append(end.y)
      }
      chords.append(Chord(chunk: Int32(last), path: 0, start: start, end: start + 1))
    }
    return (chunks, chords)
  }

  @Test("what stands in fans and what is left are all", arguments: 1...20 as ClosedRange<UInt64>)
  func extract(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let centres = (0..<3).map { _ in place(&random) }
    let (chunks, all) = chords(2000, round: centres, &random)
    func stretch(_ chord: Chord) -> StraightStretch {
      chunks[Int(chord.chunk)].block.stretch(chord)
    }
    var rest = all
    let fans = ChordFan.extract(from: &rest, chunks)
    #expect(!fans.isEmpty && rest.count < all.count * 3 / 4)
    for _ in 0..<100 {
      let own = self.stretch(place(&random) + 0.0005, place(&random))
      var found = rest.filter { own.crosses(stretch($0)) }
      for fan in fans {
        fan.visit(near: own) { chord, place in
          #expect(place == stretch(chord))
          if own.crosses(place) { found.append(chord) }
        }
      }
      let expected = all.filter { own.crosses(stretch($0)) }
      #expect(found.count == expected.count && Set(found) == Set(expected))
    }
  }

  @Test("chords that do not end together make no fan")
  func noFans() {
    var random = SeededGenerator(seed: 1)
    let (chunks, all) = chords(500, round: [], &random)
    var rest = all
    #expect(ChordFan.extract(from: &rest, chunks).isEmpty)
    #expect(rest == all)
  }
}
