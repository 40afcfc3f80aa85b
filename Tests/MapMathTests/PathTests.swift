import MapMath
import TestSupport
import Testing

@Suite("Path") struct PathTests {
  private let route = Path([
    LatLng(latitude: -37.81319, longitude: 144.96298),
    LatLng(latitude: -31.95285, longitude: 115.85734),
  ])

  @Test("editing a copy leaves the original")
  func editing() {
    var path = route
    path.addLatitude(1, longitude: 2)
    path.add(LatLng(latitude: 3, longitude: 4))
    path.insert(LatLng(latitude: 5, longitude: 6), at: 0)
    path.replaceCoordinate(at: 1, with: LatLng(latitude: 7, longitude: 8))
    path.removeCoordinate(at: 2)
    #expect(path.coordinates.map(\.latitude) == [5, 7, 1, 3])
    path.removeLastCoordinate()
    #expect(path.count == 3 && route.count == 2)
    #expect(path.coordinate(at: 2) == LatLng(latitude: 1, longitude: 2))
    #expect(path.coordinate(at: 3) == .invalid && path.coordinate(at: -1) == .invalid)
    #expect(!LatLng.invalid.isValid)
    path.removeAllCoordinates()
    path.removeLastCoordinate()
    #expect(path == Path())
  }

  @Test("text form, both ways")
  func encoded() throws {
    let path = try Path(fromEncodedPath: "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(path.count == 3)
    #expect(path.encodedPath() == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(throws: EncodedPolylineError.longitudeMissing(offset: 0)) {
      try Path(fromEncodedPath: "?")
    }
  }

