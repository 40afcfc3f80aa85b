import OverlayModel
import TileGeometry

/// Measures the rings of all polygons of an input, those that have borders in common alike, so
/// that neighbours keep the same vertices at every zoom.
///
/// Without it, two neighbours that start their rings in different places simplify their common
/// border differently, and gaps and overlaps open between them.
struct SharedBorders {
  /// Whether to look for them; otherwise each ring is measured by itself.
  let isOn: Bool
  /// Tasks that measure at once.
  let threads: Int
  /// What zooms drop.
  let tolerances: [BorderCrossings.Tolerance]
  /// Which rings are kept although they are narrower than that.
  let visibility: RingVisibility
  /// See ``ReadStage``.
  let scratch: ScratchSpace
  let copies: [SpilledCopy]

  /// Measures the polygons of `chunks`, which stand in input order.
  func measure(_ chunks: inout [FlattenedChunk]) async throws {
    var first = 0
    while first < chunks.count {
      var last = first
      while last < chunks.count && chunks[last].input == chunks[first].input { last += 1 }
      let marks = isOn ? find(chunks[first..<last]) : []
      let isSpilled = chunks[first..<last].map(\.block.isSpilled)
      let raised = try await measure(&chunks, first..<last, marks)
      if isOn {
        raised.apply(to: &chunks, first..<last, marks)
        await BorderCrossings(tolerances: tolerances, threads: threads)
          .settle(&chunks, first..<last, marks)
        for number in first..<last { chunks[number].noteShared(marks[number - first]) }
      }
      for number in first..<last where isSpilled[number - first] && !chunks[number].block.isSpilled
      {
        try chunks[number].block.spill(to: scratch, copies)
      }
      first = last
    }
  }

  /// Marks of all vertices of each chunk, an empty array where nothing is shared.
  private func find(_ chunks: ArraySlice<FlattenedChunk>) -> [[BorderFinder.Mark]] {
    var marks = [[BorderFinder.Mark]](repeating: [], count: chunks.count)
    var vertices = 0
    for chunk in chunks {
      for part in chunk.borderParts { vertices += Int(chunk.parts[part].weight) }
    }
    guard vertices > 0 else { return marks }
    var finder = BorderFinder(vertices: vertices)
    for chunk in chunks { show(chunk) { x, y, _ in finder.note(x: x, y: y) } }
    for pass in 0..<finder.passes {
      finder.begin(pass: pass)
      for chunk in chunks { show(chunk) { x, y, _ in finder.join(x: x, y: y) } }
      for (number, chunk) in chunks.enumerated() {
        if marks[number].isEmpty {
          let count = Int(chunk.block.pathEnds.last ?? 0)
          marks[number] = [BorderFinder.Mark](repeating: .single, count: count)
        }
        var target = marks[number].mutableSpan
        show(chunk) { x, y, start in finder.mark(x: x, y: y, in: &target, from: start) }
      }
    }
    return marks
  }

  /// Shows each ring of a chunk's polygons with its first vertex.
  private func show(
    _ chunk: FlattenedChunk, _ body: (Span<Double>, Span<Double>, Int) -> Void
  ) {
    let block = chunk.block
    var buffer: [UInt64] = []
    for part in chunk.borderParts {
      for path in chunk.parts[part].paths {
        block.withPath(path, buffer: &buffer) { x, y, _ in
          body(x, y, block.vertices(ofPath: path).lowerBound)
        }
      }
    }
  }

  /// Measures chunk by chunk, each in a task of its own. Chunks that share borders are in memory
  /// afterwards.
  ///
  /// - Returns: Shared vertices that a thin ring keeps.
  private func measure(
    _ chunks: inout [FlattenedChunk], _ range: Range<Int>, _ marks: [[BorderFinder.Mark]]
  ) async throws -> RaisedVertices {
    typealias Share = (chunks: [(Int, FlattenedChunk)], raised: RaisedVertices)
    return try await withThrowingTaskGroup(of: Share.self) { group in
      for thread in 0..<min(threads, range.count) {
        var share: [(Int, FlattenedChunk)] = []
        for number in stride(from: range.lowerBound + thread, to: range.upperBound, by: threads) {
          share.append((number, chunks[number]))
          chunks[number] = FlattenedChunk()
        }
        let work = share
        group.addTask { [scratch, copies, visibility] in
          var work = work
          var measurer = RingMeasurer(visibility: visibility)
          for i in work.indices where !work[i].1.borderParts.isEmpty {
            let isSpilled = work[i].1.block.isSpilled
            if isSpilled { work[i].1.block.load() }
            let shared = marks.isEmpty ? [] : marks[work[i].0 - range.lowerBound]
            measurer.measure(&work[i].1, shared)
            guard isSpilled, !shared.contains(where: { $0 != .single }) else { continue }
            try work[i].1.block.spill(to: scratch, copies)
          }
          return (work, measurer.raised)
        }
      }
      var raised = RaisedVertices()
      for try await share in group {
        for (number, chunk) in share.chunks { chunks[number] = chunk }
        raised.formUnion(share.raised)
      }
      return raised
    }
  }
}

