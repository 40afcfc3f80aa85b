/// Cuts a line by a rectangle into the chains that lie in it, edges included.
///
///         +-------+
///     a---|---b   |        one line in, two chains out: (a', b, c') and (d', e)
///         |    \  |
///         |     c'-----c
///         |  e----d'---d
///         +-------+
///
/// Cut points are rounded to the grid along the rectangle's side. A chain has at least two
/// distinct vertices; a line that only touches a side in one point leaves nothing.
/// O(*n*), no allocation when `out` is warm.
///
/// - Parameters:
///   - x: Grid x of the line's vertices.
///   - y: Grid y, as long as `x`.
///   - rect: The rectangle.
///   - lines: Where neighbours cut; long edges get vertices there.
///   - out: Chains are appended as parts.
public func clipLine(
  x: Span<Int64>, y: Span<Int64>, to rect: GridRect, bending lines: CutLines? = nil,
  into out: inout ClippedParts
) {
  precondition(x.count == y.count)
  guard x.count > 1 else { return }
  var open = false
  var codeA = rect.beyond(x[0], y[0])
  for i in 1..<x.count {
    let codeB = rect.beyond(x[i], y[i])
    defer { codeA = codeB }
    if codeA | codeB == 0 {
      if !open { out.append(x[i - 1], y[i - 1]) }
      lines?.bend(x[i - 1], y[i - 1], x[i], y[i], in: rect) { out.append($0, $1) }
      out.append(x[i], y[i])
      open = true
      continue
    }
    var piece: SegmentPiece?
    if codeA & codeB == 0 { piece = clipSegment(x[i - 1], y[i - 1], x[i], y[i], to: rect) }
    guard let piece else {
      if open { out.close(minimum: 2) }
      open = false
      continue
    }
    if codeA != 0 || !open {
      if open { out.close(minimum: 2) }
      out.append(piece.x1, piece.y1)
    }
    lines?.bend(x[i - 1], y[i - 1], x[i], y[i], in: rect) { out.append($0, $1) }
    out.append(piece.x2, piece.y2)
    open = codeB == 0
    if !open { out.close(minimum: 2) }
  }
  if open { out.close(minimum: 2) }
}

/// The part of a segment that lies in a rectangle, ends rounded to the grid.
struct SegmentPiece {
  var x1: Int64, y1: Int64, x2: Int64, y2: Int64
}

/// Cuts a segment by a rectangle, edges included; `nil` when they share nothing.
///
/// Which side is met first is decided exactly; only the place on that side is rounded.
@inline(__always)
func clipSegment(
  _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, to rect: GridRect
) -> SegmentPiece? {
  guard let start = entry(ax, ay, bx, by, rect), let end = entry(bx, by, ax, ay, rect) else {
    return nil
  }
  return SegmentPiece(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
}

/// Where the segment from a to b enters the closed rectangle; a itself when it lies in it.
@inline(__always)
private func entry(
  _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ rect: GridRect
) -> (x: Int64, y: Int64)? {
  let code = rect.beyond(ax, ay)
  if code == 0 { return (ax, ay) }
  if code & 3 != 0 {
    let side = code & 1 != 0 ? rect.minX : rect.maxX
    // Exactly: does the edge meet x = side between the top and the bottom side?
    let run = abs(bx - ax)
    let way = abs(side - ax)
    guard way <= run else { return nil }
    let rise = by - ay
    if compareProducts(way, rise, rect.minY - ay, run) >= 0
      && compareProducts(way, rise, rect.maxY - ay, run) <= 0
    {
      let y = crossing(side, ax, ay, bx, by)
      return (side, min(max(y, rect.minY), rect.maxY))
    }
  }
  if code & 12 != 0 {
    let side = code & 4 != 0 ? rect.minY : rect.maxY
    let run = abs(by - ay)
    let way = abs(side - ay)
    guard way <= run else { return nil }
    let rise = bx - ax
    if compareProducts(way, rise, rect.minX - ax, run) >= 0
      && compareProducts(way, rise, rect.maxX - ax, run) <= 0
    {
      let x = crossing(side, ay, ax, by, bx)
      return (min(max(x, rect.minX), rect.maxX), side)
    }
  }
  return nil
}
