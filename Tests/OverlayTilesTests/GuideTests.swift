import Foundation
import OverlayTiles
import TestSupport
import Testing

/// The guide's snippets give the tiles that the documents in testdata/overlays give, which were
/// written from the guide as well, but not by this library.
@Suite struct GuideTests {
  /// A snippet's overlays, and the features of a document that say the same.
  struct Twin: Sendable, CustomTestStringConvertible {
    var document: String
    var ids: [Int]
    var map: @Sendable () throws -> OverlayMap
    var testDescription: String { "\(document) \(ids)" }

    init(_ document: String, _ ids: [Int], _ map: @escaping @Sendable () throws -> OverlayMap) {
      (self.document, self.ids, self.map) = (document, ids, map)
    }

    init(
      _ document: String, _ id: Int = 1,
      overlay: @escaping @Sendable () throws -> some MapOverlay
    ) {
      self.init(document, [id]) {
        var map = OverlayMap()
        map.add(try overlay())
        return map
      }
    }
  }

  @Test(arguments: shapes + markers) func tilesAreThoseOfTheDocument(_ twin: Twin) async throws {
    let document = try ExampleDocument(twin.document, ids: twin.ids)
    var options = BuildOptions()
    options.maxZoom = 10
    var map = try twin.map()
    map.imageFolder = ExampleDocument.folder.path
    for (index, id) in twin.ids.enumerated() { map.overlays[index].id = .number(UInt64(id)) }
    let own = try await TileSet(map, options: options)
    options.inputs = [BuildOptions.Input(path: document.path)]
    let theirs = try await TileSet(options)
    let tiles = try await own.allTiles()
    #expect(!tiles.isEmpty)
    #expect(try await theirs.allTiles() == tiles)
    #expect(own.findings.map(\.message) == theirs.findings.map(\.message))
  }

  @Test func floorPlansAreThoseOfTheDocument() async throws {
    let document = try ExampleDocument("ground-overlay-floor-plan", ids: [1, 2])
    let own = try await TileSet(GuideMapOptions.floorPlans(in: ExampleDocument.folder.path))
    var options = BuildOptions()
    options.inputs = [BuildOptions.Input(path: document.path)]
    let files = try own.files()
    let expected = try await TileSet(options).files()
    #expect(files["ground-0.png"] != nil)
    #expect(files["style.json"] == expected["style.json"])
    #expect(files["ground-0.png"] == expected["ground-0.png"])
    #expect(own.findings.isEmpty)
  }

  @Test func theCommandWritesTheSameBytes() async throws {
    let folder = try TemporaryFolder()
    let document = try ExampleDocument("polygon-hollow", ids: [1])
    let out = folder.url.appendingPathComponent("out")
    let run = try BuiltProgram("tilegen").run(
      ["build", document.path, "--output", out.path, "--max-zoom", "15", "--quiet"])
    #expect(run.code == 0, "\(run.error)")
    var map = try GuideShapes.hollowPolygon()
    map.overlays[0].id = 1
    var options = BuildOptions()
    options.maxZoom = 15
    let set = try await TileSet(map, options: options)
    let tiles = try await set.allTiles()
    for tile in tiles {
      let file = out.appendingPathComponent("\(tile.id.z)/\(tile.id.x)/\(tile.id.y).mvt")
      #expect(try [UInt8](Data(contentsOf: file)) == tile.bytes, "\(tile.id)")
    }
    let written = try FileManager.default.subpathsOfDirectory(atPath: out.path)
    #expect(written.count { $0.hasSuffix(".mvt") } == tiles.count)
    for (name, bytes) in try set.files() where name != "report.json" {
      #expect(try [UInt8](Data(contentsOf: out.appendingPathComponent(name))) == bytes, "\(name)")
    }
  }

  @Test func snippetsThatDrawNothingNew() async throws {
    var line = GuideShapes.geodesicPolyline()
    let before = line
    // Blue is the colour of a new line.
    GuideShapes.blue(&line)
    #expect(line == before)
    #expect(GuideShapes.solidBlueSpan == StyleSpan(color: .blue))
    #expect(GuideShapes.redYellowSpan.segments == 1)
    #expect(GuideMarkers.clearing().overlays.isEmpty && GuideMarkers.removal().overlays.isEmpty)
    let set = try await TileSet(GuideMarkers.removal())
    #expect(try await set.allTiles().isEmpty)
    var marker = GuideMarkers.marker()
    GuideMarkers.popping(&marker)
    #expect(marker.appearAnimation == .pop && marker.title == "Hello World")
  }

  @Test(arguments: maps) func styleIsThatOfTheDocument(_ twin: Twin) async throws {
    let document = try ExampleDocument(twin.document, ids: twin.ids)
    var map = try twin.map()
    var sydney = Marker(position: LatLng(latitude: -33.8683, longitude: 151.2086))
    (sydney.title, sydney.id) = ("Sydney", 1)
    map.add(sydney)
    var options = BuildOptions()
    options.maxZoom = 2
    let own = try await TileSet(map, options: options)
    options.inputs = [BuildOptions.Input(path: document.path)]
    let theirs = try await TileSet(options)
    let files = try own.files()
    var expected = try theirs.files()
    #expect(files["style.json"] == expected["style.json"])
    #expect(files.keys.sorted() == expected.keys.sorted())
    // A report names the input.
    expected["report.json"] = files["report.json"]
    #expect(files == expected)
    #expect(own.findings.map(\.message) == theirs.findings.map(\.message))
  }

