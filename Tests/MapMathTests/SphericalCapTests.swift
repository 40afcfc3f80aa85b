import Glibc
import MapMath
import TestSupport
import Testing

@Suite("SphericalCap") struct SphericalCapTests {
  private func trace(
    _ latitude: Double, _ longitude: Double, radius: Double, tolerance: Double = 1e-4,
    isRepeated: Bool = false
  ) throws -> (fill: WorldPaths, outline: WorldPaths, extent: SphericalCap.Extent) {
    var (fill, outline) = (WorldPaths(), WorldPaths())
    let cap = try #require(
      SphericalCap(center: LatLng(latitude: latitude, longitude: longitude), radius: radius))
    let extent = cap.trace(
      tolerance: tolerance, fill: &fill, outline: &outline, isRepeated: isRepeated)
    return (fill, outline, extent)
  }

  /// The destination formula of the textbooks, with the C library.
  private func rim(
    _ latitude: Double, _ longitude: Double, radius: Double, heading: Double
  ) -> (x: Double, y: Double) {
    let degree = Double.pi / 180
    let (phi, delta, theta) = (latitude * degree, radius / 6_371_009, heading * degree)
    let sine = sin(phi) * cos(delta) + cos(phi) * sin(delta) * cos(theta)
    let turn = atan2(sin(theta) * sin(delta) * cos(phi), cos(delta) - sin(phi) * sine)
    return (longitude / 360 + 0.5 + turn / (2 * Double.pi), 0.5 - atanh(sine) / (2 * Double.pi))
  }

  private func distance(_ paths: WorldPaths, x: Double, y: Double) -> Double {
    var least = Double.infinity
    for i in 1..<paths.x.count {
      for shift in [-1.0, 0, 1] {
        let (ax, ay) = (paths.x[i - 1] + shift - x, paths.y[i - 1] - y)
        let (dx, dy) = (paths.x[i] - paths.x[i - 1], paths.y[i] - paths.y[i - 1])
        let square = dx * dx + dy * dy
        let part = square > 0 ? max(0, min(1, -(ax * dx + ay * dy) / square)) : 0
        least = min(least, hypot(ax + part * dx, ay + part * dy))
      }
    }
    return least
  }

  private func area(_ paths: WorldPaths, _ index: Int) -> Double {
    let range = paths.range(index)
    return range.reduce(0) { sum, i in
      let j = i + 1 == range.upperBound ? range.lowerBound : i + 1
      return sum + (paths.x[i] * paths.y[j] - paths.x[j] * paths.y[i]) / 2
    }
  }

  @Test("what a cap holds")
  func extents() throws {
    // A quarter of the globe's girth is 10,007,557.5 m, half of it 20,015,115.07 m.
    let quarter = 10_007_557.5
    #expect(try trace(0, 0, radius: 1e6).extent == .simple)
    #expect(try trace(0, 0, radius: quarter - 10).extent == .simple)
    #expect(try trace(45, 0, radius: quarter / 2 + 1).extent == .northPole)
    #expect(try trace(45, 0, radius: quarter / 2 - 1).extent == .simple)
    #expect(try trace(-80, 0, radius: quarter).extent == .southPole)
    #expect(try trace(0, 0, radius: quarter + 10).extent == .bothPoles)
    #expect(try trace(0, 0, radius: 20_015_115).extent == .bothPoles)
    #expect(try trace(0, 0, radius: 20_015_115.1).extent == .world)
    let middle = LatLng(latitude: 0, longitude: 0)
    for radius in [0, -1, .nan, .infinity] {
      #expect(SphericalCap(center: middle, radius: radius) == nil)
    }
    #expect(SphericalCap(center: LatLng(latitude: 91, longitude: 0), radius: 1) == nil)
  }

  @Test("an ordinary circle: compass points exact, symmetric, a multiple of 4 points")
  func ordinary() throws {
    let (fill, outline, _) = try trace(50, 10, radius: 1e6, tolerance: 1e-5)
    #expect(fill.count == 1 && outline.count == 1)
    #expect(fill.x.count % 4 == 0)
    #expect(outline.x.count == fill.x.count + 1 && outline.x.last == fill.x.first)
    #expect(fill.x[0] == Mercator.worldX(longitude: 10))
    // 1e6 m are 8.99320336 degrees of arc.
    let angle = 1e6 / 6_371_009 * 180 / Double.pi
    #expect(abs(fill.y[0] - Mercator.worldY(latitude: 50 + angle)) < 1e-15)
    let lowest = fill.y.max() ?? 0
    #expect(abs(lowest - Mercator.worldY(latitude: 50 - angle)) < 1e-15)
    for heading in [90.0, 270] {
      let side = rim(50, 10, radius: 1e6, heading: heading)
      let nearest = zip(fill.x, fill.y).map { hypot($0 - side.x, $1 - side.y) }.min() ?? 1
      #expect(nearest < 1e-15)
    }
    // Clockwise on the map, where y grows southward.
    #expect(area(fill, 0) > 0)
  }

  @Test(
    "chords keep within tolerance of the rim", arguments: 1...80 as ClosedRange<UInt64>)
  func withinTolerance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let latitude = Double.random(in: -90...90, using: &random)
    let longitude = Double.random(in: -180...180, using: &random)
    let radius = exp(Double.random(in: log(100)...log(2e7), using: &random))
    let tolerance = exp(Double.random(in: log(1e-7)...log(1e-3), using: &random))
    let (_, outline, extent) = try trace(latitude, longitude, radius: radius, tolerance: tolerance)
    #expect(extent != .world)
    for step in 0..<240 {
      let point = rim(latitude, longitude, radius: radius, heading: Double(step) * 1.5)
      guard point.y > -0.05, point.y < 1.05 else { continue }
      #expect(distance(outline, x: point.x, y: point.y) <= tolerance * (1 + 1e-6) + 2e-15)
    }
  }

  @Test(
    "the number of sides is that of the chord error",
    arguments: [(10.0, 16), (100, 48), (1000, 144), (10_000, 448)])
  func sides(radiusInUnits: Double, count: Int) throws {
    // 15, 45, 141 and 445 sides are needed at a quarter unit; the next multiples of 4 but one.
    let unit = 2.0 * 6_371_009 * Double.pi / Double(4096 << 14)
    let (fill, _, _) = try trace(
      0, 0, radius: radiusInUnits * unit, tolerance: 0.25 / Double(4096 << 14))
    #expect(abs(fill.x.count - count) <= 4)
  }

  @Test("round a pole: a chain one world wide, closed outside the map", arguments: [false, true])
  func pole(isSouth: Bool) throws {
    let sign = isSouth ? -1.0 : 1
    let (fill, outline, _) = try trace(70 * sign, 100, radius: 4e6)
    let centre = Mercator.worldX(longitude: 100)
    #expect(outline.count == 1 && fill.count == 1)
    #expect(outline.x.first == centre - 0.5 && outline.x.last == centre + 0.5)
    #expect(outline.y.first == outline.y.last)
    #expect(fill.x.count == outline.x.count + 2)
    #expect(fill.y.suffix(2) == (isSouth ? [1.1, 1.1] : [-0.1, -0.1]))
    #expect(fill.x.suffix(2) == [centre + 0.5, centre - 0.5])
    #expect(zip(outline.x, outline.x.dropFirst()).allSatisfy { $0 < $1 })
    // The far end of the rim, over the pole: 90 - (radius - 20 degrees).
    let angle = 4e6 / 6_371_009 * 180 / Double.pi
    let far = Mercator.worldY(latitude: sign * (180 - 70 - angle))
    #expect(abs(outline.y[0] - far) < 1e-15)
  }

  @Test("both poles: the world with a hole round the antipode")
  func bothPoles() throws {
    let (fill, outline, _) = try trace(20, 30, radius: 1.8e7)
    #expect(fill.count == 2 && outline.count == 1)
    let hole = fill.range(1)
    #expect(fill.x[hole.lowerBound] == Mercator.worldX(longitude: -150))
    #expect(fill.y[..<4].min() == -0.1 && fill.y[..<4].max() == 1.1)
    #expect(abs(area(fill, 0) - 1.2) < 1e-12)
    // The hole lies inside the rectangle: 20,015,115 - 18,000,000 m round (-20, -150).
    let rest = (20_015_115.07 - 1.8e7) / 6_371_009 * 180 / Double.pi
    #expect(abs(fill.y[hole.lowerBound] - Mercator.worldY(latitude: -20 + rest)) < 1e-9)
    #expect(outline.x.count == hole.count + 1)
    let repeated = try trace(20, 30, radius: 1.8e7, isRepeated: true)
    #expect(repeated.fill.count == 4 && repeated.outline == outline)
    #expect(abs(area(repeated.fill, 0) - 3.6) < 1e-12)
  }

  @Test("the whole world has no outline")
  func world() throws {
    let (fill, outline, _) = try trace(20, 30, radius: 3e7)
    #expect(outline.count == 0 && fill.count == 1)
    #expect(abs(area(fill, 0) - 1.2) < 1e-12)
  }

  @Test("caps one after the other, and the same memory again")
  func reuse() throws {
    var (fill, outline) = (WorldPaths(), WorldPaths())
    let cap = try #require(SphericalCap(center: LatLng(latitude: 5, longitude: 5), radius: 1e5))
    cap.trace(tolerance: 1e-4, fill: &fill, outline: &outline)
    let once = fill
    cap.trace(tolerance: 1e-4, fill: &fill, outline: &outline)
    #expect(fill.count == 2 && fill.range(1) == once.x.count..<2 * once.x.count)
    #expect(Array(fill.x[fill.range(1)]) == once.x)
    fill.removeAll()
    #expect(fill == WorldPaths())
  }

  @Test("caps that touch or surround a pole stay finite", arguments: [90.0, -90, 89.9999999, 84])
  func nearPoles(latitude: Double) throws {
    for radius in [0.01, 100, 667_170, 1e6, 9.9e6] {
      let (fill, outline, _) = try trace(latitude, 0, radius: radius, tolerance: 1e-9)
      let isFinite = (fill.x + fill.y + outline.x + outline.y).allSatisfy { $0.isFinite }
      #expect(isFinite)
    }
  }
}
