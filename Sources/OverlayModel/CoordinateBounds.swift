/// A rectangle of longitudes and latitudes, in degrees.
///
/// West above east spans the antimeridian.
public struct CoordinateBounds: Hashable, Sendable {
  /// Western side, -180...180.
  public var west: Double
  /// Southern side, -90...90.
  public var south: Double
  /// Eastern side, -180...180.
  public var east: Double
  /// Northern side, -90...90.
  public var north: Double

  /// Creates bounds; the sides are not checked.
  public init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// Whether the sides exist and are in order; the bounds may be a line or a point.
  package var isValid: Bool {
    abs(west) <= 180 && abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
  }

  /// Whether something lies between the sides.
  package var holdsArea: Bool { isValid && south < north && west != east }
}
