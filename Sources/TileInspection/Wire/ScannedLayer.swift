/// Types of values; the raw value is the field's number in the schema.
public enum AttributeKind: UInt8, Sendable, CaseIterable {
  case string = 1, float, double, int, uint, sint, bool

  /// The name in the schema.
  public var name: String { "\(self)" }
}

/// A layer as it stands in a tile's bytes, in flat arrays; what is broken is left out.
///
/// Each level is an array of ends in the next: features hold parts, parts hold vertices.
public struct ScannedLayer: Sendable {
  /// A value of the value table.
  public struct Value: Sendable {
    /// Its type; `nil` where it has none, or several.
    public var kind: AttributeKind?
    /// Where its payload is: the text of a string, the bytes of the number otherwise.
    public var payload: Range<Int>
  }
  /// A feature's type where it is written and known.
  public enum Kind: UInt8, Sendable { case unknown = 0, point, line, polygon, missing = 255 }

  /// Number in the tile, from 0.
  public var index = 0
  /// First byte of its message.
  public var offset = 0
  /// Bytes of its message.
  public var length = 0
  /// The name; "#2" where the third layer has none.
  public var name = ""
  /// Whether it has a name.
  public var hasName = false
  /// What stands in the tile.
  public var version: UInt64?
  /// Units of the tile's side; 4096 where none, or none that is possible, is given.
  public var extent = 4096
  /// Bytes of the keys.
  public var keys: [Range<Int>] = []
  /// The values.
  public var values: [Value] = []
  /// Bytes of the features.
  public var featureRanges: [Range<Int>] = []
  /// Types.
  public var kinds: [Kind] = []
  /// Ids, 0 where there is none.
  public var ids: [UInt64] = []
  /// Whether there is an id.
  public var hasID: [Bool] = []
  /// Pairs of key and value numbers.
  public var tags: [Int] = []
  /// End of each feature in the tags.
  public var tagEnds: [Int] = []
  /// End of each feature in the parts.
  public var featurePartEnds: [Int] = []
  /// End of each part in the vertices.
  public var partEnds: [Int] = []
  /// Vertices, tile units, x east.
  public var x: [Int] = []
  /// Vertices, tile units, y south; as long as `x`.
  public var y: [Int] = []

  /// Empties it and keeps the memory.
  mutating func removeAll() {
    (index, offset, name, hasName) = (0, 0, "", false)
    (version, extent) = (nil, 4096)
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    featureRanges.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    hasID.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    tagEnds.removeAll(keepingCapacity: true)
    featurePartEnds.removeAll(keepingCapacity: true)
    partEnds.removeAll(keepingCapacity: true)
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
  }

  /// The tags of a feature.
  public func tags(of feature: Int) -> Range<Int> {
    (feature == 0 ? 0 : tagEnds[feature - 1])..<tagEnds[feature]
  }
  /// The parts of a feature.
  public func parts(of feature: Int) -> Range<Int> {
    (feature == 0 ? 0 : featurePartEnds[feature - 1])..<featurePartEnds[feature]
  }
  /// The vertices of a part.
  public func vertices(of part: Int) -> Range<Int> {
    (part == 0 ? 0 : partEnds[part - 1])..<partEnds[part]
  }
  /// The vertices of a feature.
  public func vertices(ofFeature feature: Int) -> Range<Int> {
    let parts = parts(of: feature)
    guard let last = parts.last else { return 0..<0 }
    return vertices(of: parts.lowerBound).lowerBound..<partEnds[last]
  }
}
