/// The Web Mercator projection between degrees and the world's unit square.
///
/// World `x` is `longitude / 360 + 0.5`: 0 at longitude -180, growing **eastward**, not wrapped.
/// World `y` is `0.5 - asinh(tan(latitude)) / (2 pi)`: 0 at latitude 85.0511287798066, growing
/// **southward** to 1 at the same latitude south. Positions beyond those latitudes have a `y`
/// outside 0...1; nothing is clamped to the map's edge.
///
/// The sphere has no radius here, so no ellipsoid enters. Every operation is a single IEEE 754
/// multiplication, addition or division in a fixed order and none comes from the C library: the
/// same input gives the same bits on every machine. The error of `y` on the map is below 2e-16,
/// and `y(-latitude) == 1 - y(latitude)` exactly.
///
/// - SeeAlso: OGC Two Dimensional Tile Matrix Set 2.0, Annex D (WebMercatorQuad);
///   Snyder, "Map Projections: A Working Manual" (1987), equations 7-2 and 7-2a.
public enum Mercator {
  /// The latitude of the map's upper edge, degrees; its lower edge lies as far south.
  public static let edgeLatitude = 85.0511287798066

  /// Latitudes nearer to a pole than this are projected as if they stood here, so that a pole
  /// gets a finite `y` (about -2.46 or 3.46), far outside the map.
  public static let farthestLatitude = 89.999999

  /// World x of `longitude` in degrees; outside 0...1 for a longitude outside -180...180.
  @inlinable
  public static func worldX(longitude: Double) -> Double { longitude / 360 + 0.5 }

  /// Longitude in degrees of world `x`; not wrapped.
  @inlinable
  public static func longitude(worldX x: Double) -> Double { (x - 0.5) * 360 }

  /// World y of `latitude` in degrees, -90...90; outside 0...1 beyond ``edgeLatitude``.
  public static func worldY(latitude: Double) -> Double {
    let south = 0.5 + halfTurns(magnitude: abs(latitude))
    return latitude > 0 ? 1 - south : south
  }

  /// Latitude in degrees of world `y`, within 2e-14 degrees; any finite `y` is allowed.
  public static func latitude(worldY y: Double) -> Double {
    let decay = Elementary.exp(-2 * Double.pi * abs(0.5 - y))
    // atan2(1 - decay, 1 + decay) is half the latitude.
    let magnitude = Elementary.atan2(1 - decay, 1 + decay) * (360 / Double.pi)
    return y > 0.5 ? -magnitude : magnitude
  }

  /// Projects whole arrays; the same bits as ``worldX(longitude:)`` and ``worldY(latitude:)``.
  ///
  /// Allocates nothing. O(*n*).
  ///
  /// - Parameters:
  ///   - longitudes: Degrees east.
  ///   - latitudes: Degrees north, -90...90; as long as `longitudes`.
  ///   - x: Receives world x; at least as long as `longitudes`.
  ///   - y: Receives world y; likewise.
  public static func project(
    longitudes: Span<Double>, latitudes: Span<Double>, x: inout MutableSpan<Double>,
    y: inout MutableSpan<Double>
  ) {
    project(longitudes: longitudes, latitudes: latitudes, x: &x, y: &y, start: 0)
  }

  /// The same, written from index `start` on.
  static func project(
    longitudes: Span<Double>, latitudes: Span<Double>, x: inout MutableSpan<Double>,
    y: inout MutableSpan<Double>, start: Int
  ) {
    let count = longitudes.count
    precondition(latitudes.count == count && start >= 0)
    precondition(x.count - start >= count && y.count - start >= count)
    for i in 0..<count { x[start + i] = worldX(longitude: longitudes[i]) }
    for i in 0..<count {
      let latitude = latitudes[i]
      let south = 0.5 + halfTurns(magnitude: abs(latitude))
      y[start + i] = latitude > 0 ? 1 - south : south
    }
  }

  /// `asinh(tan(latitude)) / (2 pi)` for a latitude of 0...90 degrees.
  ///
  /// With T = tan(latitude / 2) the value is ln((1 + T) / (1 - T)) / (2 pi). Above 45 degrees
  /// T' = tan((90 - latitude) / 2) is used instead, and ln(1 / T'), which keeps full precision
  /// up to the pole. So the tangent is needed only up to 22.5 degrees. The logarithm of n / d is
  /// taken with one division: d is scaled by a power of two to within [0.75, 1.5), then
  /// ln(n / d) = 2 atanh((n - d) / (n + d)).
  @inline(__always)
  private static func halfTurns(magnitude: Double) -> Double {
    let latitude = magnitude < farthestLatitude ? magnitude : farthestLatitude
    let isHigh = latitude > 45
    let degrees = isHigh ? 90 - latitude : latitude

    // pi / 360 in two parts: the second is what the first lacks.
    let angle = degrees * 0x1.1df46a2529d39p-7
    let square = angle * angle
    var tail = 0x1.4e8f074383e7dp-12
    tail = tail * square + 0x1.288b68f49e710p-11
    tail = tail * square + 0x1.7ea9e43156e27p-10
    tail = tail * square + 0x1.d6c7b1dceaf90p-9
    tail = tail * square + 0x1.226e5f370f858p-7
    tail = tail * square + 0x1.664f47e100770p-6
    tail = tail * square + 0x1.ba1ba1bb541b0p-5
    tail = tail * square + 0x1.11111111109d1p-3
    tail = tail * square + 0x1.5555555555556p-2
    let tangent = angle + (degrees * 0x1.5c1d8becdd291p-63 + angle * (square * tail))

    let numerator = isHigh ? 1 : 1 + tangent
    let denominator = isHigh ? tangent : 1 - tangent
    let bits = denominator.bitPattern
    let shift = (0x3ff7_ffff_ffff_ffff &- bits) >> 52
    let scaled = Double(bitPattern: bits &+ (shift << 52))
    // The bits of 2^52 with `shift` in the low places: a conversion without an instruction for it.
    let exponent = Double(bitPattern: shift | 0x4330_0000_0000_0000) - 0x1p52

    let ratio = (numerator - scaled) / (numerator + scaled)
    let power = ratio * ratio
    var series = 0x1.81f77115e27dfp-6
    series = series * power + 0x1.533f0fbad0f6fp-6
    series = series * power + 0x1.91a01d9fa3b8ap-6
    series = series * power + 0x1.da1831c8c8b2cp-6
    series = series * power + 0x1.21bb9b7c30923p-5
    series = series * power + 0x1.7483757ffa0afp-5
    series = series * power + 0x1.04c26be3b5f48p-4
    series = series * power + 0x1.b2995e7b7b5f8p-4
    let logarithm = ratio * 0x1.45f306dc9c883p-2 + ratio * (power * series)
    // ln 2 / (2 pi) in two parts: the first times any exponent here is exact.
    return exponent * 0x1.c3dc98f7e9600p-4 + (logarithm + exponent * 0x1.37765b042c173p-49)
  }
}
