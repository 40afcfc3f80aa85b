/// How big a tile may be before the report names it.
///
/// A tile over a limit is written all the same, whole, unless a build is strict: then nothing is
/// written. What makes tiles smaller are the strategies of ``BuildOptions``, never a limit alone.
public struct TileLimits: Sendable, Equatable {
  /// Most bytes of a tile as it is stored, compressed where tiles are; `nil`: any.
  public var bytes: Int?
  /// Most features of a tile, in all its layers; `nil`: any.
  public var features: Int?

  /// No limits.
  public init() {}

  /// Whether there is a limit.
  var isSet: Bool { bytes != nil || features != nil }

  /// Whether a tile of this size is over a limit.
  func areExceeded(bytes: Int, features: Int) -> Bool {
    bytes > self.bytes ?? .max || features > self.features ?? .max
  }
}
