/// The vertices of a block that are important enough, ever fewer.
struct VertexSieve {
  /// Indices of vertices.
  private(set) var kept: [Int32]
  /// Where each path ends in `kept`.
  private(set) var ends: [Int32]

  /// All vertices of `block`.
  init(_ block: borrowing FeatureTable.Block) {
    kept = Array(0..<Int32(block.x.count))
    ends = block.pathEnds
  }

  /// Leaves those whose importance reaches `threshold`.
  mutating func narrow(to threshold: Float, _ importance: Span<Float>) {
    var (start, count) = (0, 0)
    for path in ends.indices {
      for k in start..<Int(ends[path]) {
        let vertex = kept[k]
        kept[count] = vertex
        count += importance[Int(vertex)] >= threshold ? 1 : 0
      }
      start = Int(ends[path])
      ends[path] = Int32(count)
    }
    kept.removeSubrange(count...)
  }
}
