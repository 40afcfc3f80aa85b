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
final class SpilledPaths: Sendable {
  /// Squared world units.
  let threshold: Float
  /// Where each path ends in `region`, words of 8 bytes: x, y and importance of its vertices, or
  /// what `packing` makes of them.
  private let ends: [Int32]
  /// `nil` where `held` has the words.
  private let region: ScratchRegion?
  private let held: [UInt64]
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
    if packs, let packing = copy.places.map(VertexPacking.init),
      let stored = try Self.store(block, sieve, packing, in: space, &words)
    {
      (ends, region, held) = stored
      self.packing = packing
    } else {
      let stored = try Self.store(block, sieve, nil, in: space, &words)
      (ends, region, held) = stored ?? ([], nil, [])
      packing = nil
    }
  }

  /// Stores vertices as they are or packed; `nil`: they cannot be packed.
  private static func store(
    _ block: borrowing FeatureTable.Block, _ sieve: borrowing VertexSieve,
    _ packing: VertexPacking?, in space: ScratchSpace, _ words: inout [UInt64]
  ) throws(BuildError) -> (ends: [Int32], region: ScratchRegion?, held: [UInt64])? {
    let ends = Self.ends(sieve) { count in
      // x and y, and two importances a word.
      packing?.wordCount(count) ?? 2 * count + (count + 1) / 2
    }
    let byteCount = Int(ends.last ?? 0) * MemoryLayout<UInt64>.size
    let isSmall = byteCount < block.byteCount / smallShare
    var region: ScratchRegion?
    words.removeAll(keepingCapacity: true)
    var (start, written) = (0, 0)
    for end in sieve.ends {
      let range = start..<Int(end)
      start = Int(end)
      if let packing {
        guard packing.append(block, sieve, range, to: &words) else { return nil }
      } else {
        append(block, sieve, range, to: &words)
      }
      guard !isSmall, words.count >= wordsAtOnce else { continue }
      if region == nil { region = try space.region(byteCount) }
      try region?.write(words.span, at: written)
      written += words.count
      words.removeAll(keepingCapacity: true)
    }
    // A copy for low zooms is small, and they ask for each of its paths again.
    if isSmall && space.holdsCopy(byteCount) {
      var held: [UInt64] = []
      // It has its own size; `words` has room for much more.
      held.reserveCapacity(words.count)
      held += words
      return (ends, nil, held)
    }
    if region == nil { region = try space.region(byteCount) }
    try region?.write(words.span, at: written)
    return (ends, region, [])
  }

  /// A copy that is held in memory takes less than this part of what its block took there, the
  /// inverse: it has an eighth of the vertices of lines.
  private static let smallShare = 20

  /// Reads like ``ScratchRegion/read(_:from:into:at:)``.
  private func read(
    _ count: Int, from start: Int, into words: inout [UInt64], at first: Int = 0
  ) -> Bool {
    if let region { return region.read(count, from: start, into: &words, at: first) }
    if words.count < first + count {
      words = [UInt64](repeating: 0, count: max(first + count, 2 * words.count))
    }
    for i in 0..<count { words[first + i] = held[start + i] }
    return true
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
      let isRead = read(words, from: start, into: &buffer, at: away)
      count = isRead ? vertices : 0
      if isRead { packing.unpack(words, in: &buffer) }
    } else {
      // n vertices take 2.5 n words, rounded up.
      count = read(words, from: start, into: &buffer) ? words * 2 / 5 : 0
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
        read(
          (length + 1) / 2, from: start + 2 * count + first / 2, into: &buffer, at: 2 * length),
        read(length, from: start + count + first, into: &buffer, at: length),
        read(length, from: start + first, into: &buffer)
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
