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
    var raised = RaisedVertices()
    var isDone = [Bool](repeating: false, count: range.count)
    for number in range where threads > 1 && chunks[number].isWorthDividing {
      let shared = marks.isEmpty ? [] : marks[number - range.lowerBound]
      raised.formUnion(await measureParts(of: &chunks[number], shared))
      isDone[number - range.lowerBound] = true
    }
    let rest = range.filter { !isDone[$0 - range.lowerBound] }
    raised.formUnion(try await measure(&chunks, rest, from: range.lowerBound, marks))
    return raised
  }

  /// Measures the parts of a large chunk in several tasks.
  private func measureParts(
    of chunk: inout FlattenedChunk, _ marks: [BorderFinder.Mark]
  ) async -> RaisedVertices {
    // Taken out of the chunk while tasks read the rest of it.
    var importance: [Float] = []
    swap(&importance, &chunk.block.importance)
    defer { swap(&importance, &chunk.block.importance) }
    let shares = chunk.shares(of: chunk.borderParts, among: threads)
    let measured = await withTaskGroup(of: RingMeasurer.Share.self) { [chunk, visibility] group in
      for share in shares {
        group.addTask {
          var measurer = RingMeasurer(visibility: visibility)
          return measurer.measure(share, of: chunk, marks)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var raised = RaisedVertices()
    for share in measured {
      raised.formUnion(share.raised)
      var first = 0
      for (number, part) in share.parts {
        chunk.parts[number].take(part)
        let target = chunk.block.vertices(ofPart: chunk.parts[number])
        for i in target { importance[i] = share.importance[first + i - target.lowerBound] }
        first += target.count
      }
    }
    return raised
  }

  private func measure(
    _ chunks: inout [FlattenedChunk], _ numbers: [Int], from first: Int,
    _ marks: [[BorderFinder.Mark]]
  ) async throws -> RaisedVertices {
    typealias Share = (chunks: [(Int, FlattenedChunk)], raised: RaisedVertices)
    return try await withThrowingTaskGroup(of: Share.self) { group in
      for thread in 0..<min(threads, numbers.count) {
        var share: [(Int, FlattenedChunk)] = []
        for index in stride(from: thread, to: numbers.count, by: threads) {
          let number = numbers[index]
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
            let shared = marks.isEmpty ? [] : marks[work[i].0 - first]
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

  /// Vertices beyond which the parts of a chunk are measured by several tasks.
  private static let largeChunk = 1 << 16

  /// Whether one task would measure it for long: an overlay of thousands of polygons is in one
  /// chunk, however large it is.
  fileprivate var isWorthDividing: Bool {
    !block.isSpilled && block.x.count > Self.largeChunk && borderParts.count > 1
  }

  /// The parts `numbers` in `count` shares with about equally many vertices.
  fileprivate func shares(of numbers: [Int], among count: Int) -> [[Int]] {
    var shares = [[Int]](repeating: [], count: count)
    var weights = [Int](repeating: 0, count: count)
    for number in numbers.sorted(by: { parts[$0].weight > parts[$1].weight }) {
      guard let lightest = weights.indices.min(by: { weights[$0] < weights[$1] }) else { break }
      shares[lightest].append(number)
      weights[lightest] += Int(parts[number].weight)
    }
    return shares
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
