#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A rectangle of tiles of one zoom, never empty.
public struct TileRange: Hashable, Sendable {
  /// Zoom level.
  public let z: Int
  /// Columns, from the west.
  public let x: Range<Int>
  /// Rows, from the north.
  public let y: Range<Int>

  /// Creates a range, or returns `nil` when it is empty or leaves the pyramid.
  public init?(z: Int, x: Range<Int>, y: Range<Int>) {
    guard z >= 0, z <= 30, !x.isEmpty, !y.isEmpty else { return nil }
    guard x.lowerBound >= 0, y.lowerBound >= 0, x.upperBound <= 1 << z, y.upperBound <= 1 << z
    else { return nil }
    (self.z, self.x, self.y) = (z, x, y)
  }

  /// One tile.
  public init(_ tile: TileID) {
    (z, x, y) = (tile.z, tile.x..<tile.x + 1, tile.y..<tile.y + 1)
  }

  /// All tiles of zoom `z`, 0...30; `nil` for others.
  public static func world(z: Int) -> TileRange? {
    guard z >= 0, z <= 30 else { return nil }
    return TileRange(z: z, x: 0..<1 << z, y: 0..<1 << z)
  }

  /// The tiles that a rectangle of the world meets, its edges included; `nil` when it lies off the
  /// map or a number is NaN.
  ///
  /// - Parameters:
  ///   - z: Zoom, 0...30.
  ///   - minX: Western edge in the unit square; likewise the others, `minY` the northern.
  public init?(z: Int, minX: Double, minY: Double, maxX: Double, maxY: Double) {
    guard z >= 0, z <= 30, minX <= maxX, minY <= maxY else { return nil }
    guard minX <= 1, minY <= 1, maxX >= 0, maxY >= 0 else { return nil }
    let side = 1 << z
    func column(_ value: Double) -> Int {
      Int((max(0, min(1, value)) * Double(side)).rounded(.down))
    }
    func range(_ low: Double, _ high: Double) -> Range<Int> {
      min(column(low), side - 1)..<min(column(high), side - 1) + 1
    }
    self.init(z: z, x: range(minX, maxX), y: range(minY, maxY))
  }

  /// How many tiles it holds.
  public var count: Int { x.count * y.count }

  /// Whether it holds `tile`.
  public func contains(_ tile: TileID) -> Bool {
    tile.z == z && x.contains(tile.x) && y.contains(tile.y)
  }

  /// Both parts when halved across its longer side, west or north first; `nil` for one tile.
  public func halves() -> (TileRange, TileRange)? {
    guard count > 1 else { return nil }
    if x.count >= y.count {
      let middle = x.lowerBound + x.count / 2
      return (
        TileRange(z, x.lowerBound..<middle, y), TileRange(z, middle..<x.upperBound, y)
      )
    }
    let middle = y.lowerBound + y.count / 2
    return (TileRange(z, x, y.lowerBound..<middle), TileRange(z, x, middle..<y.upperBound))
  }

  /// Without checks, for parts of a valid range.
  private init(_ z: Int, _ x: Range<Int>, _ y: Range<Int>) { (self.z, self.x, self.y) = (z, x, y) }
}
