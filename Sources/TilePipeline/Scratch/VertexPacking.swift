/// Vertices of lines in a word each instead of 2.5: 16 bits for each of two coordinates, as steps
/// from the first of some vertices, and the importance.
///
/// Coordinates are rounded to two binary places more than the finest grid has that they are put on,
/// and what is not exact gets an odd last place. Such numbers round to every coarser grid as those
/// they were made of do.
///
/// - SeeAlso: Boldo, Melquiond, "When double rounding is odd" (2005).
struct VertexPacking: Sendable {
  /// Places beyond those of the grid.
  static let guardPlaces = 2
  /// Vertices that share their start.
  private static let group = 256
  /// Words before a group: the start's x and y.
  private static let head = 2

  /// Units of the world.
  private let scale: Double

  init(places: Int) { scale = Double(UInt64(1) << UInt64(places)) }

  /// Appends all paths; `false` where two vertices of a group are too far apart.
  func append(
    _ block: borrowing FeatureTable.Block, _ sieve: borrowing VertexSieve,
    to words: inout [UInt64], _ ends: inout [Int32]
  ) -> Bool {
    let (x, y, importance, kept) = (block.x, block.y, block.importance, sieve.kept)
    words.reserveCapacity(kept.count + kept.count / 64 + 2 * block.pathEnds.count)
    ends.reserveCapacity(block.pathEnds.count)
    var start = 0
    for end in sieve.ends {
      while start < Int(end) {
        let range = start..<min(start + Self.group, Int(end))
        start = range.upperBound
        let first = Int(kept[range.lowerBound])
        let (startX, startY) = (odd(x[first]), odd(y[first]))
        var beyond: Int64 = 0
        words.append(addingCapacity: Self.head + range.count) { target in
          target.append(UInt64(bitPattern: startX))
          target.append(UInt64(bitPattern: startY))
          for k in range {
            let vertex = Int(kept[k])
            let (stepX, stepY) = (odd(x[vertex]) &- startX, odd(y[vertex]) &- startY)
            // No bit above the 16, counted from -2^15, may be set.
            beyond |= (stepX &+ 0x8000) | (stepY &+ 0x8000)
            target.append(
              UInt64(truncatingIfNeeded: stepX & 0xffff) << 48
                | UInt64(truncatingIfNeeded: stepY & 0xffff) << 32
                | UInt64(importance[vertex].bitPattern))
          }
        }
        guard beyond & ~0xffff == 0 else { return false }
      }
      ends.append(Int32(words.count))
    }
    return true
  }

  /// A coordinate in units, rounded to odd.
  private func odd(_ world: Double) -> Int64 {
    let units = world * scale
    let whole = Int64(units)
    let isAbove = Double(whole) > units
    return (whole &- (isAbove ? 1 : 0)) | (Double(whole) == units ? 0 : 1)
  }

  /// Turns `wordCount` words at the beginning of `buffer`, which grows where it has no room, into
  /// all x, all y and all importances of the vertices, whose count is returned.
  func unpack(_ wordCount: Int, in buffer: inout [UInt64]) -> Int {
    let groups = (wordCount + Self.group + Self.head - 1) / (Self.group + Self.head)
    let count = wordCount - groups * Self.head
    // The packed words move out of the way.
    let away = 2 * count + (count + 1) / 2
    if buffer.count < away + wordCount {
      buffer += repeatElement(0, count: away + wordCount - buffer.count)
    }
    let unit = 1 / scale
    buffer.withUnsafeMutableBytes { bytes in
      let size = MemoryLayout<UInt64>.size
      UnsafeMutableRawBufferPointer(rebasing: bytes[(away * size)...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<(wordCount * size)]))
      let words = UnsafeRawBufferPointer(rebasing: bytes[(away * size)...])
        .bindMemory(to: UInt64.self)
      let x = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(count * size)])
        .bindMemory(to: Double.self)
      let y = UnsafeMutableRawBufferPointer(rebasing: bytes[(count * size)..<(2 * count * size)])
        .bindMemory(to: Double.self)
      let importance = UnsafeMutableRawBufferPointer(
        rebasing: bytes[(2 * count * size)..<(away * size)]
      ).bindMemory(to: UInt32.self)
      var (place, vertex) = (0, 0)
      while place < wordCount {
        let startX = Double(Int64(bitPattern: words[place]))
        let startY = Double(Int64(bitPattern: words[place + 1]))
        place += Self.head
        let end = min(place + Self.group, wordCount)
        while place < end {
          let word = words[place]
          let stepX = Int16(truncatingIfNeeded: word >> 48)
          let stepY = Int16(truncatingIfNeeded: word >> 32)
          x[vertex] = (startX + Double(stepX)) * unit
          y[vertex] = (startY + Double(stepY)) * unit
          importance[vertex] = UInt32(truncatingIfNeeded: word)
          place += 1
          vertex += 1
        }
      }
    }
    return count
  }
}
