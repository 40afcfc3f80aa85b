/// Paths in world coordinates, end to end in flat arrays.
public struct WorldPaths: Sendable, Equatable {
  /// World x, eastward, not wrapped.
  public var x: [Double] = []
  /// World y, southward; as long as `x`.
  public var y: [Double] = []
  /// The end of each path in `x` and `y`.
  public var ends: [Int] = []

  /// No paths.
  public init() {}

  /// How many paths there are.
  public var count: Int { ends.count }

  /// Where path `index` lies in the arrays.
  public func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  /// Forgets the paths and keeps the memory.
  public mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func append(_ pointX: Double, _ pointY: Double) {
    x.append(pointX)
    y.append(pointY)
  }

  /// Ends the current path.
  mutating func end() { ends.append(x.count) }
}
