#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns longitudes as they are written into longitudes without jumps.
public enum LongitudeUnwrapping {
  /// Which way an edge runs between two longitudes.
  public enum Rule: Sendable, Hashable {
    /// The shorter of the two ways. Exactly half a turn apart, the way the numbers run, so that a
    /// reversed path draws the same line. **Exactly a whole turn apart, once round the world**:
    /// such an edge is the side of an area that spans the map, not an edge of length zero.
    case shortWay
    /// The way the numbers run.
    case planar
    /// The way the numbers run, counting edges longer than half a turn.
    ///
    /// - SeeAlso: RFC 7946, section 3.1.9
    case longEdgesAsGiven
  }

  /// What was met while unwrapping.
  public struct Summary: Sendable, Equatable {
    /// Net turns of a closed path round the globe, east positive: 1 or -1 for a ring round a pole.
    public var turns: Int
    /// Edges longer than half a turn, in the result.
    public var longEdges: Int
  }

  /// Appends the unwrapped longitudes of one path.
  ///
  /// The first stays as it is, and so do all that already come without jumps (179, 181): every
  /// result is its input plus a whole number of turns. O(*n*).
  ///
  /// - Parameters:
  ///   - longitudes: Degrees; any finite values.
  ///   - rule: Which way edges run.
  ///   - isClosed: Whether an edge runs from the last to the first position. A ring that repeats
  ///     its first position has one of length zero, which changes nothing.
  ///   - result: Receives as many degrees.
  public static func unwrap(
    _ longitudes: Span<Double>, rule: Rule, isClosed: Bool, into result: inout [Double]
  ) -> Summary {
    var summary = Summary(turns: 0, longEdges: 0)
    guard !longitudes.isEmpty else { return summary }
    var turns = 0.0
    var previous = longitudes[0]
    result.append(previous)
    for i in 1..<(longitudes.count + (isClosed ? 1 : 0)) {
      let isClosing = i == longitudes.count
      let longitude = longitudes[isClosing ? 0 : i]
      let difference = longitude - previous
      if abs(difference) > 180 {
        let correction = rule == .shortWay ? turnsToShortWay(difference) : 0
        turns += correction
        if abs(difference + 360 * correction) > 180 { summary.longEdges += 1 }
      }
      if !isClosing { result.append(longitude + 360 * turns) }
      previous = longitude
    }
    if isClosed { summary.turns = Int(max(-0x1p40, min(0x1p40, turns))) }
    return summary
  }

  /// The longitude from one position to another by ``Rule/shortWay``, east positive: within
  /// -180...180 degrees, or a whole turn.
  public static func difference(from start: Double, to end: Double) -> Double {
    let difference = end - start
    return abs(difference) > 180 ? difference + 360 * turnsToShortWay(difference) : difference
  }

  /// The whole turns to add to a difference of longitudes so that it runs the short way.
  private static func turnsToShortWay(_ difference: Double) -> Double {
    guard abs(difference) != 360 else { return 0 }
    let turns = abs(difference) / 360
    let down = turns.rounded(.down)
    // Half a turn is left as it runs: rounded towards zero.
    let nearest = turns - down > 0.5 ? down + 1 : down
    return difference > 0 ? -nearest : nearest
  }
}
