/// A rectangle on a zoom's integer grid, x east, y **south**.
public struct GridRect: Sendable, Equatable {
  /// Edges; `minX <= maxX`, `minY <= maxY`.
  public var minX: Int64, minY: Int64, maxX: Int64, maxY: Int64

  /// Creates a rectangle.
  @inlinable
  public init(minX: Int64, minY: Int64, maxX: Int64, maxY: Int64) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// The rectangle that holds nothing; growing it gives the bounds of what it grew by.
  @inlinable
  public static var empty: GridRect {
    GridRect(minX: .max, minY: .max, maxX: .min, maxY: .min)
  }

  /// Grows to hold the point.
  @inlinable
  public mutating func grow(_ x: Int64, _ y: Int64) {
    minX = Swift.min(minX, x)
    minY = Swift.min(minY, y)
    maxX = Swift.max(maxX, x)
    maxY = Swift.max(maxY, y)
  }

  /// Whether `other` lies in it, edges included.
  @inlinable
  public func contains(_ other: GridRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether the two share a point, edges included.
  @inlinable
  public func touches(_ other: GridRect) -> Bool {
    other.minX <= maxX && other.maxX >= minX && other.minY <= maxY && other.maxY >= minY
  }

  /// Sides that (x, y) lies **beyond**: 1 west, 2 east, 4 north, 8 south; 0 in or on it.
  @inlinable
  func beyond(_ x: Int64, _ y: Int64) -> UInt8 {
    (x < minX ? 1 : 0) | (x > maxX ? 2 : 0) | (y < minY ? 4 : 0) | (y > maxY ? 8 : 0)
  }

  /// Whether the line through a and b passes by with all corners at one side, further than
  /// rounding in the test can matter: at least a unit, coordinates below 2^41.
  @inlinable
  func isBeside(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) -> Bool {
    let (dx, dy) = (Double(bx - ax), Double(by - ay))
    // Twice the place of the middle, and twice half the sides, along the line's normal.
    let middle = dx * Double(minY + maxY - 2 * ay) - dy * Double(minX + maxX - 2 * ax)
    let reach = abs(dx) * Double(maxY - minY) + abs(dy) * Double(maxX - minX)
    return abs(middle) > reach + 2 * (abs(dx) + abs(dy))
  }

  /// Sides that (x, y) lies **on or beyond**, same bits; 0 strictly inside.
  @inlinable
  func onOrBeyond(_ x: Int64, _ y: Int64) -> UInt8 {
    (x <= minX ? 1 : 0) | (x >= maxX ? 2 : 0) | (y <= minY ? 4 : 0) | (y >= maxY ? 8 : 0)
  }
}
