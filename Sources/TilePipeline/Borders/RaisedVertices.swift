import TileGeometry

/// Which rings stay visible although they are narrower than a zoom's tolerance.
struct RingVisibility: Sendable {
  /// What zooms simplify by, pixels.
  let tolerance: Double
  /// A pixel of the deepest zoom, world units.
  let pixel: Double

  init(_ options: BuildOptions) {
    tolerance = options.simplify
    pixel = 1 / (512 * Double(UInt64(1) << UInt64(options.maxZoom)))
  }

  /// Raises the importance of vertices of a thin ring, which stands at `range` of `importance`.
  func keep(
    _ x: Span<Double>, _ y: Span<Double>, _ importance: inout [Float], _ range: Range<Int>
  ) -> ThinRing? {
    let thin = ThinRing(
      x: x, y: y, importance: importance.span.extracting(range), tolerance: tolerance,
      pixel: pixel)
    guard let thin else { return nil }
    for i in thin.vertices { importance[range.lowerBound + i] = thin.importance }
    return thin
  }
}

/// Vertices that several rings have in common and of which a thin one keeps more than the others
/// need: all of them must.
struct RaisedVertices: Sendable {
  /// A place on the map; x without whole worlds, to 2^-44 of the world as ``BorderFinder`` has it.
  private struct Place: Hashable {
    let x: Int64
    let y: Double

    init(_ x: Double, _ y: Double) {
      self.x = Int64(((x - x.rounded(.down)) * 0x1p44).rounded()) & (1 << 44 - 1)
      self.y = y
    }
  }

  private var importance: [Place: Float] = [:]
  /// Bits of y that occur, so that other vertices cost little.
  private var rows = [Bool](repeating: false, count: 1 << 16)

  mutating func insert(_ x: Double, _ y: Double, _ importance: Float) {
    self.importance[Place(x, y), default: 0].raise(to: importance)
    rows[Self.row(y)] = true
  }

  mutating func formUnion(_ other: RaisedVertices) {
    importance.merge(other.importance) { max($0, $1) }
    for row in rows.indices where other.rows[row] { rows[row] = true }
  }

  /// Raises them in all rings of `chunks`; `marks` tells which vertices are shared.
  func apply(
    to chunks: inout [FlattenedChunk], _ range: Range<Int>, _ marks: [[BorderFinder.Mark]]
  ) {
    guard !importance.isEmpty else { return }
    for number in range {
      let marks = marks[number - range.lowerBound]
      for i in marks.indices where marks[i] != .single {
        let y = chunks[number].block.y[i]
        guard rows[Self.row(y)] else { continue }
        guard let value = importance[Place(chunks[number].block.x[i], y)] else { continue }
        chunks[number].block.importance[i].raise(to: value)
      }
    }
  }

  private static func row(_ y: Double) -> Int {
    Int((y.bitPattern &* 0x9e37_79b9_7f4a_7c15) >> 48)
  }
}

extension Float {
  fileprivate mutating func raise(to least: Float) { self = max(self, least) }
}
