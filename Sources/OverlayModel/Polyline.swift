public import MapMath

/// A line along a path.
///
///     var path = Path()
///     path.addLatitude(-37.81319, longitude: 144.96298)
///     path.addLatitude(-31.95285, longitude: 115.85734)
///     var polyline = Polyline(path: path)
///     polyline.strokeWidth = 10
///     polyline.geodesic = true
///     polyline.spans = [StyleSpan(style: .gradient(from: .red, to: .yellow))]
///
/// All members of ``PolylineLook`` and ``OverlayTraits`` are members of a polyline.
public struct Polyline: MapOverlay {
  /// Its course; with less than two different positions nothing is drawn.
  public var path: Path
  /// Width and colours.
  public var look: PolylineLook
  /// Title, drawing order, zooms.
  public var traits = OverlayTraits()
  /// By what clients know it.
  public var id: OverlayID?
  /// The user's own data.
  public var properties = OverlayProperties()

  /// A line along `path`, by default blue and one point wide.
  public init(path: Path = Path(), look: PolylineLook = PolylineLook()) {
    (self.path, self.look) = (path, look)
  }

  /// Look and traits as the tiles are made from them.
  public var overlay: Overlay { Overlay(look: .polyline(look), traits: traits) }
  /// The path.
  public var shape: OverlayShape { .line(path) }
}
