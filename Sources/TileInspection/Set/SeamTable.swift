internal import MapMath
internal import Synchronization

/// Brings the two sides of each border together, whichever tile comes first.
///
/// A side waits here until the tile on the other side comes. What lies on no border, and borders
/// that nothing comes near, are not kept, so memory holds the frontier of the walk.
final class SeamTable: Sendable {
  /// A border: that at the western (or northern) side of a tile.
  private struct Key: Hashable, Sendable {
    var z: Int, x: Int, y: Int
    var isHorizontal: Bool
  }
  private struct Waiting: Sendable {
    var side: BorderSide
    /// Whether it belongs to the western or northern tile.
    var isFirst: Bool
  }
  /// A border with what both tiles say of it.
  struct Meeting: Sendable {
    /// The western or northern tile.
    var first: TileID
    var isHorizontal: Bool
    /// `nil` where the tile has nothing near the border.
    var firstSide: BorderSide?
    var secondSide: BorderSide?
  }
  /// A side whose other side never came.
  struct Leftover: Sendable {
    var tile: TileID
    /// The tile that should be there.
    var neighbour: TileID
    var isFirst: Bool
    var isHorizontal: Bool
    var side: BorderSide
  }

  private static let shardCount = 32
  private let shards: [Shard]
  /// Whether the world's eastern side borders on the western.
  private let wraps: Bool

  private final class Shard: Sendable {
    let waiting = Mutex<[Key: Waiting]>([:])
  }

  init(wraps: Bool) {
    self.wraps = wraps
    shards = (0..<Self.shardCount).map { _ in Shard() }
  }

  /// Takes the borders of a tile; returns those whose other side is known.
  func meet(_ tile: TileID, _ borders: TileBorders) -> [Meeting] {
    var meetings: [Meeting] = []
    for name in TileBorders.Side.allCases {
      guard let key = key(tile, name) else { continue }
      let isFirst = name == .east || name == .south
      let own = borders[name].flatMap { $0.entries.isEmpty ? nil : $0 }
      let shard = shards[abs(key.hashValue) % Self.shardCount]
      let other = shard.waiting.withLock { waiting -> Waiting? in
        if let present = waiting.removeValue(forKey: key) { return present }
        if let own { waiting[key] = Waiting(side: own, isFirst: isFirst) }
        return nil
      }
      guard let other else { continue }
      guard let first = isFirst ? tile : tileBefore(key) else { continue }
      meetings.append(
        Meeting(
          first: first, isHorizontal: key.isHorizontal,
          firstSide: isFirst ? own : other.side, secondSide: isFirst ? other.side : own))
    }
    return meetings
  }

  /// What still waits, in the order of the tiles.
  func leftovers() -> [Leftover] {
    var all: [Leftover] = []
    for shard in shards {
      let waiting = shard.waiting.withLock { $0 }
      for (key, entry) in waiting {
        guard let second = TileID(z: key.z, x: key.x, y: key.y), let first = tileBefore(key) else {
          continue
        }
        all.append(
          Leftover(
            tile: entry.isFirst ? first : second, neighbour: entry.isFirst ? second : first,
            isFirst: entry.isFirst, isHorizontal: key.isHorizontal, side: entry.side))
      }
    }
    return all.sorted {
      ($0.tile.z, $0.tile.x, $0.tile.y, $0.isHorizontal ? 1 : 0)
        < ($1.tile.z, $1.tile.x, $1.tile.y, $1.isHorizontal ? 1 : 0)
    }
  }

  /// The border on one side of a tile; `nil` at the world's edge.
  private func key(_ tile: TileID, _ side: TileBorders.Side) -> Key? {
    let count = 1 << tile.z
    switch side {
    case .west:
      guard tile.x > 0 || (wraps && count > 1) else { return nil }
      return Key(z: tile.z, x: tile.x, y: tile.y, isHorizontal: false)
    case .east:
      guard tile.x + 1 < count || (wraps && count > 1) else { return nil }
      return Key(z: tile.z, x: (tile.x + 1) % count, y: tile.y, isHorizontal: false)
    case .north:
      return tile.y > 0 ? Key(z: tile.z, x: tile.x, y: tile.y, isHorizontal: true) : nil
    case .south:
      guard tile.y + 1 < count else { return nil }
      return Key(z: tile.z, x: tile.x, y: tile.y + 1, isHorizontal: true)
    }
  }

  /// The western or northern tile of a border.
  private func tileBefore(_ key: Key) -> TileID? {
    let count = 1 << key.z
    return key.isHorizontal
      ? TileID(z: key.z, x: key.x, y: key.y - 1)
      : TileID(z: key.z, x: (key.x + count - 1) % count, y: key.y)
  }
}
