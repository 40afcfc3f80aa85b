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
  /// Vertices of a path.
  private static let longest = 1 << 20
  /// Words before a group: the start's x and y.
  private static let head = 2

  /// Units of the world.
  private let scale: Double

  init(places: Int) { scale = Double(UInt64(1) << UInt64(places)) }

  /// Words that `count` vertices of a path take.
  func wordCount(_ count: Int) -> Int {
    count + Self.head * ((count + Self.group - 1) / Self.group)
  }

  /// Appends one path. `false`: it has vertices too far from others of their group for 16 bits, or
  /// is so long that unpacking it takes much memory.
  func append(
    _ block: borrowing FeatureTable.Block, _ sieve: borrowing VertexSieve, _ path: Range<Int>,
    to words: inout [UInt64]
  ) -> Bool {
    guard path.count <= Self.longest else { return false }
    let (x, y, importance) = (block.x, block.y, block.importance)
    var start = path.lowerBound
    // Bits of steps that have no place.
    var beyond: Int64 = 0
    while start < path.upperBound {
      let range = start..<min(start + Self.group, path.upperBound)
      start = range.upperBound
      let first = sieve.vertex(range.lowerBound)
      let (startX, startY) = (odd(x[first]), odd(y[first]))
      words.append(addingCapacity: Self.head + range.count) { target in
        target.append(UInt64(bitPattern: startX))
        target.append(UInt64(bitPattern: startY))
        sieve.forEach(range) { vertex in
          let (stepX, stepY) = (odd(x[vertex]) &- startX, odd(y[vertex]) &- startY)
          beyond |= ((stepX &+ 0x8000) | (stepY &+ 0x8000)) & ~0xffff
          target.append(
            UInt64(truncatingIfNeeded: stepX & 0xffff) << 48
              | UInt64(truncatingIfNeeded: stepY & 0xffff) << 32
              | UInt64(importance[vertex].bitPattern))
        }
      }
    }
    return beyond == 0
  }

  /// A coordinate in units, rounded to odd.
  private func odd(_ world: Double) -> Int64 {
    let units = world * scale
    let whole = Int64(units)
    let isAbove = Double(whole) > units
    return (whole &- (isAbove ? 1 : 0)) | (Double(whole) == units ? 0 : 1)
  }

  /// How many vertices are in `wordCount` words of a path, and from which word of a buffer on those
  /// must stand to be unpacked to its beginning.
  func layout(ofWords wordCount: Int) -> (vertices: Int, away: Int) {
    let groups = (wordCount + Self.group + Self.head - 1) / (Self.group + Self.head)
    let count = wordCount - groups * Self.head
    return (count, 2 * count + (count + 1) / 2)
  }

  /// Turns the words of a path, which stand in `buffer` where ``layout(ofWords:)`` wants them, into
  /// all x, all y and all importances of its vertices.
  func unpack(_ wordCount: Int, in buffer: inout [UInt64]) {
    let (count, away) = layout(ofWords: wordCount)
    let unit = 1 / scale
    buffer.withUnsafeMutableBytes { bytes in
      let size = MemoryLayout<UInt64>.size
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
  }
}
