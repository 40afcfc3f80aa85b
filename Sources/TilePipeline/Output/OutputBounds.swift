import MapMath
import TileArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bounds that an output states of itself: those of its overlays, on the map, and a hair's
/// breadth of each tile beyond them into which strokes reach.
///
/// Clients ask for no tile outside of the bounds. The half of a stroke that lies beyond a tile's
/// edge is drawn from the tile there.
struct OutputBounds {
  /// World coordinates, 0...1; y south.
  private var west: Double, north: Double, east: Double, south: Double

  /// So far the bounds go into a tile that they would miss: 4 cm, beyond all rounding of degrees.
  private static let hair = 0x1p-30

  /// The bounds of `overlays` in tiles of `plans`. What crosses the antimeridian takes the whole
  /// width.
  init?(of overlays: WorldBounds, _ plans: [ZoomPlan]) {
    guard !overlays.isEmpty else { return nil }
    (west, east) = (overlays.minX, overlays.maxX)
    (north, south) = (max(overlays.minY, 0), min(overlays.maxY, 1))
    if west < 0 || east > 1 { (west, east) = (0, 1) }
    for plan in plans {
      let tiles = Double(UInt64(1) << UInt64(plan.zoom))
      let reach = Double(plan.reach) / plan.scale
      // The last tile on each side that a stroke reaches, where the overlays do not.
      let first = ((overlays.minX - reach) * tiles).rounded(.down)
      let last = ((overlays.maxX + reach) * tiles).rounded(.down)
      if first < 0 && east * tiles < tiles - 1 || last >= tiles && west * tiles >= 1 {
        (west, east) = (0, 1)
      }
      if first >= 0 { west = min(west, (first + 1) / tiles - Self.hair) }
      if last < tiles { east = max(east, last / tiles + Self.hair) }
      let top = ((overlays.minY - reach) * tiles).rounded(.down)
      let bottom = ((overlays.maxY + reach) * tiles).rounded(.down)
      if top >= 0 { north = min(north, (top + 1) / tiles - Self.hair) }
      if bottom < tiles { south = max(south, bottom / tiles + Self.hair) }
    }
  }

  /// Degrees.
  var degrees: (west: Double, south: Double, east: Double, north: Double) {
    func latitude(_ y: Double) -> Double {
      let edge = Mercator.edgeLatitude
      return min(max(Self.rounded(Mercator.latitude(worldY: y)), -edge), edge)
    }
    return (
      Self.rounded(Mercator.longitude(worldX: west)), latitude(south),
      Self.rounded(Mercator.longitude(worldX: east)), latitude(north)
    )
  }

  /// `degrees` with nine decimals, a hundredth of a hair's breadth, and no negative zero.
  static func rounded(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 + 0 }
}
