import Foundation
import TestSupport
import Testing
import TileGeometry

/// Cuts of lines, against a twin that looks at every grid point.
@Suite("Cuts of lines")
struct GridLineTests {
  /// A line of `count` vertices with steps about `step` long that turn by up to `turn`.
  static func randomLine(
    _ count: Int, step: Double, turn: Double, _ random: inout SeededGenerator
  ) -> (x: [Int64], y: [Int64]) {
    var heading = Double.random(in: 0..<(2 * .pi), using: &random)
    var place = SIMD2(1000.0, 1000.0)
    var (x, y) = ([Int64(1000)], [Int64(1000)])
    while x.count < count {
      heading += Double.random(in: -turn...turn, using: &random)
      place +=
        SIMD2(cos(heading), sin(heading)) * step * Double.random(in: 0.5...1.5, using: &random)
      let (gx, gy) = (Int64(place.x.rounded()), Int64(place.y.rounded()))
      if gx != x[x.count - 1] || gy != y[y.count - 1] {
        x.append(gx)
        y.append(gy)
      }
    }
    return (x, y)
  }

  @Test(
    "a cut is the best of all grid points", arguments: 1...40 as ClosedRange<UInt64>,
    [(900.0, 1.5), (60, 0.2), (12, 0.5), (200, 3)])
  func best(seed: UInt64, kind: (step: Double, turn: Double)) throws {
    var random = SeededGenerator(seed: seed)
    let (x, y) = Self.randomLine(12, step: kind.step, turn: kind.turn, &random)
    let line = GridLine(x: x, y: y)
    let twin = SnappedCutTwin(zip(x, y).map { SIMD2(Double($0), Double($1)) })
    #expect(abs(line.length - twin.distances[11]) < 1e-6)
    let halfWidth = Double.random(in: 8...160, using: &random)
    var borders = (0..<12).map { _ in Double.random(in: 1..<line.length - 1, using: &random) }
    borders += line.distances[1..<11]
    borders.sort()
    for i in 1..<borders.count - 1 {
      let found = line.cut(
        near: borders[i], after: borders[i - 1], before: borders[i + 1], halfWidth: halfWidth,
        reach: 24)
      let best = twin.best(
        near: borders[i], after: borders[i - 1], before: borders[i + 1], halfWidth: halfWidth,
        reach: 24)
      guard !best.isEmpty else {
        // A vertex between the middles, if there is one.
        if let found { #expect(line.distances.contains(found.distance)) }
        continue
      }
      let cut = try #require(found)
      // A grid point half way to the next may be rounded either way.
      let point = SIMD2(Double(cut.x), Double(cut.y))
      let isBest = best.contains { candidate in
        let apart = candidate.point - point
        return abs(candidate.distance - cut.distance) < 1e-6 && (apart * apart).sum() <= 1
      }
      #expect(isBest, "\(cut) is none of \(best)")
      #expect(line.distances[cut.segment] < cut.distance)
      #expect(line.distances[cut.segment + 1] > cut.distance)
    }
  }

  @Test("the segment and the point at a distance", arguments: 1...20 as ClosedRange<UInt64>)
  func place(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (x, y) = Self.randomLine(30, step: 40, turn: 2, &random)
    let line = GridLine(x: x, y: y)
    for _ in 0..<50 {
      let distance = Double.random(in: 0...line.length, using: &random)
      let segment = line.segment(at: distance)
      let expected = line.distances.lastIndex { $0 <= distance } ?? 0
      #expect(segment == min(expected, 28))
      let point = line.point(at: distance)
      let part =
        (distance - line.distances[segment])
        / (line.distances[segment + 1] - line.distances[segment])
      #expect(abs(Double(x[segment]) + Double(point.dx) * part - Double(point.x)) <= 0.5)
      #expect(abs(Double(y[segment]) + Double(point.dy) * part - Double(point.y)) <= 0.5)
    }
    #expect(line.cut(atVertex: 29).segment == 28)
  }
}
