#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension LatLng {
  /// What stands for "no position", as in Core Location: latitude and longitude -180.
  public static let invalid = LatLng(latitude: -180, longitude: -180)

  /// Whether latitude lies in -90...90 and longitude in -180...180.
  @inlinable
  public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

  /// The same place with its longitude in -180 ..< 180.
  public var wrapped: LatLng {
    LatLng(latitude: latitude, longitude: Self.wrap(longitude: longitude))
  }

  /// `longitude` reduced by whole turns to -180 ..< 180; unchanged where it lies there already.
  public static func wrap(longitude: Double) -> Double {
    if longitude >= -180, longitude < 180 { return longitude }
    let reduced = longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    return reduced < 180 ? reduced : -180
  }
}
