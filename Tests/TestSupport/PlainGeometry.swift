/// Slow and obvious twins of the geometry kernels, for differential tests.
public enum PlainGeometry {
  /// Whether a point lies in a set of rings by the even-odd rule. Coordinates are doubled where
  /// half units are meant; the point must not lie on an edge.
  public static func contains(
    _ rings: [[(x: Double, y: Double)]], _ px: Double, _ py: Double
  ) -> Bool {
    var inside = false
    for ring in rings where !ring.isEmpty {
      var a = ring[ring.count - 1]
      for b in ring {
        if (a.y > py) != (b.y > py) && px < a.x + (py - a.y) / (b.y - a.y) * (b.x - a.x) {
          inside.toggle()
        }
        a = b
      }
    }
    return inside
  }

  /// Twice the signed area of a ring, positive for exteriors in y-down coordinates.
  public static func doubleArea(_ ring: [(x: Double, y: Double)]) -> Double {
    var sum = 0.0
    for (i, a) in ring.enumerated() {
      let b = ring[(i + 1) % ring.count]
      sum += a.x * b.y - b.x * a.y
    }
    return sum
  }

  /// Distance of a point from a segment.
  public static func distance(
    _ px: Double, _ py: Double, _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
  ) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let t = length == 0 ? 0 : max(0, min(1, ((px - a.x) * dx + (py - a.y) * dy) / length))
    let (ex, ey) = (px - a.x - t * dx, py - a.y - t * dy)
    return (ex * ex + ey * ey).squareRoot()
  }

  /// Douglas-Peucker by recursion: the indices kept with `tolerance`.
  public static func douglasPeucker(
    _ points: [(x: Double, y: Double)], tolerance: Double
  ) -> [Int] {
    func keep(_ first: Int, _ last: Int) -> [Int] {
      var best = (index: first, distance: -1.0)
      for i in first..<last where i > first {
        let d = distance(points[i].x, points[i].y, points[first], points[last])
        if d > best.distance { best = (i, d) }
      }
      guard best.index > first, best.distance >= tolerance else { return [] }
      return keep(first, best.index) + [best.index] + keep(best.index, last)
    }
    guard points.count > 1 else { return Array(points.indices) }
    return [0] + keep(0, points.count - 1) + [points.count - 1]
  }
}
