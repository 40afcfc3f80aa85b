import MapMath
import MapStyle
import OverlayModel

/// The view of a map whose documents name no camera: all overlays, in the middle of what the
/// padding leaves of a window.
struct FirstView {
  /// Side of the window that is thought of, points.
  private static let window = 512.0
  /// What is left of it however much padding there is.
  private static let smallestSide = 64.0
  /// The deepest zoom that a single point is shown at.
  private static let deepest = 16

  /// On the map, longitude -180 ..< 180.
  private(set) var center = LatLng(latitude: 0, longitude: 0)
  /// MapLibre's zoom, whole.
  private(set) var zoom = 0.0

  /// The view of overlays with these bounds and of `images`; the whole world where there is nothing.
  init(
    of overlays: WorldBounds, _ images: [StylePlan.GroundImage], map: MapOptions,
    _ options: BuildOptions
  ) {
    var all = overlays
    for corner in images.flatMap(\.corners) {
      all.grow(
        Mercator.worldX(longitude: corner.longitude), Mercator.worldY(latitude: corner.latitude))
    }
    guard !all.isEmpty else { return }
    (all.minY, all.maxY) = (max(all.minY, 0), min(all.maxY, 1))
    if all.maxX - all.minX >= 1 { (all.minX, all.maxX) = (0, 1) }
    func side(_ padding: Double) -> Double {
      max(Self.window - padding, Self.smallestSide) / Self.window
    }
    let fit = max(
      (all.maxX - all.minX) / side(map.padding.left + map.padding.right),
      (all.maxY - all.minY) / side(map.padding.top + map.padding.bottom))
    var whole = 0
    while whole < 18 && fit * Double(1 << (whole + 1)) <= 1 { whole += 1 }
    zoom = Double(min(max(whole, options.minZoom), max(options.maxZoom, Self.deepest)))
    let (x, y) = ((all.minX + all.maxX) / 2, (all.minY + all.maxY) / 2)
    center = LatLng(
      latitude: OutputBounds.rounded(Mercator.latitude(worldY: y)),
      longitude: OutputBounds.rounded(LatLng.wrap(longitude: Mercator.longitude(worldX: x))))
  }
}
