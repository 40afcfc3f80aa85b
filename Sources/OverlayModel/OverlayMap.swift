/// Overlays and the map on which they lie: an overlay document as a value.
///
///     var map = OverlayMap()
///     map.camera = CameraPosition(latitude: -33.8683, longitude: 151.2086, zoom: 6)
///     map.add(Marker(position: LatLng(latitude: -33.8683, longitude: 151.2086)))
///
/// All members of ``MapOptions`` are members of a map.
@dynamicMemberLookup
public struct OverlayMap: Sendable {
  /// What the map view is told.
  public var options: MapOptions
  /// In drawing order, as far as their kinds and `zIndex` leave it open.
  public var overlays: [any MapOverlay] = []
  /// Contents of image files by the names that overlays use for them: PNG, SVG, and JPEG for ground
  /// overlays. Images of other names are `data:` addresses or files in ``imageFolder``.
  public var images: [String: [UInt8]] = [:]
  /// Where image files lie; "" is the working directory.
  public var imageFolder = ""

  /// A map without overlays.
  public init(options: MapOptions = MapOptions()) { self.options = options }

  /// Puts `overlay` on the map, above those of its kind and `zIndex` that are there already.
  public mutating func add(_ overlay: some MapOverlay) { overlays.append(overlay) }

  /// Removes all overlays.
  public mutating func clear() { overlays.removeAll() }

  /// A member of the options.
  @inlinable
  public subscript<Value>(dynamicMember member: WritableKeyPath<MapOptions, Value>) -> Value {
    get { options[keyPath: member] }
    set { options[keyPath: member] = newValue }
  }
}

extension OverlayMap: Equatable {
  /// Whether options, images, overlays and their order are the same.
  public static func == (a: OverlayMap, b: OverlayMap) -> Bool {
    a.options == b.options && a.images == b.images && a.imageFolder == b.imageFolder
      && a.overlays.elementsEqual(b.overlays) { $0.equals($1) }
  }
}
