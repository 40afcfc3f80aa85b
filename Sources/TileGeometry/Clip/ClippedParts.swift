/// What a clip leaves, as flat arrays in 64-bit grid coordinates; reused.
public struct ClippedParts: Sendable {
  /// Vertices.
  public var x: [Int64] = [], y: [Int64] = []
  /// End of each part in `x`.
  public var ends: [Int] = []

  /// Nothing.
  public init() {}

  /// Empties and keeps the memory.
  public mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Where the part that is being built starts.
  @inlinable
  public var openStart: Int { ends.last ?? 0 }

  /// Adds a vertex to the part that is being built, unless it repeats the last one.
  @inlinable
  public mutating func append(_ vx: Int64, _ vy: Int64) {
    let last = x.count - 1
    if last >= openStart && x[last] == vx && y[last] == vy { return }
    x.append(vx)
    y.append(vy)
  }

  /// Adds vertices of a level to the part that is being built, without those that repeat the one
  /// before them.
  public mutating func append(_ level: borrowing SliceLevel, _ range: Range<Int>) {
    guard let first = range.first else { return }
    append(level.x[first], level.y[first])
    x.append(addingCapacity: range.count) { outX in
      y.append(addingCapacity: range.count) { outY in
        for i in range.dropFirst()
        where level.x[i] != level.x[i - 1] || level.y[i] != level.y[i - 1] {
          outX.append(level.x[i])
          outY.append(level.y[i])
        }
      }
    }
  }

  /// Ends the part, or takes it back when it has fewer than `minimum` vertices.
  public mutating func close(minimum: Int) {
    let start = openStart
    if x.count - start >= minimum {
      ends.append(x.count)
    } else {
      x.removeSubrange(start...)
      y.removeSubrange(start...)
    }
  }
}

extension ClippedParts {
  /// Appends a rectangle as a ring with positive area.
  public mutating func appendRectangle(_ rect: GridRect) {
    append(rect.minX, rect.minY)
    append(rect.maxX, rect.minY)
    append(rect.maxX, rect.maxY)
    append(rect.minX, rect.maxY)
    close(minimum: 3)
  }
}
