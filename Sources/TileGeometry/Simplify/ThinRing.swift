/// What keeps a ring visible that is long enough to be seen and narrower than the tolerance.
///
/// Simplifying leaves such a ring with two vertices, and so with nothing. Of a ring that it would
/// leave with fewer than three at a zoom where its bounds are a pixel or more, the third and the
/// fourth vertex by importance are to count for so much that this zoom keeps them: a triangle or a
/// quadrangle, from which the ring is nowhere farther than the tolerance.
public struct ThinRing: Sendable {
  /// One or two vertices.
  public let vertices: [Int]
  /// What they are to count for, squared world units.
  public let importance: Float

  /// - Parameters:
  ///   - x: World x of the ring's vertices; the first is not repeated.
  ///   - y: World y, as long as `x`.
  ///   - importance: Squared world units, as long as `x`.
  ///   - tolerance: What zooms simplify by, pixels.
  ///   - pixel: A pixel of the deepest zoom, world units: smaller rings are left alone.
  /// - Returns: `nil` when the ring is kept as it is, or is too small at every zoom.
  public init?(
    x: Span<Double>, y: Span<Double>, importance: Span<Float>, tolerance: Double, pixel: Double
  ) {
    guard x.count > 2 else { return nil }
    var (west, east, north, south) = (x[0], x[0], y[0], y[0])
    // The heaviest vertices so far, -1 where there are fewer than four.
    var heaviest = SIMD4<Float>(repeating: -1)
    var places = SIMD4<Int>(repeating: -1)
    for i in x.indices {
      (west, east) = (min(west, x[i]), max(east, x[i]))
      (north, south) = (min(north, y[i]), max(south, y[i]))
      var (weight, place) = (importance[i], i)
      guard weight > heaviest[3] else { continue }
      for rank in 0..<4 where weight > heaviest[rank] {
        swap(&weight, &heaviest[rank])
        swap(&place, &places[rank])
      }
    }
    let extent = max(east - west, south - north)
    let least = Float(extent * extent * tolerance * tolerance)
    guard extent >= pixel, heaviest[2] < least else { return nil }
    vertices = heaviest[3] > 0 ? [places[2], places[3]] : [places[2]]
    self.importance = least
  }
}
