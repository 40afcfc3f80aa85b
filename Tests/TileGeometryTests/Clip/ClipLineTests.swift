import TestSupport
import Testing

@testable import TileGeometry

/// Lines cut by a rectangle.
@Suite("Line clip")
struct ClipLineTests {
  let square = GridRect(minX: 0, minY: 0, maxX: 100, maxY: 100)

  func clip(_ line: [(Int64, Int64)], _ rect: GridRect) -> [[[Int64]]] {
    var out = ClippedParts()
    let x = line.map(\.0)
    let y = line.map(\.1)
    clipLine(x: x.span, y: y.span, to: rect, into: &out)
    var parts: [[[Int64]]] = []
    var start = 0
    for end in out.ends {
      parts.append((start..<end).map { [out.x[$0], out.y[$0]] })
      start = end
    }
    return parts
  }

  @Test("a line that leaves and comes back gives two chains")
  func twoChains() {
    let parts = clip([(-50, 50), (50, 50), (150, 50), (150, 80), (50, 80)], square)
    #expect(parts == [[[0, 50], [50, 50], [100, 50]], [[100, 80], [50, 80]]])
  }

  @Test("a line through two sides, one that passes a corner, one along a side, a touch")
  func specialCases() {
    #expect(clip([(-10, -10), (110, 110)], square) == [[[0, 0], [100, 100]]])
    #expect(clip([(-10, 5), (5, -10)], square).isEmpty)
    #expect(clip([(0, -50), (0, 150)], square) == [[[0, 0], [0, 100]]])
    // (−10, 10) to (10, −10) meets the rectangle in its corner only.
    #expect(clip([(-10, 10), (10, -10)], square).isEmpty)
    #expect(clip([(50, 50)], square).isEmpty)
  }

  @Test("coordinates of zoom 24 do not overflow")
  func deep() {
    let far: Int64 = 1 << 37
    let rect = GridRect(minX: far / 2, minY: far / 2, maxX: far / 2 + 8192, maxY: far / 2 + 8192)
    #expect(
      clip([(0, 0), (far, far)], rect) == [[[rect.minX, rect.minY], [rect.maxX, rect.maxY]]])
  }

  @Test("both directions give the same chains", arguments: 1...200 as ClosedRange<UInt64>)
  func reversal(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let line = (0..<Int.random(in: 2...20, using: &random)).map { _ in
      (Int64.random(in: -300...400, using: &random), Int64.random(in: -300...400, using: &random))
    }
    let forward = clip(line, square)
    let backward = clip(line.reversed(), square).reversed().map { Array($0.reversed()) }
    #expect(forward == backward)
  }

  @Test(
    "chains lie in the rectangle and within a unit of the line, and miss nothing",
    arguments: 1...200 as ClosedRange<UInt64>)
  func sampled(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let line = (0..<Int.random(in: 2...12, using: &random)).map { _ in
      (Int64.random(in: -300...400, using: &random), Int64.random(in: -300...400, using: &random))
    }
    let parts = clip(line, square)
    func distance(_ px: Double, _ py: Double, _ points: [(x: Double, y: Double)]) -> Double {
      zip(points, points.dropFirst()).map { PlainGeometry.distance(px, py, $0, $1) }.min() ?? 1e9
    }
    let source = line.map { (x: Double($0.0), y: Double($0.1)) }
    let pieces = parts.map { $0.map { (x: Double($0[0]), y: Double($0[1])) } }
    for piece in pieces {
      for p in piece {
        #expect(p.x >= 0 && p.x <= 100 && p.y >= 0 && p.y <= 100)
        #expect(distance(p.x, p.y, source) <= 0.75)
      }
    }
    for (a, b) in zip(source, source.dropFirst()) {
      for k in 0...50 {
        let t = Double(k) / 50
        let (px, py) = (a.x + t * (b.x - a.x), a.y + t * (b.y - a.y))
        guard px > 2, px < 98, py > 2, py < 98 else { continue }
        #expect(pieces.map { distance(px, py, $0) }.min() ?? 1e9 <= 0.75)
      }
    }
  }

  @Test("segments are left out only where they miss", arguments: 1...20 as ClosedRange<UInt64>)
  func besides(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rect = GridRect(minX: 100, minY: 50, maxX: 160, maxY: 90)
    var leftOut = 0
    for _ in 0..<400 {
      let x = (0..<2).map { _ in Int64.random(in: 0...260, using: &random) }
      let y = (0..<2).map { _ in Int64.random(in: 0...140, using: &random) }
      var isTaken = false
      selectRuns(x: x.span, y: y.span, range: 0..<2, touching: rect) { _, _, _ in isTaken = true }
      var parts = ClippedParts()
      clipLine(x: x.span, y: y.span, to: rect, into: &parts)
      if !isTaken {
        leftOut += 1
        #expect(parts.ends.isEmpty)
      }
    }
    #expect(leftOut > 100)
  }
}
