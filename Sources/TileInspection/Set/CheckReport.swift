public import MapMath

/// What a check found.
public struct CheckReport: Sendable {
  /// A rule that is broken somewhere.
  public struct Entry: Sendable {
    /// Name of the rule.
    public var rule: String
    /// How much it matters.
    public var level: RuleLevel
    /// What holds where it is kept.
    public var meaning: String
    /// How often it is broken, in all tiles.
    public internal(set) var count = 0
    /// In how many tiles; 0 for what concerns the whole set.
    public internal(set) var tiles = 0
    /// The first few, by zoom, column and row.
    public internal(set) var examples: [Example] = []
  }

  /// One place where a rule is broken.
  public struct Example: Sendable, Hashable {
    /// The tile; `nil` for what concerns the whole set.
    public var tile: TileID?
    /// Where in the tile, and what.
    public var finding: TileFinding?
    /// What was found, where there is no tile.
    public var detail: String
  }

  /// Tiles looked at.
  public internal(set) var tiles = 0
  /// Contents looked at; tiles that share their bytes count once.
  public internal(set) var contents = 0
  /// Features of all tiles.
  public internal(set) var features = 0
  /// Vertices of all tiles.
  public internal(set) var vertices = 0
  /// Bytes of the contents as stored.
  public internal(set) var storedBytes = 0
  /// Borders between two tiles that were compared.
  public internal(set) var borders = 0
  /// Broken rules, the heaviest first, then by name.
  public internal(set) var entries: [Entry] = []

  /// Whether no rule of the level, or of a heavier one, is broken.
  public func isClean(upTo level: RuleLevel = .must) -> Bool {
    entries.allSatisfy { $0.level > level }
  }
}

/// Counts findings, and keeps the first few of each rule whatever the order in which they come.
struct FindingTally: Sendable {
  /// Examples that are kept of each rule.
  let limit: Int
  private(set) var entries: [String: CheckReport.Entry] = [:]

  init(limit: Int) { self.limit = limit }

  /// Takes what was found in one tile.
  mutating func add(_ findings: TileFindings, tile: TileID) {
    for (rule, count) in findings.counts {
      let kept = findings.kept.lazy.filter { $0.rule == rule }.map {
        CheckReport.Example(tile: tile, finding: $0, detail: "")
      }
      add(
        rule.rawValue, rule.level, rule.meaning, count: count, tiles: 1, examples: Array(kept))
    }
  }

  /// Takes a finding about the whole set.
  mutating func add(_ rule: SetRule, count: Int = 1, tile: TileID? = nil, _ detail: String) {
    add(
      rule.rawValue, rule.level, rule.meaning, count: count, tiles: tile == nil ? 0 : 1,
      examples: [.init(tile: tile, finding: nil, detail: detail)])
  }

  /// Takes what another tally has.
  mutating func add(_ other: FindingTally) {
    for entry in other.entries.values {
      add(
        entry.rule, entry.level, entry.meaning, count: entry.count, tiles: entry.tiles,
        examples: entry.examples)
    }
  }

  private mutating func add(
    _ rule: String, _ level: RuleLevel, _ meaning: String, count: Int, tiles: Int,
    examples: [CheckReport.Example]
  ) {
    var entry = entries[rule] ?? .init(rule: rule, level: level, meaning: meaning)
    entries[rule] = nil
    entry.count += count
    entry.tiles += tiles
    for example in examples {
      if entry.examples.count >= limit, let last = entry.examples.last, !(example < last) {
        continue
      }
      let place = entry.examples.firstIndex { example < $0 } ?? entry.examples.count
      entry.examples.insert(example, at: place)
      if entry.examples.count > limit { entry.examples.removeLast() }
    }
    entries[rule] = entry
  }

  /// The heaviest first, then by name.
  var sorted: [CheckReport.Entry] {
    entries.values.sorted { ($0.level, $0.rule) < ($1.level, $1.rule) }
  }
}

extension CheckReport.Example: Comparable {
  /// By zoom, column, row, layer, feature and words.
  public static func < (a: Self, b: Self) -> Bool { a.order < b.order }

  private var order: OrderKey {
    OrderKey(
      numbers: [tile?.z ?? -1, tile?.x ?? 0, tile?.y ?? 0],
      layer: finding?.layer ?? "", feature: finding?.feature ?? -1,
      offset: finding?.offset ?? -1, text: finding?.detail ?? detail)
  }

  private struct OrderKey: Comparable {
    var numbers: [Int]
    var layer: String
    var feature: Int
    var offset: Int
    var text: String

    static func < (a: Self, b: Self) -> Bool {
      for (p, q) in zip(a.numbers, b.numbers) where p != q { return p < q }
      return (a.layer, a.feature, a.offset, a.text) < (b.layer, b.feature, b.offset, b.text)
    }
  }
}
