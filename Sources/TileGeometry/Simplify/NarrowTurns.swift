/// Keeps arms and slits as wide as they are up to their ends.
///
/// The end of a tooth of a comb is an edge between two long ones that run there and back. Where it
/// is shorter than the tolerance, Douglas-Peucker drops one of its vertices: the tooth becomes a
/// needle, which is nowhere farther away than the tolerance, but which the grid cannot hold where
/// it is narrower than half a unit, so that the tooth ends early. Both ends of such an edge count
/// for the same, unless the edge is shorter than a quarter of the tolerance: the tolerance of most
/// zooms is four units, and what is narrower than one has no shape to keep.
enum NarrowTurns {
  /// How much longer than the end of an arm its banks are, squared.
  private static let slimness = 16.0
  /// 1 / the part of the tolerance from which ends are kept, squared.
  private static let share: Float = 16

  /// Raises the importance of vertices whose neighbour at the end of an arm counts for more.
  ///
  /// - Parameters:
  ///   - x: World x of a path's vertices.
  ///   - y: World y, as long as `x`.
  ///   - isRing: Whether the last vertex is followed by the first.
  ///   - importance: Squared world units, as long as `x`.
  static func keep(
    x: Span<Double>, y: Span<Double>, isRing: Bool, importance: inout MutableSpan<Float>
  ) {
    let count = x.count
    guard count > 3 else { return }
    var (before, start) = isRing ? (count - 2, count - 1) : (0, 1)
    var end = isRing ? 0 : 2
    while end < count {
      defer { (before, start, end) = (start, end, end + 1) }
      guard isRing || end + 1 < count else { return }
      let after = end + 1 == count ? 0 : end + 1
      let (dx, dy) = (x[end] - x[start], y[end] - y[start])
      let width = dx * dx + dy * dy
      let (inX, inY) = (x[start] - x[before], y[start] - y[before])
      let (outX, outY) = (x[after] - x[end], y[after] - y[end])
      let least = Self.slimness * width
      guard inX * outX + inY * outY < 0, inX * inX + inY * inY >= least,
        outX * outX + outY * outY >= least
      else { continue }
      let both = min(max(importance[start], importance[end]), Self.share * Float(width))
      importance[start] = max(importance[start], both)
      importance[end] = max(importance[end], both)
    }
  }
}
