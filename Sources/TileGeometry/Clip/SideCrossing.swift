/// A place where an edge crosses a side of a rectangle on its way between inside and outside.
struct SideCrossing: Sendable {
  /// Sides in the order in which exteriors run round the rectangle (y down).
  enum Side: UInt8, Sendable { case top, right, bottom, left }

  var side: Side
  /// The place, rounded along the side.
  var x: Int64, y: Int64
  /// Rounded distance along the sides from the rectangle's (minX, minY).
  var position: Int64
  /// The edge that crosses, to tell apart places that were rounded to one.
  var ax: Int64, ay: Int64, bx: Int64, by: Int64
  var chain: Int32
  var isEntry: Bool

  init(
    _ side: Side, of rect: GridRect, ax: Int64, ay: Int64, bx: Int64, by: Int64, chain: Int,
    isEntry: Bool
  ) {
    let width = rect.maxX - rect.minX
    let height = rect.maxY - rect.minY
    switch side {
    case .top:
      x = Self.along(rect.minY, ay, ax, by, bx, rect.minX, rect.maxX)
      y = rect.minY
      position = x - rect.minX
    case .right:
      x = rect.maxX
      y = Self.along(rect.maxX, ax, ay, bx, by, rect.minY, rect.maxY)
      position = width + y - rect.minY
    case .bottom:
      x = Self.along(rect.maxY, ay, ax, by, bx, rect.minX, rect.maxX)
      y = rect.maxY
      position = width + height + rect.maxX - x
    case .left:
      x = rect.minX
      y = Self.along(rect.minX, ax, ay, bx, by, rect.minY, rect.maxY)
      position = 2 * width + height + rect.maxY - y
    }
    self.side = side
    (self.ax, self.ay, self.bx, self.by) = (ax, ay, bx, by)
    (self.chain, self.isEntry) = (Int32(chain), isEntry)
  }

  private static func along(
    _ s: Int64, _ ua: Int64, _ va: Int64, _ ub: Int64, _ vb: Int64, _ low: Int64, _ high: Int64
  ) -> Int64 {
    guard ua != ub else { return min(max(va, low), high) }
    return min(max(crossing(s, ua, va, ub, vb), low), high)
  }

  /// The order along the sides: exact where rounding made two places one. An exit comes before an
  /// entry at the same exact place, so that a vertex that only touches a side stays a vertex.
  static func precedes(_ a: SideCrossing, _ b: SideCrossing) -> Bool {
    if a.position != b.position { return a.position < b.position }
    if a.side != b.side { return a.side.rawValue < b.side.rawValue }
    let order = compareExactly(a, b)
    if order != 0 { return order < 0 }
    return (a.isEntry ? 1 : 0, a.chain) < (b.isEntry ? 1 : 0, b.chain)
  }

  /// Whether both are exactly at one place.
  func isAtPlace(of other: SideCrossing) -> Bool {
    position == other.position && side == other.side && Self.compareExactly(self, other) == 0
  }

  /// Compares two exact places on one side, in the direction round the rectangle.
  private static func compareExactly(_ a: SideCrossing, _ b: SideCrossing) -> Int {
    switch a.side {
    case .top: comparePlaces(a.y, a.ay, a.ax, a.by, a.bx, b.ay, b.ax, b.by, b.bx)
    case .right: comparePlaces(a.x, a.ax, a.ay, a.bx, a.by, b.ax, b.ay, b.bx, b.by)
    case .bottom: -comparePlaces(a.y, a.ay, a.ax, a.by, a.bx, b.ay, b.ax, b.by, b.bx)
    case .left: -comparePlaces(a.x, a.ax, a.ay, a.bx, a.by, b.ax, b.ay, b.bx, b.by)
    }
  }

  /// The sign of v(s) of the line through (ua, va), (ub, vb) minus that through (uc, vc), (ud, vd).
  private static func comparePlaces(
    _ s: Int64, _ ua: Int64, _ va: Int64, _ ub: Int64, _ vb: Int64, _ uc: Int64, _ vc: Int64,
    _ ud: Int64, _ vd: Int64
  ) -> Int {
    guard ua != ub, uc != ud else { return 0 }
    let first = place(s, ua, va, ub, vb)
    let second = place(s, uc, vc, ud, vd)
    if first.whole != second.whole { return first.whole < second.whole ? -1 : 1 }
    let left = first.rest * second.over
    let right = second.rest * first.over
    return left == right ? 0 : (left < right ? -1 : 1)
  }

  /// v(s) as a whole number and a fraction `rest / over` in 0 ..< 1.
  private static func place(
    _ s: Int64, _ ua: Int64, _ va: Int64, _ ub: Int64, _ vb: Int64
  ) -> (whole: Int128, rest: Int128, over: Int128) {
    let sign: Int128 = ub < ua ? -1 : 1
    let over = sign * Int128(ub - ua)
    let numerator = sign * Int128(s - ua) * Int128(vb - va)
    var whole = numerator / over
    var rest = numerator % over
    if rest < 0 {
      whole -= 1
      rest += over
    }
    return (whole + Int128(va), rest, over)
  }
}
