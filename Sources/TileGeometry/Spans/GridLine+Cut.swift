#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension GridLine {
  /// A place where the line is cut.
  public struct Cut: Sendable, Equatable {
    /// The last vertex of the piece in front of the cut, and the first of the piece behind it.
    public var before: Int, after: Int
    /// Grid point.
    public var x: Int64, y: Int64
    /// Distance of the place.
    public var distance: Double
    /// From a grid point that the line takes in front of the cut to the cut, and from there to one
    /// behind it; zero where it takes none.
    public var leadX: Int64 = 0, leadY: Int64 = 0
    /// Whether there are such points.
    public var hasLead: Bool { leadX != 0 || leadY != 0 }
    /// Creates a cut between two consecutive vertices.
    public init(before: Int, x: Int64, y: Int64, distance: Double) {
      (self.before, self.x, self.y, self.distance) = (before, x, y, distance)
      after = before + 1
    }
  }

  /// What a line is cut for.
  public struct Stroke: Sendable {
    /// Half the width, grid units.
    public var halfWidth: Double
    /// Grid units of a pixel.
    public var pixel: Double
    /// Whether it shows when pieces lie over each other.
    public var isTranslucent: Bool
    /// Creates a stroke.
    public init(halfWidth: Double, pixel: Double, isTranslucent: Bool) {
      (self.halfWidth, self.pixel, self.isTranslucent) = (halfWidth, pixel, isTranslucent)
    }
    /// How far the insides of bends must not reach.
    var overlap: Double { isTranslucent ? halfWidth : 0 }
    /// Clients keep directions in steps of 1/63: a slight bend opens no crack that could be seen.
    var isThin: Bool { halfWidth <= 2 * pixel }
  }

  /// The cut at a vertex.
  public func cut(atVertex vertex: Int) -> Cut {
    Cut(before: vertex, x: x[vertex], y: y[vertex], distance: distances[vertex])
  }

  /// Cuts the line at a place, for a border between two pieces.
  ///
  /// Clients draw the pieces on both sides of a cut as quads of their own, which join without a
  /// crack when both have one direction there. The grid rarely has a point in the direction of the
  /// line, so the line gives way: it runs through three grid points in a row, the cut in the middle,
  ///
  ///         before                                after
  ///            *--------------.                     *
  ///                            `*----- + -----*----'
  ///                          cut - lead        cut + lead
  ///
  /// and bends where it is drawn as one. Such a stretch pushes out a bend by half a pixel at most.
  /// It is as short as the stroke allows: the inner sides of its bends must not reach over the cut.
  ///
  /// Where there is no room for that, the cut is a point that bends the line little
  /// (see ``latticeCut(ax:ay:bx:by:at:reach:)``). The same border gives the same cut whatever is
  /// asked before or after.
  ///
  /// - Parameters:
  ///   - place: Where to cut; see ``clearPlace(near:for:)``.
  ///   - previous: Where the line is cut before.
  ///   - next: Where it is cut after.
  /// - Returns: If there was room a cut not more than 0.71 units along the line from the place, and
  ///   0.75 beside it; otherwise one within a pixel and a half; `nil` when there is no grid point
  ///   between the middles to both neighbours.
  public func cut(
    at place: Double, after previous: Double, before next: Double, for stroke: Stroke
  ) -> Cut? {
    let (gap, rest) = (place - previous, next - place)
    guard gap > 0, rest > 0 else { return nil }
    let cut = straightCut(
      at: place, room: min(gap, rest) * 3 / 8,
      neighbors: place - gap * 5 / 8...place + rest * 5 / 8, for: stroke, mayFold: true)
    return cut
      ?? snappedCut(near: place, after: previous, before: next, reach: 1.5 * stroke.pixel)
  }

  /// The place nearest to a border where the line can be cut well: the border itself, or if that
  /// lies in a sharp corner, the end of the corner.
  ///
  /// Opaque pieces may lie over each other, so for them a corner is only where there is no room for
  /// a straight stretch. For translucent ones it is where the inside of its join reaches, half the
  /// stroke's width at most. Where all is inside of corners, the place is the border.
  ///
  /// - Parameters:
  ///   - isEarlier: Which of two places to take that are equally near, to a unit.
  ///   - isCrowded: Whether another border is so near that this one should rather stay than avoid
  ///     a fold, which shows as dots where a translucent line is drawn twice.
  public func clearPlace(
    near ideal: Double, for stroke: Stroke, isEarlier: Bool = true, isCrowded: Bool = false
  ) -> Double {
    let margin = Self.cornerMargin * stroke.pixel
    var segment = segment(at: ideal)
    let free = min(ideal - distances[segment], distances[segment + 1] - ideal)
    // Far from all vertices, or in a bend that a straight stretch can follow.
    if free > stroke.overlap + margin { return ideal }
    let room = min(ideal, length - ideal)
    func isCut(mayFold: Bool) -> Bool {
      straightCut(at: ideal, room: room, neighbors: 0...length, for: stroke, mayFold: mayFold)
        != nil
    }
    if room < 1 || isCut(mayFold: isCrowded) { return ideal }
    // For a fold alone a border does not go far.
    let most = isCut(mayFold: true) ? 2 * margin : stroke.overlap + margin
    var best: Double?
    segment = self.segment(at: ideal - most)
    while segment + 1 < x.count && distances[segment] <= ideal + most {
      let (low, high) = clearRange(of: segment, stroke.overlap, margin)
      let place = min(max(ideal, low), high)
      let limit = best.map { abs($0 - ideal) + (isEarlier ? -1 : 1) } ?? most
      if low <= high && abs(place - ideal) <= limit { best = place }
      segment += 1
    }
    return best ?? ideal
  }

  /// How far the place keeps away from corners for a straight stretch, pixels.
  private static let cornerMargin = 0.75

  /// The distances on a segment over which no inside of a corner reaches.
  private func clearRange(
    of segment: Int, _ halfWidth: Double, _ margin: Double
  ) -> (low: Double, high: Double) {
    let way = way(of: segment)
    var (low, high) = (distances[segment], distances[segment + 1])
    var vertex = segment + 1
    while vertex + 1 < x.count, distances[vertex] - halfWidth - margin < high {
      let bend = min(1, Self.tangentOfHalf(way, self.way(of: vertex)))
      high = min(high, distances[vertex] - halfWidth * bend - margin)
      vertex += 1
    }
    vertex = segment
    while vertex > 0, distances[vertex] + halfWidth + margin > low {
      let bend = min(1, Self.tangentOfHalf(self.way(of: vertex - 1), way))
      low = max(low, distances[vertex] + halfWidth * bend + margin)
      vertex -= 1
    }
    return (low, high)
  }

  /// The best grid point beside the line near a place, never a vertex, or else the nearest vertex.
  public func snappedCut(
    near ideal: Double, after previous: Double, before next: Double, reach: Double
  ) -> Cut? {
    // Two borders never share a cut half way between them.
    let low = max((previous + ideal) / 2 + 1e-6, ideal - reach)
    let high = min((ideal + next) / 2 - 1e-6, ideal + reach)
    guard low < high else { return nil }
    var best: Cut?
    var bestCost = Double.infinity
    var segment = segment(at: low)
    while segment + 1 < x.count && distances[segment] < high {
      let start = distances[segment]
      let end = distances[segment + 1]
      let edge = LatticeEdge(
        ax: x[segment], ay: y[segment], bx: x[segment + 1], by: y[segment + 1])
      let found = edge.bestCut(
        near: ideal - start, from: max(low, start) - start, to: min(high, end) - start,
        bendingFrom: max(0, previous - start), bendingTo: min(end, next) - start)
      if let found, found.cost < bestCost {
        bestCost = found.cost
        best = Cut(before: segment, x: found.x, y: found.y, distance: start + found.along)
      }
      segment += 1
    }
    return best ?? nearestVertex(to: ideal, between: low, and: high)
  }

  private func nearestVertex(to ideal: Double, between low: Double, and high: Double) -> Cut? {
    let segment = segment(at: ideal)
    let near = [segment, segment + 1].filter { distances[$0] > low && distances[$0] < high }
    let best = near.min { abs(distances[$0] - ideal) < abs(distances[$1] - ideal) }
    return best.map(cut(atVertex:))
  }
}
