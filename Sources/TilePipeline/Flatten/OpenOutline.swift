import MapMath

/// The outline of a polygon or circle that is no closed line on the map: it leaves it, or runs
/// round the world.
///
/// Where all rings close, the outline has the same parts as the area, and none of this is needed.
struct OpenOutline: Sendable {
  private enum Piece: Sendable {
    case line(WorldBand.Run)
    case ring(WorldBand.Run)
    /// A ring that is a path of the block.
    case path(Int32)
  }
  private var pieces: [Piece] = []
  /// Whether all lines close.
  private(set) var closes = true

  /// Forgets the lines.
  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    closes = true
  }

  /// Notes a line.
  ///
  /// - Parameters:
  ///   - isRing: Whether an edge runs from the last vertex to the first.
  ///   - path: Where a block holds the ring, or will when it is needed; `nil`: nowhere.
  mutating func note(
    x: ArraySlice<Double>, y: ArraySlice<Double>, isRing: Bool, path: Int? = nil
  ) {
    guard !x.isEmpty else { return }
    if let runs = WorldBand.runs(x: x, y: y, isClosed: isRing) {
      closes = closes && runs.isEmpty
      pieces += runs.map(Piece.line)
    } else if !isRing {
      closes = false
      pieces.append(.line((Array(x), Array(y))))
    } else if let path {
      pieces.append(.path(Int32(path)))
    } else {
      pieces.append(.ring((Array(x), Array(y))))
    }
  }

  /// Appends each stretch to `chunk` as a part that does not close.
  func append(to chunk: inout FlattenedChunk) {
    for piece in pieces {
      switch piece {
      case .line(let run):
        chunk.block.x += run.x
        chunk.block.y += run.y
      case .ring(let ring):
        append(ring, to: &chunk.block)
      case .path(let path):
        let range = chunk.block.vertices(ofPath: path)
        append((Array(chunk.block.x[range]), Array(chunk.block.y[range])), to: &chunk.block)
      }
      chunk.block.pathEnds.append(Int32(chunk.block.x.count))
      chunk.appendPart(pathCount: 1)
    }
  }

  /// Appends a ring as a line that starts and ends in the middle of its longest edge: clients draw
  /// no join where a line starts.
  private func append(_ ring: WorldBand.Run, to block: inout FeatureTable.Block) {
    let (x, y) = ring
    var (longest, length) = (0, -1.0)
    for i in x.indices {
      let j = i + 1 < x.count ? i + 1 : 0
      let (dx, dy) = (x[j] - x[i], y[j] - y[i])
      if dx * dx + dy * dy > length { (longest, length) = (i, dx * dx + dy * dy) }
    }
    let next = longest + 1 < x.count ? longest + 1 : 0
    let middle = ((x[longest] + x[next]) / 2, (y[longest] + y[next]) / 2)
    block.x += [middle.0] + x[next...] + x[..<next] + [middle.0]
    block.y += [middle.1] + y[next...] + y[..<next] + [middle.1]
  }
}
