/// An image that lies on the ground.
///
///     var plan = GroundOverlay(
///       image: "newark.png",
///       placement: .bounds(CoordinateBounds(west: -74.22655, south: 40.712216, east: -74.12544, north: 40.773941)))
///     plan.bearing = 5
///
/// All members of ``GroundOverlayLook`` and ``OverlayTraits`` are members of a ground overlay.
public struct GroundOverlay: MapOverlay {
  /// Image, place, anchor, bearing.
  public var look: GroundOverlayLook
  /// Title, drawing order, zooms.
  public var traits = OverlayTraits()
  /// By what clients know it.
  public var id: OverlayID?
  /// The user's own data.
  public var properties = OverlayProperties()

  /// The image of a file, turned north.
  public init(image: String?, placement: GroundOverlayLook.Placement) {
    look = GroundOverlayLook(image: image, placement: placement)
  }

  /// Look and traits as the tiles are made from them.
  public var overlay: Overlay { Overlay(look: .groundOverlay(look), traits: traits) }
  /// None: the look says where it lies.
  public var shape: OverlayShape { .none }
}
