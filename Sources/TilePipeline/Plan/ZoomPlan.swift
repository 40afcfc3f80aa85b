import TileGeometry

/// What every tile of one zoom shares: the grid, the buffer and the tolerance.
struct ZoomPlan: Sendable {
  let zoom: Int
  /// Units of a tile's side.
  let extent: Int64
  /// Units kept beyond a tile's edge.
  let buffer: Int64
  /// Grid units of the world: extent x 2^zoom.
  let scale: Double
  /// Tolerance, grid units.
  let tolerance: Double
  /// Squared tolerance, squared world units.
  let threshold: Float
  /// The same for rows that must stay within a quarter of a grid unit.
  let exactThreshold: Float
  /// Whether shapes smaller than the grid leave a stub.
  let keepsTiny: Bool
  /// Side of the square that stands for a polygon smaller than the grid: one screen pixel.
  let stubSide: Int64

  /// Units beyond a tile's edge within which geometry can show in it: the buffer, and how far a
  /// stub stands over.
  var reach: Int64 { buffer + stubSide + 1 }
  /// Where its tiles are cut.
  var cutLines: CutLines { CutLines(extent: extent, buffer: buffer) }
  /// Grid units of a pixel, 512 a tile.
  var pixel: Double { Double(extent) / 512 }

  /// - Parameters:
  ///   - simplify: Tolerance in pixels, 512 a tile; 0 keeps every vertex.
  ///   - maxZoom: The build's deepest zoom, where the tolerance is never above one grid unit.
  init(
    zoom: Int, maxZoom: Int, extent: Int, buffer: Int, simplify: Double, tiny: BuildOptions.Tiny
  ) {
    self.zoom = zoom
    self.extent = Int64(extent)
    self.buffer = Int64(buffer)
    keepsTiny = tiny == .keep
    stubSide = Int64(max(1, extent / 512))
    scale = Double(extent) * Double(UInt64(1) << UInt64(zoom))
    var units = simplify * Double(extent) / 512
    if zoom == maxZoom { units = min(units, 1) }
    tolerance = units
    threshold = Float((units / scale) * (units / scale))
    let exact = min(units, 0.25)
    exactThreshold = Float((exact / scale) * (exact / scale))
  }

  /// What borders are simplified by at zoom 0 and all others down to the deepest, whatever the
  /// first zoom of the build: a tile does not depend on which others are made.
  static func borderTolerances(_ options: BuildOptions) -> [BorderCrossings.Tolerance] {
    (0...options.maxZoom).map { zoom in
      let plan = ZoomPlan(
        zoom: zoom, maxZoom: options.maxZoom, extent: options.extent, buffer: 0,
        simplify: options.simplify, tiny: options.tiny)
      let half = Float(0.5 / plan.scale)
      return BorderCrossings.Tolerance(threshold: plan.threshold, least: half * half)
    }
  }
}
