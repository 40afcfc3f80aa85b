import OverlayTiles
import TestSupport
import Testing

/// Wrong overlays are named as the reader of documents names them.
@Suite struct FindingTests {
  private func findings(_ overlays: any MapOverlay...) async throws -> [Finding] {
    var map = OverlayMap()
    for overlay in overlays { map.add(overlay) }
    return try await TileSet(map).findings
  }

  private static let path = Path([
    LatLng(latitude: 0, longitude: 0), LatLng(latitude: 1, longitude: 1),
    LatLng(latitude: 0, longitude: 2),
  ])

  /// A line with a change.
  private static func line(_ change: (inout Polyline) -> Void) -> Polyline {
    var line = Polyline(path: path)
    change(&line)
    return line
  }

  struct Case: Sendable {
    var overlay: any MapOverlay
    var code: Finding.Code
    var message: String
  }

  static let cases: [Case] = [
    Case(
      overlay: line { $0.strokeWidth = -1 }, code: .memberRange,
      message: "overlay.strokeWidth: found -1.0; allowed is a number of points from 0 to 512"),
    Case(
      overlay: line { $0.strokeColor.alpha = .nan }, code: .memberRange,
      message: "overlay.strokeColor: found nan; allowed is a colour with channels from 0 to 1"),
    Case(
      overlay: line { $0.spans = [StyleSpan(color: .red), StyleSpan(color: .red, segments: 0)] },
      code: .memberRange,
      message: "overlay.spans[1].segments: found 0.0; allowed is a number above 0"),
    Case(
      overlay: line {
        $0.spans = [
          StyleSpan(style: .gradient(from: .red, to: RGBA(red: .infinity, green: 0, blue: 0)))
        ]
      },
      code: .memberRange,
      message:
        "overlay.spans[0].gradient[1]: found inf; allowed is a colour with channels from 0 to 1"),
    Case(
      overlay: line { $0.spans = .pattern(SpanPattern(styles: [StrokeStyle](), lengths: [1])) },
      code: .memberRange,
      message:
        "overlay.spans.pattern.styles: found an empty array; allowed is an array of at least one style"
    ),
    Case(
      overlay: line { $0.spans = .pattern(SpanPattern(styles: [.solid(.red)], lengths: [])) },
      code: .memberRange,
      message:
        "overlay.spans.pattern.lengths: found an empty array; allowed is an array of at least one length, none below 0 and not all 0"
    ),
    Case(
      overlay: line { $0.spans = .pattern(SpanPattern(styles: [.solid(.red)], lengths: [1, -2])) },
      code: .memberRange,
      message: "overlay.spans.pattern.lengths[1]: found -2.0; allowed is a length from 0 up"),
    Case(
      overlay: line { $0.spans = .pattern(SpanPattern(styles: [.solid(.red)], lengths: [0])) },
      code: .memberRange,
      message:
        "overlay.spans.pattern.lengths: found a sum of 0.0; allowed is an array of at least one length, none below 0 and not all 0"
    ),
    Case(
      overlay: line { ($0.minZoom, $0.maxZoom) = (5, 4) }, code: .memberRange,
      message: "overlay.minZoom: found 5, above maxZoom 4; allowed is at most maxZoom"),
    Case(
      overlay: line { $0.maxZoom = 25 }, code: .memberRange,
      message: "overlay.maxZoom: found 25; allowed is a whole number from 0 to 24"),
    Case(
      overlay: line { $0.path.add(LatLng(latitude: 91, longitude: 0)) },
      code: .coordinateOutOfRange,
      message:
        "overlay.path[3]: found latitude 91.0, longitude 0.0; allowed are longitudes -540...540 and latitudes -90...90 in degrees"
    ),
    Case(
      overlay: Polyline(path: Path([LatLng(latitude: 1, longitude: 1)])), code: .tooFewPoints,
      message: "overlay.path: found 1 position; a line has 2 or more; it is not drawn"),
    Case(
      overlay: Polyline(path: Path(Array(repeating: LatLng(latitude: 1, longitude: 1), count: 3))),
      code: .zeroLength,
      message: "overlay.path: found 3 equal positions; a line without length is not drawn"),
    Case(
      overlay: Polygon(path: Path(Self.path.coordinates.prefix(2))), code: .tooFewPoints,
      message: "overlay.path: found 2 different positions; a ring has 3 or more; it is not drawn"),
    Case(
      overlay: Circle(center: LatLng(latitude: 0, longitude: 0), radius: 0), code: .memberRange,
      message: "overlay.radius: found 0.0; allowed is a number of metres above 0"),
    Case(
      overlay: Circle(center: LatLng(latitude: .nan, longitude: 0), radius: 1),
      code: .coordinateOutOfRange,
      message:
        "overlay.position: found latitude nan, longitude 0.0; allowed are longitudes -540...540 and latitudes -90...90 in degrees"
    ),
    Case(
      overlay: GroundOverlay(
        image: nil, placement: .bounds(CoordinateBounds(west: 0, south: 1, east: 1, north: 0))),
      code: .memberRange,
      message:
        "overlay.bounds: found [0.0, 1.0, 1.0, 0.0]; allowed is [west, south, east, north] in degrees, south below north"
    ),
    Case(
      overlay: GroundOverlay(
        image: nil, placement: .position(LatLng(latitude: 0, longitude: 0), zoomLevel: 31)),
      code: .memberRange,
      message: "overlay.zoomLevel: found 31.0; allowed is a map zoom from 0 to 30"),
  ]

