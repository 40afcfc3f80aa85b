/// A vector tile as it was found, every number unchanged; made by ``VectorTileDecoder``.
public struct DecodedTile: Sendable, Equatable {
  /// The layers in order, without those of a version that this module does not know.
  public var layers: [Layer] = []
  /// How many layers were passed over because of their version, as the format asks (section 5).
  public var unknownLayerCount = 0

  /// An empty tile.
  public init() {}

  /// One layer, with all of its features' tags and vertices in flat arrays.
  public struct Layer: Sendable, Equatable {
    /// The name.
    public var name = ""
    /// Version of the specification, 1 or 2.
    public var version: UInt32 = 2
    /// Units along a tile's side, at least 1.
    public var extent: UInt32 = 4096
    /// Names of attributes.
    public var keys: [String] = []
    /// Values of attributes.
    public var values: [Value] = []
    /// The features in order.
    public var features: [Feature] = []
    /// Indices into ``keys`` and ``values``, alternating, feature by feature; all in range.
    public var tags: [UInt32] = []
    /// Vertices, tile units, east of the tile's western edge.
    public var x: [Int32] = []
    /// Vertices, tile units, south of the tile's northern edge; as long as `x`.
    public var y: [Int32] = []
    /// End of each part in `x`.
    public var partEnds: [Int] = []

    /// A layer without features.
    public init() {}

    /// The vertices of a part: all points of a point feature, a line, or a ring without its
    /// closing vertex.
    public func vertices(ofPart part: Int) -> Range<Int> {
      (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
    }
  }

  /// One feature.
  public struct Feature: Sendable, Equatable {
    /// What the parts are.
    public enum GeometryType: UInt8, Sendable {
      /// A type that the format leaves open; such a feature has no parts here.
      case unknown
      /// Points, lines, or rings.
      case point, line, polygon
    }
    /// The id, if there is one.
    public var id: UInt64?
    /// What the parts are.
    public var type: GeometryType
    /// Its tags in ``Layer/tags``; an even number.
    public var tags: Range<Int>
    /// Its parts in ``Layer/partEnds``.
    public var parts: Range<Int>

    /// Creates a feature.
    public init(id: UInt64?, type: GeometryType, tags: Range<Int>, parts: Range<Int>) {
      (self.id, self.type, self.tags, self.parts) = (id, type, tags, parts)
    }
  }

  /// A value, with the field that held it.
  public enum Value: Sendable, Hashable {
    /// UTF-8 text.
    case string(String)
    /// 32-bit floating point.
    case float(Float)
    /// 64-bit floating point.
    case double(Double)
    /// `int_value`.
    case int(Int64)
    /// `uint_value`.
    case uint(UInt64)
    /// `sint_value`.
    case sint(Int64)
    /// True or false.
    case bool(Bool)
  }
}

/// Why bytes are no vector tile. Layers, features, keys and values are counted from 0 in the
/// bytes; features, keys and values in their layer.
public enum TileDecodingError: Error, Equatable, Sendable {
  /// The outermost message is broken or cut short.
  case malformedTile
  /// A layer's message is broken, or lacks something.
  case badLayer(layer: Int, LayerFault)
  /// A key is not UTF-8.
  case badKey(layer: Int, key: Int)
  /// A value's message is broken, its text is not UTF-8, or it has not exactly one field.
  case badValue(layer: Int, value: Int)
  /// A feature's message or geometry is broken.
  case badFeature(layer: Int, feature: Int, FeatureFault)

  /// What is wrong with a layer.
  public enum LayerFault: Equatable, Sendable {
    /// The message is broken or cut short.
    case malformed
    /// There is no version.
    case missingVersion
    /// There is no name, or it is not UTF-8.
    case badName
    /// The extent is 0.
    case zeroExtent
  }

  /// What is wrong with a feature.
  public enum FeatureFault: Error, Equatable, Sendable {
    /// The message is broken or cut short.
    case malformed
    /// The count of tags is odd.
    case oddTags
    /// A tag points past the keys or values.
    case tagOutOfRange
    /// There is no geometry.
    case missingGeometry
    /// A command is none of the three, or its count is 0 or more than 1 where only 1 makes sense.
    case badCommand
    /// A command does not fit the type or the command before it.
    case unexpectedCommand
    /// A command has fewer parameters than it counts.
    case missingParameters
    /// The cursor leaves the range of 32 bits.
    case outOfRange
  }
}
