extension PolygonCutter {
  /// The most rings of a polygon that clients draw: of more, MapLibre leaves out the smallest
  /// holes, which it then fills.
  ///
  /// - SeeAlso: `EARCUT_MAX_RINGS` of MapLibre GL JS, `limitHoles` of MapLibre Native
  public static let mostRings = 500

  /// Cuts each polygon that has more rings or vertices than clients draw into pieces side by side.
  ///
  /// Pieces have their common border's ends alike, so that nothing shows between them where
  /// fills are drawn without antialiasing. An edge that a cut meets moves by half a unit at most.
  ///
  /// - Parameters:
  ///   - parts: Valid polygons: exteriors, with positive area, each followed by its holes.
  ///   - mostVertices: The most vertices of a polygon, 8 or more.
  public mutating func split(_ parts: inout ClippedParts, mostVertices: Int) {
    guard parts.ends.count > Self.mostRings || parts.x.count > mostVertices else { return }
    var whole = ClippedParts()
    swap(&whole, &parts)
    var first = 0
    while first < whole.ends.count {
      let next = whole.polygonEnd(from: first)
      split(whole, first..<next, mostVertices, into: &parts)
      first = next
    }
  }

  private mutating func split(
    _ whole: borrowing ClippedParts, _ rings: Range<Int>, _ mostVertices: Int,
    into parts: inout ClippedParts
  ) {
    let start = rings.lowerBound == 0 ? 0 : whole.ends[rings.lowerBound - 1]
    let range = start..<whole.ends[rings.upperBound - 1]
    var bounds = GridRect.empty
    for i in range { bounds.grow(whole.x[i], whole.y[i]) }
    let (width, height) = (bounds.maxX - bounds.minX, bounds.maxY - bounds.minY)
    let isSmall = rings.count <= Self.mostRings && range.count <= mostVertices
    if isSmall || max(width, height) < 2 {
      for ring in rings {
        let from = ring == 0 ? 0 : whole.ends[ring - 1]
        parts.x += whole.x[from..<whole.ends[ring]]
        parts.y += whole.y[from..<whole.ends[ring]]
        parts.ends.append(parts.x.count)
      }
      return
    }
    var (near, far) = (bounds, bounds)
    if width >= height {
      near.maxX = bounds.minX + width / 2
      far.minX = near.maxX
    } else {
      near.maxY = bounds.minY + height / 2
      far.minY = near.maxY
    }
    let (x, y) = (whole.x, whole.y)
    let ringEnds = whole.ends[rings].map { Int32($0) }
    for half in [near, far] {
      var piece = ClippedParts()
      cut(x: x.span, y: y.span, ringEnds: ringEnds.span, first: start, to: half, into: &piece)
      split(&piece, mostVertices: mostVertices)
      let shift = parts.x.count
      parts.x += piece.x
      parts.y += piece.y
      for end in piece.ends { parts.ends.append(shift + end) }
    }
  }
}

extension ClippedParts {
  /// The ring after the last hole of the exterior `first`.
  public func polygonEnd(from first: Int) -> Int {
    var next = first + 1
    while next < ends.count && !isExterior(next) { next += 1 }
    return next
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
