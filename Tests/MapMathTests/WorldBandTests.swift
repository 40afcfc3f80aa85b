import MapMath
import TestSupport
import Testing

/// What of paths lies on the map.
@Suite("The map's band")
struct WorldBandTests {
  typealias Point = SIMD2<Double>

  static func cut(_ ring: [Point]) -> (place: WorldBand.Place, ring: [Point]) {
    var x = [7.0] + ring.map(\.x)
    var y = [8.0] + ring.map(\.y)
    let place = WorldBand.cutRing(x: &x, y: &y, from: 1)
    #expect(x[0] == 7 && y[0] == 8)
    return (place, zip(x, y).dropFirst().map { Point($0, $1) })
  }

  static func runs(_ line: [Point], isClosed: Bool = false) -> [[Point]]? {
    WorldBand.runs(x: line.map(\.x)[...], y: line.map(\.y)[...], isClosed: isClosed)?
      .map { zip($0.x, $0.y).map { Point($0, $1) } }
  }

  /// Whether an odd number of edges lies east of a point.
  static func holds(_ ring: [Point], _ p: Point) -> Bool {
    var isInside = false
    for (i, b) in ring.enumerated() {
      let a = ring[i == 0 ? ring.count - 1 : i - 1]
      guard (a.y > p.y) != (b.y > p.y) else { continue }
      if a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) > p.x { isInside.toggle() }
    }
    return isInside
  }

  @Test("rings inside stay, rings beyond go, even where they touch the edge")
  func places() {
    let inside = [Point(0, 0), Point(1, 0), Point(1, 1)]
    #expect(Self.cut(inside) == (.inside, inside))
    #expect(Self.cut([Point(0, -1), Point(1, -1), Point(0.5, 0)]).place == .beyond)
    #expect(Self.cut([Point(0, 2), Point(1, 1), Point(0.5, 1)]) == (.beyond, []))
    // From the north to the south, all of it beside the map's edges.
    let band = Self.cut([Point(0, -1), Point(2, -1), Point(2, 3), Point(0, 3)])
    #expect(band.place == .across)
    #expect(Set(band.ring) == [Point(0, 0), Point(2, 0), Point(2, 1), Point(0, 1)])
  }

  @Test("a cut ring encloses what it did on the map", arguments: 1...50 as ClosedRange<UInt64>)
  func parity(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ring = (0..<Int.random(in: 3...12, using: &random)).map { _ in
      Point(.random(in: -1...1, using: &random), .random(in: -1...2, using: &random))
    }
    let cut = Self.cut(ring).ring
    #expect(cut.allSatisfy { $0.y >= 0 && $0.y <= 1 })
    for _ in 0..<300 {
      let p = Point(.random(in: -1...1, using: &random), .random(in: 0...1, using: &random))
      #expect(Self.holds(cut, p) == Self.holds(ring, p), "\(p)")
    }
  }

  @Test("neighbours share the cut of their common edge", arguments: 1...50 as ClosedRange<UInt64>)
  func shared(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let a = Point(.random(in: 0...1, using: &random), .random(in: -2..<0, using: &random))
    let b = Point(.random(in: 0...1, using: &random), .random(in: 1..<3, using: &random).nextUp)
    let west = Self.cut([a, b, Point(-1, 0.5)]).ring
    let east = Self.cut([b, a, Point(2, 0.5)]).ring
    // North and south end of the common edge.
    #expect(Set(west).intersection(east).count == 2)
    #expect(Self.runs([a, b]) == Self.runs([b, a])?.map { $0.reversed() })
  }

  @Test("a line is parted where it leaves the map")
  func lines() {
    #expect(Self.runs([Point(0, 0), Point(1, 1)]) == nil)
    #expect(Self.runs([Point(0, -1), Point(1, -0.5)]) == [])
    #expect(Self.runs([Point(0, -1), Point(1, 0), Point(2, -1)]) == [])
    #expect(Self.runs([Point(0, -1), Point(2, 1)]) == [[Point(1, 0), Point(2, 1)]])
    #expect(Self.runs([Point(0, -1), Point(4, 3)]) == [[Point(1, 0), Point(2, 1)]])
    #expect(
      Self.runs([Point(0, 0.5), Point(1, -0.5), Point(2, -0.5), Point(2, 1)])
        == [[Point(0, 0.5), Point(0.5, 0)], [Point(2, 0), Point(2, 1)]])
    // Along the edge it is on the map.
    #expect(
      Self.runs([Point(0, 0), Point(1, 0), Point(1, -1)]) == [[Point(0, 0), Point(1, 0)]])
  }

  @Test("the outline of a ring has no edge along the map's")
  func outlines() {
    let ring = [Point(0, 0.5), Point(0, -0.5), Point(1, -0.5), Point(1, 0.5)]
    let way = [Point(1, 0), Point(1, 0.5), Point(0, 0.5), Point(0, 0)]
    // Wherever it starts, it is one line.
    for turn in 0..<4 {
      let turned = (0..<4).map { ring[($0 + turn) % 4] }
      #expect(Self.runs(turned, isClosed: true) == [way])
    }
    let comb = [
      Point(0, -1), Point(0, 0.5), Point(1, 0.5), Point(1, -0.5), Point(2, -0.5), Point(2, 0.5),
      Point(3, 0.5), Point(3, -1),
    ]
    #expect(
      Self.runs(comb, isClosed: true) == [
        [Point(0, 0), Point(0, 0.5), Point(1, 0.5), Point(1, 0)],
        [Point(2, 0), Point(2, 0.5), Point(3, 0.5), Point(3, 0)],
      ])
  }
}
