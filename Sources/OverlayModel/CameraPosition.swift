public import MapMath

/// Where a map is looked at from. What is out of range is brought into it, as the SDK does.
public struct CameraPosition: Sendable, Equatable {
  /// Centre of the view: latitude -85...85, longitude -180 ..< 180.
  public let target: LatLng
  /// SDK zoom: the world is 256 x 2^zoom points wide. MapLibre's is one less.
  public let zoom: Double
  /// Degrees clockwise from north, 0 ..< 360.
  public let bearing: Double
  /// Degrees from straight down: up to 30 as far as zoom 10, 65 from zoom 16 on, evenly between.
  public let viewingAngle: Double

  /// Creates a camera.
  public init(target: LatLng, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    self.target = LatLng(
      latitude: min(max(target.latitude, -85), 85),
      longitude: LatLng.wrap(longitude: target.longitude))
    self.zoom = zoom
    self.bearing = turned(bearing)
    let steepest = 30 + 35 * min(max((zoom - 10) / 6, 0), 1)
    self.viewingAngle = min(max(viewingAngle, 0), steepest)
  }

  /// Creates a camera above a latitude and longitude.
  public init(
    latitude: Double, longitude: Double, zoom: Double, bearing: Double = 0,
    viewingAngle: Double = 0
  ) {
    self.init(
      target: LatLng(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing,
      viewingAngle: viewingAngle)
  }

  /// Whether all of it are numbers.
  var isFinite: Bool {
    [target.latitude, target.longitude, zoom, bearing, viewingAngle].allSatisfy(\.isFinite)
  }
}
