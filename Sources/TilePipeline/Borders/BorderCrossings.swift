import TileGeometry

/// Keeps borders from crossing each other when they are simplified.
///
/// Two borders that run close together, along a river or round a narrow neck, may cross once each
/// is drawn with fewer vertices: two areas then overlap. At each zoom, from the coarsest to the
/// deepest, the straight stretches that take the place of several edges are held against all
/// others; where two cross whose edges did not, both get the vertex back that matters most, and
/// so on. What is given back at a zoom stays at all deeper ones. As the answer for two stretches
/// depends on their places alone, wherever on the way round the world they were read, both sides of
/// a border get the same vertices.
///
/// Edges that cross in the input do so in the tiles too.
struct BorderCrossings {
  /// Squared tolerances of a zoom, squared world units.
  struct Tolerance: Sendable {
    /// Vertices that matter less are dropped.
    var threshold: Float
    /// Those that matter less than this, half a grid unit, are not given back: rounding moves
    /// borders as much.
    var least: Float
  }

  /// Of zoom 0 and all others down to the deepest.
  let tolerances: [Tolerance]
  let threads: Int

  /// Raises the importance of vertices of `chunks`; `marks` tells what their vertices share.
  func settle(
    _ chunks: inout [FlattenedChunk], _ range: Range<Int>, _ marks: [[BorderFinder.Mark]]
  ) async {
    guard let deepest = tolerances.last, deepest.threshold > 0 else { return }
    let stretches = range.flatMap { number in
      RingStretch.dividing(
        Self.sharingRings(of: chunks[number], marks[number - range.lowerBound]), chunk: number,
        of: chunks[number].block)
    }
    guard !stretches.isEmpty else { return }
    for tolerance in tolerances where tolerance.threshold > tolerance.least {
      var fresh = await droppingChords(chunks, stretches, tolerance.threshold)
      while !fresh.isEmpty {
        let crossing = await crossings(chunks, stretches, ChordTree(fresh, chunks), tolerance)
        fresh.removeAll()
        for chord in crossing {
          let chunk = Int(chord.chunk)
          guard let main = chunks[chunk].block.mainVertex(of: chord, least: tolerance.least)
          else { continue }
          chunks[chunk].block.importance[main] = tolerance.threshold
          fresh.append(
            Chord(chunk: chord.chunk, path: chord.path, start: chord.start, end: Int32(main)))
          fresh.append(
            Chord(chunk: chord.chunk, path: chord.path, start: Int32(main), end: chord.end))
        }
      }
    }
  }

  /// The rings of polygons that have a border in common with others.
  private static func sharingRings(
    of chunk: FlattenedChunk, _ marks: [BorderFinder.Mark]
  ) -> [Int32] {
    guard !marks.isEmpty else { return [] }
    var rings: [Int32] = []
    for part in chunk.borderParts {
      let paths = chunk.parts[part].paths
      let shares = paths.contains { path in
        marks[chunk.block.vertices(ofPath: path)].contains { $0 != .single }
      }
      if shares { rings += paths }
    }
    return rings
  }

