/// Calls `take` with each maximal run of a line's segments that may touch a rectangle.
///
/// A segment is left out when both its ends lie beyond the same side, or when it passes a corner
/// at a distance: a line across the world touches few of the tiles in its bounds. Nothing is cut: runs are
/// index ranges of the line itself, so that clipping them later to any rectangle inside this one
/// gives the same as clipping the whole line. O(*n*), allocates nothing.
///
/// - Parameters:
///   - range: The line's vertices in `x` and `y`.
///   - take: Receives first and last vertex index of a run, and its bounds.
@inlinable
public func selectRuns(
  x: Span<Int64>, y: Span<Int64>, range: Range<Int>, touching rect: GridRect,
  take: (_ first: Int, _ last: Int, _ bounds: GridRect) -> Void
) {
  guard range.count > 1 else { return }
  var runStart = -1
  var bounds = GridRect.empty
  var i = range.lowerBound
  var codeA = rect.beyond(x[i], y[i])
  i += 1
  while i < range.upperBound {
    let codeB = rect.beyond(x[i], y[i])
    if codeA & codeB == 0
      && (codeA == 0 || codeB == 0 || !rect.isBeside(x[i - 1], y[i - 1], x[i], y[i]))
    {
      if runStart < 0 {
        runStart = i - 1
        bounds.grow(x[i - 1], y[i - 1])
      }
      bounds.grow(x[i], y[i])
    } else if runStart >= 0 {
      take(runStart, i - 1, bounds)
      runStart = -1
      bounds = .empty
    }
    codeA = codeB
    i += 1
  }
  if runStart >= 0 { take(runStart, range.upperBound - 1, bounds) }
}

/// Appends a ring without the vertices that do not matter inside a rectangle.
///
/// Of consecutive vertices on or beyond the same side of the rectangle only the first and the last
/// stay: the way between them cannot enter it, and running straight instead does not change which
/// points of the rectangle the ring runs round. Edges that cross the rectangle stay as they are,
/// so clipping the result to any rectangle inside this one gives the same as clipping the ring.
/// O(*n*).
///
/// - Returns: The bounds of what was appended, or `nil` when nothing was: the ring lies beyond one
///   side.
func reduceRing(
  x: Span<Int64>, y: Span<Int64>, range: Range<Int>, around rect: GridRect,
  intoX: inout [Int64], intoY: inout [Int64]
) -> GridRect? {
  guard range.count > 2 else { return nil }
  var bounds = GridRect.empty
  intoX.append(addingCapacity: range.count) { outX in
    intoY.append(addingCapacity: range.count) { outY in
      var all: UInt8 = 15
      // Of the last kept vertex; and what all vertices since the one before it share with that.
      var (last, shared): (UInt8, UInt8) = (0, 0)
      for i in range {
        let code = rect.onOrBeyond(x[i], y[i])
        all &= code
        let both = shared & code
        if both != 0 {
          // The last vertex only led here along that side: it goes.
          outX[outX.count - 1] = x[i]
          outY[outY.count - 1] = y[i]
          shared = both
        } else {
          outX.append(x[i])
          outY.append(y[i])
          shared = last & code
        }
        last = code
      }
      if all != 0 || outX.count < 3 {
        outX.removeAll()
        outY.removeAll()
      }
      for i in outX.indices { bounds.grow(outX[i], outY[i]) }
    }
  }
  return bounds == .empty ? nil : bounds
}

/// Whether an edge of a ring may pass through a rectangle's interior; `false` is certain.
func ringEnters(x: Span<Int64>, y: Span<Int64>, from start: Int, _ rect: GridRect) -> Bool {
  let end = x.count
  var (ax, ay) = (x[end - 1], y[end - 1])
  var codeA = rect.onOrBeyond(ax, ay)
  for i in start..<end {
    let (bx, by) = (x[i], y[i])
    let codeB = rect.onOrBeyond(bx, by)
    if codeA == 0 || codeB == 0 { return true }
    if codeA & codeB == 0 {
      // Both ends outside, on different sides: it passes by when all corners lie on one hand.
      var hands: UInt8 = 0
      for (cx, cy) in [
        (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY),
        (rect.minX, rect.maxY),
      ] {
        let hand = compareProducts(bx - ax, cy - ay, cx - ax, by - ay)
        hands |= hand > 0 ? 1 : (hand < 0 ? 2 : 0)
      }
      if hands == 3 { return true }
    }
    (ax, ay, codeA) = (bx, by, codeB)
  }
  return false
}