  @Test(arguments: cases) func aWrongOverlayIsSkippedAndNamed(_ example: Case) async throws {
    let good = Marker(position: LatLng(latitude: 0, longitude: 0))
    let found = try await findings(good, example.overlay, good)
    #expect(found.map(\.message) == [example.message])
    #expect(found.map(\.code) == [example.code])
    #expect(found.map(\.effect) == [.skipped])
    #expect(found.first?.location == SourceLocation(input: 0, line: 0, feature: 1))
  }

  @Test func strictSetsAreRefused() async throws {
    var options = BuildOptions()
    options.strict = true
    var map = OverlayMap()
    map.add(Circle(center: LatLng(latitude: 0, longitude: 0), radius: -1))
    await #expect(throws: BuildError.self) { try await TileSet(map, options: options) }
  }

  @Test func holesWithoutAreaAreLeftOutAndNamed() async throws {
    var area = Polygon(path: Self.path)
    area.holes = [Path(), Path([LatLng(latitude: 0.2, longitude: 1)])]
    area.id = "park"
    let found = try await findings(area)
    #expect(
      found.map(\.message) == [
        "overlay.holes[1]: found 1 different positions; a ring has 3 or more; it is not drawn"
      ])
    #expect(found.map(\.effect) == [.altered])
    #expect(found.map(\.id) == ["park"])
  }

  @Test func opacitiesAreDrawnInAndRotationsReduced() async throws {
    var marker = Marker(position: LatLng(latitude: 0, longitude: 0))
    (marker.opacity, marker.rotation) = (1.5, -90)
    var other = marker
    (other.opacity, other.rotation) = (1, 270)
    let found = try await findings(marker, other)
    #expect(found.map(\.message) == ["overlay.opacity: found 1.5; allowed is 0 to 1; 1 is taken"])
    var (first, second) = (OverlayMap(), OverlayMap())
    first.add(marker)
    second.add(other)
    #expect(
      try await TileSet(first).allTiles() == (try await TileSet(second).allTiles()))
  }

  @Test func propertiesThatAreNoNumbersAreLeftOut() async throws {
    var marker = Marker(position: LatLng(latitude: 0, longitude: 0))
    marker.properties = ["speed": .double(.nan), "name": "one"]
    let found = try await findings(marker)
    #expect(
      found.map(\.message) == [
        "properties.speed: found nan; a number that is not finite is left out"
      ])
  }

  @Test func wrongOptionsArePutBackAndNamed() async throws {
    var map = OverlayMap()
    map.add(Marker(position: LatLng(latitude: 0, longitude: 0)))
    map.camera = CameraPosition(latitude: .nan, longitude: 0, zoom: 3)
    (map.minZoom, map.maxZoom) = (-1, 31)
    map.cameraTargetBounds = CoordinateBounds(west: 0, south: 5, east: 1, north: 4)
    map.padding = MapOptions.Padding(left: .infinity)
    map.backgroundColor = RGBA(red: .nan, green: 0, blue: 0)
    let set = try await TileSet(map)
    #expect(
      set.findings.map(\.member) == [
        "map.camera", "map.minZoom", "map.maxZoom", "map.cameraTargetBounds", "map.padding",
        "map.backgroundColor",
      ])
    #expect(set.findings.allSatisfy { $0.code == .mapOption && $0.effect == .altered })
    var plain = OverlayMap()
    plain.overlays = map.overlays
    let files = try await TileSet(plain).files()
    #expect(try set.files()["style.json"] == files["style.json"])

    (map.minZoom, map.maxZoom) = (5, 4)
    #expect(
      try await TileSet(map).findings.map(\.message).contains(
        "map.minZoom: found 5.0, above maxZoom 4.0; allowed is at most maxZoom; both are ignored"))
  }

  @Test func camerasAreBroughtIntoRange() {
    let camera = CameraPosition(
      latitude: 89, longitude: 480, zoom: 13, bearing: -90, viewingAngle: 80)
    #expect(camera.target == LatLng(latitude: 85, longitude: 120))
    #expect(camera.bearing == 270)
    // Half way between zoom 10 with 30 degrees and zoom 16 with 65.
    #expect(camera.viewingAngle == 47.5)
  }
}
