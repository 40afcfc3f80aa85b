/// Features read from one stretch of input, as flat arrays in input order.
///
/// Positions are degrees as they stand in the input (not unwrapped). A *path* is a run of
/// positions; a *part* is what stays together:
///
/// | kind | part | paths of a part |
/// |---|---|---|
/// | polyline | one line | 1 |
/// | polygon | one polygon | exterior ring, then holes; rings may or may not repeat their first position |
/// | marker, circle | all points | 1 path of n positions |
/// | groundOverlay | none | |
public struct FeatureBatch: Sendable {
  /// One feature, or one member of a GeometryCollection.
  public struct Feature: Sendable {
    /// What is drawn.
    public enum Kind: UInt8, Sendable { case polyline, polygon, circle, marker, groundOverlay }
    /// What is drawn.
    public var kind: Kind
    /// Index into ``FeatureBatch/overlays``; -1: no `overlay`, the defaults of `kind`.
    public var overlay: Int32
    /// Whether it says nothing as an overlay and is plain GeoJSON; simplestyle keys do not count.
    public var isPlain = false
    /// Its parts: indices into ``FeatureBatch/partEnds``.
    public var parts: Range<Int32>
    /// Its attributes: indices into ``FeatureBatch/tags``.
    public var tags: Range<Int32>
    /// The id, when it is an unsigned 64-bit integer.
    public var id: UInt64?
    /// Any other id, as an index into ``FeatureBatch/values``; -1: none.
    public var otherID: Int32
    /// Where it stands in the input.
    public var location: SourceLocation

    /// Creates a feature.
    public init(
      kind: Kind, overlay: Int32, parts: Range<Int32>, tags: Range<Int32>, id: UInt64?,
      otherID: Int32, location: SourceLocation
    ) {
      (self.kind, self.overlay, self.parts, self.tags) = (kind, overlay, parts, tags)
      (self.id, self.otherID, self.location) = (id, otherID, location)
    }
  }

  /// One attribute of a feature.
  public struct Tag: Sendable, Equatable {
    /// Index into ``FeatureBatch/keys``.
    public var key: UInt32
    /// Index into ``FeatureBatch/values``.
    public var value: UInt32
    /// Creates a tag.
    public init(key: UInt32, value: UInt32) { (self.key, self.value) = (key, value) }
  }

  /// Degrees east.
  public var longitudes: [Double] = []
  /// Degrees north; as long as `longitudes`.
  public var latitudes: [Double] = []
  /// End of each path in the positions.
  public var pathEnds: [Int32] = []
  /// End of each part in `pathEnds`.
  public var partEnds: [Int32] = []
  /// The features, in input order.
  public var features: [Feature] = []
  /// Looks that features refer to; equal ones may be shared.
  public var overlays: [Overlay] = []
  /// Attributes, feature by feature.
  public var tags: [Tag] = []
  /// Attribute names.
  public var keys = AttributePool()
  /// Attribute values.
  public var values = AttributePool(ofValues: true)
  /// Features skipped and members altered.
  public var findings: [Finding] = []
  /// How many records of the input this batch stands for, skipped ones included.
  public var recordCount = 0
  /// How many features were left out because the user's filter did not take them.
  public var filteredCount = 0

  /// An empty batch.
  public init() {}
}

/// What a document says beside its features.
public struct OverlayDocument: Sendable {
  /// The `map` member, if there is one.
  public var map: MapOptions?
  /// The `styles` member: named stroke styles.
  public var styles: [String: StrokeStyle] = [:]
  /// What was wrong with either.
  public var findings: [Finding] = []
  /// An empty document.
  public init() {}
}
