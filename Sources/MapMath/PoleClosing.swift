/// Makes an area out of a ring that runs round the globe, by a line outside the map.
///
/// ```
///   edge ......... o---------------------o        the two added points (north)
///                  |                     |
///   chain          *--*__   __*-----*----*        one world width wide
///                        *-*
/// ```
public enum PoleClosing {
  /// One of the poles.
  public enum Pole: Sendable, Hashable { case north, south }

  /// Which pole the area holds.
  public enum Rule: Sendable, Hashable {
    /// The one on the side with the smaller area on the sphere: what someone who draws
    /// Antarctica means. The northern one if both are equal.
    case smallerCap
    /// The northern one.
    case north
    /// The southern one.
    case south
    /// The SDK's rule for what a polygon contains: the South Pole always lies outside.
    case sdk
  }

  /// The pole that the ring of a chain encloses.
  ///
  /// - Parameters:
  ///   - x: World x of a chain that spans whole world widths, its first position repeated at the
  ///     end that many widths further.
  ///   - y: World y, as long as `x`.
  ///   - rule: Which side counts as inside.
  public static func pole(x: Span<Double>, y: Span<Double>, rule: Rule) -> Pole {
    switch rule {
    case .north, .sdk: return .north
    case .south: return .south
    case .smallerCap:
      guard x.count > 1 else { return .north }
      // The area north of an edge is the integral of 1 - sin(latitude) over longitude.
      var sum = 0.0
      var last = sine(y[0])
      for i in 1..<x.count {
        let next = sine(y[i])
        sum += (x[i] - x[i - 1]) * (last + 4 * sine((y[i - 1] + y[i]) / 2) + next)
        last = next
      }
      return (x[x.count - 1] >= x[0] ? sum : -sum) >= 0 ? .north : .south
    }
  }

  /// Closes the chain that begins at index `start` of two arrays and runs to their end.
  ///
  /// The closed ring is implicit: its first point is not repeated. What was there before the call
  /// is the outline; the added line is none.
  ///
  /// - Parameters:
  ///   - x: World x of the chain, as ``EdgeTracer`` writes it for a ring with turns.
  ///   - y: World y, as long as `x`.
  ///   - start: Where the chain begins.
  ///   - rule: Which pole is inside.
  ///   - isRepeated: Whether the chain is drawn three times side by side, shifted so that the area
  ///     spans the map and half a world width on both sides. Such an area is clipped as it is,
  ///     without world copies, and has no seam where it meets itself.
  /// - Returns: The pole inside.
  @discardableResult
  public static func close(
    x: inout [Double], y: inout [Double], start: Int, rule: Rule, isRepeated: Bool = false
  ) -> Pole {
    guard x.count > start else { return .north }
    let pole = pole(x: x.span.extracting(start...), y: y.span.extracting(start...), rule: rule)
    if isRepeated { repeatChain(x: &x, y: &y, start: start) }
    // Beyond the map's side, and beyond the chain too if that reaches further.
    var edge = pole == .north ? WorldEdge.north : WorldEdge.south
    for i in start..<y.count {
      edge =
        pole == .north
        ? min(edge, y[i] - WorldEdge.outside) : max(edge, y[i] + WorldEdge.outside)
    }
    x.append(x[x.count - 1])
    x.append(x[start])
    y.append(edge)
    y.append(edge)
    return pole
  }

  /// The chain shifted back by its own width, itself, and shifted on.
  private static func repeatChain(x: inout [Double], y: inout [Double], start: Int) {
    let count = x.count - start
    let turns = Elementary.nearestInteger(x[x.count - 1] - x[start])
    let shift = Elementary.nearestInteger(x[start] + turns / 2 - 0.5)
    for i in start..<x.count { x[i] -= shift + turns }
    for turn in 1...2 {
      for i in start + 1..<start + count {
        x.append(x[i] + Double(turn) * turns)
        y.append(y[i])
      }
    }
  }

  /// The sine of the latitude at world `y`.
  private static func sine(_ y: Double) -> Double {
    let decay = Elementary.exp(-4 * Double.pi * abs(0.5 - y))
    let magnitude = (1 - decay) / (1 + decay)
    return y > 0.5 ? -magnitude : magnitude
  }
}
