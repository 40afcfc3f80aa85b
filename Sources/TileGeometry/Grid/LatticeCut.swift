#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A grid point on or very near an edge at which the edge can be cut without a visible bend.
///
/// Clients draw the two pieces of a cut line as separate quads; they join without a crack when both
/// keep the direction of the edge. So of the grid points along the edge within `reach` of the ideal
/// place the one is taken that bends the pieces least: the sideways error over the distance to the
/// nearer end, plus a small price for the shift along the edge.
///
/// - Parameters:
///   - ax: Edge from (ax, ay) to (bx, by), grid units.
///   - t: Ideal place, 0...1 along the edge.
///   - reach: How far along the edge the cut may move, grid units.
/// - Returns: A grid point that is neither end, or `nil` when the edge has no room for one.
public func latticeCut(
  ax: Int64, ay: Int64, bx: Int64, by: Int64, at t: Double, reach: Double = 24
) -> (x: Int64, y: Int64)? {
  let dx = Double(bx - ax)
  let dy = Double(by - ay)
  let length = (dx * dx + dy * dy).squareRoot()
  guard length >= 2 else { return nil }
  let alongX = abs(dx) >= abs(dy)
  let major = alongX ? dx : dy
  let minor = alongX ? dy : dx
  let ideal = t * major
  // Steps along the longer axis, strictly between the ends.
  let step = abs(major) / length
  let lowest = max(1, (abs(ideal) - reach * step).rounded(.up))
  let highest = min(abs(major) - 1, (abs(ideal) + reach * step).rounded(.down))
  guard lowest <= highest else { return nil }
  let sign: Double = major < 0 ? -1 : 1
  var best = Double.infinity
  var found: (x: Int64, y: Int64)?
  var s = lowest
  while s <= highest {
    let u = s * sign
    let exact = minor * u / major
    let v = exact.rounded()
    let sideways = abs(exact - v) * step
    let along = s / step
    let nearer = min(along, length - along)
    let cost = sideways / max(nearer, 1) + 0.004 * abs(along - t * length) / 24
    if cost < best {
      best = cost
      found = alongX ? (ax + Int64(u), ay + Int64(v)) : (ax + Int64(v), ay + Int64(u))
    }
    s += 1
  }
  return found
}
