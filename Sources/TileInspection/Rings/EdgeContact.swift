/// How two edges meet.
enum EdgeContact: Equatable {
  case none
  /// They cross at an inner point of both.
  case cross(x: Double, y: Double)
  /// An end of one lies on the other.
  case touch(Spot)
  /// They share a stretch.
  case overlap(Spot)

  /// Compares two edges on integers; exact while they are less than 2^31 units long.
  ///
  /// - Precondition: Both have a length.
  init(_ a: Spot, _ b: Spot, _ c: Spot, _ d: Spot) {
    let (ab, cd) = (b - a, d - c)
    let (c1, d1) = ((ab × (c - a)).signum(), (ab × (d - a)).signum())
    let (a1, b1) = ((cd × (a - c)).signum(), (cd × (b - c)).signum())
    if c1 * d1 < 0, a1 * b1 < 0 {
      let t = Double(cd × (c - a)) / Double(cd × ab)
      self = .cross(x: Double(a.x) + t * Double(ab.x), y: Double(a.y) + t * Double(ab.y))
      return
    }
    if c1 == 0, d1 == 0 {
      self = Self.collinear(a, b, c, d)
      return
    }
    for (point, side, s, e) in [(c, c1, a, b), (d, d1, a, b), (a, a1, c, d), (b, b1, c, d)]
    where side == 0 && Self.isWithin(point, s, e) {
      self = .touch(point)
      return
    }
    self = .none
  }

  /// Edges on one straight line.
  private static func collinear(_ a: Spot, _ b: Spot, _ c: Spot, _ d: Spot) -> EdgeContact {
    let inside = [
      (c, isWithin(c, a, b)), (d, isWithin(d, a, b)), (a, isWithin(a, c, d)),
      (b, isWithin(b, c, d)),
    ].filter(\.1).map(\.0)
    guard let first = inside.first else { return .none }
    return inside.contains { $0 != first } ? .overlap(first) : .touch(first)
  }

  /// Whether a point on the line of an edge lies on the edge.
  private static func isWithin(_ p: Spot, _ a: Spot, _ b: Spot) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y)
  }
}
