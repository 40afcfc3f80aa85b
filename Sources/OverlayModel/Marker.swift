public import MapMath

/// A place with an image, by default the red pin.
///
///     var london = Marker(position: LatLng(latitude: 51.5, longitude: -0.127))
///     london.title = "London"
///     london.icon = "house.png"
///
/// All members of ``MarkerLook`` and ``OverlayTraits`` are members of a marker.
public struct Marker: MapOverlay {
  /// Where it stands.
  public var position: LatLng
  /// Image, anchors, rotation.
  public var look = MarkerLook()
  /// Title, drawing order (among markers), zooms.
  public var traits = OverlayTraits(isTappable: true)
  /// By what clients know it.
  public var id: OverlayID?
  /// The user's own data.
  public var properties = OverlayProperties()

  /// The red pin at `position`.
  public init(position: LatLng) { self.position = position }

  /// Look and traits as the tiles are made from them.
  public var overlay: Overlay { Overlay(look: .marker(look), traits: traits) }
  /// The position.
  public var shape: OverlayShape { .point(position) }
}
