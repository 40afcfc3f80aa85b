import TestSupport
import Testing

@testable import TileGeometry

/// Polygons cut by a rectangle.
@Suite("Ring clipper")
struct RingClipperTests {
  typealias Ring = [(Int64, Int64)]
  let square = GridRect(minX: 0, minY: 0, maxX: 100, maxY: 100)

  /// Clips rings; returns the rings that are left, with the result.
  func clip(_ rings: [Ring], _ rect: GridRect) -> (RingClipper.Result, [[(x: Double, y: Double)]]) {
    var clipper = RingClipper()
    var out = ClippedParts()
    let points = rings.flatMap { $0 }
    var ends: [Int32] = []
    for ring in rings { ends.append((ends.last ?? 0) + Int32(ring.count)) }
    let x = points.map(\.0)
    let y = points.map(\.1)
    let result = clipper.clip(
      x: x.span, y: y.span, ringEnds: ends.span, first: 0, to: rect, into: &out)
    var parts: [[(x: Double, y: Double)]] = []
    var start = 0
    for end in out.ends {
      parts.append((start..<end).map { (Double(out.x[$0]), Double(out.y[$0])) })
      start = end
    }
    return (result, parts)
  }

  @Test("a comb over a side falls into its prongs")
  func comb() {
    // An E lying with its back inside and three prongs reaching over the eastern side.
    let comb: Ring = [
      (80, 10), (130, 10), (130, 20), (90, 20), (90, 40), (130, 40), (130, 50), (90, 50), (90, 70),
      (130, 70), (130, 80), (80, 80),
    ]
    let (result, rings) = clip([comb], GridRect(minX: 100, minY: 0, maxX: 200, maxY: 100))
    #expect(result == .cut)
    #expect(rings.count == 3)
    #expect(rings.map(PlainGeometry.doubleArea) == [600, 600, 600])
  }

  @Test("rings that touch in a point of a side, of which several leave there")
  func touchOnSide() {
    let west: Ring = [(20, 50), (50, 100), (20, 150)]
    let east: Ring = [(80, 50), (80, 150), (50, 100)]
    let south: Ring = [(50, 100), (60, 150), (40, 150)]
    for rings in [[west, east, south], [south, west, east], [east, south, west]] {
      let (result, parts) = clip(rings, square)
      #expect(result == .cut)
      // Two triangles, 30 wide and 50 high.
      #expect(parts.map(PlainGeometry.doubleArea).reduce(0, +) == 3_000)
    }
  }

  @Test("rings that touch each other at the sides and enclose the rectangle together")
  func together() {
    // Each leaves a side of the triangle between them, whose corners lie on the rectangle's sides.
    let south: Ring = [(0, 25), (100, 25), (100, 225), (-225, 225), (-225, 25)]
    let west: Ring = [(0, 25), (-225, 0), (-225, -225), (25, -225), (25, 0)]
    let east: Ring = [(25, 0), (50, -225), (225, -225), (225, 25), (100, 25)]
    for rings in [[south, west, east], [west, east, south], [east, south, west]] {
      let (result, parts) = clip(rings, square)
      #expect(result == .cut)
      // All but the triangle, 100 wide and 25 high.
      #expect(parts.map(PlainGeometry.doubleArea).reduce(0, +) == 20_000 - 2_500)
    }
    // The triangle alone.
    let (result, parts) = clip([[(0, 25), (25, 0), (100, 25)]], square)
    #expect(result == .cut)
    #expect(parts.map(PlainGeometry.doubleArea) == [2_500])
  }

  @Test("a ring round the rectangle covers it, a hole round it uncovers it")
  func cover() {
    let round: Ring = [(-50, -50), (150, -50), (150, 150), (-50, 150)]
    let hole: Ring = [(-20, -20), (-20, 120), (120, 120), (120, -20)]
    let (covered, rings) = clip([round], square)
    #expect(covered == .covered)
    #expect(rings.map(PlainGeometry.doubleArea) == [20_000])
    #expect(clip([round, hole], square).0 == .outside)
  }

  @Test("a hole inside a covered rectangle stays a hole")
  func coveredWithHole() {
    let round: Ring = [(-50, -50), (150, -50), (150, 150), (-50, 150)]
    let hole: Ring = [(20, 20), (20, 40), (40, 40), (40, 20)]
    let (result, rings) = clip([round, hole], square)
    #expect(result == .cut)
    #expect(rings.map(PlainGeometry.doubleArea).sorted() == [-800, 20_000])
  }

  @Test("a polygon with the rectangle's own sides is the rectangle; its neighbours get nothing")
  func equalsRectangle() {
    let ring: Ring = [(0, 0), (100, 0), (100, 100), (0, 100)]
    #expect(clip([ring], square).0 == .covered)
    for (dx, dy) in [(-100, 0), (100, 0), (0, -100), (0, 100), (100, 100), (-100, -100)]
      as [(Int64, Int64)]
    {
      let rect = GridRect(minX: dx, minY: dy, maxX: dx + 100, maxY: dy + 100)
      #expect(clip([ring], rect).0 == .outside)
    }
  }

