/// The vertices of a block that are important enough, ever fewer.
struct VertexSieve {
  /// Indices of vertices; `nil`: all.
  private(set) var kept: [Int32]?
  /// Where each path ends among those that are left.
  private(set) var ends: [Int32]

  /// All vertices of `block`.
  init(_ block: borrowing FeatureTable.Block) { ends = block.pathEnds }

  /// Leaves those whose importance reaches `threshold`.
  mutating func narrow(to threshold: Float, _ importance: Span<Float>) {
    var left = kept ?? []
    let isWhole = kept == nil
    kept = nil
    if isWhole { left = [Int32](repeating: 0, count: importance.count) }
    var (start, count) = (0, 0)
    for path in ends.indices {
      for k in start..<Int(ends[path]) {
        let vertex = isWhole ? Int32(k) : left[k]
        left[count] = vertex
        count += importance[Int(vertex)] >= threshold ? 1 : 0
      }
      start = Int(ends[path])
      ends[path] = Int32(count)
    }
    left.removeSubrange(count...)
    kept = left
  }

  /// Calls `body` with the index of each vertex in a range of those that are left.
  @inline(__always)
  func forEach(_ range: Range<Int>, _ body: (Int) -> Void) {
    if let kept {
      for k in range { body(Int(kept[k])) }
    } else {
      for k in range { body(k) }
    }
  }

  /// The index of a vertex among those that are left.
  func vertex(_ k: Int) -> Int { kept.map { Int($0[k]) } ?? k }
}
