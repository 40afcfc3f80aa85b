#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A point of an edge: on the map, in degrees, and on the unit sphere where that is needed.
struct CurveSpot {
  /// World coordinates; x not wrapped.
  var x: Double
  var y: Double
  /// Degrees. Valid for vertices and on `lnglat` edges.
  var latitude: Double
  var longitude: Double
  /// The unit vector: towards (0, 0), towards (0, 90 east), north. Valid on geodesic edges.
  var vector: SIMD3<Double>

  /// A vertex.
  init(latitude: Double, longitude: Double, isGeodesic: Bool) {
    x = Mercator.worldX(longitude: longitude)
    y = Mercator.worldY(latitude: latitude)
    (self.latitude, self.longitude) = (latitude, longitude)
    vector =
      isGeodesic
      ? Sphere.vector(latitude: latitude, longitude: Self.withoutTurns(longitude))
      : SIMD3(0, 0, 0)
  }

  /// A longitude within half a turn, the same bits for `longitude` and for all whole turns away:
  /// two rings may have the same edge in different turns, and its points must be the same.
  ///
  /// A turn added to a longitude costs its last bits, so what is left is rounded to the step of
  /// doubles below 512, 6 nanometres on the ground.
  private static func withoutTurns(_ longitude: Double) -> Double {
    let near = longitude - 360 * Elementary.nearestInteger(longitude / 360)
    return (near * 0x1p44).rounded(.toNearestOrEven) * 0x1p-44
  }

  private init(x: Double, y: Double, vector: SIMD3<Double>) {
    (self.x, self.y, self.vector) = (x, y, vector)
    (latitude, longitude) = (0, 0)
  }

  /// The point halfway along the curve between two others, the same whichever comes first; `nil`
  /// between antipodes.
  static func halfway(
    on curve: EdgeTracer.Curve, _ a: CurveSpot, _ b: CurveSpot
  ) -> CurveSpot? {
    guard curve == .geodesic else {
      return CurveSpot(
        latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2,
        isGeodesic: false)
    }
    let sum = a.vector + b.vector
    let length = Sphere.dot(sum, sum).squareRoot()
    guard length > 1e-9 else { return nil }
    let vector = sum / length
    let y = Sphere.worldY(vector)
    // Longitudes along an arc lie between those of its ends: take the turn nearest to their middle.
    let middle = (a.x + b.x) / 2
    guard vector.x != 0 || vector.y != 0 else { return CurveSpot(x: middle, y: y, vector: vector) }
    let own = Elementary.atan2(vector.y, vector.x) * 0x1.45f306dc9c883p-3 + 0.5
    return CurveSpot(x: own + Elementary.nearestInteger(middle - own), y: y, vector: vector)
  }
}
