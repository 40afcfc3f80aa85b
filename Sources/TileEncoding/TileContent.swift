/// One tile, or a piece of one, as flat arrays, ready to be encoded. Filled by one worker, reused for
/// every tile.
///
/// Layers hold features, features hold parts, parts hold vertices; each level is an array of end
/// indices into the next. Vertices are tile-local: x east, y south, 0...extent inside the tile,
/// beyond it in the buffer. A ring is written without its closing vertex. No two consecutive
/// vertices of a part are equal. All points of a point feature are one part.
public struct TileContent: Sendable {
  /// Geometry types, with the numbers of the format.
  public enum GeometryType: UInt8, Sendable { case point = 1, line = 2, polygon = 3 }

  /// Vertices, tile units.
  public var x: [Int32] = []
  /// Vertices, tile units; as long as `x`.
  public var y: [Int32] = []
  /// End of each part in `x`.
  public var partEnds: [UInt32] = []
  /// End of each feature in `partEnds`.
  public var featurePartEnds: [UInt32] = []
  /// Feature ids; meaningful where `hasID` is 1.
  public var ids: [UInt64] = []
  /// 1 where the feature has an id.
  public var hasID: [UInt8] = []
  /// Raw ``GeometryType``.
  public var types: [UInt8] = []
  /// Key and value numbers of ``AttributeTable``, alternating, feature by feature.
  public var tags: [UInt32] = []
  /// End of each feature in `tags`.
  public var featureTagEnds: [UInt32] = []
  /// End of each layer in the features.
  public var layerFeatureEnds: [UInt32] = []
  /// Number of each layer's name in ``AttributeTable/layerNames``.
  public var layerNames: [UInt32] = []
  /// Whether the first layer is the last one of the piece before, which goes on.
  public var goesOn = false

  /// An empty tile.
  public init() {}

  /// Empties the tile and keeps the memory.
  public mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    partEnds.removeAll(keepingCapacity: true)
    featurePartEnds.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    hasID.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    featureTagEnds.removeAll(keepingCapacity: true)
    layerFeatureEnds.removeAll(keepingCapacity: true)
    layerNames.removeAll(keepingCapacity: true)
    goesOn = false
  }
}

/// Names and values that the tiles of one build share, frozen before the first tile is encoded.
public struct AttributeTable: Sendable {
  /// Attribute names, UTF-8, end to end, with the end of each. No two are equal.
  public var keyBytes: [UInt8] = [], keyEnds: [Int] = []
  /// Values, each a whole encoded `Tile.Value` message, with the end of each. No two are equal.
  public var valueBytes: [UInt8] = [], valueEnds: [Int] = []
  /// Names of the source layers. No two are equal byte by byte.
  public var layerNames: [String] = []
  /// Units of a tile's side.
  public var extent: UInt32 = 8192

  /// An empty table.
  public init() {}
}
