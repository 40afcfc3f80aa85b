/// The `map` member of a document: what the map view is told. Zooms are those of the SDK
/// (256-pixel world); MapLibre's are one less.
public struct MapOptions: Sendable, Equatable {
  /// What is drawn below the overlays.
  public enum MapType: String, Sendable, CaseIterable {
    case normal, satellite, terrain, hybrid, none
  }
  /// Light, dark or what the system says.
  public enum ColorScheme: String, Sendable, CaseIterable { case unspecified, light, dark }
  /// Insets in points.
  public struct Padding: Sendable, Equatable {
    /// Points from each edge.
    public var top: Double, left: Double, bottom: Double, right: Double
    /// Insets from the edges, by default none.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
  }
  /// `nil`: the overlays' bounds decide.
  public var camera: CameraPosition?
  /// Base map.
  public var mapType = MapType.normal
  /// `nil` draws no background; the default is the SDK's light gray.
  public var backgroundColor: RGBA? = RGBA(red: 170 / 255, green: 170 / 255, blue: 170 / 255)
  /// Light or dark.
  public var colorScheme = ColorScheme.unspecified
  /// SDK zooms the camera may reach.
  public var minZoom: Double?
  /// SDK zooms the camera may reach.
  public var maxZoom: Double?
  /// Where gestures may take the camera's target.
  public var cameraTargetBounds: CoordinateBounds?
  /// Shifts the visual centre.
  public var padding = Padding()
  /// The blue dot.
  public var isMyLocationEnabled = false
  /// Hidden by default, as in the SDK.
  public var accessibilityElementsHidden = true
  /// 3D buildings of the base map.
  public var isBuildingsEnabled = true
  /// Floor plans of the base map.
  public var isIndoorEnabled = true
  /// Traffic of the base map.
  public var isTrafficEnabled = false
  /// A cloud style.
  public var mapID: String?

  /// The SDK's defaults.
  public init() {}
}

extension MapOptions {
  /// What is on or off, by its name in documents.
  package static var switches: [(name: String, path: WritableKeyPath<MapOptions, Bool>)] {
    [
      ("myLocationEnabled", \.isMyLocationEnabled),
      ("accessibilityElementsHidden", \.accessibilityElementsHidden),
      ("buildingsEnabled", \.isBuildingsEnabled), ("indoorEnabled", \.isIndoorEnabled),
      ("trafficEnabled", \.isTrafficEnabled),
    ]
  }
}
