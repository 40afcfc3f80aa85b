import TestSupport
import Testing
import TileGeometry

@Suite("Straight stretches")
struct StraightStretchTests {
  /// Whether they cross in a place that is an end of neither, by integers alone.
  func expected(_ p: [SIMD2<Int>]) -> Bool {
    func turn(_ a: SIMD2<Int>, _ b: SIMD2<Int>, _ c: SIMD2<Int>) -> Int {
      ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }
    return turn(p[0], p[1], p[2]) * turn(p[0], p[1], p[3]) < 0
      && turn(p[2], p[3], p[0]) * turn(p[2], p[3], p[1]) < 0
  }

  @Test("cross where integers say so, in every order", arguments: 1...20 as ClosedRange<UInt64>)
  func crossing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var crossings = 0
    for _ in 0..<500 {
      let p = (0..<4).map { _ in
        SIMD2(Int.random(in: 0...8, using: &random), Int.random(in: 0...8, using: &random))
      }
      func stretch(_ i: Int, _ j: Int) -> StraightStretch {
        StraightStretch(Double(p[i].x), Double(p[i].y), Double(p[j].x), Double(p[j].y))
      }
      let (a, b) = (stretch(0, 1), stretch(2, 3))
      #expect(a == stretch(1, 0))
      #expect(a.crosses(b) == expected(p) && b.crosses(a) == expected(p))
      if a.crosses(b) { crossings += 1 }
    }
    #expect(crossings > 20)
  }
}
