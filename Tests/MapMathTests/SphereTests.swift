import Glibc
import MapMath
import TestSupport
import Testing

@Suite("Sphere") struct SphereTests {
  private let melbourne = LatLng(latitude: -37.81319, longitude: 144.96298)
  private let perth = LatLng(latitude: -31.95285, longitude: 115.85734)

  private func place(_ latitude: Double, _ longitude: Double) -> LatLng {
    LatLng(latitude: latitude, longitude: longitude)
  }

  private func randomPlace(_ random: inout SeededGenerator) -> LatLng {
    place(Double.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
  }

  @Test("Melbourne to Perth, calculated independently")
  func melbournePerth() {
    #expect(abs(Sphere.distance(melbourne, perth) - 2_721_695.64) < 0.005)
    #expect(abs(Sphere.heading(melbourne, perth) - 275.04236) < 5e-6)
    let middle = Sphere.interpolate(melbourne, perth, fraction: 0.5)
    #expect(abs(middle.latitude + 35.763221) < 5e-7)
    #expect(abs(middle.longitude - 129.879392) < 5e-7)
  }

  @Test("distances: a quarter, a half, across longitude 180, one millimetre")
  func distances() {
    let quarter = Double.pi / 2 * 6_371_009
    #expect(abs(Sphere.distance(place(0, 0), place(0, 90)) - quarter) < 1e-8)
    #expect(abs(Sphere.distance(place(0, 0), place(90, 17)) - quarter) < 1e-8)
    #expect(abs(Sphere.distance(place(10, 20), place(-10, -160)) - 2 * quarter) < 1e-8)
    let degree = quarter / 90
    #expect(abs(Sphere.distance(place(0, 179.5), place(0, -179.5)) - degree) < 1e-8)
    let millimetre = place(0.001 / degree, 0)
    #expect(abs(Sphere.distance(place(0, 0), millimetre) - 0.001) < 1e-15)
    #expect(Sphere.distance(perth, perth) == 0)
  }

  @Test("headings of the compass")
  func headings() {
    #expect(Sphere.heading(place(0, 0), place(10, 0)) == 0)
    #expect(Sphere.heading(place(0, 0), place(0, 10)) == 90)
    #expect(Sphere.heading(place(10, 0), place(0, 0)) == 180)
    #expect(Sphere.heading(place(0, 0), place(0, -10)) == 270)
    #expect(Sphere.heading(place(0, 179), place(0, -179)) == 90)
    #expect(Sphere.heading(perth, perth) == 0)
    #expect(Sphere.heading(place(10, 0), place(80, -1e-18)) < 360)
  }

  @Test("a pole ends every way north")
  func offsetToPole() {
    let pole = Sphere.offset(place(0, 33), distance: Double.pi / 2 * 6_371_009, heading: 0)
    #expect(abs(pole.latitude - 90) < 1e-12)
    let date = Sphere.offset(place(0, 179), distance: Double.pi / 90 * 6_371_009, heading: 90)
    #expect(abs(date.longitude + 179) < 1e-12)
  }

  @Test(
    "offset goes as far as distance says, in the direction of heading, and as interpolate",
    arguments: 1...50 as ClosedRange<UInt64>)
  func consistency(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (a, b) = (randomPlace(&random), randomPlace(&random))
    let distance = Sphere.distance(a, b)
    let end = Sphere.offset(a, distance: distance, heading: Sphere.heading(a, b))
    #expect(Sphere.distance(end, b) < 1e-5)
    #expect(abs(Sphere.distance(b, a) - distance) < 1e-8)
    let third = Sphere.interpolate(a, b, fraction: 0.3)
    #expect(abs(Sphere.distance(a, third) - 0.3 * distance) < 1e-5)
    #expect(abs(Sphere.distance(third, b) - 0.7 * distance) < 1e-5)
    #expect(Sphere.distance(Sphere.interpolate(a, b, fraction: 1), b) < 1e-6)
    #expect(Sphere.interpolate(a, a, fraction: 0.5) == a.wrapped)
    // The law of cosines, with the C library.
    let degree = Double.pi / 180
    let cosine =
      sin(a.latitude * degree) * sin(b.latitude * degree)
      + cos(a.latitude * degree) * cos(b.latitude * degree)
      * cos((b.longitude - a.longitude) * degree)
    #expect(abs(cos(distance / 6_371_009) - cosine) < 1e-14)
  }

  @Test("areas: an octant, its directions, the side without the South Pole")
  func areas() {
    let octant = [place(0, 0), place(0, 90), place(90, 0)]
    let area = 6.375823912463191e13
    #expect(abs(Sphere.signedArea(octant) / area - 1) < 1e-14)
    #expect(abs(Sphere.signedArea(octant.reversed()) / area + 1) < 1e-14)
    #expect(abs(Sphere.area(octant.reversed()) / area - 1) < 1e-14)
    #expect(Sphere.signedArea(octant.prefix(2)) == 0)
    let closed = octant + octant.prefix(1)
    #expect(abs(Sphere.signedArea(closed) / area - 1) < 1e-14)
    let southern = [place(0, 0), place(-90, 0), place(0, 90)]
    #expect(abs(Sphere.signedArea(southern) / area - 1) < 1e-14)
    // The equator: its inside is the north.
    let equator = [place(0, 0), place(0, 120), place(0, -120)]
    #expect(abs(Sphere.signedArea(equator) / (4 * area) - 1) < 1e-14)
    // A square of about a kilometre, across longitude 180.
    let side = 0.01
    let small = [
      place(0, 180 - side / 2), place(0, side / 2 - 180), place(side, side / 2 - 180),
      place(side, 180 - side / 2),
    ]
    let metres = side * Double.pi / 180 * 6_371_009
    #expect(abs(Sphere.signedArea(small) / (metres * metres) - 1) < 1e-7)
  }

  @Test("containment: inside, outside, on a vertex", arguments: [false, true])
  func containment(isGeodesic: Bool) {
    let ring = [place(0, 0), place(0, 10), place(10, 10), place(10, 0)]
    func contains(_ latitude: Double, _ longitude: Double, _ ring: [LatLng]) -> Bool {
      Sphere.contains(place(latitude, longitude), in: ring, isGeodesic: isGeodesic)
    }
    #expect(contains(5, 5, ring))
    #expect(contains(5, 365, ring))
    #expect(contains(5, 5, ring.reversed()))
    #expect(contains(0, 10, ring) && contains(10, 0, ring))
    #expect(!contains(-5, 5, ring) && !contains(15, 5, ring))
    #expect(!contains(5, 15, ring) && !contains(5, -5, ring))
    #expect(!contains(5, 5, []))
    #expect(contains(5, 5, [place(5, 5)]))
    let date = [place(-10, 170), place(-10, -170), place(10, -170), place(10, 170)]
    #expect(contains(0, 180, date) && contains(0, -179, date) && !contains(0, 0, date))
    // Round a pole: the South Pole is always outside.
    let north = [place(60, 0), place(60, 120), place(60, -120)]
    #expect(contains(90, 0, north) && contains(85, 50, north) && !contains(-90, 0, north))
    #expect(!contains(20, 60, north))
    let south = north.map { place(-$0.latitude, $0.longitude) }
    #expect(!contains(-90, 0, south) && !contains(-85, 50, south) && contains(20, 60, south))
    #expect(contains(90, 0, south))
  }

  @Test("great circles bulge towards the pole, map lines do not")
  func bulge() {
    // On the great circle between (40, 0) and (40, 90), latitude at 45 is atan(tan 40 / cos 45).
    let ring = [place(0, 0), place(0, 90), place(40, 90), place(40, 0)]
    let top = atan(tan(40 * Double.pi / 180) / cos(Double.pi / 4)) * 180 / Double.pi
    #expect(Sphere.contains(place(top - 0.01, 45), in: ring, isGeodesic: true))
    #expect(!Sphere.contains(place(top + 0.01, 45), in: ring, isGeodesic: true))
    #expect(!Sphere.contains(place(40.01, 45), in: ring, isGeodesic: false))
    #expect(Sphere.contains(place(39.99, 45), in: ring, isGeodesic: false))
    let line = [place(40, 0), place(40, 90)]
    #expect(Sphere.isLocation(place(top, 45), onPath: line, isGeodesic: true))
    #expect(!Sphere.isLocation(place(40, 45), onPath: line, isGeodesic: true))
    #expect(Sphere.isLocation(place(40, 45), onPath: line, isGeodesic: false))
    #expect(!Sphere.isLocation(place(top, 45), onPath: line, isGeodesic: false))
  }

  @Test("edges of half a turn run as written on the map, over a pole on the globe")
  func halfTurn() {
    let ring = [place(0, 0), place(0, 180), place(50, 180), place(50, 0)]
    #expect(Sphere.contains(place(20, 90), in: ring, isGeodesic: false))
    #expect(!Sphere.contains(place(20, -90), in: ring, isGeodesic: false))
    let reversed = Array(ring.reversed())
    #expect(Sphere.contains(place(20, 90), in: reversed, isGeodesic: false))
  }

  @Test("on a path: tolerance in metres, the ends, across longitude 180", arguments: [false, true])
  func onPath(isGeodesic: Bool) {
    let line = [place(0, 170), place(0, -170), place(20, -170)]
    func isOn(_ latitude: Double, _ longitude: Double, _ tolerance: Double = 0.1) -> Bool {
      Sphere.isLocation(
        place(latitude, longitude), onPath: line, isGeodesic: isGeodesic, tolerance: tolerance)
    }
    let metre = 180 / (Double.pi * 6_371_009)
    #expect(isOn(0, 180) && isOn(0, -180) && isOn(0, 170) && isOn(10, -170) && isOn(20, -170))
    #expect(isOn(0.09 * metre, 175) && !isOn(0.11 * metre, 175))
    #expect(isOn(0.9 * metre, 175, 1) && !isOn(1.1 * metre, 175, 1))
    #expect(isOn(0, 170 - 0.09 * metre) && !isOn(0, 170 - 0.11 * metre))
    #expect(isOn(20 + 0.09 * metre, -170) && !isOn(20 + 0.11 * metre, -170))
    #expect(!isOn(0, 0) && !isOn(0, 10))
    #expect(!Sphere.isLocation(place(0, 0), onPath: [], isGeodesic: isGeodesic))
    #expect(Sphere.isLocation(place(1, 2), onPath: [place(1, 2)], isGeodesic: isGeodesic))
    let still = [place(1, 2), place(1, 2)]
    #expect(!Sphere.isLocation(place(1, 3), onPath: still, isGeodesic: isGeodesic))
  }
}
