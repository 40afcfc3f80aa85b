/// The address of one tile in the Web Mercator pyramid, XYZ scheme.
///
/// `x` counts columns eastward from longitude -180 degrees; `y` counts rows **southward** from
/// latitude 85.0511 degrees. Both lie in `0 ..< 1 << z`.
///
/// - SeeAlso: OGC Two Dimensional Tile Matrix Set 2.0, Annex D (WebMercatorQuad).
public struct TileID: Hashable, Sendable {
  /// The deepest zoom this package builds; one tile then spans about 2.4 m at the equator.
  public static let deepestZoom = 24

  /// Zoom level, 0 for the whole world in one tile.
  public let z: Int
  /// Column from the west.
  public let x: Int
  /// Row from the north.
  public let y: Int

  /// The tile of zoom 0.
  public static let world = TileID()

  private init() { (z, x, y) = (0, 0, 0) }

  /// Creates an address, or returns `nil` when it names no tile of the pyramid.
  @inlinable
  public init?(z: Int, x: Int, y: Int) {
    guard z >= 0, z <= 30, x >= 0, y >= 0, x < 1 << z, y < 1 << z else { return nil }
    (self.z, self.x, self.y) = (z, x, y)
  }
}
