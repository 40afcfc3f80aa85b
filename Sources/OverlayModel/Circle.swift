public import MapMath

/// All places up to a distance from a centre: a true circle on the sphere, so not round on the map.
///
///     var circle = Circle(center: LatLng(latitude: 37.35, longitude: -122.0), radius: 1000)
///     circle.fillColor = RGBA(red: 0.35, green: 0, blue: 0, alpha: 0.05)
///     circle.strokeColor = .red
///     circle.strokeWidth = 5
///
/// All members of ``CircleLook`` and ``OverlayTraits`` are members of a circle.
public struct Circle: MapOverlay {
  /// The centre.
  public var position: LatLng
  /// Radius, colours and width.
  public var look: CircleLook
  /// Title, drawing order, zooms.
  public var traits = OverlayTraits()
  /// By what clients know it.
  public var id: OverlayID?
  /// The user's own data.
  public var properties = OverlayProperties()

  /// A circle, by default with a black outline and clear inside.
  ///
  /// - Parameters:
  ///   - center: Any valid position, poles too.
  ///   - radius: Metres on the sphere, above 0.
  public init(center: LatLng, radius: Double) {
    position = center
    look = CircleLook(radius: radius)
  }

  /// The same as ``init(center:radius:)``, with the SDK's name for the centre.
  public init(position: LatLng, radius: Double) { self.init(center: position, radius: radius) }

  /// Look and traits as the tiles are made from them.
  public var overlay: Overlay { Overlay(look: .circle(look), traits: traits) }
  /// The centre.
  public var shape: OverlayShape { .point(position) }
}
