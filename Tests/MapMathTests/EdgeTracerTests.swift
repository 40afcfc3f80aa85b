import Glibc
import MapMath
import TestSupport
import Testing

@Suite("EdgeTracer") struct EdgeTracerTests {
  /// A traced path.
  struct Traced: Equatable {
    var x: [Double] = []
    var y: [Double] = []
    var along: [Double] = []
    var breaks: [Int] = []
    var summary = EdgeTracer.Summary()

    /// The place with this `along`, linear between the points.
    func place(at position: Double) -> (x: Double, y: Double) {
      let right = max(1, along.firstIndex { $0 >= position } ?? along.count - 1)
      let part = (position - along[right - 1]) / (along[right] - along[right - 1])
      return (
        x[right - 1] + (x[right] - x[right - 1]) * part,
        y[right - 1] + (y[right] - y[right - 1]) * part
      )
    }

    /// The distance of a point from the nearest chord.
    func distance(x px: Double, y py: Double) -> Double {
      (1..<x.count).map { i in
        let (dx, dy) = (x[i] - x[i - 1], y[i] - y[i - 1])
        let square = dx * dx + dy * dy
        let along = square > 0 ? ((px - x[i - 1]) * dx + (py - y[i - 1]) * dy) / square : 0
        let part = max(0, min(1, along))
        return hypot(px - x[i - 1] - part * dx, py - y[i - 1] - part * dy)
      }.min() ?? .infinity
    }
  }

  private func trace(
    _ degrees: [(Double, Double)], _ curve: EdgeTracer.Curve, tolerance: Double = 1e-4,
    turns: Int? = nil, placesAlong: Bool = true
  ) -> Traced {
    var result = Traced()
    let latitudes = degrees.map(\.0)
    let longitudes = degrees.map(\.1)
    let tracer = EdgeTracer(curve: curve, tolerance: tolerance, placesAlong: placesAlong)
    result.summary = tracer.trace(
      latitudes: latitudes.span, longitudes: longitudes.span, turns: turns, x: &result.x,
      y: &result.y, along: &result.along, breaks: &result.breaks)
    return result
  }

  /// The point at a fraction of the great circle, by the textbook formula and the C library.
  private func greatCircle(
    _ a: (Double, Double), _ b: (Double, Double), _ t: Double
  ) -> (x: Double, y: Double) {
    let degree = Double.pi / 180
    func vector(_ p: (Double, Double)) -> SIMD3<Double> {
      let (lat, lng) = (p.0 * degree, p.1 * degree)
      return SIMD3(cos(lat) * cos(lng), cos(lat) * sin(lng), sin(lat))
    }
    let (va, vb) = (vector(a), vector(b))
    let angle = 2 * asin(sqrt(((va - vb) * (va - vb)).sum()) / 2)
    let v = va * (sin((1 - t) * angle) / sin(angle)) + vb * (sin(t * angle) / sin(angle))
    let x = atan2(v.y, v.x) / (2 * Double.pi) + 0.5
    let middle = (a.1 + (b.1 - a.1) * t) / 360 + 0.5
    let y = 0.5 - asinh(v.z / hypot(v.x, v.y)) / (2 * Double.pi)
    return (x + (middle - x).rounded(), y)
  }

  @Test("Mercator edges have no points between")
  func mercator() {
    let line = trace([(0, 0), (60, 200)], .mercator)
    #expect(line.x == [0.5, 200.0 / 360 + 0.5] && line.along == [0, 1])
    #expect(line.y == [0.5, Mercator.worldY(latitude: 60)])
    let ring = trace([(0, 0), (0, 10), (10, 10)], .mercator, turns: 0)
    #expect(ring.along == [0, 1, 2, 3] && ring.x.last == 0.5 && ring.y.last == 0.5)
    let closed = trace([(0, 0), (0, 10), (10, 10), (0, 0)], .mercator, turns: 0)
    #expect(closed == ring)
    let cap = trace([(80, 0), (80, 120), (80, 240)], .mercator, turns: 1)
    #expect(cap.x.last == 1.5)
    #expect(trace([], .geodesic) == Traced())
    #expect(trace([(1, 2)], .geodesic, turns: 0).along == [0])
  }

