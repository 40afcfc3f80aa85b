public import MapMath

/// An area with holes.
///
///     var rect = Path()
///     rect.add(LatLng(latitude: 37.36, longitude: -122.0))
///     rect.add(LatLng(latitude: 37.45, longitude: -122.0))
///     rect.add(LatLng(latitude: 37.45, longitude: -122.2))
///     rect.add(LatLng(latitude: 37.36, longitude: -122.2))
///     var polygon = Polygon(path: rect)
///     polygon.fillColor = RGBA(red: 0.25, green: 0, blue: 0, alpha: 0.05)
///     polygon.strokeColor = .black
///     polygon.strokeWidth = 2
///
/// All members of ``PolygonLook`` and ``OverlayTraits`` are members of a polygon.
public struct Polygon: MapOverlay {
  /// The rim, closed implicitly; with less than three different positions nothing is drawn.
  public var path: Path
  /// What is cut out, each closed implicitly; the direction of a ring means nothing.
  public var holes: [Path]
  /// Colours and width.
  public var look: PolygonLook
  /// Title, drawing order, zooms.
  public var traits = OverlayTraits()
  /// By what clients know it.
  public var id: OverlayID?
  /// The user's own data.
  public var properties = OverlayProperties()

  /// The area inside `path`, by default blue and without an outline.
  public init(path: Path = Path(), holes: [Path] = [], look: PolygonLook = PolygonLook()) {
    (self.path, self.holes, self.look) = (path, holes, look)
  }

  /// Look and traits as the tiles are made from them.
  public var overlay: Overlay { Overlay(look: .polygon(look), traits: traits) }
  /// Rim and holes.
  public var shape: OverlayShape { .polygon(path, holes: holes) }
}
