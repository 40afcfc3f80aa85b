/// What one tile says about one of its borders: where lines cross it, and which stretches polygons
/// cover on both sides of it.
///
/// Positions count along the border, eastward or southward, in tile units from its beginning.
public struct BorderSide: Sendable {
  /// What an entry is about. The scan lines lie half a unit to each side of the border, so that no
  /// vertex lies on them.
  enum Kind: UInt8, Sendable {
    /// A line crosses; where it runs along the border, the stretch.
    case crossing
    /// A line comes to the border and ends there.
    case lineEnd
    /// A polygon covers a stretch of the scan line inside the tile.
    case coverInside
    /// A polygon covers a stretch of the scan line beyond the border.
    case coverBeyond
  }

  /// A crossing or a stretch.
  struct Entry: Sendable {
    var kind: Kind
    /// Layer, and feature where they are told apart.
    var group: UInt64
    var start: Spot
    var end: Spot
  }

  /// A position, and how far from it the other tile may see it.
  struct Spot: Sendable {
    var position: Double
    /// 0 unless a vertex nearby was rounded where the tile cuts it off.
    var slack: Double
    /// How far the position moves when the edge moves by one unit across itself, at least 1.
    var steepness = 1.0
  }

  /// Sorted by kind, group and position.
  var entries: [Entry] = []
  /// Units of the tile's side.
  var extent = 4096
  /// Whether nothing in the tile lies beyond this border, so that it may have no buffer.
  var isUnbuffered = true

  /// Whether something crosses to the other tile, which must be there then.
  var crosses: Bool { entries.contains { $0.kind == .crossing || $0.kind == .coverBeyond } }

  mutating func sort() {
    entries.sort {
      ($0.kind.rawValue, $0.group, $0.start.position, $0.end.position)
        < ($1.kind.rawValue, $1.group, $1.start.position, $1.end.position)
    }
  }
}

/// The four borders of a tile.
public struct TileBorders: Sendable {
  /// Which of the four.
  public enum Side: Int, Sendable, CaseIterable { case west, east, north, south }
  /// What the tile says of each, by the number of the side; `nil` where nothing is near.
  public var sides: [BorderSide?] = [nil, nil, nil, nil]

  /// What the tile says of one.
  public subscript(side: Side) -> BorderSide? { sides[side.rawValue] }
}
