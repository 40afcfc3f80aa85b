public import MapMath

/// Which tiles of a set are wanted: some zooms, and what meets a rectangle.
public struct TileSelection: Sendable, Equatable {
  /// Degrees; `west` beyond `east` goes across the antimeridian.
  public struct Box: Sendable, Equatable {
    /// Western side, -180...180.
    public var west: Double
    /// Southern side, -90...90.
    public var south: Double
    /// Eastern side, -180...180.
    public var east: Double
    /// Northern side, not below `south`.
    public var north: Double
    /// Creates a box.
    public init(west: Double, south: Double, east: Double, north: Double) {
      (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }
  }

  /// Zooms, within 0...30.
  public var zooms: ClosedRange<Int>
  /// `nil` is the whole world.
  public var box: Box?

  /// All tiles, unless said otherwise.
  public init(zooms: ClosedRange<Int> = 0...30, box: Box? = nil) {
    (self.zooms, self.box) = (zooms, box)
  }

  /// The rectangles of tiles of zoom `z` that are wanted: none, one, or two where the box crosses
  /// the antimeridian.
  public func ranges(z: Int) -> [TileRange] {
    guard zooms.contains(z) else { return [] }
    guard let box else { return TileRange.world(z: z).map { [$0] } ?? [] }
    let (top, bottom) = (Mercator.worldY(latitude: box.north), Mercator.worldY(latitude: box.south))
    let (west, east) = (
      Mercator.worldX(longitude: box.west), Mercator.worldX(longitude: box.east)
    )
    let sides: [(Double, Double)] = west <= east ? [(west, east)] : [(0, east), (west, 1)]
    return sides.compactMap {
      TileRange(z: z, minX: $0.0, minY: top, maxX: $0.1, maxY: bottom)
    }
  }

  /// Whether `tile` is wanted.
  public func contains(_ tile: TileID) -> Bool {
    guard zooms.contains(tile.z) else { return false }
    return box == nil || ranges(z: tile.z).contains { $0.contains(tile) }
  }
}
