/// What a tile set says of itself: the source of tiles.json and metadata.json.
public struct TileSetMetadata: Sendable {
  /// One source layer.
  public struct VectorLayer: Sendable {
    /// The layer's name.
    public var id: String
    /// Attribute names with "Number", "String", "Boolean", in first-seen order.
    public var fields: [(name: String, type: String)]
    /// Zooms in which it has features.
    public var minZoom: Int, maxZoom: Int
    /// Creates a layer.
    public init(id: String, fields: [(name: String, type: String)], minZoom: Int, maxZoom: Int) {
      (self.id, self.fields, self.minZoom, self.maxZoom) = (id, fields, minZoom, maxZoom)
    }
  }
  /// Short name of the set.
  public var name = "overlays"
  /// A sentence.
  public var description = ""
  /// Credit line.
  public var attribution: String?
  /// Zooms of the build.
  public var minZoom = 0, maxZoom = 14
  /// West, south, east, north in degrees; never wraps the antimeridian.
  public var bounds: (west: Double, south: Double, east: Double, north: Double) = (
    -180, -85.05112877980659, 180, 85.0511287798066
  )
  /// Longitude, latitude, zoom of the first view; MapLibre's zoom.
  public var center: (longitude: Double, latitude: Double, zoom: Int) = (0, 0, 0)
  /// The source layers.
  public var layers: [VectorLayer] = []
  /// Absolute address of a tile with {z}, {x}, {y}.
  public var tileURL = ""
  /// Whether tiles are gzip streams.
  public var compressed = true
  /// What the next build shall know of this one: it goes to manifest.json. Empty: nothing.
  package var ledger: [UInt8] = []

  /// Metadata of an empty world.
  public init() {}
}
