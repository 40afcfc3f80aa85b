extension FeatureTable {
  /// Vertices of the overlays of one chunk of input.
  ///
  /// While it is made, and where memory allows later too, they lie in arrays; otherwise the arrays
  /// are empty and the vertices lie in a scratch space.
  struct Block: Sendable {
    /// World coordinates, unit square, y **south**; x may lie outside 0...1 where a path was
    /// unwrapped.
    var x: [Double] = []
    var y: [Double] = []
    /// Squared world units; as long as `x`. In polygons with neighbours the lowest bit is set for
    /// vertices that several rings have.
    var importance: [Float] = []
    /// End of each path in `x`. Points have no paths.
    var pathEnds: [Int32] = []
    /// Spans of those lines that have some.
    var tracks: [SpanTrack] = []
    /// Copies of the paths for ever lower zooms, the first with all vertices.
    private var spilled: [SpilledPaths] = []
    /// The threshold of each copy; beside each other, as looking into all copies would wait for memory.
    private var thresholds: [Float] = []

    /// The vertices of a path, where they lie in arrays.
    func vertices(ofPath path: Int32) -> Range<Int> {
      Int(path == 0 ? 0 : pathEnds[Int(path) - 1])..<Int(pathEnds[Int(path)])
    }

    /// Whether the vertices lie in a scratch space.
    var isSpilled: Bool { !spilled.isEmpty }

    /// Bytes of the arrays of vertices.
    var byteCount: Int { x.count * (2 * MemoryLayout<Double>.size + MemoryLayout<Float>.size) }

    /// Lends x, y and importance of a path: those vertices at least whose importance reaches
    /// `threshold`.
    ///
    /// - Parameter buffer: Holds what is read from the scratch space.
    func withPath<Result>(
      _ path: Int32, reaching threshold: Float = 0, buffer: inout [UInt64],
      _ body: (Span<Double>, Span<Double>, Span<Float>) -> Result
    ) -> Result {
      if let copy = smallestCopy(reaching: threshold) {
        return spilled[copy].withPath(path, buffer: &buffer, body)
      }
      let range = vertices(ofPath: path)
      return body(
        x.span.extracting(range), y.span.extracting(range), importance.span.extracting(range))
    }

    /// The last copy that has all vertices whose importance reaches `threshold`.
    private func smallestCopy(reaching threshold: Float) -> Int? {
      thresholds.lastIndex { $0 <= threshold }
    }

    /// Lends what ``withPath(_:reaching:buffer:_:)`` lends, a stretch at a time and in order, where
    /// that saves memory.
    func forEachStretch(
      ofPath path: Int32, reaching threshold: Float = 0, buffer: inout [UInt64],
      _ body: (Span<Double>, Span<Double>, Span<Float>) -> Void
    ) {
      if let copy = smallestCopy(reaching: threshold) {
        return spilled[copy].forEachStretch(ofPath: path, buffer: &buffer, body)
      }
      withPath(path, buffer: &buffer, body)
    }

    /// Moves the vertices to `space`, in `copies` whose thresholds ascend from 0.
    ///
    /// - Parameter packs: Whether the block has lines alone, of which only places on grids matter.
    mutating func spill(
      to space: ScratchSpace, _ copies: [SpilledCopy], packs: Bool = false
    ) throws(BuildError) {
      var words: [UInt64] = []
      var sieve = VertexSieve(self)
      var spilled: [SpilledPaths] = []
      for copy in copies where copy.threshold > 0 || spilled.isEmpty {
        if copy.threshold > 0 { sieve.narrow(to: copy.threshold, importance.span) }
        spilled.append(
          try SpilledPaths(self, sieve, copy, packs: packs, in: space, words: &words))
      }
      self.spilled = spilled
      thresholds = spilled.map(\.threshold)
      (x, y, importance) = ([], [], [])
    }

    /// Brings the vertices back into arrays.
    mutating func load() {
      guard let whole = spilled.first else { return }
      var buffer: [UInt64] = []
      for path in pathEnds.indices {
        whole.withPath(Int32(path), buffer: &buffer) { x, y, importance in
          for i in x.indices {
            self.x.append(x[i])
            self.y.append(y[i])
            self.importance.append(importance[i])
          }
        }
      }
      (spilled, thresholds) = ([], [])
    }
  }
}
