/// All points of the sphere within some distance of a centre: a circle given in metres.
///
/// On the map it is round only near the equator, and it may hold a pole or both.
public struct SphericalCap: Sendable, Hashable {
  /// What the cap holds, which decides the shape of its image.
  public enum Extent: Sendable, Hashable {
    /// No pole: a ring.
    case simple
    /// The North Pole: everything north of a chain round the world.
    case northPole
    /// The South Pole: everything south of a chain round the world.
    case southPole
    /// Both poles: everything but a ring round the antipode.
    case bothPoles
    /// The whole sphere.
    case world
  }

  /// The centre.
  public let center: LatLng
  /// Metres on the sphere of radius ``Sphere/earthRadius``.
  public let radius: Double

  /// Creates a cap; `nil` when the radius is not a finite number above 0, the centre's latitude
  /// beyond 90 degrees, or its longitude not finite.
  public init?(center: LatLng, radius: Double) {
    guard radius > 0, radius.isFinite else { return nil }
    guard abs(center.latitude) <= 90, center.longitude.isFinite else { return nil }
    (self.center, self.radius) = (center, radius)
  }

  /// The radius as an angle at the sphere's centre, degrees.
  var degrees: Double { radius / Sphere.earthRadius * (180 / Double.pi) }

  /// What the cap holds.
  public var extent: Extent {
    guard radius < Double.pi * Sphere.earthRadius else { return .world }
    switch (90 - center.latitude < degrees, 90 + center.latitude < degrees) {
    case (true, true): return .bothPoles
    case (true, false): return .northPole
    case (false, true): return .southPole
    case (false, false): return .simple
    }
  }

  /// Appends the cap's image.
  ///
  /// Rings have a number of points divisible by 4, those due north, east, south and west of the
  /// centre among them, and are symmetric to the centre's meridian. x is not wrapped: an image may
  /// reach beyond 0...1. Allocates only what the arrays need to grow.
  ///
  /// - Parameters:
  ///   - tolerance: The greatest distance of a chord from the true circle, world units, above 0.
  ///   - fill: Receives the exterior ring of the area, then its hole if it has one; rings are
  ///     implicitly closed. Where the area reaches a side of the map, the ring runs outside it.
  ///   - outline: Receives the line round the cap: a ring whose first point is repeated, or a chain
  ///     one world width wide round a pole. It never follows the side of the map, and there is none
  ///     round the whole world.
  ///   - isRepeated: What becomes of areas that span the world. `false`: they are exactly one world
  ///     width wide. `true`: they cover the map and half a world width on both sides, and are to be
  ///     clipped without world copies.
  /// - Returns: What the cap holds.
  @discardableResult
  public func trace(
    tolerance: Double, fill: inout WorldPaths, outline: inout WorldPaths,
    isRepeated: Bool = false
  ) -> Extent {
    precondition(tolerance > 0, "a tolerance is above 0")
    let extent = extent
    switch extent {
    case .simple:
      let start = fill.x.count
      appendRing(tolerance, to: &fill)
      fill.end()
      appendClosed(fill, start..<fill.x.count, to: &outline)
    case .northPole, .southPole:
      let start = fill.x.count
      appendChain(tolerance, isNorth: extent == .northPole, to: &fill)
      for i in start..<fill.x.count { outline.append(fill.x[i], fill.y[i]) }
      outline.end()
      PoleClosing.close(
        x: &fill.x, y: &fill.y, start: start, rule: extent == .northPole ? .north : .south,
        isRepeated: isRepeated)
      fill.end()
    case .bothPoles:
      appendComplement(tolerance, fill: &fill, outline: &outline, isRepeated: isRepeated)
    case .world:
      appendRectangle(isRepeated ? -1 : 0, isRepeated ? 2 : 1, to: &fill)
    }
    return extent
  }

  /// The world but for the cap round the antipode.
  private func appendComplement(
    _ tolerance: Double, fill: inout WorldPaths, outline: inout WorldPaths, isRepeated: Bool
  ) {
    let antipode = LatLng(
      latitude: -center.latitude,
      longitude: center.longitude < 0 ? center.longitude + 180 : center.longitude - 180)
    let rest = Double.pi * Sphere.earthRadius - radius
    guard let hole = SphericalCap(center: antipode, radius: rest) else { return }
    let middle = Mercator.worldX(longitude: antipode.longitude)
    appendRectangle(
      isRepeated ? -1 : middle - 0.5, isRepeated ? 2 : middle + 0.5, to: &fill)
    let start = fill.x.count
    hole.appendRing(tolerance, to: &fill)
    let ring = start..<fill.x.count
    fill.end()
    appendClosed(fill, ring, to: &outline)
    guard isRepeated else { return }
    for shift in [-1.0, 1] {
      for i in ring { fill.append(fill.x[i] + shift, fill.y[i]) }
      fill.end()
    }
  }

  private func appendRectangle(_ west: Double, _ east: Double, to fill: inout WorldPaths) {
    fill.append(west, WorldEdge.north)
    fill.append(east, WorldEdge.north)
    fill.append(east, WorldEdge.south)
    fill.append(west, WorldEdge.south)
    fill.end()
  }

  private func appendClosed(
    _ paths: WorldPaths, _ range: Range<Int>, to outline: inout WorldPaths
  ) {
    for i in range { outline.append(paths.x[i], paths.y[i]) }
    outline.append(paths.x[range.lowerBound], paths.y[range.lowerBound])
    outline.end()
  }

  /// The ring, clockwise from due north.
  private func appendRing(_ tolerance: Double, to paths: inout WorldPaths) {
    let middle = Mercator.worldX(longitude: center.longitude)
    let start = paths.x.count
    CapArc(self).append(tolerance, northX: 0, southX: 0, to: &paths)
    let end = paths.x.count
    for i in (start + 1..<end - 1).reversed() { paths.append(middle - paths.x[i], paths.y[i]) }
    for i in start..<end { paths.x[i] += middle }
  }

  /// The chain round a pole, from half a turn west of the centre to half a turn east.
  private func appendChain(_ tolerance: Double, isNorth: Bool, to paths: inout WorldPaths) {
    let middle = Mercator.worldX(longitude: center.longitude)
    let start = paths.x.count
    CapArc(self).append(
      tolerance, northX: isNorth ? 0.5 : 0, southX: isNorth ? 0 : 0.5, to: &paths)
    let end = paths.x.count
    // The arc begins or ends over the pole, half a turn away, and has its other end below or above
    // the centre.
    for k in 0..<end - start {
      let i = isNorth ? start + k : end - 1 - k
      paths.append(middle - paths.x[i], paths.y[i])
    }
    for k in 1..<end - start {
      let i = isNorth ? end - 1 - k : start + k
      paths.append(middle + paths.x[i], paths.y[i])
    }
    paths.x.removeSubrange(start..<end)
    paths.y.removeSubrange(start..<end)
  }
}
