/// A position on the sphere, degrees.
///
/// `latitude` counts northward, -90...90; `longitude` counts eastward. A longitude outside
/// -180...180 is legal where a path has been unwrapped, and names the same place as the value
/// reduced by whole turns.
public struct LatLng: Hashable, Sendable {
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double

  /// Creates a position; the values are not checked.
  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