  /// The chords of a zoom that stand for several edges.
  private func droppingChords(
    _ chunks: [FlattenedChunk], _ stretches: [RingStretch], _ threshold: Float
  ) async -> [Chord] {
    await withTaskGroup(of: [Chord].self) { group in
      for share in shares(of: stretches) {
        group.addTask {
          var chords: [Chord] = []
          for stretch in share {
            let block = chunks[stretch.chunk].block
            block.visitChords(of: stretch, threshold: threshold) { chord in
              if block.drops(chord) { chords.append(chord) }
            }
          }
          return chords
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// The chords, of the tree's and of others, that cross one of the tree's where their edges did
  /// not, and that drop a vertex which matters.
  private func crossings(
    _ chunks: [FlattenedChunk], _ stretches: [RingStretch], _ tree: ChordTree,
    _ tolerance: Tolerance
  ) async -> Set<Chord> {
    await withTaskGroup(of: Set<Chord>.self) { group in
      for share in shares(of: stretches) {
        group.addTask {
          var search = CrossingSearch(tree: tree, tolerance: tolerance)
          for stretch in share { search.search(chunks, stretch) }
          return search.found
        }
      }
      return await group.reduce(into: []) { $0.formUnion($1) }
    }
  }

  /// What each task looks at: stretches side by side in turn, as some places have more chords than
  /// others.
  private func shares(of stretches: [RingStretch]) -> [[RingStretch]] {
    let count = min(threads, stretches.count)
    return (0..<count).map { share in
      stride(from: share, to: stretches.count, by: count).map { stretches[$0] }
    }
  }
}

/// Chords, to be found by place.
struct ChordTree: Sendable {
  /// Chords in a box.
  private static let run = 8

  /// Chords, and as what they are drawn.
  private let chords: [(chord: Chord, stretch: StraightStretch)]
  private let index: BoundsIndex
  private let fans: [ChordFan]
  private let fanIndex: BoundsIndex
  /// The most eastern place of any: what lies east of 1 is also a world further west.
  let east: Double

  init(_ all: [Chord], _ chunks: [FlattenedChunk]) {
    var others = all
    fans = ChordFan.extract(from: &others, chunks)
    fanIndex = BoundsIndex(fans.map(\.bounds))
    let chords = others.map { ($0, chunks[Int($0.chunk)].block.stretch($0)) }
    self.chords = chords
    let boxes = stride(from: 0, to: chords.count, by: Self.run).map { start in
      var box = WorldBounds()
      for (_, stretch) in chords[start..<min(start + Self.run, chords.count)] {
        box.grow(WorldBounds(stretch))
      }
      return box
    }
    index = BoundsIndex(boxes)
    east = max(boxes.lazy.map(\.maxX).max() ?? 0, fans.lazy.map(\.bounds.maxX).max() ?? 0)
  }

  /// Calls `found` with chords that may touch a box that `touches`, but for those of fans.
  @inline(__always)
  func visit(
    _ open: inout [BoundsIndex.Node], where touches: (WorldBounds) -> Bool,
    _ found: (Chord, StraightStretch) -> Void
  ) {
    index.visit(&open, where: touches) { run in
      for i in run * Self.run..<min((run + 1) * Self.run, chords.count) {
        found(chords[i].chord, chords[i].stretch)
      }
    }
  }

  /// Calls `found` with fans that may touch `window`.
  @inline(__always)
  func visitFans(
    _ open: inout [BoundsIndex.Node], touching window: WorldBounds, _ found: (ChordFan) -> Void
  ) {
    guard !fans.isEmpty else { return }
    fanIndex.visit(&open, where: { window.touches($0) }) { found(fans[$0]) }
  }
}

/// Holds the chords of chunks against those of a tree. Owns scratch memory.
private struct CrossingSearch {
  /// More pairs of edges than this are not looked at: borders so tangled get their vertices back.
  private static let mostPairs = 1 << 20
  /// Chords that look into the tree together.
  private static let run = 8

  let tree: ChordTree
  let tolerance: BorderCrossings.Tolerance
  var found: Set<Chord> = []
  private var open: [BoundsIndex.Node] = []
  private var group: [Chord] = []
  private var stretches: [StraightStretch] = []

  init(tree: ChordTree, tolerance: BorderCrossings.Tolerance) {
    (self.tree, self.tolerance) = (tree, tolerance)
  }

  mutating func search(_ chunks: [FlattenedChunk], _ stretch: RingStretch) {
    let block = chunks[stretch.chunk].block
    block.visitChords(of: stretch, threshold: tolerance.threshold) { chord in
      group.append(chord)
      stretches.append(block.stretch(chord))
      if group.count == Self.run { searchGroup(chunks) }
    }
    searchGroup(chunks)
  }

  private mutating func searchGroup(_ chunks: [FlattenedChunk]) {
    guard !group.isEmpty else { return }
    searchGroup(chunks, turns: 0)
    var window = WorldBounds()
    for stretch in stretches { window.grow(WorldBounds(stretch)) }
    for turns in [-1, 1] as [Double]
    where turns < 0 ? window.maxX >= 1 : window.minX + 1 <= tree.east {
      for (i, chord) in group.enumerated() {
        stretches[i] = chunks[Int(chord.chunk)].block.stretch(chord, turns: turns)
      }
      searchGroup(chunks, turns: turns)
    }
    group.removeAll(keepingCapacity: true)
    stretches.removeAll(keepingCapacity: true)
  }

  /// Holds the group against the tree; `stretches` are where it is drawn, `turns` worlds further
  /// east than the tree has its own.
  private mutating func searchGroup(_ chunks: [FlattenedChunk], turns: Double) {
    var window = WorldBounds()
    for stretch in stretches { window.grow(WorldBounds(stretch)) }
    // Taken out of self while a closure changes the rest.
    var (open, crossing) = ([BoundsIndex.Node](), [(Chord, Chord)]())
    swap(&open, &self.open)
    tree.visit(
      &open, where: { box in window.touches(box) && stretches.contains { !$0.isBeside(box) } }
    ) { other, stretch in
      guard window.touches(WorldBounds(stretch)) else { return }
      for (chord, own) in zip(group, stretches) where own.crosses(stretch) {
        crossing.append((chord, other))
      }
    }
    tree.visitFans(&open, touching: window) { fan in
      for (chord, own) in zip(group, stretches) {
        fan.visit(near: own) { other, stretch in
          if own.crosses(stretch) { crossing.append((chord, other)) }
        }
      }
    }
    swap(&open, &self.open)
    for (chord, other) in crossing { judge(chord, turns, other, chunks) }
  }

  /// Takes two chords that cross, the first `turns` worlds further east, unless their edges do too,
  /// or nothing can be done about it.
  private mutating func judge(
    _ a: Chord, _ turns: Double, _ b: Chord, _ chunks: [FlattenedChunk]
  ) {
    let both = [a, b].filter { chord in
      chunks[Int(chord.chunk)].block.mainVertex(of: chord, least: tolerance.least) != nil
    }
    guard !both.isEmpty, !edgesCross(a, turns, b, chunks) else { return }
    found.formUnion(both)
  }

  private func edgesCross(
    _ a: Chord, _ turns: Double, _ b: Chord, _ chunks: [FlattenedChunk]
  ) -> Bool {
    let (blockA, blockB) = (chunks[Int(a.chunk)].block, chunks[Int(b.chunk)].block)
    let edges = blockA.edges(of: a, turns: turns, touching: blockB.bounds(of: b, turns: 0))
    let others = blockB.edges(of: b, turns: 0, touching: blockA.bounds(of: a, turns: turns))
    guard edges.count * others.count <= Self.mostPairs else { return false }
    return edges.contains { edge in others.contains { edge.crosses($0) } }
  }
}

extension StraightStretch {
  /// Whether a box lies on one side of the line through the stretch, by more than rounding in
  /// ``crosses(_:)`` makes of what it holds.
  @inline(__always)
  func isBeside(_ box: WorldBounds) -> Bool {
    let (dx, dy) = (bx - ax, by - ay)
    let along = dx * ((box.minY + box.maxY) / 2 - ay)
    let across = dy * ((box.minX + box.maxX) / 2 - ax)
    let reach = (abs(dx) * (box.maxY - box.minY) + abs(dy) * (box.maxX - box.minX)) / 2
    return abs(along - across) > reach * (1 + 1e-9) + 1e-12 * (abs(along) + abs(across))
  }
}
