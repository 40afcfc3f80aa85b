public import OverlayModel

/// Names under which our attributes stand in tiles. A name gives way (``init(avoiding:)``) where
/// the user's data has a property of the same name.
public struct AttributeNames: Sendable, Equatable {
  /// Our attributes, by their plain names.
  public enum Attribute: String, Sendable, CaseIterable {
    case id, z, fill, color, width, image, rot, kind, tint, opacity, ox, oy
    case title, snippet, tappable, draggable, appearAnimation, collisionBehavior
    case infoWindowX, infoWindowY
    case cluster
    case pointCount = "point_count"
    case pointCountAbbreviated = "point_count_abbreviated"
  }
  /// What is put before a name that the user's data has taken.
  public static let prefix = "overlay:"

  private var taken: Set<Attribute>

  /// Names that avoid those of `userKeys`.
  public init(avoiding userKeys: [String] = []) {
    taken = Set(userKeys.compactMap(Attribute.init(rawValue:)))
  }

  /// The name of `attribute` in the tiles.
  public subscript(attribute: Attribute) -> String {
    taken.contains(attribute) ? Self.prefix + attribute.rawValue : attribute.rawValue
  }
}

/// All that decides a style: which source layers there are, what stands in them, and the map.
public struct StylePlan: Sendable {
  /// What a source layer's features are.
  public enum Role: Sendable, Equatable, CaseIterable {
    /// Polygons: attribute `fill`.
    case fill
    /// Lines: `color`, `width`.
    case stroke
    /// One line per texture period: `image`, `width`.
    case stamp
    /// Sprite points: `image`, `rot`.
    case dot
    /// Markers: `image`, `rot`, `opacity`, `ox`, `oy`, `kind`.
    case marker
  }
  /// How a marker stands: screen-up or on the ground, and when it gives way.
  public struct MarkerKind: Sendable, Hashable {
    /// On the ground.
    public var flat: Bool
    /// When it gives way.
    public var collision: MarkerLook.CollisionBehavior
    /// Creates a kind.
    public init(flat: Bool, collision: MarkerLook.CollisionBehavior) {
      (self.flat, self.collision) = (flat, collision)
    }
    /// Value of the attribute `kind`; the default kind (billboard, required) is not written.
    public var text: String {
      (flat ? "flat" : "billboard") + (collision == .required ? "" : "-" + collision.rawValue)
    }
  }
  /// One source layer of the tiles.
  public struct SourceLayer: Sendable {
    /// Its name in the tiles.
    public var name: String
    /// What its features are.
    public var role: Role
    /// The z indices that occur in it.
    public var zIndices: [Int32]
    /// For markers: the kinds that occur.
    public var markerKinds: [MarkerKind]
    /// For markers: how clusters are drawn, if there are some.
    public var clusters: ClusterLook?
    /// Creates a source layer.
    public init(name: String, role: Role, zIndices: [Int32], markerKinds: [MarkerKind] = []) {
      (self.name, self.role, self.zIndices, self.markerKinds) = (name, role, zIndices, markerKinds)
    }
  }
  /// Name of the style.
  public var name = "overlays"
  /// Absolute tile address with {z}, {x}, {y}, or `pmtiles://` and the address of an archive.
  public var tileURL = ""
  /// Address of the sprite without extension; `nil` when no images are used.
  public var spriteURL: String?
  /// Tile zooms of the build.
  public var minZoom = 0, maxZoom = 14
  /// West, south, east, north, degrees.
  public var bounds: (west: Double, south: Double, east: Double, north: Double) = (
    -180, -85.05112877980659, 180, 85.0511287798066
  )
  /// View when `map.camera` is nil: longitude, latitude, MapLibre zoom.
  public var fallbackView: (longitude: Double, latitude: Double, zoom: Double) = (0, 0, 0)
  /// The map options of the documents.
  public var map = MapOptions()
  /// Source layers in drawing order of their roles.
  public var layers: [SourceLayer] = []
  /// Images on the ground, in input order.
  public var groundImages: [GroundImage] = []
  /// `icon-offset` of markers that say none: that of the default pin, points, x right, y down.
  public var defaultIconOffset = (x: 0.0, y: -20.5)
  /// Names of our attributes.
  public var names = AttributeNames()
  /// What is drawn below the overlays, or nothing.
  public var base: BaseStyle?
  /// All style files of the set, where there are several: this one and those for other map types
  /// and colour schemes.
  public var files: [StyleFile] = []

  /// A plan without layers.
  public init() {}
}
