/// Rings on a zoom's integer grid, as flat arrays: the interchange form of polygons between
/// quantising, repair and clipping.
///
/// x counts eastward, y **southward**. A ring does not repeat its first vertex.
public struct GridRings: Sendable, Equatable {
  /// Grid x of all vertices.
  public var x: [Int64] = []
  /// Grid y, as long as `x`.
  public var y: [Int64] = []
  /// End of each ring in `x`.
  public var ringEnds: [Int] = []

  /// No rings.
  public init() {}

  /// Empties and keeps the memory.
  public mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ringEnds.removeAll(keepingCapacity: true)
  }
}