  @Test("a long great circle: Melbourne to Perth")
  func melbournePerth() {
    let line = trace([(-37.81319, 144.96298), (-31.95285, 115.85734)], .geodesic, tolerance: 1e-6)
    // The middle of the arc, from an independent calculation.
    let middle = line.place(at: 0.5)
    #expect(abs(middle.x - Mercator.worldX(longitude: 129.879392)) < 2e-6)
    #expect(abs(middle.y - Mercator.worldY(latitude: -35.763221)) < 2e-6)
    #expect(line.along.first == 0 && line.along.last == 1)
  }

  @Test(
    "chords stay within tolerance of the great circle, and along of its fraction",
    arguments: 1...150 as ClosedRange<UInt64>)
  func withinTolerance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let a = (
      Double.random(in: -84...84, using: &random), Double.random(in: -180...180, using: &random)
    )
    let width = Double.random(in: -179.5...179.5, using: &random)
    // One in three is symmetric to the equator, where the middle shows no deviation.
    let b = (seed % 3 == 0 ? -a.0 : Double.random(in: -84...84, using: &random), a.1 + width)
    for tolerance in [1e-3, 1e-5] {
      let line = trace([a, b], .geodesic, tolerance: tolerance)
      let shape = trace([a, b], .geodesic, tolerance: tolerance, placesAlong: false)
      #expect(shape.x.count <= line.x.count)
      for step in 0...400 {
        let t = Double(step) / 400
        let truth = greatCircle(a, b, t)
        guard truth.y > -0.05, truth.y < 1.05 else { continue }
        let place = line.place(at: t)
        #expect(hypot(place.x - truth.x, place.y - truth.y) <= tolerance)
        #expect(shape.distance(x: truth.x, y: truth.y) <= tolerance)
      }
    }
  }

  @Test("a reversed edge has the same points", arguments: 1...40 as ClosedRange<UInt64>)
  func reversal(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let a = (
      Double.random(in: -89...89, using: &random), Double.random(in: -180...180, using: &random)
    )
    let b = (
      Double.random(in: -89...89, using: &random),
      a.1 + Double.random(in: -180...180, using: &random)
    )
    for curve in [EdgeTracer.Curve.geodesic, .lnglat] {
      let there = trace([a, b], curve, tolerance: 1e-6)
      let back = trace([b, a], curve, tolerance: 1e-6)
      #expect(there.x.count > 2)
      #expect(Array(back.x.reversed()) == there.x)
      #expect(Array(back.y.reversed()) == there.y)
    }
  }

  @Test(
    "an edge a turn further east has the same points", arguments: 1...40 as ClosedRange<UInt64>)
  func turns(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Few decimals, as documents have them: a turn more costs these longitudes their last bits.
    func longitude(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random)) / 1e7
    }
    let start = longitude(-1_800_000_000 ... -50_000_000)
    let end = start + longitude(10_000_000...1_700_000_000)
    let (south, north) = (
      Double.random(in: -80...80, using: &random), Double.random(in: -80...80, using: &random)
    )
    for curve in [EdgeTracer.Curve.geodesic, .lnglat] {
      let here = trace([(south, start), (north, end)], curve, tolerance: 1e-6)
      let there = trace([(south, start + 360), (north, end + 360)], curve, tolerance: 1e-6)
      #expect(here.x.count > 2)
      // ``BorderFinder`` finds common vertices by the bits of y, and x to 2^-44.
      #expect(there.y == here.y)
      #expect(zip(here.x, there.x).allSatisfy { abs($0 + 1 - $1) < 0x1p-50 })
    }
  }

  @Test("straight in degrees: the parallel is straight, a slope bends", arguments: [1e-3, 1e-6])
  func lnglat(tolerance: Double) {
    #expect(trace([(50, 0), (50, 170)], .lnglat, tolerance: tolerance).x.count == 2)
    #expect(trace([(50, -180), (50, 180)], .lnglat, tolerance: tolerance).x.count == 2)
    for (a, b) in [((0.0, 0.0), (80.0, 90.0)), ((-70, 10), (70, -140)), ((-10, 0), (60, 0))] {
      let line = trace([a, b], .lnglat, tolerance: tolerance)
      for step in 0...300 {
        let t = Double(step) / 300
        let place = line.place(at: t)
        let x = (a.1 + (b.1 - a.1) * t) / 360 + 0.5
        let y = Mercator.worldY(latitude: a.0 + (b.0 - a.0) * t)
        #expect(hypot(place.x - x, place.y - y) <= tolerance)
      }
    }
  }

  @Test("an edge of half a turn leads over the nearer pole and is broken there")
  func overPole() {
    let line = trace([(60, -30), (50, 150)], .geodesic)
    #expect(line.summary.poleCrossings == 1 && line.summary.antipodalEdges == 0)
    #expect(line.breaks.count == 1)
    let cut = line.breaks[0]
    let west = Mercator.worldX(longitude: -30)
    #expect(line.x[..<cut].allSatisfy { $0 == west })
    #expect(line.x[cut...].allSatisfy { $0 == Mercator.worldX(longitude: 150) })
    #expect(line.y[cut - 1] == Mercator.worldY(latitude: 89) && line.y[cut] == line.y[cut - 1])
    // 29 of 70 degrees lie before the jump, 39 after it.
    #expect(abs(line.along[cut - 1] - 29.0 / 70) < 1e-12)
    #expect(abs(line.along[cut] - 31.0 / 70) < 1e-12)
    #expect(zip(line.along, line.along.dropFirst()).allSatisfy { $0 <= $1 })

    let south = trace([(-60, -30), (50, 150)], .geodesic)
    #expect(south.y.max() == Mercator.worldY(latitude: -89))
    let antipodes = trace([(20, 0), (-20, 180)], .geodesic)
    #expect(antipodes.summary.antipodalEdges == 1)
    #expect(antipodes.y.min() == Mercator.worldY(latitude: 89))
    let shape = trace([(60, -30), (50, 150)], .geodesic, placesAlong: false)
    #expect(shape.x.count == 4)
    // Ends that lie beyond the jump are used as they are.
    let near = trace([(89.5, 0), (89.5, 180)], .geodesic)
    #expect(near.x.count == 2 && near.breaks == [1])
  }

  @Test("poles as vertices, and edges that have no shortest way, stay finite")
  func extremes() {
    let toPole = trace([(60, 20), (90, 110)], .geodesic)
    let first = toPole.x[0]
    #expect(zip(toPole.x, toPole.y).allSatisfy { $0 == first || $1 < 0 })
    let poles = trace([(90, 10), (-90, 50)], .geodesic)
    #expect(poles.x.count == 2)
    #expect(trace([(90, 10), (90, 50)], .geodesic).x.count == 2)
    #expect(trace([(-60, -180), (-60, 180)], .geodesic).x.count == 2)
    #expect(trace([(10, 0), (10, 300)], .geodesic).x.count == 2)
    #expect(trace([(10, 10), (10, 10)], .geodesic).x.count == 2)
    let tiny = trace([(84, 0), (84, 179.999999)], .geodesic, tolerance: 1e-15)
    #expect(tiny.x.count <= 1 << 14 + 1)
    let isFinite = (tiny.x + tiny.y).allSatisfy { $0.isFinite }
    #expect(isFinite)
  }

  @Test("a geodesic ring closes with its own curve")
  func ring() {
    let ring = trace([(40, 0), (50, 60), (40, 120)], .geodesic, turns: 0)
    #expect(ring.x.first == ring.x.last && ring.y.first == ring.y.last)
    #expect(ring.along.last == 3)
    // The closing edge runs high in the north: cos 60 tan(lat) = tan 40.
    let top = Mercator.worldY(latitude: atan(tan(40 * Double.pi / 180) / 0.5) * 180 / Double.pi)
    #expect(abs((ring.y.min() ?? 0) - top) < 1e-4)
    let shifted = trace([(40, 360), (50, 420), (40, 480)], .geodesic, turns: 0)
    #expect(zip(shifted.x, ring.x).allSatisfy { abs($0 - $1 - 1) < 1e-15 })
    #expect(shifted.y == ring.y)
  }
}
