/// The paths of a block in a scratch space, with those of their vertices that reach a threshold.
///
/// Low zooms need few vertices. So there are several copies of a block, each with what a zoom needs
/// and those above it; together they take little more than the whole, and a low zoom reads little.
struct SpilledPaths: Sendable {
  /// Squared world units.
  let threshold: Float
  /// Where each path ends in `region`, words of 8 bytes: x, y and importance of its vertices.
  private let ends: [Int32]
  private let region: ScratchRegion

  /// Stores the vertices of `block` whose importance reaches `threshold`.
  ///
  /// - Parameter words: Memory to work in.
  init(
    _ block: borrowing FeatureTable.Block, threshold: Float, in space: ScratchSpace,
    words: inout [UInt64]
  ) throws(BuildError) {
    self.threshold = threshold
    var ends: [Int32] = []
    ends.reserveCapacity(block.pathEnds.count)
    let (x, y, importance) = (block.x, block.y, block.importance)
    words.removeAll(keepingCapacity: true)
    if threshold == 0 { words.reserveCapacity(x.count * 5 / 2 + block.pathEnds.count) }
    var kept: [Int32] = []
    for path in block.pathEnds.indices {
      let range = block.vertices(ofPath: Int32(path))
      if kept.count < range.count { kept = [Int32](repeating: 0, count: range.count) }
      var count = 0
      for i in range {
        kept[count] = Int32(i)
        count += importance[i] >= threshold ? 1 : 0
      }
      words.append(addingCapacity: 2 * count + (count + 1) / 2) { target in
        for k in 0..<count { target.append(x[Int(kept[k])].bitPattern) }
        for k in 0..<count { target.append(y[Int(kept[k])].bitPattern) }
        for k in stride(from: 0, to: count, by: 2) {
          var word = UInt64(importance[Int(kept[k])].bitPattern)
          if k + 1 < count { word |= UInt64(importance[Int(kept[k + 1])].bitPattern) << 32 }
          target.append(UInt64(littleEndian: word))
        }
      }
      ends.append(Int32(words.count))
    }
    self.ends = ends
    region = try space.store(words.span.bytes)
  }

  /// Lends the vertices of a path, which are read into `buffer`. There are none where reading
  /// failed.
  func withPath<Result>(
    _ path: Int32, buffer: inout [UInt64],
    _ body: (Span<Double>, Span<Double>, Span<Float>) -> Result
  ) -> Result {
    let start = path == 0 ? 0 : Int(ends[Int(path) - 1])
    let words = Int(ends[Int(path)]) - start
    // n vertices take 2.5 n words, rounded up.
    let count = region.read(words, from: start, into: &buffer) ? words * 2 / 5 : 0
    return buffer.withUnsafeBytes { bytes in
      func part<Element>(_ offset: Int, of type: Element.Type) -> UnsafeBufferPointer<Element> {
        let end = offset + count * MemoryLayout<Element>.size
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<end]).bindMemory(to: type)
      }
      return body(
        part(0, of: Double.self).span, part(count * 8, of: Double.self).span,
        part(count * 16, of: Float.self).span)
    }
  }
}
