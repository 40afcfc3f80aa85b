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

  /// Measures the polygons of `chunks`, which stand in input order.
  func measure(_ chunks: inout [FlattenedChunk]) async {
    var first = 0
    while first < chunks.count {
      var last = first
      while last < chunks.count && chunks[last].input == chunks[first].input { last += 1 }
      let marks = isOn ? Self.find(chunks[first..<last]) : []
      await measure(&chunks, first..<last, marks)
      if isOn {
        await BorderCrossings(tolerances: tolerances, threads: threads)
          .settle(&chunks, first..<last, marks)
      }
      first = last
    }
  }

  /// Marks of all vertices of each chunk, an empty array where nothing is shared.
  private static func find(_ chunks: ArraySlice<FlattenedChunk>) -> [[BorderFinder.Mark]] {
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
          marks[number] = [BorderFinder.Mark](repeating: .single, count: chunk.block.x.count)
        }
        var target = marks[number].mutableSpan
        show(chunk) { x, y, start in finder.mark(x: x, y: y, in: &target, from: start) }
      }
    }
    return marks
  }

  /// Shows each ring of a chunk's polygons with its first vertex.
  private static func show(
    _ chunk: FlattenedChunk, _ body: (Span<Double>, Span<Double>, Int) -> Void
  ) {
    let block = chunk.block
    for part in chunk.borderParts {
      for path in chunk.parts[part].paths {
        let ring = block.vertices(ofPath: path)
        body(block.x.span.extracting(ring), block.y.span.extracting(ring), ring.lowerBound)
      }
    }
  }

  /// Measures chunk by chunk, each in a task of its own.
  private func measure(
    _ chunks: inout [FlattenedChunk], _ range: Range<Int>, _ marks: [[BorderFinder.Mark]]
  ) async {
    await withTaskGroup(of: [(Int, FlattenedChunk)].self) { group in
      for thread in 0..<min(threads, range.count) {
        var share: [(Int, FlattenedChunk)] = []
        for number in stride(from: range.lowerBound + thread, to: range.upperBound, by: threads) {
          share.append((number, chunks[number]))
          chunks[number] = FlattenedChunk()
        }
        let work = share
        group.addTask {
          var work = work
          var measurer = RingMeasurer()
          for i in work.indices {
            measurer.measure(&work[i].1, marks.isEmpty ? [] : marks[work[i].0 - range.lowerBound])
          }
          return work
        }
      }
      for await work in group { for (number, chunk) in work { chunks[number] = chunk } }
    }
  }
}

/// Measures the rings of a chunk's polygons. Owns scratch memory.
private struct RingMeasurer {
  private var borders = BorderImportance()

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
        guard !marks.isEmpty, marks[ring].contains(where: { $0 != .single }) else {
          borders.measureAlone(x: x, y: y, importance: &importance, at: ring.lowerBound)
          continue
        }
        borders.measureRing(
          x: x, y: y, marks: marks.span.extracting(ring), importance: &importance,
          at: ring.lowerBound)
        if path == chunk.parts[part].paths.lowerBound {
          chunk.parts[part].isEnclosed = isEnclosed(block, ring, marks)
        }
      }
    }
  }

  /// Whether most of a ring is border that another ring has too.
  private func isEnclosed(
    _ block: FeatureTable.Block, _ ring: Range<Int>, _ marks: [BorderFinder.Mark]
  ) -> Bool {
    var (shared, all) = (0.0, 0.0)
    for i in ring {
      let j = i + 1 == ring.upperBound ? ring.lowerBound : i + 1
      let length = abs(block.x[j] - block.x[i]) + abs(block.y[j] - block.y[i])
      all += length
      if marks[i] != .single && marks[j] != .single { shared += length }
    }
    return 2 * shared > all
  }
}

extension FlattenedChunk.Row {
  /// Whether it is a polygon or its outline, which may have borders in common with others.
  var hasBorders: Bool { (shape == .polygons || shape == .outlines) && !exact }
}

extension FlattenedChunk {
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
