import Foundation

/// The rules for where a line is cut, applied to every grid point beside the line: plain and slow,
/// for tests.
public struct SnappedCutTwin {
  /// Grid points.
  public let points: [SIMD2<Double>]
  /// Distance of each from the first.
  public private(set) var distances: [Double] = [0]

  /// A line through grid points, no two consecutive ones equal.
  public init(_ points: [SIMD2<Double>]) {
    self.points = points
    for (a, b) in zip(points, points.dropFirst()) {
      distances.append(distances[distances.count - 1] + Self.length(b - a))
    }
  }

  static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  /// A candidate.
  public struct Cut {
    /// Where.
    public var point: SIMD2<Double>
    /// Distance along the line.
    public var distance: Double
    /// Bend and shift.
    public var cost: Double
  }

  /// The best cuts, empty where a vertex must be taken.
  public func best(
    near ideal: Double, after previous: Double, before next: Double, reach: Double
  ) -> [Cut] {
    let all = candidates(near: ideal, after: previous, before: next).filter {
      abs($0.distance - ideal) <= reach + 1e-9
    }
    guard let least = all.map(\.cost).min() else { return [] }
    return all.filter { $0.cost <= least + 1e-9 }
  }

  private func candidates(
    near ideal: Double, after previous: Double, before next: Double
  ) -> [Cut] {
    var all: [Cut] = []
    for segment in 0..<points.count - 1 {
      let a = points[segment]
      let way = points[segment + 1] - a
      let length = Self.length(way)
      let steps = Int(max(abs(way.x), abs(way.y)))
      for step in 1..<max(steps, 1) {
        let exact = a + way * Double(step) / Double(steps)
        let point = SIMD2(exact.x.rounded(), exact.y.rounded())
        let along = Double(step) / Double(steps) * length
        let distance = distances[segment] + along
        guard distance > (previous + ideal) / 2 + 1e-7, distance < (ideal + next) / 2 - 1e-7
        else { continue }
        let off = abs((point.x - a.x) * way.y - (point.y - a.y) * way.x) / length
        let before = distance - max(distances[segment], previous)
        let after = min(distances[segment + 1], next) - distance
        let cost = off / max(min(before, after), 1) + 0.004 * abs(distance - ideal) / 24
        all.append(Cut(point: point, distance: distance, cost: cost))
      }
    }
    return all
  }

  /// Whether the inside of a corner, for a stroke of a half width, reaches over a place of a segment:
  /// as far as the mitre, half a width at most.
  public func isInCorner(_ distance: Double, segment: Int, halfWidth: Double) -> Bool {
    func bend(_ other: Int) -> Double {
      let a = points[segment + 1] - points[segment]
      let b = points[other + 1] - points[other]
      let turn = atan2(a.x * b.y - a.y * b.x, (a * b).sum())
      return min(1, abs(tan(turn / 2)))
    }
    for other in 0..<points.count - 1 where other != segment {
      let corner = distances[other > segment ? other : other + 1]
      if abs(distance - corner) < halfWidth * bend(other) - 1e-9 { return true }
    }
    return false
  }

  /// Whether the line turns by more than some degrees at a vertex not further than `reach` along it.
  public func hasCorner(sharperThan degrees: Double, within reach: Double, of place: Double) -> Bool
  {
    (1..<max(points.count - 1, 1)).contains { vertex in
      let a = points[vertex] - points[vertex - 1]
      let b = points[vertex + 1] - points[vertex]
      let turn = abs(atan2(a.x * b.y - a.y * b.x, (a * b).sum())) * 180 / .pi
      return turn > degrees && abs(distances[vertex] - place) <= reach
    }
  }

  /// Whether no inside of a bend reaches within `margin` of a place, nor a vertex lies there.
  public func isClear(_ place: Double, halfWidth: Double, margin: Double) -> Bool {
    let segment = distances.dropLast().lastIndex { $0 <= place } ?? 0
    return [place - margin, place + margin].allSatisfy { end in
      (segment == 0 || end >= distances[segment])
        && (segment + 2 == points.count || end <= distances[segment + 1])
        && !isInCorner(end, segment: segment, halfWidth: halfWidth)
    }
  }

  /// How far `point` lies behind the place at a distance, in the line's direction there.
  public func along(from place: Double, to point: SIMD2<Double>) -> Double {
    let segment = distances.dropLast().lastIndex { $0 <= place } ?? 0
    let way =
      (points[segment + 1] - points[segment]) / (distances[segment + 1] - distances[segment])
    return ((point - points[segment]) * way).sum() - (place - distances[segment])
  }

  /// The distance along the line of its point nearest to `point`, and how far away that is.
  ///
  /// - Parameter segments: The segments to look at.
  public func nearest(
    to point: SIMD2<Double>, segments: Range<Int>
  ) -> (distance: Double, away: Double) {
    var best = (distance: 0.0, away: Double.infinity)
    for segment in segments {
      let way = points[segment + 1] - points[segment]
      let part = ((point - points[segment]) * way).sum() / (way * way).sum()
      let t = min(max(part, 0), 1)
      let away = Self.length(point - points[segment] - way * t)
      if away < best.away { best = (distances[segment] + t * Self.length(way), away) }
    }
    return best
  }
}
