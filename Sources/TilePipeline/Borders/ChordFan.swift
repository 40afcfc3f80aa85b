import TileGeometry

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Many chords that end in one place, the centre, by their direction.
///
/// Their boxes all meet there, so that a search by boxes would find them all; but they cannot
/// cross each other, and another stretch crosses only those in whose directions it lies, seen from
/// the centre.
struct ChordFan: Sendable {
  /// Directions that differ by less, radians, are not told apart: far more than rounding does.
  private static let slack = 1e-9
  /// Of so many chords one is looked at to find the centres; a prime, as shapes repeat themselves.
  private static let sampling = 13
  /// So many of those that are looked at make a fan.
  private static let leastSamples = 8

  let bounds: WorldBounds
  private let centre: SIMD2<Double>
  private let spokes: [(angle: Double, stretch: StraightStretch, chord: Chord)]

  /// A fan of chords, with what they are drawn as, that all end at `centre`.
  init(_ centre: SIMD2<Double>, _ chords: [(Chord, StraightStretch)]) {
    self.centre = centre
    var box = WorldBounds()
    for (_, stretch) in chords { box.grow(WorldBounds(stretch)) }
    bounds = box
    spokes = chords.map { chord, stretch in
      let isStart = stretch.start == centre
      return (Self.angle(isStart ? stretch.end : stretch.start, from: centre), stretch, chord)
    }.sorted { $0.angle < $1.angle }
  }

  /// Takes the chords of fans out of `chords`.
  static func extract(from chords: inout [Chord], _ chunks: [FlattenedChunk]) -> [ChordFan] {
    var counts: [SIMD2<Double>: Int] = [:]
    for i in stride(from: 0, to: chords.count, by: sampling) {
      let stretch = chunks[Int(chords[i].chunk)].block.stretch(chords[i])
      counts[stretch.start, default: 0] += 1
      counts[stretch.end, default: 0] += 1
    }
    var fans: [SIMD2<Double>: [(Chord, StraightStretch)]] = [:]
    for (place, count) in counts where count >= leastSamples { fans[place] = [] }
    guard !fans.isEmpty else { return [] }
    chords.removeAll { chord in
      let stretch = chunks[Int(chord.chunk)].block.stretch(chord)
      for place in [stretch.start, stretch.end] {
        if fans[place]?.append((chord, stretch)) != nil { return true }
      }
      return false
    }
    return fans.map { ChordFan($0, $1) }
  }

  /// Calls `found` with the chords that may cross `stretch`, and as what they are drawn.
  @inline(__always)
  func visit(near stretch: StraightStretch, _ found: (Chord, StraightStretch) -> Void) {
    guard bounds.touches(WorldBounds(stretch)), stretch.start != centre, stretch.end != centre
    else { return }
    let (a, b) = (
      Self.angle(stretch.start, from: centre), Self.angle(stretch.end, from: centre)
    )
    let (low, high) = (min(a, b), max(a, b))
    var ranges: [ClosedRange<Double>]
    if abs(high - low - .pi) < 1e-6 {
      ranges = [-4...4]  // It passes the centre closely.
    } else if high - low < .pi {
      ranges = [low - Self.slack...high + Self.slack]
      if low - Self.slack < -.pi { ranges.append(.pi - Self.slack * 2...4) }
      if high + Self.slack > .pi { ranges.append(-4 ... -.pi + Self.slack * 2) }
    } else {
      ranges = [-4...low + Self.slack, high - Self.slack...4]
    }
    for range in ranges {
      var i = firstSpoke(at: range.lowerBound)
      while i < spokes.count, spokes[i].angle <= range.upperBound {
        found(spokes[i].chord, spokes[i].stretch)
        i += 1
      }
    }
  }

  private func firstSpoke(at angle: Double) -> Int {
    var (low, high) = (0, spokes.count)
    while low < high {
      let middle = (low + high) / 2
      if spokes[middle].angle < angle { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func angle(_ place: SIMD2<Double>, from centre: SIMD2<Double>) -> Double {
    atan2(place.y - centre.y, place.x - centre.x)
  }
}

extension StraightStretch {
  fileprivate var start: SIMD2<Double> { SIMD2(ax, ay) }
  fileprivate var end: SIMD2<Double> { SIMD2(bx, by) }
}
