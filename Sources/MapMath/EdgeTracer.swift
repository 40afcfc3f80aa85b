/// Turns paths in degrees into paths in world coordinates, drawing each edge as its curve.
///
/// Edges that are straight in Mercator need no more than their ends. Others get as many points
/// between as keep the chords within ``tolerance`` of the curve. A point depends only on its edge,
/// not on the direction in which the edge is walked, so that two areas that share an edge share
/// its points.
public struct EdgeTracer: Sendable {
  /// What an edge between two positions is.
  public enum Curve: Sendable, Hashable {
    /// Straight on the map.
    case mercator
    /// Straight in degrees: latitude is linear in longitude (RFC 7946, section 3.1.1).
    case lnglat
    /// The shortest way on the sphere. An edge whose longitudes run more than half a turn has no
    /// such way and is drawn straight on the map; one of exactly half a turn leads over a pole,
    /// the northern one if its ends are antipodes.
    case geodesic
  }

  /// What was met on the way.
  public struct Summary: Sendable, Equatable {
    /// Geodesic edges over a pole.
    public var poleCrossings = 0
    /// Those of them between antipodes, for which any way would be a shortest one.
    public var antipodalEdges = 0
    /// Nothing was met.
    public init() {}
  }

  /// Where the parts of an edge over a pole end, degrees north or south: outside the map.
  public static let poleJumpLatitude = 89.0
  /// No edge is cut into more than 2^14 pieces.
  static let deepestLevel = 14

  /// What edges are.
  public var curve: Curve
  /// The greatest distance of a chord from its curve, world units, above 0.
  public var tolerance: Double
  /// Whether `along` must also be right to ``tolerance`` between the points, and not only the
  /// shape. An edge along a meridian is a straight line on the map, but its middle is not the
  /// middle of that line.
  public var placesAlong: Bool

  /// Creates a tracer.
  public init(curve: Curve, tolerance: Double, placesAlong: Bool = true) {
    precondition(tolerance > 0, "a tolerance is above 0")
    (self.curve, self.tolerance, self.placesAlong) = (curve, tolerance, placesAlong)
  }

  /// Appends one path.
  ///
  /// Vertex `i` gets `i` as its `along`; a point between gets `i` and the fraction of the curve
  /// that lies before it: of the arc's length, or of the straight line's. O(points written);
  /// allocates only what the arrays need to grow.
  ///
  /// - Parameters:
  ///   - latitudes: Degrees north.
  ///   - longitudes: Degrees east, **unwrapped**: see ``LongitudeUnwrapping``. As long as
  ///     `latitudes`.
  ///   - turns: `nil` for a line. For a ring, its whole turns round the globe: the result then
  ///     ends with the first position once more, `turns` world widths further east. A ring that
  ///     repeats its first position already is not closed twice.
  ///   - x: Receives world x, not wrapped.
  ///   - y: Receives world y, southward.
  ///   - along: Receives the position on the path in segments, which never falls.
  ///   - breaks: Receives the index in `x` of each point that no line joins to the point before:
  ///     where an edge over a pole comes back to the map. A ring is joined there all the same,
  ///     outside the map.
  @discardableResult
  public func trace(
    latitudes: Span<Double>, longitudes: Span<Double>, turns: Int?, x: inout [Double],
    y: inout [Double], along: inout [Double], breaks: inout [Int]
  ) -> Summary {
    precondition(latitudes.count == longitudes.count)
    var summary = Summary()
    guard !latitudes.isEmpty else { return summary }
    let count = latitudes.count
    let closing = longitudes[0] + 360 * Double(turns ?? 0)
    let repeatsFirst =
      count > 1 && latitudes[count - 1] == latitudes[0] && longitudes[count - 1] == closing
    let isOpen = turns == nil || repeatsFirst || count < 2

    if curve == .mercator {
      project(latitudes, longitudes, x: &x, y: &y, along: &along)
      guard !isOpen else { return summary }
      x.append(Mercator.worldX(longitude: closing))
      y.append(Mercator.worldY(latitude: latitudes[0]))
      along.append(Double(count))
      return summary
    }
    var output = Output(x: x, y: y, along: along, breaks: breaks, start: 0)
    (x, y, along, breaks) = ([], [], [], [])
    var left = spot(latitude: latitudes[0], longitude: longitudes[0])
    output.append(left, at: 0)
    for i in 1..<(isOpen ? count : count + 1) {
      let isClosing = i == count
      let right = spot(
        latitude: latitudes[isClosing ? 0 : i], longitude: isClosing ? closing : longitudes[i])
      output.start = Double(i - 1)
      appendInterior(from: left, to: right, to: &output, &summary)
      output.append(right, at: Double(i))
      left = right
    }
    (x, y, along, breaks) = (output.x, output.y, output.along, output.breaks)
    return summary
  }

  /// The ends only, through the whole-array kernel.
  private func project(
    _ latitudes: Span<Double>, _ longitudes: Span<Double>, x: inout [Double],
    y: inout [Double], along: inout [Double]
  ) {
    let count = latitudes.count
    precondition(x.count == y.count && x.count == along.count)
    let start = x.count
    x.append(contentsOf: repeatElement(0, count: count))
    y.append(contentsOf: repeatElement(0, count: count))
    for i in 0..<count { along.append(Double(i)) }
    var spanX = x.mutableSpan
    var spanY = y.mutableSpan
    Mercator.project(
      longitudes: longitudes, latitudes: latitudes, x: &spanX, y: &spanY, start: start)
  }

