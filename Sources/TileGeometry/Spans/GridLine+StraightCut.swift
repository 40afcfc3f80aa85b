#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension GridLine {
  /// A cut in the middle of three grid points in a row; see ``cut(at:after:before:for:)``.
  ///
  /// - Parameters:
  ///   - place: Where to cut.
  ///   - room: How far the stretch may reach to both sides.
  ///   - neighbors: Where the stretches of the cuts before and after it end and start at the latest
  ///     and the earliest.
  ///   - mayFold: Whether one may be taken, for want of a better, that shows on a translucent line.
  /// - Returns: A cut not more than 0.71 units along the line from the place, or `nil` where a
  ///   corner or another cut is too near for one.
  func straightCut(
    at place: Double, room: Double, neighbors: ClosedRange<Double>, for stroke: Stroke,
    mayFold: Bool
  ) -> Cut? {
    guard room >= 1 else { return nil }
    let middle = gridPoint(at: place)
    let longest = min(room, Self.longestLead * stroke.pixel)
    var reach = min(longest, Self.shortestLead * stroke.pixel)
    var folded: Cut?
    while true {
      var cut = Cut(
        before: segment(at: place - reach), x: middle.x, y: middle.y, distance: place)
      cut.after = segment(at: place + reach) + 1
      let isStraight = cut.after == cut.before + 1
      let from = spot(at: place - reach)
      let to = spot(at: place + reach)
      if isStraight && stroke.isThin {
        if isClear(cut, (to.x - from.x, to.y - from.y), stroke.overlap) { return cut }
      } else {
        (cut.leadX, cut.leadY) = Self.lead((to.x - from.x, to.y - from.y), length: reach)
        let lead = (x: Double(cut.leadX), y: Double(cut.leadY))
        if cut.hasLead, isNear(cut, from, to, isStraight ? 1 : stroke.pixel / 2),
          isClear(cut, lead, stroke.overlap), isSmooth(cut, neighbors, stroke, isStraight)
        {
          if !isFolded(cut, neighbors, stroke.overlap) { return cut }
          if mayFold { folded = folded ?? cut }
        }
      }
      guard reach < longest else { return folded }
      reach = min(longest, reach * 1.5)
    }
  }

  /// Shortest and longest half of a straight stretch, pixels.
  private static let shortestLead = 0.25
  private static let longestLead = 1.5

  typealias Vector = (x: Double, y: Double)

  /// The place at a distance, between grid points.
  private func spot(at distance: Double) -> Vector {
    let segment = segment(at: distance)
    let length = distances[segment + 1] - distances[segment]
    let part = min(max((distance - distances[segment]) / length, 0), 1)
    let way = way(of: segment)
    return (Double(x[segment]) + way.x * part, Double(y[segment]) + way.y * part)
  }

  /// The grid point beside the line that is nearest to a place along the line.
  private func gridPoint(at distance: Double) -> (x: Int64, y: Int64) {
    let exact = spot(at: distance)
    let way = way(of: segment(at: distance))
    let length = Self.apart((0, 0), way)
    let nearest = (x: exact.x.rounded(), y: exact.y.rounded())
    var best = nearest
    var least = Double.infinity
    for dx in -1...1 {
      for dy in -1...1 {
        let point = (x: nearest.x + Double(dx), y: nearest.y + Double(dy))
        let apart = (x: point.x - exact.x, y: point.y - exact.y)
        let along = abs(apart.x * way.x + apart.y * way.y) / length
        let sideways = abs(apart.x * way.y - apart.y * way.x) / length
        if sideways <= 0.75, along < least { (best, least) = (point, along) }
      }
    }
    return (Int64(best.x), Int64(best.y))
  }

  /// From a segment's start to its end.
  func way(of segment: Int) -> Vector {
    (Double(x[segment + 1] - x[segment]), Double(y[segment + 1] - y[segment]))
  }

  /// The vector between grid points, not longer than `length`, that keeps a direction best for its
  /// size: the bend in front of it must not reach over its end.
  private static func lead(_ way: Vector, length: Double) -> (x: Int64, y: Int64) {
    let isWide = abs(way.x) >= abs(way.y)
    let (major, minor) = isWide ? way : (way.y, way.x)
    guard major != 0 else { return (0, 0) }
    let slope = minor / abs(major)
    let steps = (length / (1 + slope * slope).squareRoot()).rounded()
    var best = (major: 0.0, minor: 0.0)
    var least = Double.infinity
    var step = steps
    while step >= 1 {
      let error = abs(slope * step - (slope * step).rounded()) / (step * step)
      if error < least { (best, least) = ((step, (slope * step).rounded()), error) }
      step -= 1
    }
    let (along, across) = (Int64(major < 0 ? -best.major : best.major), Int64(best.minor))
    return isWide ? (along, across) : (across, along)
  }

  /// Whether the ends of a straight stretch lie not more than `tolerance` beside the line.
  private func isNear(_ cut: Cut, _ from: Vector, _ to: Vector, _ tolerance: Double) -> Bool {
    let start = (x: Double(cut.x - cut.leadX), y: Double(cut.y - cut.leadY))
    let end = (x: Double(cut.x + cut.leadX), y: Double(cut.y + cut.leadY))
    // Half a unit of rounding each for the cut and the lead, both ways.
    return Self.apart(start, from) <= tolerance + 1.5 && Self.apart(end, to) <= tolerance + 1.5
  }

  /// Whether no inside of a corner outside the straight stretch reaches over the cut.
  private func isClear(_ cut: Cut, _ way: Vector, _ halfWidth: Double) -> Bool {
    var vertex = cut.after
    while vertex + 1 < x.count, distances[vertex] - halfWidth < cut.distance {
      let bend = min(1, Self.tangentOfHalf(way, self.way(of: vertex)))
      if distances[vertex] - halfWidth * bend < cut.distance { return false }
      vertex += 1
    }
    vertex = cut.before
    while vertex > 0, distances[vertex] + halfWidth > cut.distance {
      let bend = min(1, Self.tangentOfHalf(self.way(of: vertex - 1), way))
      if distances[vertex] + halfWidth * bend > cut.distance { return false }
      vertex -= 1
    }
    return true
  }

  /// Whether a straight stretch bends no more than the stroke can follow.
  private func isSmooth(
    _ cut: Cut, _ neighbors: ClosedRange<Double>, _ stroke: Stroke, _ isStraight: Bool
  ) -> Bool {
    let lead = (x: Double(cut.leadX), y: Double(cut.leadY))
    let incoming = spot(at: max(distances[cut.before], neighbors.lowerBound))
    let outgoing = spot(at: min(distances[cut.after], neighbors.upperBound))
    let way = (x: Double(cut.x) - lead.x - incoming.x, y: Double(cut.y) - lead.y - incoming.y)
    let onward = (x: outgoing.x - Double(cut.x) - lead.x, y: outgoing.y - Double(cut.y) - lead.y)
    let size = Self.apart((0, 0), lead)
    guard
      stroke.overlap * Self.tangentOfHalf(way, lead) <= size,
      stroke.overlap * Self.tangentOfHalf(lead, onward) <= size
    else { return false }
    // The tip of the mitre that is cut off.
    let bend = Self.tangentOfHalf(way, onward)
    let tip = stroke.halfWidth * ((1 + bend * bend).squareRoot() - 1)
    return isStraight || tip <= stroke.pixel / 2
  }

  /// Whether a straight stretch comes so near to a vertex that the insides of both bends meet: what
  /// lies between them is then drawn twice. Where the line is as tight by itself nothing is worse.
  private func isFolded(
    _ cut: Cut, _ neighbors: ClosedRange<Double>, _ halfWidth: Double
  ) -> Bool {
    guard halfWidth > 0 else { return false }
    let lead = (x: Double(cut.leadX), y: Double(cut.leadY))
    func isTight(_ way: Vector, _ bends: Double) -> Bool {
      halfWidth * bends > Self.apart((0, 0), way)
    }
    if cut.before > 0, distances[cut.before] >= neighbors.lowerBound {
      let (first, own) = (self.way(of: cut.before - 1), self.way(of: cut.before))
      let way = (
        x: Double(cut.x - x[cut.before]) - lead.x, y: Double(cut.y - y[cut.before]) - lead.y
      )
      let bends = Self.tangentOfHalf(first, way) + Self.tangentOfHalf(way, lead)
      let bend = Self.tangentOfHalf(first, own)
      if isTight(way, bends), !isTight(own, bend) { return true }
    }
    if cut.after + 1 < x.count, distances[cut.after] <= neighbors.upperBound {
      let (last, own) = (self.way(of: cut.after), self.way(of: cut.after - 1))
      let way = (
        x: Double(x[cut.after] - cut.x) - lead.x, y: Double(y[cut.after] - cut.y) - lead.y
      )
      let bends = Self.tangentOfHalf(lead, way) + Self.tangentOfHalf(way, last)
      let bend = Self.tangentOfHalf(own, last)
      if isTight(way, bends), !isTight(own, bend) { return true }
    }
    return false
  }

  private static func apart(_ a: Vector, _ b: Vector) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  /// Tangent of half the angle between two directions.
  static func tangentOfHalf(_ a: Vector, _ b: Vector) -> Double {
    let sizes = apart((0, 0), a) * apart((0, 0), b)
    let dot = a.x * b.x + a.y * b.y
    guard sizes + dot > 0 else { return .infinity }
    return abs(a.x * b.y - a.y * b.x) / (sizes + dot)
  }
}