  @Test("offsets wrap longitude and refuse latitudes beyond a pole")
  func offset() throws {
    let shifted = try route.pathOffset(byLatitude: 10, longitude: 50)
    #expect(abs(shifted.coordinates[0].longitude - (144.96298 + 50 - 360)) < 1e-12)
    #expect(shifted.coordinates[1].longitude == 115.85734 + 50)
    let beyond = LatLng(latitude: -37.81319 - 60, longitude: 144.96298)
    #expect(throws: PathError.coordinateOutOfRange(index: 0, beyond)) {
      try route.pathOffset(byLatitude: -60, longitude: 0)
    }
    #expect(throws: PathError.self) {
      try Path([LatLng(latitude: .nan, longitude: 0)]).validate()
    }
  }

  @Test(
    "wrapping",
    arguments: [
      (180, -180), (-180, -180), (540, -180), (190, -170), (-190, 170), (179.5, 179.5), (720, 0),
    ])
  func wrapping(longitude: Double, expected: Double) {
    #expect(LatLng.wrap(longitude: longitude) == expected)
  }

  @Test("lengths of the three kinds, calculated independently")
  func lengths() {
    #expect(abs(route.length(of: .geodesic) - 2_721_695.64) < 0.005)
    #expect(abs(route.length(of: .rhumb) - 2_731_476.31340) < 1e-5)
    #expect(abs(route.length(of: .projected) - 0.1665056919) < 5e-11)
    for kind in LengthKind.allCases {
      #expect(Path().length(of: kind) == 0)
      #expect(Path(route.coordinates.prefix(1)).length(of: kind) == 0)
      #expect(Path().segments(forLength: 5, kind: kind) == 0)
    }
    let equator = Path([-180.0, -60, 60, 180].map { LatLng(latitude: 0, longitude: $0) })
    #expect(abs(equator.length(of: .projected) - 2) < 1e-15)
    let girth = 2 * Double.pi * 6_371_009
    #expect(abs(equator.length(of: .rhumb) - girth) < 1e-7)
    #expect(abs(equator.length(of: .geodesic) - girth) < 1e-7)
    // A parallel, and the short way across longitude 180: 20 degrees at cos 60.
    let parallel = Path([170.0, -170].map { LatLng(latitude: 60, longitude: $0) })
    #expect(abs(parallel.length(of: .rhumb) - girth / 36) < 1e-7)
    #expect(abs(parallel.length(of: .projected) - 1.0 / 9) < 1e-15)
  }

  @Test("half the rhumb length is not half the map line")
  func rhumbFraction() {
    let half = route.length(of: .rhumb) / 2
    // 40-digit value.
    #expect(abs(route.segments(forLength: half, kind: .rhumb) - 0.508921229659709900) < 1e-13)
    let projected = route.length(of: .projected) / 2
    #expect(abs(route.segments(forLength: projected, kind: .projected) - 0.5) < 1e-14)
    let geodesic = route.length(of: .geodesic) / 4
    #expect(abs(route.segments(forLength: geodesic, kind: .geodesic) - 0.25) < 1e-14)
  }

  @Test("lengths before the start and beyond the end are clamped", arguments: LengthKind.allCases)
  func clamping(kind: LengthKind) {
    #expect(route.segments(forLength: -1, kind: kind) == 0)
    #expect(route.segments(forLength: 1e9, kind: kind) == 1)
    #expect(route.segments(forLength: .infinity, kind: kind) == 1)
    #expect(route.segments(forLength: .nan, kind: kind) == 0)
    let still = Path(Array(repeating: route.coordinates[0], count: 3))
    #expect(still.length(of: kind) == 0)
    #expect(still.segments(forLength: 1, kind: kind) == 2)
  }

  @Test(
    "segments for the length up to a vertex are that vertex; between, they rise",
    arguments: 1...10 as ClosedRange<UInt64>, LengthKind.allCases)
  func monotone(seed: UInt64, kind: LengthKind) {
    var random = SeededGenerator(seed: seed)
    let path = Path(
      (0..<20).map { _ in
        LatLng(
          latitude: Double.random(in: -80...80, using: &random),
          longitude: Double.random(in: -180...180, using: &random))
      })
    for count in 1...20 {
      let part = Path(path.coordinates.prefix(count))
      let place = path.segments(forLength: part.length(of: kind), kind: kind)
      #expect(abs(place - Double(count - 1)) < 1e-9)
    }
    let total = path.length(of: kind)
    let places = (0...500).map { path.segments(forLength: total * Double($0) / 500, kind: kind) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("map points")
  func mapPoints() {
    let a = MapPoint(LatLng(latitude: 0, longitude: 90))
    #expect(a == MapPoint(x: 0.5, y: 0))
    #expect(abs(MapPoint(LatLng(latitude: 85.0511287798066, longitude: 0)).y - 1) < 1e-14)
    #expect(MapPoint(LatLng(latitude: -45, longitude: 0)).y < 0)
    let (melbourne, perth) = (MapPoint(route.coordinates[0]), MapPoint(route.coordinates[1]))
    let middle = MapPoint.interpolate(melbourne, perth, fraction: 0.5).coordinate
    #expect(abs(middle.latitude + 34.935330) < 5e-7 && abs(middle.longitude - 130.41016) < 5e-6)
    #expect(abs(MapPoint.distance(melbourne, perth) - 0.1665056919) < 5e-11)
    #expect(abs(MapPoint.unitsPerEquatorMetre - 4.996224086071621e-8) < 1e-22)
  }

  @Test("map points go the short way")
  func mapPointsShortWay() {
    func x(_ a: Double, _ b: Double, _ t: Double) -> Double {
      MapPoint.interpolate(MapPoint(x: a, y: 0), MapPoint(x: b, y: 0), fraction: t).x
    }
    #expect(x(0, 0.5, 0.5) == 0.25)
    #expect(x(0.75, -0.75, 0.25) == 0.875)
    #expect(x(0.75, -0.75, 0.75) == -0.875)
    #expect(x(-0.75, 0.75, 0.75) == 0.875)
    #expect(x(0.75, -0.75, 1) == -0.75)
    #expect(x(0.75, -0.75, 0) == 0.75)
    #expect(x(0, 0.25, 2) == 0.5)
    #expect(MapPoint.distance(MapPoint(x: 0.75, y: 0), MapPoint(x: -0.75, y: 0)) == 0.5)
  }

  @Test("a compensated sum keeps what a plain one loses")
  func compensatedSum() {
    var sum = CompensatedSum()
    for term in [1, 1e100, 1, -1e100] { sum.add(term) }
    #expect(sum.value == 2)
  }
}