  /// The points strictly between two vertices.
  private func appendInterior(
    from left: CurveSpot, to right: CurveSpot, to output: inout Output, _ summary: inout Summary
  ) {
    let width = abs(right.longitude - left.longitude)
    switch curve {
    case .mercator:
      return
    case .lnglat:
      bisect(.lnglat, from: left, 0, to: right, 1, into: &output)
    case .geodesic where abs(width - 180) < 1e-9:
      summary.poleCrossings += 1
      if abs(left.latitude + right.latitude) < 1e-9 { summary.antipodalEdges += 1 }
      crossPole(from: left, to: right, into: &output)
    case .geodesic:
      if width < 180 { bisect(.geodesic, from: left, 0, to: right, 1, into: &output) }
    }
  }

  /// Up one meridian to outside the map, and down the other.
  private func crossPole(
    from left: CurveSpot, to right: CurveSpot, into output: inout Output
  ) {
    let sign = left.latitude + right.latitude > -1e-9 ? 1.0 : -1.0
    let arc = 180 - sign * (left.latitude + right.latitude)
    let jump = Self.poleJumpLatitude
    let rise = jump - sign * left.latitude
    let fall = jump - sign * right.latitude
    if rise > 0 {
      let top = spot(latitude: sign * jump, longitude: left.longitude)
      if placesAlong { bisect(.lnglat, from: left, 0, to: top, rise / arc, into: &output) }
      output.append(top, at: output.start + rise / arc)
    }
    output.breaks.append(output.x.count)
    if fall > 0 {
      let top = spot(latitude: sign * jump, longitude: right.longitude)
      let fraction = 1 - fall / arc
      output.append(top, at: output.start + fraction)
      if placesAlong { bisect(.lnglat, from: top, fraction, to: right, 1, into: &output) }
    }
  }

  private func spot(latitude: Double, longitude: Double) -> CurveSpot {
    CurveSpot(latitude: latitude, longitude: longitude, isGeodesic: curve == .geodesic)
  }

  /// Halves the piece of curve between two points until each half is as good as its chord, and
  /// appends the points between, in order. A stack of right ends replaces recursion.
  private func bisect(
    _ curve: Curve, from start: CurveSpot, _ startFraction: Double, to end: CurveSpot,
    _ endFraction: Double, into output: inout Output
  ) {
    var left = start
    var leftFraction = startFraction
    var pending = InlineArray<15, CurveSpot>(repeating: end)
    var fractions = InlineArray<15, Double>(repeating: endFraction)
    var levels = InlineArray<15, Int>(repeating: 0)
    var top = 0
    while true {
      if levels[top] < Self.deepestLevel, let middle = middle(curve, left, pending[top]) {
        levels[top] += 1
        levels[top + 1] = levels[top]
        fractions[top + 1] = (leftFraction + fractions[top]) / 2
        pending[top + 1] = middle
        top += 1
        continue
      }
      guard top > 0 else { return }
      (left, leftFraction) = (pending[top], fractions[top])
      output.append(left, at: output.start + leftFraction)
      top -= 1
    }
  }

  /// The middle of a piece of curve, or `nil` when its chord is good enough.
  private func middle(_ curve: Curve, _ a: CurveSpot, _ b: CurveSpot) -> CurveSpot? {
    // A lopsided piece deviates up to a tenth more elsewhere than where it is measured.
    let tolerance = 0.9 * tolerance
    // Where both ends lie outside the map on one side, so does all between them.
    let outside = WorldEdge.outside
    guard max(a.y, b.y) > -outside, min(a.y, b.y) < 1 + outside else { return nil }
    guard let middle = CurveSpot.halfway(on: curve, a, b) else { return nil }
    if deviation(of: middle, from: a, b, at: 0.5) > tolerance { return middle }
    // Curves bend one way in each hemisphere; across the equator the middle alone proves nothing.
    guard (a.y - 0.5) * (b.y - 0.5) < 0 else { return nil }
    if let quarter = CurveSpot.halfway(on: curve, a, middle),
      deviation(of: quarter, from: a, b, at: 0.25) > tolerance
    {
      return middle
    }
    if let quarter = CurveSpot.halfway(on: curve, b, middle),
      deviation(of: quarter, from: b, a, at: 0.25) > tolerance
    {
      return middle
    }
    return nil
  }

  /// The distance of `spot` from the chord from `a` to `b`, or from the place on it at `fraction`.
  /// Written so that exchanging the ends changes no bit.
  @inline(__always)
  private func deviation(
    of spot: CurveSpot, from a: CurveSpot, _ b: CurveSpot, at fraction: Double
  ) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let (offX, offY): (Double, Double)
    if fraction == 0.5 {
      (offX, offY) = (spot.x - (a.x + b.x) / 2, spot.y - (a.y + b.y) / 2)
    } else {
      (offX, offY) = (spot.x - (a.x + dx * fraction), spot.y - (a.y + dy * fraction))
    }
    let length = (dx * dx + dy * dy).squareRoot()
    if placesAlong || length == 0 { return (offX * offX + offY * offY).squareRoot() }
    return abs(offX * dy - offY * dx) / length
  }

  /// The arrays being written, and the `along` of the current edge's first vertex.
  private struct Output {
    var x: [Double]
    var y: [Double]
    var along: [Double]
    var breaks: [Int]
    var start: Double

    @inline(__always)
    mutating func append(_ spot: CurveSpot, at position: Double) {
      x.append(spot.x)
      y.append(spot.y)
      along.append(position)
    }
  }
}
