/// Lengths, directions and places on the mean sphere of the overlays: great circles.
///
/// Distances are metres, angles degrees, headings clockwise from north. Every function gives the
/// same bits on every machine.
public enum Sphere {
  /// Radius in metres: the mean sphere, not the Mercator ellipsoid's 6378137.
  public static let earthRadius = 6_371_009.0

  /// The unit vector of a position: towards (0, 0), towards (0, 90 east), north.
  static func vector(latitude: Double, longitude: Double) -> SIMD3<Double> {
    let north = Elementary.sinCos(degrees: latitude)
    let east = Elementary.sinCos(degrees: longitude)
    return SIMD3(north.cos * east.cos, north.cos * east.sin, north.sin)
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
