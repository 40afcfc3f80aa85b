/// Which copy of a block's vertices a scratch space holds.
struct SpilledCopy: Sendable {
  /// Squared world units: less important vertices are not in it.
  var threshold: Float
  /// Binary places of world coordinates that are enough for lines at every zoom that uses it; `nil`:
  /// they are kept as they are.
  var places: Int?

  /// All vertices as they are.
  static let all = SpilledCopy(threshold: 0, places: nil)
}

/// The paths of a block in a scratch space, with those of their vertices that reach a threshold.
///
/// Low zooms need few vertices. So there are several copies of a block, each with what a zoom needs
/// and those above it; together they take little more than the whole, and a low zoom reads little.
struct SpilledPaths: Sendable {
  /// Squared world units.
  let threshold: Float
  /// Where each path ends in `region`, words of 8 bytes: x, y and importance of its vertices, or
  /// what `packing` makes of them.
  private let ends: [Int32]
  private let region: ScratchRegion
  private let packing: VertexPacking?

  /// Stores the vertices of `block` that `sieve` has left for `copy`.
  ///
  /// - Parameters:
  ///   - packs: Whether the block has lines alone, of which only places on grids matter.
  ///   - words: Memory to work in.
  init(
    _ block: borrowing FeatureTable.Block, _ sieve: borrowing VertexSieve, _ copy: SpilledCopy,
    packs: Bool, in space: ScratchSpace, words: inout [UInt64]
  ) throws(BuildError) {
    threshold = copy.threshold
    let packing = packs ? copy.places.map(VertexPacking.init) : nil
    if let packing, packing.fits(block, sieve) {
      self.packing = packing
      ends = Self.ends(sieve) { packing.wordCount($0) }
    } else {
      self.packing = nil
      // x and y, and two importances a word.
      ends = Self.ends(sieve) { 2 * $0 + ($0 + 1) / 2 }
    }
    region = try space.region(Int(ends.last ?? 0) * MemoryLayout<UInt64>.size)
    words.removeAll(keepingCapacity: true)
    var (start, written) = (0, 0)
    for end in sieve.ends {
      let range = start..<Int(end)
      start = Int(end)
      if let packing = self.packing {
        packing.append(block, sieve, range, to: &words)
      } else {
        Self.append(block, sieve, range, to: &words)
      }
      guard words.count >= Self.wordsAtOnce else { continue }
      try region.write(words.span, at: written)
      written += words.count
      words.removeAll(keepingCapacity: true)
    }
    try region.write(words.span, at: written)
  }

  /// What is written at once, about: it is in the cache still.
  private static let wordsAtOnce = 1 << 15

  /// Where paths end that take `wordCount` words for a count of vertices.
  private static func ends(
    _ sieve: borrowing VertexSieve, _ wordCount: (Int) -> Int
  ) -> [Int32] {
    var (start, words) = (0, 0)
    return sieve.ends.map { end in
      words += wordCount(Int(end) - start)
      start = Int(end)
      return Int32(words)
    }
  }

  /// Appends one path as it is.
  private static func append(
    _ block: borrowing FeatureTable.Block, _ sieve: borrowing VertexSieve, _ range: Range<Int>,
    to words: inout [UInt64]
  ) {
    let (x, y, importance) = (block.x, block.y, block.importance)
    words.append(addingCapacity: 2 * range.count + (range.count + 1) / 2) { target in
      sieve.forEach(range) { target.append(x[$0].bitPattern) }
      sieve.forEach(range) { target.append(y[$0].bitPattern) }
      for k in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
        var word = UInt64(importance[sieve.vertex(k)].bitPattern)
        if k + 1 < range.upperBound {
          word |= UInt64(importance[sieve.vertex(k + 1)].bitPattern) << 32
        }
        target.append(UInt64(littleEndian: word))
      }
    }
  }

  /// Lends the vertices of a path, which are read into `buffer`. There are none where reading
  /// failed.
  func withPath<Result>(
    _ path: Int32, buffer: inout [UInt64],
    _ body: (Span<Double>, Span<Double>, Span<Float>) -> Result
  ) -> Result {
    let start = path == 0 ? 0 : Int(ends[Int(path) - 1])
    let words = Int(ends[Int(path)]) - start
    let count: Int
    if let packing {
      let (vertices, away) = packing.layout(ofWords: words)
      let isRead = region.read(words, from: start, into: &buffer, at: away)
      count = isRead ? vertices : 0
      if isRead { packing.unpack(words, in: &buffer) }
    } else {
      // n vertices take 2.5 n words, rounded up.
      count = region.read(words, from: start, into: &buffer) ? words * 2 / 5 : 0
    }
    return Self.lend(count, of: buffer, body)
  }

  /// Vertices that are read at once, an even number.
  static let verticesAtOnce = 1 << 18

  /// Lends the vertices of a path like ``withPath(_:buffer:_:)``; a long one that is stored as it is
  /// comes in stretches, in order.
  func forEachStretch(
    ofPath path: Int32, buffer: inout [UInt64],
    _ body: (Span<Double>, Span<Double>, Span<Float>) -> Void
  ) {
    let start = path == 0 ? 0 : Int(ends[Int(path) - 1])
    let count = (Int(ends[Int(path)]) - start) * 2 / 5
    guard packing == nil, count > Self.verticesAtOnce else {
      return withPath(path, buffer: &buffer, body)
    }
    for first in stride(from: 0, to: count, by: Self.verticesAtOnce) {
      let length = min(Self.verticesAtOnce, count - first)
      // The last first: a buffer that grows loses what it held.
      guard
        region.read(
          (length + 1) / 2, from: start + 2 * count + first / 2, into: &buffer, at: 2 * length),
        region.read(length, from: start + count + first, into: &buffer, at: length),
        region.read(length, from: start + first, into: &buffer)
      else { return }
      Self.lend(length, of: buffer, body)
    }
  }

  /// Lends all x, y and importances of `count` vertices, which `buffer` begins with.
  private static func lend<Result>(
    _ count: Int, of buffer: [UInt64],
    _ body: (Span<Double>, Span<Double>, Span<Float>) -> Result
  ) -> Result {
    buffer.withUnsafeBytes { bytes in
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
