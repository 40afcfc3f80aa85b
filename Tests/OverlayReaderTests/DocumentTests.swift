import MapMath
import OverlayModel
import OverlayReader
import Testing

@Suite("map and styles")
struct DocumentTests {
  static let point = feature(OverlayMemberTests.point)

  static func document(_ members: String) throws -> OverlayDocument {
    let before = try read(
      #"{"type":"FeatureCollection",\#(members),"features":[\#(point)]}"#
    ).document
    let after = try read(
      #"{"type":"FeatureCollection","features":[\#(point)],\#(members)}"#, chunkBytes: 16
    ).document
    let head = try read("{\(members)}\n\(point)").document
    #expect(before.map == after.map && before.map == head.map)
    #expect(before.styles == after.styles && before.styles == head.styles)
    #expect(before.findings == after.findings && before.findings == head.findings)
    return before
  }

  @Test("the example of the contract is read whole")
  func example() throws {
    let document = try Self.document(
      ##""map":{"camera":{"target":[151.2086,-33.8683],"zoom":6,"bearing":0,"viewingAngle":0},"##
        + ##""mapType":"normal","backgroundColor":"#aaaaaa","colorScheme":"unspecified","##
        + ##""minZoom":2,"maxZoom":21,"padding":{"top":100,"left":0,"bottom":0,"right":300},"##
        + ##""myLocationEnabled":false,"accessibilityElementsHidden":true,"##
        + ##""buildingsEnabled":true,"indoorEnabled":true,"trafficEnabled":false,"mapID":null},"##
        + ##""styles":{"solidRed":{"color":"red"},"redYellow":{"gradient":["red","yellow"]},"##
        + ##""walk":{"color":"clear","stamp":{"sprite":"dot.png"}},"##
        + ##""brick":{"color":"red","stamp":{"texture":"brick.png"}}}"##)
    var map = MapOptions()
    map.camera = CameraPosition(
      target: LatLng(latitude: -33.8683, longitude: 151.2086), zoom: 6)
    (map.minZoom, map.maxZoom) = (2, 21)
    (map.padding.top, map.padding.right) = (100, 300)
    #expect(document.map == map)
    let red = RGBA(red: 1, green: 0, blue: 0)
    #expect(
      document.styles == [
        "solidRed": StrokeStyle(base: .solid(red)),
        "redYellow": StrokeStyle(base: .gradient(red, RGBA(red: 1, green: 1, blue: 0))),
        "walk": StrokeStyle(
          base: .solid(OverlayMemberTests.clear),
          stampStyle: StampStyle(kind: .sprite, image: "dot.png")),
        "brick": StrokeStyle(
          base: .solid(red), stampStyle: StampStyle(kind: .texture, image: "brick.png")),
      ])
    #expect(document.findings.isEmpty)
  }

  @Test("without them there are none")
  func none() throws {
    let document = try read(Self.point).document
    #expect(document.map == nil)
    #expect(document.styles.isEmpty)
  }

  @Test("the camera is brought into range as the SDK does")
  func camera() throws {
    func camera(_ members: String) throws -> CameraPosition? {
      try Self.document(#""map":{"camera":{\#(members)}}"#).map?.camera
    }
    #expect(
      try camera(#""target":[480,88],"zoom":3,"bearing":-90,"viewingAngle":80"#)
        == CameraPosition(
          target: LatLng(latitude: 85, longitude: 120), zoom: 3, bearing: 270, viewingAngle: 30))
    #expect(try camera(#""target":[0,0],"zoom":13,"viewingAngle":80"#)?.viewingAngle == 47.5)
    #expect(try camera(#""target":[0,0],"zoom":18,"viewingAngle":80"#)?.viewingAngle == 65)
  }

  @Test("clear and null are no background", arguments: [#""clear""#, "null", #""transparent""#])
  func background(color: String) throws {
    let map = try #require(try Self.document(#""map":{"backgroundColor":\#(color)}"#).map)
    #expect(map.backgroundColor == nil)
  }

  @Test(
    "what is wrong is ignored and named",
    arguments: [
      (#""map":5"#, "map"), (#""map":{"mapType":"globe"}"#, "map.mapType"),
      (#""map":{"minZoom":5,"maxZoom":4}"#, "map.minZoom"),
      (#""map":{"minZoom":-1}"#, "map.minZoom"), (#""map":{"maxZoom":"9"}"#, "map.maxZoom"),
      (#""map":{"camera":{"zoom":3}}"#, "map.camera.target"),
      (#""map":{"camera":{"target":[1,2]}}"#, "map.camera.zoom"),
      (#""map":{"camera":{"target":[1,2],"zoom":3,"tilt":4}}"#, "map.camera.tilt"),
      (#""map":{"camera":5}"#, "map.camera"),
      (#""map":{"padding":{"top":"1"}}"#, "map.padding.top"),
      (#""map":{"padding":{"topp":1}}"#, "map.padding.topp"),
      (#""map":{"backgroundColor":"x"}"#, "map.backgroundColor"),
      (#""map":{"colorScheme":1}"#, "map.colorScheme"),
      (#""map":{"cameraTargetBounds":[1,2,3]}"#, "map.cameraTargetBounds"),
      (#""map":{"trafficEnabled":1}"#, "map.trafficEnabled"),
      (#""map":{"mapID":1}"#, "map.mapID"), (#""map":{"traffic":true}"#, "map.traffic"),
      (#""map":{},"map":{}"#, "map"), (#""styles":[]"#, "styles"),
      (#""styles":{"a":5}"#, "styles.a"), (#""styles":{"a":{"color":"x"}}"#, "styles.a.color"),
      (#""styles":{"a":{"color":"red","x":1}}"#, "styles.a.x"),
      (#""styles":{"a":{"color":"red"},"a":{"color":"red"}}"#, "styles.a"),
    ])
  func faults(members: String, member: String) throws {
    let document = try Self.document(members)
    #expect(document.findings.map(\.member) == [member])
    #expect(document.findings.map(\.effect) == [.altered])
    let message = try #require(document.findings.first?.message)
    #expect(["ignored", "is left out", "the last one counts"].contains { message.contains($0) })
    #expect(document.findings.map(\.location) == [SourceLocation(input: 3, line: 1, feature: -1)])
  }

  @Test("camera bounds and flags")
  func flags() throws {
    let map = try #require(
      try Self.document(
        #""map":{"cameraTargetBounds":[170,-10,-170,10],"myLocationEnabled":true,"#
          + #""accessibilityElementsHidden":false,"buildingsEnabled":false,"indoorEnabled":false,"#
          + #""trafficEnabled":true,"mapID":"m","mapType":"none","colorScheme":"dark","#
          + #""padding":null,"camera":null}"#
      ).map)
    #expect(
      map.cameraTargetBounds == CoordinateBounds(west: 170, south: -10, east: -170, north: 10))
    #expect(map.isMyLocationEnabled && map.isTrafficEnabled)
    #expect(!map.accessibilityElementsHidden && !map.isBuildingsEnabled && !map.isIndoorEnabled)
    #expect(map.mapID == "m")
    #expect(map.mapType == .none)
    #expect(map.colorScheme == .dark)
    #expect(map.camera == nil)
  }

  @Test("a head record's unknown members are named")
  func head() throws {
    let reading = try read(#"{"style":{},"map":{}}"# + "\n" + Self.point)
    #expect(reading.document.findings.map(\.member) == ["style"])
    #expect(reading.document.findings[0].message.contains("did you mean \"styles\"?"))
    #expect(reading.features[0].location == SourceLocation(input: 3, line: 2, feature: 0))
  }
}
