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
    var borders = (0..<12).map { _ in Double.random(in: 1..<line.length - 1, using: &random) }
    borders += line.distances[1..<11]
    borders.sort()
    for i in 1..<borders.count - 1 {
      let found = line.snappedCut(
        near: borders[i], after: borders[i - 1], before: borders[i + 1], reach: 24)
      let best = twin.best(
        near: borders[i], after: borders[i - 1], before: borders[i + 1], reach: 24)
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
      #expect(line.distances[cut.before] < cut.distance)
      #expect(line.distances[cut.after] > cut.distance)
    }
  }

  @Test(
    "borders far from corners are cut where they are", arguments: 1...40 as ClosedRange<UInt64>,
    [4.0, 20, 100])
  func exact(seed: UInt64, halfWidth: Double) throws {
    var random = SeededGenerator(seed: seed)
    let (x, y) = Self.randomLine(12, step: 300, turn: 0.3, &random)
    let line = GridLine(x: x, y: y)
    let twin = SnappedCutTwin(zip(x, y).map { SIMD2(Double($0), Double($1)) })
    let stroke = GridLine.Stroke(halfWidth: halfWidth, pixel: 16, isTranslucent: true)
    for border in stride(from: 40, to: line.length - 40, by: 37) {
      let place = line.clearPlace(near: border, for: stroke)
      #expect(place == border)
      let cut = try #require(
        line.cut(at: place, after: place - 256, before: place + 256, for: stroke))
      #expect(cut.distance == place)
      let exact = point(of: line, at: place)
      let apart = exact - SIMD2(Double(cut.x), Double(cut.y))
      let way = twin.points[line.segment(at: place) + 1] - twin.points[line.segment(at: place)]
      let along = abs((apart * way).sum()) / (way * way).sum().squareRoot()
      #expect(along <= 0.5.squareRoot() + 1e-9)
      #expect((apart * apart).sum() - along * along <= 0.75 * 0.75 + 1e-9)
      // Wide strokes show the slightest bend: the line runs straight through the cut.
      #expect(cut.hasLead || halfWidth <= 32)
      #expect(cut.before < cut.after)
      #expect(line.distances[cut.before] <= place && line.distances[cut.after] >= place)
    }
  }

  private func point(of line: GridLine, at distance: Double) -> SIMD2<Double> {
    let segment = line.segment(at: distance)
    let a = SIMD2(Double(line.x[segment]), Double(line.y[segment]))
    let b = SIMD2(Double(line.x[segment + 1]), Double(line.y[segment + 1]))
    let length = line.distances[segment + 1] - line.distances[segment]
    return a + (b - a) * ((distance - line.distances[segment]) / length)
  }

  @Test(
    "translucent pieces keep out of corners", arguments: 1...40 as ClosedRange<UInt64>,
    [(400.0, 2.5), (60, 1)])
  func corners(seed: UInt64, kind: (step: Double, turn: Double)) {
    var random = SeededGenerator(seed: seed)
    let (x, y) = Self.randomLine(14, step: kind.step, turn: kind.turn, &random)
    let line = GridLine(x: x, y: y)
    let twin = SnappedCutTwin(zip(x, y).map { SIMD2(Double($0), Double($1)) })
    let halfWidth = Double.random(in: 20...120, using: &random)
    let stroke = GridLine.Stroke(halfWidth: halfWidth, pixel: 16, isTranslucent: true)
    // The margin for a straight stretch, three quarters of a pixel.
    func isClear(_ place: Double, margin: Double) -> Bool {
      twin.isClear(place, halfWidth: halfWidth, margin: margin)
    }
    for _ in 0..<40 {
      let ideal = Double.random(in: 2..<line.length - 2, using: &random)
      let place = line.clearPlace(near: ideal, for: stroke)
      let most = halfWidth + 12
      #expect(abs(place - ideal) <= most)
      let clear = stride(from: max(0.5, ideal - most), to: min(line.length, ideal + most), by: 0.5)
        .filter { isClear($0, margin: 12) }
      if place != ideal {
        #expect(isClear(place, margin: 11.99), "\(place) is in a corner")
        for other in clear { #expect(abs(place - ideal) <= abs(other - ideal) + 1) }
      }
    }
  }

  @Test("in round bends hardly a cut makes a translucent line lie over itself")
  func folds() throws {
    var (cuts, folded) = (0, 0)
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let halfWidth = Double.random(in: 60...200, using: &random)
      let radius = halfWidth * Double.random(in: 1.5...4, using: &random)
      // The insides of the bends leave two pixels and more of each segment.
      let turn = 2 * atan(24 / (radius - halfWidth)) * Double.random(in: 1...1.5, using: &random)
      let arc = (0...Int(.pi / turn) + 2).map { step in
        SIMD2(5000 + radius * cos(turn * Double(step)), 5000 + radius * sin(turn * Double(step)))
      }
      let line = GridLine(
        x: arc.map { Int64($0.x.rounded()) }, y: arc.map { Int64($0.y.rounded()) })
      let stroke = GridLine.Stroke(halfWidth: halfWidth, pixel: 16, isTranslucent: true)
      let points = zip(line.x, line.y).map { SIMD2(Double($0), Double($1)) }
      #expect(Self.rest(points, halfWidth) > 32)
      for ideal in stride(from: 140, to: line.length - 140, by: 7) {
        let place = line.clearPlace(near: ideal, for: stroke)
        let cut = try #require(
          line.cut(at: place, after: place - 300, before: place + 300, for: stroke))
        #expect(cut.hasLead)
        let middle = SIMD2(Double(cut.x), Double(cut.y))
        let lead = SIMD2(Double(cut.leadX), Double(cut.leadY))
        let drawn = points[...cut.before] + [middle - lead, middle + lead] + points[cut.after...]
        cuts += 1
        folded += Self.rest(Array(drawn), halfWidth) < 0 ? 1 : 0
      }
    }
    #expect(folded * 100 < cuts, "\(folded) of \(cuts)")
  }

  /// The least that the insides of the bends at both its ends leave of a segment.
  private static func rest(_ points: [SIMD2<Double>], _ halfWidth: Double) -> Double {
    func bend(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
      abs(tan(atan2(a.x * b.y - a.y * b.x, (a * b).sum()) / 2))
    }
    return (1..<points.count - 2).map { i in
      let ways = (i - 1...i + 1).map { points[$0 + 1] - points[$0] }
      let inside = bend(ways[0], ways[1]) + bend(ways[1], ways[2])
      return (ways[1] * ways[1]).sum().squareRoot() - halfWidth * inside
    }.min() ?? .infinity
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
    #expect(line.cut(atVertex: 29).before == 29)
  }
}
