/// Bounds that a tile set declares: degrees, west <= east and south <= north.
struct DeclaredBounds: Equatable {
  var west: Double, south: Double, east: Double, north: Double

  /// The square that Web Mercator shows, with the digits of the TileJSON specification.
  static let webMercator = DeclaredBounds(
    west: -180, south: -85.05112877980659, east: 180, north: 85.0511287798066)

  /// In the order in which every format lists them.
  var sides: [Double] { [west, south, east, north] }
}

extension TileSetMetadata {
  /// `bounds` cut to `world`; a pair that is out of order or no number becomes the world's.
  func bounds(inside world: DeclaredBounds) -> DeclaredBounds {
    func cut(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> (Double, Double) {
      guard low <= high, low <= most, high >= least else { return (least, most) }
      return (max(low, least), min(high, most))
    }
    let (west, east) = cut(bounds.west, bounds.east, world.west, world.east)
    let (south, north) = cut(bounds.south, bounds.north, world.south, world.north)
    return DeclaredBounds(west: west, south: south, east: east, north: north)
  }

  /// `center` moved into `bounds` and the set's zooms; the middle where it is no number.
  func center(inside bounds: DeclaredBounds) -> (longitude: Double, latitude: Double, zoom: Int) {
    func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
      value.isNaN ? (low + high) / 2 : min(max(value, low), high)
    }
    return (
      clamp(center.longitude, bounds.west, bounds.east),
      clamp(center.latitude, bounds.south, bounds.north),
      min(max(center.zoom, minZoom), max(minZoom, maxZoom))
    )
  }
}
