extension Sphere {
  /// Whether a position lies inside a ring, or exactly on one of its vertices.
  ///
  /// The South Pole always lies outside: inside is whatever is separated from it. The ring is closed
  /// implicitly; edges take the short way.
  ///
  /// - Parameters:
  ///   - position: Any valid position.
  ///   - ring: Its vertices; empty rings hold nothing.
  ///   - isGeodesic: Whether edges are great circles; otherwise they are straight on the map.
  public static func contains(
    _ position: LatLng, in ring: some Collection<LatLng>, isGeodesic: Bool
  ) -> Bool {
    guard var last = ring.reversed().first else { return false }
    var isInside = false
    for next in ring {
      let east = LatLng.wrap(longitude: position.longitude - last.longitude)
      if position.latitude == last.latitude, east == 0 { return true }
      let width = LongitudeUnwrapping.difference(from: last.longitude, to: next.longitude)
      if crossesBelow(
        position.latitude, east, from: last.latitude, to: next.latitude, width: width, isGeodesic)
      {
        isInside.toggle()
      }
      last = next
    }
    return isInside
  }

  /// Whether the meridian from a position to the South Pole crosses an edge.
  ///
  /// - Parameters:
  ///   - latitude: Of the position.
  ///   - east: Of the position from the edge's start, -180 ..< 180.
  ///   - width: Of the edge, east positive.
  private static func crossesBelow(
    _ latitude: Double, _ east: Double, from start: Double, to end: Double, width: Double,
    _ isGeodesic: Bool
  ) -> Bool {
    // Half-open, so that a vertex belongs to one of its two edges.
    let isBeside = east >= 0 ? east < width : east >= width && width < 0
    guard isBeside, latitude > -90 else { return false }
    // At a pole an edge has turned into a meridian, and over one it is two of them.
    guard abs(start) < 90, abs(end) < 90 else { return false }
    if isGeodesic, abs(width) == 180 { return false }
    guard latitude < 90 else { return true }
    if isGeodesic {
      let before = tangent(start) * Elementary.sinCos(degrees: width - east).sin
      let after = tangent(end) * Elementary.sinCos(degrees: east).sin
      return tangent(latitude) >= (before + after) / Elementary.sinCos(degrees: width).sin
    }
    let startY = Mercator.worldY(latitude: start)
    let edgeY = startY + (Mercator.worldY(latitude: end) - startY) * (east / width)
    return Mercator.worldY(latitude: latitude) <= edgeY
  }

  private static func tangent(_ degrees: Double) -> Double {
    let value = Elementary.sinCos(degrees: degrees)
    return value.sin / value.cos
  }

  /// Whether a position lies within `tolerance` of an open path.
  ///
  /// - Parameters:
  ///   - position: Any valid position.
  ///   - path: Its vertices; edges take the short way.
  ///   - isGeodesic: Whether edges are great circles. Otherwise they are straight on the map, and
  ///     the distance is that to the point of the path that is nearest on the map.
  ///   - tolerance: Metres.
  public static func isLocation(
    _ position: LatLng, onPath path: some Collection<LatLng>, isGeodesic: Bool,
    tolerance: Double = 0.1
  ) -> Bool {
    guard var last = path.first else { return false }
    if distance(position, last) <= tolerance { return true }
    for next in path.dropFirst() {
      let nearest =
        isGeodesic ? arcDistance(position, last, next) : mapDistance(position, last, next)
      if nearest <= tolerance { return true }
      last = next
    }
    return false
  }

  /// Metres from a position to a great circle arc.
  private static func arcDistance(_ position: LatLng, _ start: LatLng, _ end: LatLng) -> Double {
    let a = vector(latitude: start.latitude, longitude: start.longitude)
    let b = vector(latitude: end.latitude, longitude: end.longitude)
    let p = vector(latitude: position.latitude, longitude: position.longitude)
    let normal = cross(a, b)
    let length = dot(normal, normal).squareRoot()
    if length > 0, dot(cross(normal, a), p) > 0, dot(cross(b, normal), p) > 0 {
      let sine = dot(normal, p) / length
      return abs(Elementary.atan2(sine, max(0, 1 - sine * sine).squareRoot())) * earthRadius
    }
    return min(distance(position, start), distance(position, end))
  }

  /// Metres from a position to the point of a straight map line that is nearest on the map.
  private static func mapDistance(_ position: LatLng, _ start: LatLng, _ end: LatLng) -> Double {
    let width = LongitudeUnwrapping.difference(from: start.longitude, to: end.longitude) / 360
    let startY = Mercator.worldY(latitude: start.latitude)
    let height = Mercator.worldY(latitude: end.latitude) - startY
    let down = Mercator.worldY(latitude: position.latitude) - startY
    let east = LatLng.wrap(longitude: position.longitude - start.longitude) / 360
    let square = width * width + height * height
    var least = Double.infinity
    for turn in [-1.0, 0, 1] {
      let along = square > 0 ? ((east + turn) * width + down * height) / square : 0
      let part = max(0, min(1, along))
      let nearest = LatLng(
        latitude: Mercator.latitude(worldY: startY + height * part),
        longitude: start.longitude + width * part * 360)
      least = min(least, distance(position, nearest))
    }
    return least
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
