/// The eastern half of a cap's rim, from due north to due south of its centre.
struct CapArc {
  private let northing: (sin: Double, cos: Double)
  private let radius: (sin: Double, cos: Double)
  private let latitude: Double
  private let degrees: Double

  /// A point of the rim: heading from the centre, and place relative to the centre's meridian.
  private struct Spot {
    var heading: Double
    var x: Double
    var y: Double
  }

  /// The half of a cap's rim.
  init(_ cap: SphericalCap) {
    northing = Elementary.sinCos(degrees: cap.center.latitude)
    radius = Elementary.sinCos(radians: cap.radius / Sphere.earthRadius)
    (latitude, degrees) = (cap.center.latitude, cap.degrees)
  }

  /// Appends the arc with an even number of pieces; x is relative to the centre, 0...0.5.
  ///
  /// - Parameters:
  ///   - tolerance: World units.
  ///   - northX: x due north of the centre: 0, or 0.5 where the way there leads over the pole.
  ///   - southX: The same in the south.
  ///   - paths: Receives the points, both ends included.
  func append(
    _ tolerance: Double, northX: Double, southX: Double, to paths: inout WorldPaths
  ) {
    let (quarter, isUniform) = piecesOfQuarter(tolerance)
    let first = paths.x.count
    var left = spot(heading: 0)
    left.x = northX
    paths.append(left.x, left.y)
    var nextHeading: Double?
    for piece in 1...2 * quarter {
      var right = spot(heading: 90 * Double(piece) / Double(quarter))
      if piece == 2 * quarter { right.x = southX }
      if !isUniform { bisect(left, right, tolerance, &nextHeading, to: &paths) }
      paths.append(right.x, right.y)
      nextHeading = nextHeading ?? right.heading
      left = right
    }
    // An odd number of pieces: one more point, in the first of them.
    guard (paths.x.count - first) % 2 == 0, let nextHeading else { return }
    let extra = spot(heading: nextHeading / 2)
    paths.x.insert(extra.x, at: first + 1)
    paths.y.insert(extra.y, at: first + 1)
  }

  /// Pieces of a quarter of the rim by the sagitta of a circle, and whether that is enough.
  ///
  /// A small circle far from the poles is stretched alike all over, by 1 / cos(latitude): with the
  /// greatest stretch no piece needs a look. Others get a first guess.
  private func piecesOfQuarter(_ tolerance: Double) -> (count: Int, isUniform: Bool) {
    let farthest = min(abs(latitude) + degrees, Mercator.edgeLatitude)
    let isUniform = degrees < 0.5 && abs(latitude) + degrees < 80
    let stretch = Elementary.sinCos(
      degrees: isUniform ? farthest : min(abs(latitude), Mercator.edgeLatitude)
    ).cos
    let size = degrees / 360 / stretch
    let part = tolerance / size
    guard part < 1 else { return (1, isUniform) }
    let half = Elementary.atan2((part * (2 - part)).squareRoot(), 1 - part)
    let count = Double.pi / 4 / half
    return (count < 16384 ? max(1, Int(count + 0.999_999)) : 16384, isUniform)
  }

  private func spot(heading: Double) -> Spot {
    let direction = Elementary.sinCos(degrees: heading)
    let east = direction.sin * radius.sin
    let ahead = northing.cos * radius.cos - northing.sin * radius.sin * direction.cos
    let sine = northing.sin * radius.cos + northing.cos * radius.sin * direction.cos
    let cosine = (east * east + ahead * ahead).squareRoot()
    return Spot(
      heading: heading, x: Elementary.atan2(east, ahead) * 0x1.45f306dc9c883p-3,
      y: Sphere.worldY(sine: sine, cosine: cosine))
  }

  /// Appends the points between two others that the tolerance asks for.
  private func bisect(
    _ start: Spot, _ end: Spot, _ tolerance: Double, _ nextHeading: inout Double?,
    to paths: inout WorldPaths
  ) {
    var left = start
    var pending = InlineArray<15, Spot>(repeating: end)
    var levels = InlineArray<15, Int>(repeating: 0)
    var top = 0
    while true {
      if levels[top] < EdgeTracer.deepestLevel, let middle = middle(left, pending[top], tolerance) {
        levels[top] += 1
        levels[top + 1] = levels[top]
        pending[top + 1] = middle
        top += 1
        continue
      }
      guard top > 0 else { return }
      left = pending[top]
      paths.append(left.x, left.y)
      nextHeading = nextHeading ?? left.heading
      top -= 1
    }
  }

  /// The middle of a piece, or `nil` when its chord is good enough.
  private func middle(_ a: Spot, _ b: Spot, _ tolerance: Double) -> Spot? {
    let outside = WorldEdge.outside
    guard max(a.y, b.y) > -outside, min(a.y, b.y) < 1 + outside else { return nil }
    let middle = spot(heading: (a.heading + b.heading) / 2)
    // Lopsided pieces deviate a little more elsewhere; a piece that bends both ways shows it at
    // its quarters only.
    let limit = 0.9 * tolerance
    if deviation(of: middle, a, b) > limit { return middle }
    guard b.heading - a.heading > 5 else { return nil }
    let first = spot(heading: (a.heading + middle.heading) / 2)
    let second = spot(heading: (middle.heading + b.heading) / 2)
    return max(deviation(of: first, a, b), deviation(of: second, a, b)) > limit ? middle : nil
  }

  /// The distance of a point from a chord.
  private func deviation(of spot: Spot, _ a: Spot, _ b: Spot) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let (offX, offY) = (spot.x - a.x, spot.y - a.y)
    let length = (dx * dx + dy * dy).squareRoot()
    return length > 0 ? abs(offX * dy - offY * dx) / length : 0
  }
}
