/// A rule that a tile breaks, and where.
public struct TileFinding: Sendable, Hashable {
  /// A place in tile units, x east, y south.
  public struct Place: Sendable, Hashable {
    /// Units from the tile's western side.
    public var x: Double
    /// Units from the tile's northern side.
    public var y: Double
    /// Creates a place.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// The rule.
  public var rule: TileRule
  /// Name of the layer, or "#2" for the third where it has none.
  public var layer: String?
  /// Number of the feature in its layer, from 0.
  public var feature: Int?
  /// Byte of the expanded tile at which the faulty part begins.
  public var offset: Int?
  /// Where on the tile.
  public var place: Place?
  /// What was found, in words.
  public var detail: String

  /// Creates a finding.
  public init(
    _ rule: TileRule, layer: String? = nil, feature: Int? = nil, offset: Int? = nil,
    place: Place? = nil, detail: String = ""
  ) {
    (self.rule, self.layer, self.feature) = (rule, layer, feature)
    (self.offset, self.place, self.detail) = (offset, place, detail)
  }
}

/// Collects what is found in one tile: all counts, and the first few findings of each rule.
public struct TileFindings: Sendable {
  /// How many findings of a rule are kept.
  public let limit: Int
  /// How often each rule is broken.
  public private(set) var counts: [TileRule: Int] = [:]
  /// The findings kept, in the order in which they came.
  public private(set) var kept: [TileFinding] = []

  /// Nothing found yet.
  public init(limit: Int = 3) { self.limit = limit }

  /// Whether nothing was found.
  public var isEmpty: Bool { counts.isEmpty }

  /// Forgets all.
  public mutating func removeAll() {
    counts.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
  }

  /// Takes `times` findings of a rule; `finding` is made for the first ones only.
  mutating func add(_ rule: TileRule, times: Int = 1, _ finding: @autoclosure () -> TileFinding) {
    let before = counts[rule, default: 0]
    counts[rule] = before + times
    if before < limit { kept.append(finding()) }
  }
}