/// Measures the rings of a chunk's polygons. Owns scratch memory.
private struct RingMeasurer {
  /// Rings that share less with others only touch them, as continents do.
  private static let touch = 0.01

  let visibility: RingVisibility
  /// Shared vertices that a thin ring keeps.
  var raised = RaisedVertices()
  private var borders = BorderImportance()

  init(visibility: RingVisibility) { self.visibility = visibility }

  /// - Parameter marks: One for each vertex of the chunk, or none.
  mutating func measure(_ chunk: inout FlattenedChunk, _ marks: [BorderFinder.Mark]) {
    // Taken out of the chunk while spans lend them.
    var block = FeatureTable.Block()
    swap(&block, &chunk.block)
    defer { swap(&block, &chunk.block) }
    var importance: [Float] = []
    swap(&importance, &block.importance)
    defer { swap(&importance, &block.importance) }
    for part in chunk.borderParts {
      for path in chunk.parts[part].paths {
        let ring = block.vertices(ofPath: path)
        let x = block.x.span.extracting(ring)
        let y = block.y.span.extracting(ring)
        if path == chunk.parts[part].paths.lowerBound {
          chunk.parts[part].area = Float(ringArea(x, y))
        }
        guard !marks.isEmpty, marks[ring].contains(where: { $0 != .single }) else {
          borders.measureAlone(x: x, y: y, importance: &importance, at: ring.lowerBound)
          _ = visibility.keep(x, y, &importance, ring)
          continue
        }
        borders.measureRing(
          x: x, y: y, marks: marks.span.extracting(ring), importance: &importance,
          at: ring.lowerBound)
        if let thin = visibility.keep(x, y, &importance, ring) {
          for i in thin.vertices where marks[ring.lowerBound + i] != .single {
            raised.insert(x[i], y[i], thin.importance)
          }
        }
        let share = sharedPart(block, ring, marks)
        if share > Self.touch { chunk.parts[part].hasNeighbours = true }
        if path == chunk.parts[part].paths.lowerBound {
          chunk.parts[part].isEnclosed = share > 0.5
        }
      }
    }
  }

  /// How much of a ring is border that another ring has too, 0...1.
  private func sharedPart(
    _ block: borrowing FeatureTable.Block, _ ring: Range<Int>, _ marks: [BorderFinder.Mark]
  ) -> Double {
    var (shared, all) = (0.0, 0.0)
    for i in ring {
      let j = i + 1 == ring.upperBound ? ring.lowerBound : i + 1
      let length = abs(block.x[j] - block.x[i]) + abs(block.y[j] - block.y[i])
      all += length
      if marks[i] != .single && marks[j] != .single { shared += length }
    }
    return all > 0 ? shared / all : 0
  }
}

extension FlattenedChunk.Row {
  /// Whether it is a polygon or its outline, which may have borders in common with others.
  var hasBorders: Bool { (shape == .polygons || shape == .outlines) && !exact }
}

extension FlattenedChunk {
  /// Sets the lowest bit of the importance of the vertices of polygons with neighbours.
  fileprivate mutating func noteShared(_ marks: [BorderFinder.Mark]) {
    guard !marks.isEmpty else { return }
    for part in borderParts where parts[part].hasNeighbours {
      for path in parts[part].paths {
        for i in block.vertices(ofPath: path) {
          block.importance[i] = block.importance[i].noting(isShared: marks[i] != .single)
        }
      }
    }
  }

  /// The parts that are polygons with borders; circles have none.
  var borderParts: [Int] {
    var found: [Int] = []
    var last = -1 as Int32
    for row in rows where row.hasBorders {
      // The outline of a polygon has the same parts as its area.
      if row.parts.lowerBound > last { found += row.parts.map(Int.init) }
      last = max(last, row.parts.upperBound - 1)
    }
    return found
  }
}

extension Float {
  /// An importance that is not less, and whose lowest bit tells whether several rings have the
  /// vertex.
  fileprivate func noting(isShared: Bool) -> Float {
    if self.isShared == isShared { return self }
    return isInfinite ? .greatestFiniteMagnitude : Float(bitPattern: bitPattern + 1)
  }

  /// Of the importance of a vertex of a polygon with neighbours: whether several rings have it.
  var isShared: Bool { bitPattern & 1 != 0 }
}
