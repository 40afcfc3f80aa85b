extension Sphere {
  /// The area inside a ring of great circle arcs, square metres; never negative.
  public static func area(_ ring: some Collection<LatLng>) -> Double { abs(signedArea(ring)) }

  /// The area inside a ring of great circle arcs, square metres: positive if it runs
  /// counter-clockwise as seen from above.
  ///
  /// Inside is the side without the South Pole. The ring is closed implicitly and must not cross
  /// itself; fewer than three positions have no area.
  ///
  /// - SeeAlso: Chamberlain, Duquette, "Some Algorithms for Polygons on a Sphere" (2007); the sum
  ///   of signed triangles between each edge and the North Pole.
  public static func signedArea(_ ring: some Collection<LatLng>) -> Double {
    guard ring.count >= 3, var last = ring.reversed().first else { return 0 }
    var sum = 0.0
    var lastHalf = Elementary.sinCos(degrees: (90 - last.latitude) / 2)
    for next in ring {
      let half = Elementary.sinCos(degrees: (90 - next.latitude) / 2)
      let turn = Elementary.sinCos(degrees: next.longitude - last.longitude)
      let sines = half.sin * lastHalf.sin
      sum += 2 * Elementary.atan2(sines * turn.sin, half.cos * lastHalf.cos + sines * turn.cos)
      (last, lastHalf) = (next, half)
    }
    return sum * earthRadius * earthRadius
  }
}
