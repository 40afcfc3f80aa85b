import TestSupport
import Testing

@testable import TileGeometry

/// Importance, filtering and quantising.
@Suite("Simplify")
struct SimplifyTests {
  func importance(_ x: [Double], _ y: [Double], ring: Bool = false) -> [Float] {
    var measurer = VertexImportance()
    var result = [Float](repeating: -1, count: x.count)
    var span = result.mutableSpan
    if ring {
      measurer.measureRing(x: x.span, y: y.span, importance: &span)
    } else {
      measurer.measureLine(x: x.span, y: y.span, importance: &span)
    }
    return result
  }

  @Test("keeps what recursive Douglas-Peucker keeps", arguments: 1...60 as ClosedRange<UInt64>)
  func douglasPeucker(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (px, py) = (0.5, 0.5)
    let points = (0..<Int.random(in: 2...200, using: &random)).map { _ in
      px += Double.random(in: -0.01...0.015, using: &random)
      py += Double.random(in: -0.01...0.01, using: &random)
      return (x: px, y: py)
    }
    let measured = importance(points.map(\.x), points.map(\.y))
    for tolerance in [0.0005, 0.002, 0.01, 0.05] {
      let kept = measured.indices.filter { measured[$0] >= Float(tolerance * tolerance) }
      #expect(kept == PlainGeometry.douglasPeucker(points, tolerance: tolerance))
    }
  }

  @Test("what is dropped of a comb of equal teeth lies within the tolerance")
  func comb() {
    // The farthest vertex is always the next one: this goes far deeper than ordinary paths.
    let count = 2_000
    let x = (0..<count).map { Double($0) / 2 }
    let y = (0..<count).map { i -> Double in i & 1 == 0 ? 0 : 0.3 + Double(i % 7) * 0.001 }
    let measured = importance(x, y)
    for tolerance in [0.01, 0.25, 0.302, 0.304, 0.5] {
      let kept = measured.indices.filter { measured[$0] >= Float(tolerance * tolerance) }
      let points = zip(x, y).map { (x: $0, y: $1) }
      for (from, to) in zip(kept, kept.dropFirst()) where to - from > 1 {
        for i in from + 1..<to {
          let distance = PlainGeometry.distance(
            points[i].x, points[i].y, points[from], points[to])
          #expect(distance <= tolerance * (1 + 1e-6))
        }
      }
      if tolerance == 0.01 { #expect(kept.count == count) }
      if tolerance == 0.5 { #expect(kept.count == 2) }
    }
  }

  @Test("a ring keeps two anchors, and vertices by their distance")
  func ring() {
    // A square with a shallow bump on its top edge; vertex 3 lies farthest from vertex 0.
    let measured = importance([0, 0.5, 1, 1, 0], [0, -0.1, 0, 1, 1], ring: true)
    #expect(measured[0] == .infinity && measured[3] == .infinity)
    #expect(measured[2] == 0.5 && measured[4] == 0.5)
    #expect(measured[1] > 0 && measured[1] < 0.02)
  }

  @Test("of a ring narrower than the tolerance two more vertices count for its length")
  func thinRing() {
    func thin(_ x: [Double], _ y: [Double], tolerance: Double = 0.25) -> ThinRing? {
      let measured = importance(x, y, ring: true)
      return ThinRing(
        x: x.span, y: y.span, importance: measured.span, tolerance: tolerance, pixel: 0.5)
    }
    // 8 x 1, and a dent in a long side.
    let (x, y) = ([0.0, 4, 8, 8, 0], [0.0, 0.1, 0, 1, 1])
    let found = thin(x, y)
    #expect(found?.vertices.sorted() == [2, 4])
    #expect(found?.importance == 4)
    // A third vertex that counts for as much anyway.
    #expect(thin(x, y, tolerance: 0.1) == nil)
    // Shorter than a pixel of the deepest zoom.
    #expect(thin(x.map { $0 / 20 }, y.map { $0 / 20 }) == nil)
    // A triangle, and one with a vertex in the middle of a side.
    #expect(thin([0, 8, 4], [0, 0, 0.5])?.vertices == [2])
    #expect(thin([0, 4, 8, 4], [0, 0, 0, 0.5])?.vertices == [3])
    #expect(thin([0, 8], [0, 1]) == nil)
  }

  @Test("one vertex, equal vertices, none")
  func degenerate() {
    #expect(importance([1], [1]) == [.infinity])
    #expect(importance([1, 1, 1], [2, 2, 2]) == [.infinity, 0, .infinity])
    #expect(importance([], []) == [])
    #expect(importance([1, 1, 1], [2, 2, 2], ring: true) == [.infinity, 0, 0])
  }

  @Test("grid coordinates are the nearest integers", arguments: 1...20 as ClosedRange<UInt64>)
  func rounding(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let world = Double.random(in: -2...3, using: &random)
      let scale = Double(UInt64(1) << UInt64.random(in: 8...37, using: &random))
      #expect(
        gridCoordinate(world, scale: scale) == Int64((world * scale).rounded(.toNearestOrEven)))
    }
    #expect(gridCoordinate(0.5, scale: 5) == 2)
    #expect(gridCoordinate(-0.5, scale: 5) == -2)
  }

  @Test("drops unimportant vertices and repeats, keeps order and indices")
  func filter() {
    let x = [0.0, 0.1, 0.101, 0.5, 1.0]
    let y = [0.0, 0.1, 0.101, 0.5, 1.0]
    let weights: [Float] = [.infinity, 1, 1, 0.001, .infinity]
    var outX = [Int64](repeating: 0, count: 5)
    var outY = outX
    var kept = [Int32](repeating: 0, count: 5)
    var spanX = outX.mutableSpan
    var spanY = outY.mutableSpan
    var spanKept = kept.mutableSpan
    let count = quantise(
      x: x.span, y: y.span, importance: weights.span, threshold: 0.01, scale: 100,
      outX: &spanX, outY: &spanY, kept: &spanKept)
    #expect(count == 3)
    #expect(Array(outX.prefix(3)) == [0, 10, 100])
    #expect(Array(kept.prefix(3)) == [0, 1, 4])
  }

  @Test("a path in stretches gives what the whole gives", arguments: 1...20 as ClosedRange<UInt64>)
  func stretches(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 500
    // Few places, so that many vertices repeat the one before, also where stretches meet.
    let x = (0..<count).map { _ in Double(Int.random(in: 0...2, using: &random)) / 2 }
    let y = (0..<count).map { _ in Double(Int.random(in: 0...1, using: &random)) }
    let weights = (0..<count).map { _ in Float.random(in: 0...1, using: &random) }
    func quantised(_ cuts: [Int]) -> [[Int]] {
      var outX = [Int64](repeating: 0, count: count)
      var outY = outX
      var kept = [Int32](repeating: 0, count: count)
      var done = 0
      for (start, end) in zip([0] + cuts, cuts + [count]) {
        var spanX = outX.mutableSpan
        var spanY = outY.mutableSpan
        var spanKept = kept.mutableSpan
        done = quantise(
          x: x.span.extracting(start..<end), y: y.span.extracting(start..<end),
          importance: weights.span.extracting(start..<end), threshold: 0.3, scale: 10,
          outX: &spanX, outY: &spanY, kept: &spanKept, after: done, first: start)
      }
      return [outX.prefix(done).map(Int.init), outY.prefix(done).map(Int.init)]
        + [kept.prefix(done).map(Int.init)]
    }
    let cuts = (0..<9).map { _ in Int.random(in: 0...count, using: &random) }.sorted()
    #expect(quantised(cuts) == quantised([]))
  }
}
