/// A straight stretch between two places of the world.
///
/// Its ends are kept in order, and stretches are compared in order, so that the answer does not
/// depend on the way in which a ring runs along it.
public struct StraightStretch: Sendable, Equatable {
  /// World coordinates; the end with the smaller y, then x, first.
  public let ax: Double, ay: Double, bx: Double, by: Double

  /// Creates a stretch between two places, in any order.
  @inlinable
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    let isInOrder = y1 != y2 ? y1 < y2 : x1 <= x2
    (ax, ay, bx, by) = isInOrder ? (x1, y1, x2, y2) : (x2, y2, x1, y1)
  }

  /// Whether the stretches cross in a place that is an end of neither.
  ///
  /// In floating point: where they all but touch, the answer may be wrong, but it is the same for
  /// both orders.
  @inlinable
  public func crosses(_ other: StraightStretch) -> Bool {
    guard max(ax, bx) >= min(other.ax, other.bx), max(other.ax, other.bx) >= min(ax, bx),
      by >= other.ay, other.by >= ay
    else { return false }
    return isBefore(other) ? crossesNext(other) : other.crossesNext(self)
  }

  @inlinable
  func isBefore(_ other: StraightStretch) -> Bool {
    (ay, ax, by, bx) < (other.ay, other.ax, other.by, other.bx)
  }

  @inlinable
  func crossesNext(_ other: StraightStretch) -> Bool {
    side(other.ax, other.ay) * side(other.bx, other.by) < 0
      && other.side(ax, ay) * other.side(bx, by) < 0
  }

  /// Above 0 left of the stretch, below 0 right of it, 0 on it.
  @inlinable
  func side(_ x: Double, _ y: Double) -> Double {
    let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return turn > 0 ? 1 : (turn < 0 ? -1 : 0)
  }
}
