/// The sign of the cross product (ax, ay) x (bx, by): 1 when b lies counter-clockwise of a in a
/// plane whose y points up, -1 clockwise, 0 parallel. Exact.
///
/// Everything in this folder treats (x, y) as such a plane; seen with y down, as on a tile, left
/// and right change places everywhere at once, and "positive shoelace area" means the same.
///
/// - Parameter wide: Whether components may reach 2^29 and more (up to 2^41).
@inline(__always)
func crossSign(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, wide: Bool) -> Int {
  if wide { return wideCrossSign(ax, ay, bx, by) }
  return Int((ax &* by &- ay &* bx).signum())
}

@inline(never)
private func wideCrossSign(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64) -> Int {
  Int((Int128(ax) &* Int128(by) &- Int128(ay) &* Int128(bx)).signum())
}

/// A vertex of the local grid.
struct GridPoint: Equatable {
  /// Grid x, from the local origin.
  var x: Int64
  /// Grid y, from the local origin.
  var y: Int64
}

/// Where segments a-b and c-d, which cross at one inner point of both, meet, rounded to the grid.
///
/// Halves round towards positive infinity, so a point belongs to the pixel
/// [x - 1/2, x + 1/2) x [y - 1/2, y + 1/2) of exactly one grid point. Exact for spans up to 2^41.
func roundedCrossing(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> GridPoint {
  let rx = Int128(b.x &- a.x)
  let ry = Int128(b.y &- a.y)
  let sx = Int128(d.x &- c.x)
  let sy = Int128(d.y &- c.y)
  let qx = Int128(c.x &- a.x)
  let qy = Int128(c.y &- a.y)
  var denominator = rx &* sy &- ry &* sx
  var numerator = qx &* sy &- qy &* sx
  if denominator < 0 {
    denominator = 0 &- denominator
    numerator = 0 &- numerator
  }
  return GridPoint(
    x: a.x &+ roundedQuotient(rx &* numerator, denominator),
    y: a.y &+ roundedQuotient(ry &* numerator, denominator))
}

/// floor(value / divisor + 1/2) for a positive divisor.
private func roundedQuotient(_ value: Int128, _ divisor: Int128) -> Int64 {
  let doubled = value &+ value &+ divisor
  let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: divisor &+ divisor)
  return Int64(truncatingIfNeeded: remainder < 0 ? quotient &- 1 : quotient)
}

/// Whether segment a-b passes through the pixel of grid point `p`, given that p lies in the
/// segment's bounding box.
///
/// With d = b - a, the pixel's corners lie at c + (±|dx| ± |dy|)/2 on the segment's normal, where
/// c = d x (p - a); the line separates them when 2|c| < |dx| + |dy|. Otherwise it can only touch
/// a corner, and of the corners only the lower left belongs to the pixel.
func passesThroughPixel(_ a: GridPoint, _ b: GridPoint, pixel p: GridPoint) -> Bool {
  let dx = Int128(b.x &- a.x)
  let dy = Int128(b.y &- a.y)
  let offset = 2 &* (dx &* Int128(p.y &- a.y) &- dy &* Int128(p.x &- a.x))
  return offset.magnitude < dx.magnitude &+ dy.magnitude || offset == dx &- dy
}
