extension ClippedParts {
  /// The ring after the last hole of the exterior `first`.
  public func polygonEnd(from first: Int) -> Int {
    var next = first + 1
    while next < ends.count && !isExterior(next) { next += 1 }
    return next
  }

  /// Appends rings of `other` as they are.
  mutating func append(_ other: borrowing ClippedParts, _ rings: Range<Int>) {
    for ring in rings {
      let start = ring == 0 ? 0 : other.ends[ring - 1]
      x += other.x[start..<other.ends[ring]]
      y += other.y[start..<other.ends[ring]]
      ends.append(x.count)
    }
  }

  private func isExterior(_ ring: Int) -> Bool {
    let range = ends[ring - 1]..<ends[ring]
    var previous = range.upperBound - 1
    // Twice the area; wraps round for none that fits into tiles of clients.
    var sum: Int64 = 0
    for i in range {
      let (ax, ay) = (x[previous] - x[range.lowerBound], y[previous] - y[range.lowerBound])
      let (bx, by) = (x[i] - x[range.lowerBound], y[i] - y[range.lowerBound])
      sum &+= ax &* by &- bx &* ay
      previous = i
    }
    return sum > 0
  }
}