  static let maps: [Twin] = [
    Twin("map-camera", [1], GuideMapOptions.camera),
    Twin("map-defaults", [1], GuideMapOptions.defaults),
    Twin("map-background-color", [1]) {
      var map = GuideMapOptions.background()
      map.camera = GuideMapOptions.camera().camera
      return map
    },
    Twin("map-type-satellite", [1], GuideMapOptions.satellite),
    Twin("map-switches", [1]) {
      var map = GuideMapOptions.camera()
      GuideMapOptions.switches(&map)
      (map.isTrafficEnabled, map.mapID) = (true, "a1b2c3d4e5f60718")
      return map
    },
    Twin("map-color-scheme-dark", [1]) {
      var map = GuideMapOptions.camera()
      map.colorScheme = .dark
      return map
    },
    Twin("map-padding", [1]) {
      var map = GuideMapOptions.camera()
      GuideMapOptions.padding(&map)
      return map
    },
    Twin("map-color-scheme-unspecified", [1]) {
      var map = GuideMapOptions.colorScheme()
      map.camera = GuideMapOptions.camera().camera
      return map
    },
  ]

  static let coast = Path(
    [
      (151.24, -33.87), (151.21, -34.00), (151.12, -34.06), (151.02, -34.18), (150.93, -34.30),
      (150.91, -34.42), (150.87, -34.55), (150.84, -34.67), (150.76, -34.78), (150.74, -34.89),
    ].map { LatLng(latitude: $0.1, longitude: $0.0) })

  /// The coast `shift` degrees further east.
  static func coast(
    _ width: Double, east shift: Double = 0, _ style: (inout Polyline) throws -> Void
  ) throws -> Polyline {
    // The document's numbers have two digits, a sum may have more.
    let path = Path(
      coast.coordinates.map {
        LatLng(
          latitude: $0.latitude,
          longitude: (($0.longitude + shift) * 100).rounded() / 100)
      })
    var polyline = Polyline(path: path)
    polyline.strokeWidth = width
    try style(&polyline)
    return polyline
  }

  static let shapes: [Twin] = [
    Twin("polyline", overlay: GuideShapes.polyline),
    Twin("polyline", [2]) {
      var map = OverlayMap()
      GuideShapes.removal(from: &map)
      GuideShapes.rectangle(on: &map)
      return map
    },
    Twin("polyline-geodesic", overlay: GuideShapes.geodesicPolyline),
    Twin("polyline-stroke-color") { try coast(3, GuideShapes.strokeColor) },
    Twin("span-whole-line") { try coast(6, GuideShapes.wholeLineByColor) },
    Twin("span-whole-line", 2) { try coast(6, east: 0.1, GuideShapes.wholeLineByStyle) },
    Twin("span-gradient") { try coast(8, GuideShapes.wholeLineGradient) },
    Twin("spans-by-segment") { try coast(8, GuideShapes.spanBySegment) },
    Twin("spans-by-segment", 2) { try coast(8, east: 0.1, GuideShapes.spansWithCounts) },
    Twin("spans-fractional") {
      try coast(10) {
        GuideShapes.fractionalSpans(&$0)
        // The SDK's gray and purple have halves, CSS has 128 of 255.
        guard case .list(var spans) = $0.spans else { return }
        spans[1].style = .inline(.solid(try #require(RGBA(css: "gray"))))
        spans[2].style = .inline(.solid(try #require(RGBA(css: "purple"))))
        $0.spans = Spans(spans)
      }
    },
    Twin("span-pattern") {
      var polyline = GuideShapes.geodesicPolyline()
      (polyline.strokeWidth, polyline.geodesic) = (6, false)
      try GuideShapes.pattern(&polyline)
      return polyline
    },
    Twin("stamp-sprite", overlay: GuideShapes.spriteStamps),
    Twin("stamp-texture", overlay: GuideShapes.textureStamps),
    Twin("stamp-sprite") { GuideShapes.stampsByCapability(BuildOptions()) },
    Twin("stamp-fallback") {
      var options = BuildOptions()
      options.spriteStamps = false
      return GuideShapes.stampsByCapability(options)
    },
    Twin("polygon", overlay: GuideShapes.polygon),
    Twin("polygon-hollow", [1], GuideShapes.hollowPolygon),
    Twin("circle", overlay: GuideShapes.circle),
    Twin("circle", 2) {
      var circle = GuideShapes.circle()
      circle.position.latitude = 37.38
      GuideShapes.red(&circle)
      return circle
    },
  ]

  static let markers: [Twin] = [
    Twin("marker", overlay: GuideMarkers.marker),
    Twin("marker-color") {
      var marker = Marker(position: LatLng(latitude: -33.8683, longitude: 151.2086))
      GuideMarkers.black(&marker)
      return marker
    },
    Twin("marker-icon", overlay: GuideMarkers.london),
    Twin("marker-icon-view", [1], GuideMarkers.picturedView),
    Twin("marker-opacity") {
      var marker = Marker(position: LatLng(latitude: 51.5, longitude: -0.127))
      GuideMarkers.translucent(&marker)
      return marker
    },
    Twin("marker-flat", overlay: GuideMarkers.flat),
    Twin("marker-rotation") {
      var marker = GuideMarkers.flat()
      GuideMarkers.turned(&marker)
      return marker
    },
  ]
}
