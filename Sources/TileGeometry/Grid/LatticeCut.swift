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
  let edge = LatticeEdge(ax: ax, ay: ay, bx: bx, by: by)
  guard edge.length >= 2 else { return nil }
  let ideal = t * edge.length
  let found = edge.bestCut(
    near: ideal, from: ideal - reach, to: ideal + reach, bendingFrom: 0, bendingTo: edge.length)
  return found.map { ($0.x, $0.y) }
}

/// An edge between two grid points, and the grid points beside it.
struct LatticeEdge {
  let ax: Int64, ay: Int64
  let dx: Double, dy: Double
  let length: Double
  /// Steps along the longer axis, and the length of one along the edge.
  let steps: Int64
  let stepLength: Double

  init(ax: Int64, ay: Int64, bx: Int64, by: Int64) {
    (self.ax, self.ay) = (ax, ay)
    dx = Double(bx - ax)
    dy = Double(by - ay)
    length = (dx * dx + dy * dy).squareRoot()
    steps = max(abs(bx - ax), abs(by - ay))
    stepLength = steps > 0 ? length / Double(steps) : 0
  }

  /// A grid point beside the edge.
  struct Cut {
    var x: Int64, y: Int64
    /// Distance from the edge's start, grid units.
    var along: Double
    /// The bend that it makes and the price of its shift.
    var cost: Double
  }

  /// What a shift of one unit costs, against the tangent of a bend.
  static let shiftPrice = 0.004 / 24

  /// The grid point that cuts the edge best, strictly between its ends.
  ///
  /// Looks outward from the ideal place until the shift alone costs more than the best so far.
  ///
  /// - Parameters:
  ///   - ideal: Distance from the edge's start; may lie off the edge.
  ///   - low: The cut lies at `low ... high`.
  ///   - bendingFrom: Where the pieces on both sides begin and end: the nearer, the more a sideways
  ///     error bends them.
  func bestCut(
    near ideal: Double, from low: Double, to high: Double, bendingFrom: Double, bendingTo: Double
  ) -> Cut? {
    guard steps > 1 else { return nil }
    let first = max(1, (low / stepLength).rounded(.up))
    let last = min(Double(steps - 1), (high / stepLength).rounded(.down))
    guard first <= last else { return nil }
    // Half way between two, the one before: of equal cuts it is taken, too.
    let middle = min(max((ideal / stepLength - 0.5).rounded(.up), first), last)
    var best: Cut?
    var offset = 0.0
    while middle - offset >= first || middle + offset <= last {
      var isWorthwhile = false
      for side in (offset == 0 ? 1 : 0)..<2 {
        let step = side == 0 ? middle - offset : middle + offset
        guard step >= first && step <= last else { continue }
        let along = step * stepLength
        let shift = Self.shiftPrice * abs(along - ideal)
        if let best, shift >= best.cost { continue }
        isWorthwhile = true
        let cut = cut(at: step, along, shift, bendingFrom, bendingTo)
        if best.map({ cut.cost < $0.cost }) ?? true { best = cut }
      }
      guard isWorthwhile else { break }
      offset += 1
    }
    return best
  }

  @inline(__always)
  private func cut(
    at step: Double, _ along: Double, _ shift: Double, _ bendingFrom: Double, _ bendingTo: Double
  ) -> Cut {
    let isWide = abs(dx) >= abs(dy)
    let exact = (isWide ? dy : dx) * step / Double(steps)
    let rounded = exact.rounded()
    let sideways = abs(exact - rounded) / stepLength
    let nearer = min(along - bendingFrom, bendingTo - along)
    let major = Int64(step) * ((isWide ? dx : dy) < 0 ? -1 : 1)
    let minor = Int64(rounded)
    return Cut(
      x: ax + (isWide ? major : minor), y: ay + (isWide ? minor : major), along: along,
      cost: sideways / max(nearer, 1) + shift)
  }
}