  @Test("a vertex that touches a side from inside stays a vertex")
  func touch() {
    let (result, rings) = clip([[(50, 20), (80, 80), (0, 50)]], square)
    #expect(result == .cut)
    #expect(rings.count == 1 && rings[0].count == 3)
    #expect(
      PlainGeometry.doubleArea(rings[0]) == PlainGeometry.doubleArea([(50, 20), (80, 80), (0, 50)]))
  }

  @Test("a hole whose edge lies on a side becomes a notch")
  func holeOnSide() {
    let round: Ring = [(-50, -50), (150, -50), (150, 150), (-50, 150)]
    let hole: Ring = [(0, 40), (0, 60), (30, 60), (30, 40)]
    let (_, rings) = clip([round, hole], square)
    #expect(rings.count == 1)
    #expect(rings.map(PlainGeometry.doubleArea) == [20_000 - 1_200])
  }

  @Test(
    "holes that only touch sides of a covered rectangle stay holes",
    arguments: [
      [(100, 50), (50, 20), (50, 80)], [(50, 20), (50, 80), (0, 50)],
      [(100, 50), (50, 20), (0, 50), (50, 80)], [(100, 100), (50, 20), (20, 50)],
      [(100, 0), (50, 0), (20, 50), (50, 100)],
    ] as [Ring])
  func holeTouchesSide(hole: Ring) {
    let round: Ring = [(-50, -50), (150, -50), (150, 150), (-50, 150)]
    let area = PlainGeometry.doubleArea(hole.map { (Double($0.0), Double($0.1)) })
    for turned in [false, true] {
      // A hole runs against its exterior.
      let ring = (area < 0) == turned ? Array(hole.reversed()) : hole
      guard PlainGeometry.doubleArea(ring.map { (Double($0.0), Double($0.1)) }) < 0 else {
        continue
      }
      let (result, rings) = clip([round, ring], square)
      #expect(result == .cut)
      #expect(rings.map(PlainGeometry.doubleArea).reduce(0, +) == 20_000 - abs(area))
      // Alone, without the ring round the rectangle, it is the polygon that it is.
      let (_, alone) = clip([ring.reversed()], square)
      #expect(alone.map(PlainGeometry.doubleArea).reduce(0, +) == abs(area))
    }
  }

  @Test(
    "points inside stay inside, points outside stay outside",
    arguments: 1...300 as ClosedRange<UInt64>)
  func sampled(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // A star-shaped ring round a centre is simple; a smaller one of the same centre is its hole.
    let count = Int.random(in: 3...40, using: &random)
    let centre = (
      Double.random(in: -60...160, using: &random), Double.random(in: -60...160, using: &random)
    )
    var outer: Ring = []
    var inner: Ring = []
    for k in 0..<count {
      let angle = Double(k) / Double(count) * 2 * Double.pi
      let radius = Double.random(in: 30...150, using: &random)
      let (sine, cosine) = sineAndCosine(angle)
      outer.append((Int64(centre.0 + radius * cosine), Int64(centre.1 + radius * sine)))
      inner.append((Int64(centre.0 + 12 * cosine), Int64(centre.1 + 12 * sine)))
    }
    let withHole = count > 8 && Bool.random(using: &random)
    let rings = withHole ? [outer, inner.reversed()] : [outer]
    let (_, clipped) = clip(rings, square)
    let original = rings.map { $0.map { (x: Double($0.0), y: Double($0.1)) } }
    for _ in 0..<200 {
      let px = Double.random(in: -20...120, using: &random)
      let py = Double.random(in: -20...120, using: &random)
      // Rounding moves edges by up to a unit: only points away from edges are judged.
      let near = original.contains { ring in
        ring.indices.contains { i in
          PlainGeometry.distance(px, py, ring[i], ring[(i + 1) % ring.count]) < 1.5
        }
      }
      let onSide = min(abs(px), abs(py), abs(px - 100), abs(py - 100)) < 1.5
      if near || onSide { continue }
      let inRect = px > 0 && px < 100 && py > 0 && py < 100
      let expected = inRect && PlainGeometry.contains(original, px, py)
      #expect(PlainGeometry.contains(clipped, px, py) == expected, "(\(px), \(py))")
    }
  }

  @Test(
    "reducing a ring round an area changes nothing inside it",
    arguments: 1...300 as ClosedRange<UInt64>)
  func reduced(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 3...60, using: &random)
    let centre = (
      Double.random(in: -200...300, using: &random), Double.random(in: -200...300, using: &random)
    )
    let ring: Ring = (0..<count).map { k in
      let (sine, cosine) = sineAndCosine(Double(k) / Double(count) * 2 * Double.pi)
      let radius = Double.random(in: 100...500, using: &random)
      return (Int64(centre.0 + radius * cosine), Int64(centre.1 + radius * sine))
    }
    var x: [Int64] = []
    var y: [Int64] = []
    let fullX = ring.map(\.0)
    let fullY = ring.map(\.1)
    let bounds = reduceRing(
      x: fullX.span, y: fullY.span, range: 0..<count,
      around: GridRect(minX: -20, minY: -20, maxX: 120, maxY: 120), intoX: &x, intoY: &y)
    let (full, fullRings) = clip([ring], square)
    guard bounds != nil else {
      #expect(full == .outside)
      return
    }
    let (result, rings) = clip([Array(zip(x, y))], square)
    #expect(result == full)
    #expect(rings.map(PlainGeometry.doubleArea) == fullRings.map(PlainGeometry.doubleArea))
  }

  /// Sine and cosine by rotation, so that no maths library is needed.
  func sineAndCosine(_ angle: Double) -> (Double, Double) {
    var (c, s) = (1.0, 0.0)
    let steps = 64
    let half = angle / Double(steps) / 2
    let (rc, rs) = ((1 - half * half) / (1 + half * half), 2 * half / (1 + half * half))
    for _ in 0..<steps { (c, s) = (c * rc - s * rs, s * rc + c * rs) }
    return (s, c)
  }
}
