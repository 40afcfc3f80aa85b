/// Compares what two tiles say of the border between them.
public struct BorderComparison: Sendable {
  /// What one tile shows and the other does not.
  public struct Difference: Sendable {
    /// `seamLine` or `seamPolygon`.
    public var rule: TileRule
    /// Along the border, in units of the tile: where a line crosses, or an area begins or ends.
    public var position: Double
    /// Whether the first tile (the western or northern) shows it.
    public var isInFirst: Bool
  }

  /// How far apart, in tile units across an edge, the same thing may lie in both tiles.
  public var tolerance: Double

  /// A comparison that allows `tolerance` units.
  public init(tolerance: Double = 0) { self.tolerance = tolerance }

  /// All differences, in the order of the groups and positions. A tile that shows nothing near the
  /// border is `nil`. Nothing within a unit and the tolerance of the border's ends is judged: there
  /// other tiles have a say.
  public func differences(first: BorderSide?, second: BorderSide?) -> [Difference] {
    let nothing = BorderSide()
    let (a, b) = (first ?? nothing, second ?? nothing)
    guard first == nil || second == nil || a.extent == b.extent else { return [] }
    let extent = Double(first == nil ? b.extent : a.extent)
    let isUnbuffered = a.isUnbuffered && b.isUnbuffered
    var found: [Difference] = []
    compareLines(a, b, isUnbuffered: isUnbuffered, extent, &found)
    if isUnbuffered {
      // Each tile's scan line is half a unit inside, so they are a unit apart.
      let wider = BorderComparison(tolerance: tolerance + 2)
      wider.compareCover(a.of(.coverInside), b.of(.coverInside), extent, &found)
    } else {
      compareCover(a.of(.coverInside), b.of(.coverBeyond), extent, &found)
      compareCover(a.of(.coverBeyond), b.of(.coverInside), extent, &found)
    }
    return found
  }

  private func isJudged(_ low: Double, _ high: Double, _ extent: Double) -> Bool {
    high > tolerance + 1 && low < extent - tolerance - 1
  }

  private func compareLines(
    _ a: BorderSide, _ b: BorderSide, isUnbuffered: Bool, _ extent: Double,
    _ found: inout [Difference]
  ) {
    func lines(_ side: BorderSide) -> [BorderSide.Entry] {
      guard isUnbuffered else { return Array(side.of(.crossing)) }
      return (side.of(.crossing) + side.of(.lineEnd)).sorted {
        ($0.group, $0.start.position) < ($1.group, $1.start.position)
      }
    }
    // What is equal to the bit goes first, so that it is not taken for a rounded neighbour.
    let (ours, theirs) = unmatched(lines(a), lines(b)) { $0.isEqual(to: $1) }
    let (ourRest, theirRest) = unmatched(ours, theirs) {
      within($0.start, $1.start) && within($0.end, $1.end)
    }
    for (rest, isInFirst) in [(ourRest, true), (theirRest, false)] {
      for entry in rest where isJudged(entry.start.position, entry.end.position, extent) {
        found.append(
          .init(rule: .seamLine, position: entry.start.position, isInFirst: isInFirst))
      }
    }
  }

  /// What is left of two sorted lists when pairs that match are taken away, in order.
  private func unmatched(
    _ a: [BorderSide.Entry], _ b: [BorderSide.Entry],
    _ match: (BorderSide.Entry, BorderSide.Entry) -> Bool
  ) -> (a: [BorderSide.Entry], b: [BorderSide.Entry]) {
    var rest: (a: [BorderSide.Entry], b: [BorderSide.Entry]) = ([], [])
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i].group == b[j].group, match(a[i], b[j]) {
        i += 1
        j += 1
      } else if (a[i].group, a[i].start.position) < (b[j].group, b[j].start.position) {
        rest.a.append(a[i])
        i += 1
      } else {
        rest.b.append(b[j])
        j += 1
      }
    }
    rest.a += a[i...]
    rest.b += b[j...]
    return rest
  }

  private func within(_ p: BorderSide.Spot, _ q: BorderSide.Spot) -> Bool {
    abs(p.position - q.position)
      <= tolerance * max(p.steepness, q.steepness) + p.slack + q.slack
  }

  private func compareCover(
    _ a: ArraySlice<BorderSide.Entry>, _ b: ArraySlice<BorderSide.Entry>, _ extent: Double,
    _ found: inout [Difference]
  ) {
    guard !a.isEmpty || !b.isEmpty else { return }
    var rest: (a: [Edge], b: [Edge]) = ([], [])
    // Where stretches begin, and where they end, are two lists of places like those of lines.
    for isEnd in [false, true] {
      let (ours, theirs) = unmatched(places(a, isEnd), places(b, isEnd)) { $0.isEqual(to: $1) }
      let (ourRest, theirRest) = unmatched(ours, theirs) { within($0.start, $1.start) }
      rest.a += ourRest.map { Edge(group: $0.group, spot: $0.start, isEnd: isEnd) }
      rest.b += theirRest.map { Edge(group: $0.group, spot: $0.start, isEnd: isEnd) }
    }
    for (edges, isInFirst) in [(rest.a, true), (rest.b, false)] {
      for spot in withoutSlivers(edges)
      where isJudged(spot.position, spot.position, extent) {
        found.append(
          .init(rule: .seamPolygon, position: spot.position, isInFirst: isInFirst))
      }
    }
  }

  /// A place where a stretch begins or ends.
  private struct Edge {
    var group: UInt64
    var spot: BorderSide.Spot
    var isEnd: Bool
  }

  private func places(
    _ entries: ArraySlice<BorderSide.Entry>, _ isEnd: Bool
  ) -> [BorderSide.Entry] {
    entries.map { entry in
      let spot = isEnd ? entry.end : entry.start
      return BorderSide.Entry(kind: entry.kind, group: entry.group, start: spot, end: spot)
    }.sorted { ($0.group, $0.start.position) < ($1.group, $1.start.position) }
  }

  /// Leaves away a begin and an end beside it (a sliver, or the gap between two stretches) that
  /// rounding alone may make or close.
  private func withoutSlivers(_ edges: [Edge]) -> [BorderSide.Spot] {
    var kept: [Edge] = []
    for edge in edges.sorted(by: { ($0.group, $0.spot.position) < ($1.group, $1.spot.position) }) {
      if let last = kept.last, last.group == edge.group, last.isEnd != edge.isEnd,
        mayClose(last.spot, edge.spot)
      {
        kept.removeLast()
      } else {
        kept.append(edge)
      }
    }
    return kept.map(\.spot)
  }

  /// Whether what lies between two spots may be lost in the other tile, where both edges may have
  /// been cut: rounded by half a unit in x and in y each.
  private func mayClose(_ p: BorderSide.Spot, _ q: BorderSide.Spot) -> Bool {
    let rounding = 0.5.squareRoot() + 0.01
    return abs(p.position - q.position)
      <= tolerance * max(p.steepness, q.steepness) + rounding * (p.steepness + q.steepness)
  }
}

extension BorderSide.Entry {
  /// Whether both are in the same place, to the bit.
  fileprivate func isEqual(to other: Self) -> Bool {
    start.position == other.start.position && end.position == other.end.position
  }
}

extension BorderSide {
  /// The entries of one kind.
  func of(_ kind: Kind) -> ArraySlice<Entry> {
    let start = entries.firstIndex { $0.kind == kind } ?? 0
    return entries[start...].prefix { $0.kind == kind }
  }
}
