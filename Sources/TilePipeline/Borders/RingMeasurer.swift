import TileGeometry

/// Measures the rings of a chunk's polygons. Owns scratch memory.
struct RingMeasurer {
  /// Rings that share less with others only touch them, as continents do.
  private static let touch = 0.01

  let visibility: RingVisibility
  /// Shared vertices that a thin ring keeps.
  var raised = RaisedVertices()
  private var borders = BorderImportance()

  init(visibility: RingVisibility) { self.visibility = visibility }

  /// What was measured of some parts of a chunk.
  struct Share {
    var parts: [(number: Int, PartMeasure)] = []
    /// Of their vertices, one part after the other.
    var importance: [Float] = []
    var raised = RaisedVertices()
  }

  /// Measures all polygons of a chunk.
  ///
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
      chunk.parts[part].take(measure(chunk.parts[part], of: block, marks, into: &importance, at: 0))
    }
  }

  /// Measures some polygons of a chunk.
  mutating func measure(
    _ parts: [Int], of chunk: FlattenedChunk, _ marks: [BorderFinder.Mark]
  ) -> Share {
    var share = Share()
    for number in parts {
      let part = chunk.parts[number]
      let vertices = chunk.block.vertices(ofPart: part)
      let place = share.importance.count - vertices.lowerBound
      share.importance.append(contentsOf: repeatElement(.infinity, count: vertices.count))
      let measure = measure(part, of: chunk.block, marks, into: &share.importance, at: place)
      share.parts.append((number, measure))
    }
    share.raised = raised
    return share
  }

  /// Measures a polygon, whose vertices have their importance `place` further on than the block's.
  private mutating func measure(
    _ part: FlattenedChunk.Part, of block: borrowing FeatureTable.Block,
    _ marks: [BorderFinder.Mark], into importance: inout [Float], at place: Int
  ) -> PartMeasure {
    var measure = PartMeasure(part)
    for path in part.paths {
      let isOuter = path == part.paths.lowerBound
      let ring = block.vertices(ofPath: path)
      let x = block.x.span.extracting(ring)
      let y = block.y.span.extracting(ring)
      let target = ring.lowerBound + place..<ring.upperBound + place
      if isOuter { measure.area = Float(ringArea(x, y)) }
      guard !marks.isEmpty, marks[ring].contains(where: { $0 != .single }) else {
        borders.measureAlone(x: x, y: y, importance: &importance, at: target.lowerBound)
        _ = visibility.keep(x, y, &importance, target)
        continue
      }
      borders.measureRing(
        x: x, y: y, marks: marks.span.extracting(ring), importance: &importance,
        at: target.lowerBound)
      if let thin = visibility.keep(x, y, &importance, target) {
        for i in thin.vertices where marks[ring.lowerBound + i] != .single {
          raised.insert(x[i], y[i], thin.importance)
        }
      }
      let share = sharedPart(block, ring, marks)
      if share > Self.touch { measure.hasNeighbours = true }
      if isOuter { measure.isEnclosed = share > 0.5 }
    }
    return measure
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

/// What is measured of a polygon beside the importance of its vertices.
struct PartMeasure {
  var area: Float
  var hasNeighbours: Bool, isEnclosed: Bool

  init(_ part: FlattenedChunk.Part) {
    (area, hasNeighbours, isEnclosed) = (part.area, part.hasNeighbours, part.isEnclosed)
  }
}

extension FlattenedChunk.Part {
  mutating func take(_ measure: PartMeasure) {
    (area, hasNeighbours, isEnclosed) = (
      measure.area, measure.hasNeighbours, measure.isEnclosed
    )
  }
}

extension FeatureTable.Block {
  /// Vertices of all paths of a part.
  func vertices(ofPart part: FlattenedChunk.Part) -> Range<Int> {
    guard let last = part.paths.last else { return 0..<0 }
    return vertices(ofPath: part.paths.lowerBound).lowerBound..<vertices(ofPath: last).upperBound
  }
}
