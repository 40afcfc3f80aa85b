/// Why a tile could not be encoded.
///
/// Layers and features are counted from 0 in the ``TileContent``; features through all its layers.
public enum EncodingError: Error, Equatable, Sendable {
  /// Memory ran out.
  case outOfMemory
  /// Two layers of the table have this name.
  case repeatedLayerName(String)
  /// The encoded tile would have more than 2³¹ − 1 bytes.
  case tileTooLarge(layer: Int)
  /// A layer's name is not in the table, or is used by an earlier layer of the tile.
  case badLayerName(layer: Int)
  /// An array of ends goes down, or past what it counts.
  case badEnds(layer: Int, feature: Int)
  /// A feature breaks a rule of the format.
  case badFeature(layer: Int, feature: Int, FeatureFault)
  /// A number that this version of the module does not know came from its C half.
  case unknown(code: Int)

  /// What is wrong with a feature.
  public enum FeatureFault: Equatable, Sendable {
    /// The type is none of ``TileContent/GeometryType``.
    case unknownType
    /// There is no part, a point feature has several, a line has fewer than 2 vertices or a ring
    /// fewer than 3.
    case badPart
    /// Two vertices in a row are equal, or a ring repeats its first vertex at its end.
    case repeatedVertex
    /// Two vertices in a row are more than 2³¹ − 1 units apart.
    case stepTooLong
    /// A part has 2²⁹ vertices or more.
    case tooManyVertices
    /// A ring has no area, or the first ring of a polygon is wound as a hole.
    case badWinding
    /// The count of tags is odd, or a key or value is not in the table.
    case badTag
    /// Two tags have one key.
    case repeatedKey
  }
}
