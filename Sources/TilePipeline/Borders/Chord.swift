import TileGeometry

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A straight stretch of a ring at one zoom: of the vertices from `start` to `end` the zoom keeps
/// these two only.
struct Chord: Sendable, Hashable {
  var chunk: Int32
  /// The ring: a path of the chunk's block.
  var path: Int32
  /// Vertices of the block; `end` may lie before `start`, where the ring closes.
  var start: Int32, end: Int32
}

/// Vertices of a ring that one task looks at: rings are long or short, tasks shall be alike.
struct RingStretch: Sendable {
  /// The most vertices of one.
  private static let most = 4096

  var chunk: Int
  /// The ring: a path of the chunk's block.
  var path: Int32
  /// Vertices of the block.
  var vertices: Range<Int>

  /// All vertices of the rings `paths` of a chunk.
  static func dividing(
    _ paths: [Int32], chunk: Int, of block: borrowing FeatureTable.Block
  ) -> [RingStretch] {
    var stretches: [RingStretch] = []
    for path in paths {
      let ring = block.vertices(ofPath: path)
      for start in stride(from: ring.lowerBound, to: ring.upperBound, by: most) {
        stretches.append(
          RingStretch(
            chunk: chunk, path: path, vertices: start..<min(start + most, ring.upperBound)))
      }
    }
    return stretches
  }
}

extension FeatureTable.Block {
  /// Calls `found` with what a zoom draws straight of a ring, as far as it ends in `stretch`.
  @inline(__always)
  func visitChords(of stretch: RingStretch, threshold: Float, _ found: (Chord) -> Void) {
    let isKept: (Int) -> Bool = { importance[$0] >= threshold }
    let ring = vertices(ofPath: stretch.path)
    guard let first = stretch.vertices.first(where: isKept),
      let before = ring[..<first].last(where: isKept) ?? ring[first...].last(where: isKept)
    else { return }
    var chord = Chord(
      chunk: Int32(stretch.chunk), path: stretch.path, start: Int32(before), end: 0)
    for i in first..<stretch.vertices.upperBound where importance[i] >= threshold {
      chord.end = Int32(i)
      if chord.start != chord.end { found(chord) }
      chord.start = Int32(i)
    }
  }

  /// Calls `found` with each vertex strictly within a chord.
  @inline(__always)
  func visitDropped(_ chord: Chord, _ found: (Int) -> Void) {
    let ring = vertices(ofPath: chord.path)
    var i = Int(chord.start)
    while true {
      i = i + 1 == ring.upperBound ? ring.lowerBound : i + 1
      if i == Int(chord.end) { return }
      found(i)
    }
  }

  /// Whether a zoom drops vertices within a chord.
  func drops(_ chord: Chord) -> Bool {
    let ring = vertices(ofPath: chord.path)
    let next = Int(chord.start) + 1
    return (next == ring.upperBound ? ring.lowerBound : next) != Int(chord.end)
  }

  /// A chord as it is drawn, its western end at 0 ..< 1 and then `turns` worlds further east: one
  /// that several rings have comes out the same wherever they were read.
  @inline(__always)
  func stretch(_ chord: Chord, turns: Double = 0) -> StraightStretch {
    stretch(Int(chord.start), Int(chord.end), firstTurn(of: chord) + turns)
  }

  @inline(__always)
  private func stretch(_ start: Int, _ end: Int, _ shift: Double) -> StraightStretch {
    StraightStretch(
      Self.place(x[start]) + shift, y[start], Self.place(x[end]) + shift, y[end])
  }

  /// The worlds that lie between a chord and where its western end is at 0 ..< 1.
  @inline(__always)
  private func firstTurn(of chord: Chord) -> Double {
    let west = Self.place(min(x[Int(chord.start)], x[Int(chord.end)]))
    return west >= 0 && west < 1 ? 0 : -west.rounded(.down)
  }

  /// `x` to 2^-44 of the world, as ``BorderFinder`` has it; worlds are added to it without loss.
  @inline(__always)
  private static func place(_ x: Double) -> Double { x + 0x1.8p8 - 0x1.8p8 }

  /// Of the vertices that a chord drops the one that matters most, if it matters as much as
  /// `least`. The same in whichever direction a ring runs.
  func mainVertex(of chord: Chord, least: Float) -> Int? {
    var best: Int?
    visitDropped(chord) { i in
      guard importance[i] >= least else { return }
      guard let found = best else { return best = i }
      let isMore =
        (importance[i], y[i], x[i]) > (importance[found], y[found], x[found])
      if isMore { best = i }
    }
    return best
  }

  /// The edges of the input within a chord that touch `window`; where the chord is drawn `turns`
  /// worlds further east.
  func edges(
    of chord: Chord, turns: Double, touching window: WorldBounds
  ) -> [StraightStretch] {
    let shift = firstTurn(of: chord) + turns
    var edges: [StraightStretch] = []
    var last = Int(chord.start)
    func add(_ next: Int) {
      let edge = stretch(last, next, shift)
      if window.touches(WorldBounds(edge)) { edges.append(edge) }
      last = next
    }
    visitDropped(chord, add)
    add(Int(chord.end))
    return edges
  }

  /// What a chord's vertices cover, where it is drawn `turns` worlds further east.
  func bounds(of chord: Chord, turns: Double) -> WorldBounds {
    let shift = firstTurn(of: chord) + turns
    var bounds = WorldBounds(stretch(chord, turns: turns))
    visitDropped(chord) { bounds.grow(Self.place(x[$0]) + shift, y[$0]) }
    return bounds
  }
}

extension WorldBounds {
  /// The bounds of a stretch.
  @inline(__always)
  init(_ stretch: StraightStretch) {
    (minX, maxX) = (min(stretch.ax, stretch.bx), max(stretch.ax, stretch.bx))
    (minY, maxY) = (stretch.ay, stretch.by)
  }

  /// Whether the boxes share a place, edges included.
  @inline(__always)
  func touches(_ other: WorldBounds) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
