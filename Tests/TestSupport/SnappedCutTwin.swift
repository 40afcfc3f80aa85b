/// The rule for where a line is cut, applied to every grid point beside the line: plain and slow,
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

  /// The best cuts by the rule's steps, empty where a vertex must be taken: all whose costs are
  /// above the least by no more than `tolerance`.
  public func best(
    near ideal: Double, after previous: Double, before next: Double, halfWidth: Double,
    reach: Double, tolerance: Double = 1e-9
  ) -> [Cut] {
    let all = candidates(near: ideal, after: previous, before: next)
    let steps: [(reach: Double, corners: Bool, bends: Bool)] = [
      (reach, true, true), (reach + halfWidth * 0.17632698070846498, true, true),
      (reach, true, false), (reach + halfWidth, true, false), (reach, false, false),
    ]
    for step in steps {
      let allowed = all.filter { candidate in
        abs(candidate.cut.distance - ideal) <= step.reach + 1e-9
          && !(step.corners && isInJoin(candidate, halfWidth, sharp: true))
          && !(step.bends && isInJoin(candidate, halfWidth, sharp: false))
      }
      guard let least = allowed.map(\.cut.cost).min() else { continue }
      return allowed.map(\.cut).filter { $0.cost <= least + tolerance }
    }
    return []
  }

  private typealias Candidate = (segment: Int, cut: Cut)

  private func candidates(
    near ideal: Double, after previous: Double, before next: Double
  ) -> [Candidate] {
    var all: [Candidate] = []
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
        all.append((segment, Cut(point: point, distance: distance, cost: cost)))
      }
    }
    return all
  }

  /// Whether a candidate lies in the join at a sharp corner anywhere, or at an end of its segment.
  private func isInJoin(_ candidate: Candidate, _ halfWidth: Double, sharp: Bool) -> Bool {
    for vertex in 1..<max(points.count - 1, 1) {
      let a = points[vertex] - points[vertex - 1]
      let b = points[vertex + 1] - points[vertex]
      let cosine = (a * b).sum() / (Self.length(a) * Self.length(b))
      let sine = abs(a.x * b.y - a.y * b.x) / (Self.length(a) * Self.length(b))
      let isOwn = vertex == candidate.segment || vertex == candidate.segment + 1
      guard sharp ? cosine < 0.9396926207859084 : isOwn else { continue }
      let reach = halfWidth * (cosine <= 0 ? 1 : sine / (1 + cosine))
      if abs(candidate.cut.distance - distances[vertex]) < reach - 1e-5 { return true }
    }
    return false
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
