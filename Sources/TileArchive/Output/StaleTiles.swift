public import MapMath

/// The tiles of an output that are made anew, or go, while the others stay.
public struct StaleTiles: Sendable {
  /// With more of them, nobody needs a list.
  public static let mostListed = 4096

  /// Whether a tile is one of them.
  let contains: @Sendable (TileID) -> Bool
  /// All of them; `nil` where there are many.
  let list: [TileID]?

  /// - Parameters:
  ///   - list: All for which `contains` is true, or `nil`; more than ``mostListed`` are no use.
  ///   - contains: Whether a tile is one of them.
  public init(list: [TileID]? = nil, contains: @escaping @Sendable (TileID) -> Bool) {
    (self.list, self.contains) = (list, contains)
  }
}
