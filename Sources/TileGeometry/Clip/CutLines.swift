/// The lines along which the tiles of a zoom are cut, and the vertices that edges need on them so
/// that neighbours agree to the bit.
///
///       west tile |  east tile
///     ------------+--:----------      Each tile reaches over the border by its buffer and is cut
///              :  |  :                there (`:`). The cut rounds a place on an edge, which bends
///          a---*--|--*---b            the edge up to there. Where the bend would reach back into
///              :  |  :                the tile, the neighbour, too, gets the place as a vertex
///     ---------:--+-------------      (`*`): both then draw the same bent edge.
///
/// Which vertices an edge gets depends on the edge and the zoom alone: one on each line that it
/// crosses, x = k · extent ± buffer or y likewise, if it also reaches the border next to the line,
/// `buffer` away. Edges that stay on one side of the border, as most do where vertices are dense,
/// get none, and neither do those along an axis, of which nothing is rounded.
public struct CutLines: Sendable {
  /// Units of a tile's side, as a power of two, and of its buffer.
  private let bits: Int64, buffer: Int64

  /// The lines of a zoom whose tiles are `extent` wide, a power of two, and reach `buffer` over
  /// their borders.
  public init(extent: Int64, buffer: Int64) {
    (bits, self.buffer) = (Int64(extent.trailingZeroBitCount), buffer)
  }

  /// Whether an edge within `bounds` may need a vertex inside `area`; `false` is certain.
  public func mayBend(_ bounds: GridRect, in area: GridRect) -> Bool {
    bounds.maxX - bounds.minX > buffer
      && isCrossed(from: bounds.minX, to: bounds.maxX, area.minX, area.maxX)
      || bounds.maxY - bounds.minY > buffer
        && isCrossed(from: bounds.minY, to: bounds.maxY, area.minY, area.maxY)
  }

  private func isCrossed(from a: Int64, to b: Int64, _ low: Int64, _ high: Int64) -> Bool {
    AxisCrossings(from: a, to: b, low: low, high: high, bits, buffer).line != nil
  }

  /// Calls `take` with the vertices that the edge from a to b needs strictly between the sides of
  /// `area`, in order from a to b.
  @inline(__always)
  func bend(
    _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, in area: GridRect,
    _ take: (_ x: Int64, _ y: Int64) -> Void
  ) {
    guard max(abs(bx - ax), abs(by - ay)) > buffer else { return }
    bendLong(ax, ay, bx, by, in: area, take)
  }

  @inline(never)
  private func bendLong(
    _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, in area: GridRect,
    _ take: (_ x: Int64, _ y: Int64) -> Void
  ) {
    guard ax != bx && ay != by else { return }
    let (runX, runY) = (abs(bx - ax), abs(by - ay))
    var columns = AxisCrossings(from: ax, to: bx, low: area.minX, high: area.maxX, bits, buffer)
    var rows = AxisCrossings(from: ay, to: by, low: area.minY, high: area.maxY, bits, buffer)
    while columns.line != nil || rows.line != nil {
      let isColumn: Bool
      if let x = columns.line, let y = rows.line {
        isColumn = compareProducts(abs(x - ax), runY, abs(y - ay), runX) <= 0
      } else {
        isColumn = columns.line != nil
      }
      if isColumn, let x = columns.line {
        columns.advance()
        if let y = place(x, ax, ay, bx, by, area.minY, area.maxY) { take(x, y) }
      } else if let y = rows.line {
        rows.advance()
        if let x = place(y, ay, ax, by, bx, area.minX, area.maxX) { take(x, y) }
      }
    }
  }

  /// Where the edge meets the line u = `u`: its v, rounded; `nil` when it is not between `low` and
  /// `high`.
  private func place(
    _ u: Int64, _ ua: Int64, _ va: Int64, _ ub: Int64, _ vb: Int64, _ low: Int64, _ high: Int64
  ) -> Int64? {
    let (way, run, rise) = (abs(u - ua), abs(ub - ua), vb - va)
    guard compareProducts(way, rise, low - va, run) > 0,
      compareProducts(way, rise, high - va, run) < 0
    else { return nil }
    return crossing(u, ua, va, ub, vb)
  }
}

/// The lines across one axis at which an edge needs vertices, in the order in which it meets them.
private struct AxisCrossings {
  /// The next line, or `nil` after the last.
  private(set) var line: Int64?
  /// -1 where the edge descends: all is mirrored then, the lines lie alike on both sides of 0.
  private let sign: Int64
  /// The ends of the edge, and where lines are looked for, strictly inside both.
  private let start: Int64, end: Int64, last: Int64
  private let bits: Int64, buffer: Int64

  init(from a: Int64, to b: Int64, low: Int64, high: Int64, _ bits: Int64, _ buffer: Int64) {
    sign = a <= b ? 1 : -1
    (start, end) = (sign * a, sign * b)
    last = min(end, sign > 0 ? high : -low)
    (self.bits, self.buffer) = (bits, buffer)
    line = next(after: max(start, sign > 0 ? low : -high))
  }

  mutating func advance() {
    if let line { self.line = next(after: sign * line) }
  }

  /// The first line after `place` whose border the edge reaches.
  private func next(after place: Int64) -> Int64? {
    var place = place
    while true {
      // The eastern buffer's edge of the tile west of a border, the western one of that east of it.
      let east = ((place - buffer) &>> bits + 1) &<< bits + buffer
      let west = ((place + buffer) &>> bits + 1) &<< bits - buffer
      place = min(east, west)
      guard place < last else { return nil }
      if place == east && start <= place - buffer || place == west && end >= place + buffer {
        return sign * place
      }
    }
  }
}
