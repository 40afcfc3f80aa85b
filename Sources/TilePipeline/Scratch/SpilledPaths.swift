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
    words.removeAll(keepingCapacity: true)
    var ends: [Int32] = []
    if packs, let places = copy.places {
      let packing = VertexPacking(places: places)
      if packing.append(block, sieve, to: &words, &ends) {
        self.packing = packing
        self.ends = ends
        region = try space.store(words.span.bytes)
        return
      }
      words.removeAll(keepingCapacity: true)
      ends.removeAll()
    }
    packing = nil
    Self.append(block, sieve, to: &words, &ends)
    self.ends = ends
    region = try space.store(words.span.bytes)
  }

  private static func append(
    _ block: borrowing FeatureTable.Block, _ sieve: borrowing VertexSieve,
    to words: inout [UInt64], _ ends: inout [Int32]
  ) {
    let (x, y, importance, kept) = (block.x, block.y, block.importance, sieve.kept)
    words.reserveCapacity(kept.count * 5 / 2 + block.pathEnds.count)
    ends.reserveCapacity(block.pathEnds.count)
    var start = 0
    for end in sieve.ends {
      let range = start..<Int(end)
      start = Int(end)
      words.append(addingCapacity: 2 * range.count + (range.count + 1) / 2) { target in
        for k in range { target.append(x[Int(kept[k])].bitPattern) }
        for k in range { target.append(y[Int(kept[k])].bitPattern) }
        for k in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
          var word = UInt64(importance[Int(kept[k])].bitPattern)
          if k + 1 < range.upperBound {
            word |= UInt64(importance[Int(kept[k + 1])].bitPattern) << 32
          }
          target.append(UInt64(littleEndian: word))
        }
      }
      ends.append(Int32(words.count))
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
    let isRead = region.read(words, from: start, into: &buffer)
    let count: Int
    if let packing {
      count = isRead ? packing.unpack(words, in: &buffer) : 0
    } else {
      // n vertices take 2.5 n words, rounded up.
      count = isRead ? words * 2 / 5 : 0
    }
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
