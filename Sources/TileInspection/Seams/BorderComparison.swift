/// Compares what two tiles say of the border between them.
public struct BorderComparison: Sendable {
  /// What one tile shows and the other does not.
  public struct Difference: Sendable {
    /// `seamLine` or `seamPolygon`.
    public var rule: TileRule
    /// Along the border, in units of the tile.
    public var position: Double
    /// Length of the stretch that only one tile covers; 0 for lines.
    public var length: Double
    /// Whether the first tile (the western or northern) shows it.
    public var isInFirst: Bool
  }

  /// How far apart, in tile units, the same thing may lie in both tiles.
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
    let wanted: [(TileRule, BorderSide.Kind, BorderSide.Kind, Double)] =
      isUnbuffered
      ? [(.seamPolygon, .coverInside, .coverInside, 1)]
      : [
        (.seamPolygon, .coverInside, .coverBeyond, 0),
        (.seamPolygon, .coverBeyond, .coverInside, 0),
      ]
    compareLines(a, b, isUnbuffered: isUnbuffered, extent, &found)
    for (_, kindA, kindB, extra) in wanted {
      compareCover(a.of(kindA), b.of(kindB), extra: extra, extent, &found)
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
          .init(
            rule: .seamLine, position: entry.start.position, length: 0, isInFirst: isInFirst))
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
    abs(p.position - q.position) <= tolerance + p.slack + q.slack
  }

  /// A place where a stretch of one of the tiles begins or ends.
  private struct Edge {
    var group: UInt64
    var spot: BorderSide.Spot
    var isFirst: Bool
    var step: Int
  }

  private func compareCover(
    _ a: ArraySlice<BorderSide.Entry>, _ b: ArraySlice<BorderSide.Entry>, extra: Double,
    _ extent: Double, _ found: inout [Difference]
  ) {
    guard !a.isEmpty || !b.isEmpty else { return }
    var edges: [Edge] = []
    for (entries, isFirst) in [(a, true), (b, false)] {
      for entry in entries {
        edges.append(.init(group: entry.group, spot: entry.start, isFirst: isFirst, step: 1))
        edges.append(.init(group: entry.group, spot: entry.end, isFirst: isFirst, step: -1))
      }
    }
    edges.sort { ($0.group, $0.spot.position) < ($1.group, $1.spot.position) }
    var (inFirst, inSecond) = (0, 0)
    for (i, edge) in edges.enumerated() {
      if i > 0, inFirst != inSecond, edges[i - 1].group == edge.group {
        let (start, end) = (edges[i - 1].spot, edge.spot)
        let (low, high) = (max(start.position, 0), min(end.position, extent))
        let allowed = tolerance + extra * 2 + start.slack + end.slack
        if high - low > allowed, isJudged(low, high, extent) {
          found.append(
            .init(
              rule: .seamPolygon, position: low, length: high - low, isInFirst: inFirst > 0))
        }
      }
      if edge.isFirst { inFirst += edge.step } else { inSecond += edge.step }
    }
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
