public import MapMath

/// Tiles over the limits of a build.
public struct OverfullTiles: Sendable, Equatable {
  /// Most tiles listed one by one; all are counted.
  static let mostListed = 1000

  /// One tile.
  public struct Entry: Sendable, Equatable {
    /// Its address.
    public var tile: TileID
    /// Bytes as stored, and features of all layers.
    public var bytes: Int, features: Int
    /// Source layers in drawing order, with their features.
    public var layers: [(name: String, features: Int)]

    /// By the values of all members.
    public static func == (a: Entry, b: Entry) -> Bool {
      (a.tile, a.bytes, a.features) == (b.tile, b.bytes, b.features)
        && a.layers.elementsEqual(b.layers) { $0 == $1 }
    }
  }

  /// What was allowed.
  public var limits = TileLimits()
  /// Tiles in all.
  public var count = 0
  /// Tiles by zoom.
  public var counts: [Int: Int] = [:]
  /// The tiles that are furthest over a limit, worst first; of equals the first along the curve.
  public var list: [Entry] = []

  /// None.
  public init() {}

  /// The tiles among `notes` that are over `limits`; `layers` names the layers by their numbers.
  init(_ notes: [TileNote], limits: TileLimits, layers: [String]) {
    self.limits = limits
    let overfull = notes.filter(limits.areExceeded)
    count = overfull.count
    for note in overfull { counts[note.tile.z, default: 0] += 1 }
    list = overfull.map { (note: $0, excess: limits.excess(of: $0)) }
      .sorted { ($1.excess, $0.note.place) < ($0.excess, $1.note.place) }
      .prefix(Self.mostListed)
      .map { note, _ in
        Entry(
          tile: note.tile, bytes: note.bytes, features: note.features,
          layers: note.layers.map { (layers[Int($0.layer)], $0.features) })
      }
  }
}

extension TileLimits {
  /// Whether the tile of a note is over a limit.
  func areExceeded(_ note: TileNote) -> Bool {
    areExceeded(bytes: note.bytes, features: note.features)
  }

  /// How many times its limit a tile has, of that limit which it exceeds most.
  fileprivate func excess(of note: TileNote) -> Double {
    func times(_ value: Int, _ limit: Int?) -> Double {
      limit.map { Double(value) / Double(max(1, $0)) } ?? 0
    }
    return max(times(note.bytes, bytes), times(note.features, features))
  }
}
