/// Lengths, directions and places on the mean sphere of the overlays: great circles.
///
/// Distances are metres, angles degrees, headings clockwise from north. Every function gives the
/// same bits on every machine.
public enum Sphere {
  /// Radius in metres: the mean sphere, not the Mercator ellipsoid's 6378137.
  public static let earthRadius = 6_371_009.0

  /// The length of the great circle arc between two positions, metres.
  public static func distance(_ a: LatLng, _ b: LatLng) -> Double {
    // The haversine of the arc, and that of what it lacks to half a turn: with both the result is
    // exact to a nanometre or so for neighbours and antipodes alike.
    let north = Elementary.sinCos(degrees: (b.latitude - a.latitude) / 2).sin
    let sum = Elementary.sinCos(degrees: (b.latitude + a.latitude) / 2).sin
    let east = Elementary.sinCos(degrees: (b.longitude - a.longitude) / 2)
    let cosines =
      Elementary.sinCos(degrees: a.latitude).cos * Elementary.sinCos(degrees: b.latitude).cos
    let haversine = north * north + cosines * (east.sin * east.sin)
    let complement = sum * sum + cosines * (east.cos * east.cos)
    let half = Elementary.atan2(haversine.squareRoot(), complement.squareRoot())
    return 2 * half * earthRadius
  }

  /// The direction in which the arc from `a` to `b` starts, 0 ..< 360; 0 for equal positions.
  ///
  /// The direction in which it arrives is `heading(b, a)` and half a turn.
  public static func heading(_ a: LatLng, _ b: LatLng) -> Double {
    let from = Elementary.sinCos(degrees: a.latitude)
    let to = Elementary.sinCos(degrees: b.latitude)
    let turn = Elementary.sinCos(degrees: b.longitude - a.longitude)
    let angle = Elementary.atan2(
      turn.sin * to.cos, from.cos * to.sin - from.sin * to.cos * turn.cos)
    let degrees = angle * (180 / Double.pi)
    let positive = degrees < 0 ? degrees + 360 : degrees
    return positive < 360 ? positive : 0
  }

  /// The position reached from `origin` on a great circle; longitude in -180 ..< 180.
  ///
  /// - Parameters:
  ///   - origin: Where the way starts.
  ///   - distance: Metres; negative ones lead backwards.
  ///   - heading: The direction at the start.
  public static func offset(_ origin: LatLng, distance: Double, heading: Double) -> LatLng {
    let from = Elementary.sinCos(degrees: origin.latitude)
    let angle = Elementary.sinCos(radians: distance / earthRadius)
    let direction = Elementary.sinCos(degrees: heading)
    let east = direction.sin * angle.sin
    let ahead = from.cos * angle.cos - from.sin * angle.sin * direction.cos
    let sine = from.sin * angle.cos + from.cos * angle.sin * direction.cos
    let turn = Elementary.atan2(east, ahead)
    let latitude = Elementary.atan2(sine, (east * east + ahead * ahead).squareRoot())
    return LatLng(
      latitude: latitude * (180 / Double.pi),
      longitude: origin.longitude + turn * (180 / Double.pi)
    ).wrapped
  }

  /// The position at `fraction` of the arc from `a` to `b`; longitude in -180 ..< 180.
  ///
  /// Goes on along the circle outside 0...1. Between antipodes there is no one arc: `a`.
  public static func interpolate(_ a: LatLng, _ b: LatLng, fraction: Double) -> LatLng {
    let from = vector(latitude: a.latitude, longitude: a.longitude)
    let to = vector(latitude: b.latitude, longitude: b.longitude)
    let angle = distance(a, b) / earthRadius
    let sine = Elementary.sinCos(radians: angle).sin
    guard abs(sine) > 1e-15 else { return a.wrapped }
    let before = Elementary.sinCos(radians: (1 - fraction) * angle).sin / sine
    let after = Elementary.sinCos(radians: fraction * angle).sin / sine
    let place = from * before + to * after
    let run = (place.x * place.x + place.y * place.y).squareRoot()
    return LatLng(
      latitude: Elementary.atan2(place.z, run) * (180 / Double.pi),
      longitude: Elementary.atan2(place.y, place.x) * (180 / Double.pi)
    ).wrapped
  }

  /// The unit vector of a position: towards (0, 0), towards (0, 90 east), north.
  static func vector(latitude: Double, longitude: Double) -> SIMD3<Double> {
    let north = Elementary.sinCos(degrees: latitude)
    let east = Elementary.sinCos(degrees: longitude)
    return SIMD3(north.cos * east.cos, north.cos * east.sin, north.sin)
  }

  /// The inner product, added in this order everywhere.
  @inline(__always)
  static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    a.x * b.x + a.y * b.y + a.z * b.z
  }

  /// World y of a unit vector.
  static func worldY(_ vector: SIMD3<Double>) -> Double {
    let run = (vector.x * vector.x + vector.y * vector.y).squareRoot()
    return worldY(sine: vector.z, cosine: run)
  }

  /// World y of the latitude with this sine and cosine, which need not be of length 1 exactly.
  static func worldY(sine: Double, cosine: Double) -> Double {
    // asinh(tan) is ln((1 + sin) / cos); the cosine is bounded as in `Mercator.farthestLatitude`.
    let turns = Elementary.log((1 + abs(sine)) / max(cosine, 1.745e-8)) * 0x1.45f306dc9c883p-3
    let south = 0.5 + turns
    return sine > 0 ? 1 - south : south
  }
}
