public import MapMath

/// What is in a tile set.
public struct StatsReport: Sendable {
  /// Numbers of tiles, or of a layer in tiles.
  public struct Figures: Sendable {
    /// Tiles.
    public internal(set) var tiles = 0
    /// Features.
    public internal(set) var features = 0
    /// Points, lines, polygons and others.
    public internal(set) var points = 0, lines = 0, polygons = 0
    /// Vertices.
    public internal(set) var vertices = 0
    /// Bytes, expanded.
    public internal(set) var rawBytes = 0

    mutating func add(_ other: Figures, times: Int = 1) {
      tiles += other.tiles * times
      features += other.features * times
      points += other.points * times
      lines += other.lines * times
      polygons += other.polygons * times
      vertices += other.vertices * times
      rawBytes += other.rawBytes * times
    }
  }

  /// One zoom.
  public struct Zoom: Sendable {
    /// All its tiles.
    public internal(set) var figures = Figures()
    /// Sizes of its tiles, expanded.
    public internal(set) var raw = SizeHistogram()
    /// Sizes of its tiles as stored.
    public internal(set) var stored = SizeHistogram()
    /// Its layers, by name.
    public internal(set) var layers: [String: Figures] = [:]
  }

  /// An attribute of a layer.
  public struct Attribute: Sendable {
    /// Features that have it.
    public internal(set) var count = 0
    /// Types of its values.
    public internal(set) var kinds: Set<AttributeKind> = []
    /// The least and the greatest number, where there are any.
    public internal(set) var range: ClosedRange<Double>?
    /// A few of its values, the first in order: booleans, numbers, texts.
    public internal(set) var samples: [AttributeValue] = []
  }

  /// A tile and its size.
  public struct Tile: Sendable {
    /// The tile.
    public var tile: TileID
    /// Bytes as stored, and expanded.
    public var storedBytes: Int, rawBytes: Int
    /// What is in it.
    public var features: Int
  }

  /// By zoom.
  public internal(set) var zooms: [Int: Zoom] = [:]
  /// Attributes by layer and name.
  public internal(set) var attributes: [String: [String: Attribute]] = [:]
  /// The largest tiles as stored, largest first.
  public internal(set) var biggest: [Tile] = []
  /// Contents: tiles that share their bytes count once.
  public internal(set) var contents = 0
  /// Bytes of the contents as stored, and expanded.
  public internal(set) var contentStoredBytes = 0, contentRawBytes = 0
  /// Tiles that cannot be read, and the first of them.
  public internal(set) var unreadable = 0, firstUnreadable: TileID?

  /// All zooms together.
  public var total: Zoom {
    var all = Zoom()
    for zoom in zooms.values {
      all.figures.add(zoom.figures)
      all.raw.add(zoom.raw)
      all.stored.add(zoom.stored)
      for (name, figures) in zoom.layers { all.layers[name, default: Figures()].add(figures) }
    }
    return all
  }
}

/// A value as it is shown.
public enum AttributeValue: Sendable, Hashable, Comparable {
  /// True or false.
  case boolean(Bool)
  /// Any number.
  case number(Double)
  /// A text.
  case text(String)

  /// Booleans before numbers before texts.
  public static func < (a: AttributeValue, b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.boolean(let p), .boolean(let q)): !p && q
    case (.number(let p), .number(let q)): p < q
    case (.text(let p), .text(let q)): p.utf8.lexicographicallyPrecedes(q.utf8)
    default: a.rank < b.rank
    }
  }

  private var rank: Int {
    switch self {
    case .boolean: 0
    case .number: 1
    case .text: 2
    }
  }
}

extension StatsReport.Attribute {
  /// How many samples are kept.
  static let sampleLimit = 5

  mutating func add(_ value: AttributeValue, _ kind: AttributeKind) {
    kinds.insert(kind)
    if case .number(let number) = value, !number.isNaN {
      range =
        range.map { min($0.lowerBound, number)...max($0.upperBound, number) }
        ?? number...number
    }
    if samples.count >= Self.sampleLimit, let last = samples.last, !(value < last) { return }
    let place = samples.firstIndex { !($0 < value) } ?? samples.count
    if place < samples.count, samples[place] == value { return }
    samples.insert(value, at: place)
    if samples.count > Self.sampleLimit { samples.removeLast() }
  }

  mutating func add(_ other: Self, times: Int = 1) {
    count += other.count * times
    kinds.formUnion(other.kinds)
    if let theirs = other.range {
      range =
        range.map {
          min($0.lowerBound, theirs.lowerBound)...max($0.upperBound, theirs.upperBound)
        } ?? theirs
    }
    samples = Array(Set(samples + other.samples).sorted().prefix(Self.sampleLimit))
  }
}
