import MapMath
import OverlayModel
import OverlayReader
import Testing

@Suite("members of overlay")
struct OverlayMemberTests {
  static let line = geometry("LineString", "[[1,2],[3,4]]")
  static let area = geometry("Polygon", "[[[0,0],[9,0],[9,9]]]")
  static let point = geometry("Point", "[1,2]")
  static let red = RGBA(red: 1, green: 0, blue: 0)
  static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)

  static func one(_ geometry: String, _ overlay: String) throws -> Overlay {
    let reading = try read(feature(geometry, #""overlay":\#(overlay)"#))
    #expect(reading.findings.isEmpty, "\(reading.findings.map(\.message))")
    return try #require(reading.features.first?.overlay)
  }

  @Test("an empty overlay has the defaults of its kind")
  func defaults() throws {
    #expect(try Self.one(Self.line, "{}") == Overlay(look: .polyline(PolylineLook())))
    #expect(try Self.one(Self.area, "{}") == Overlay(look: .polygon(PolygonLook())))
    #expect(try Self.one(Self.point, "{}") == Overlay(look: .marker(MarkerLook())))
    #expect(
      try Self.one(Self.point, #"{"radius":5}"#) == Overlay(look: .circle(CircleLook(radius: 5))))
    #expect(try Self.one(Self.point, "{}").isTappable)
    #expect(try !Self.one(Self.line, "{}").isTappable)
    let none = try read(feature(Self.line, #""overlay":null"#))
    #expect(none.features.map(\.overlay) == [nil])
  }

  @Test("common members are read for every kind")
  func common() throws {
    for geometry in [Self.line, Self.area, Self.point] {
      let overlay = try Self.one(
        geometry,
        #"{"title":"t","zIndex":-3,"tappable":true,"visible":false,"minZoom":0,"maxZoom":24.0}"#)
      #expect(overlay.title == "t")
      #expect(overlay.zIndex == -3)
      #expect(overlay.isTappable)
      #expect(!overlay.isVisible)
      #expect(overlay.minZoom == 0)
      #expect(overlay.maxZoom == 24)
    }
  }

  @Test("polylines")
  func polyline() throws {
    let overlay = try Self.one(
      Self.line,
      #"{"type":"polyline","strokeWidth":0,"strokeColor":"RED","geodesic":true,"spans":[]}"#)
    var look = PolylineLook()
    (look.strokeWidth, look.strokeColor, look.geodesic) = (0, Self.red, true)
    #expect(overlay.look == .polyline(look))
    guard case .polyline(let none) = try Self.one(Self.line, #"{"strokeColor":null}"#).look else {
      return
    }
    #expect(none.strokeColor == Self.clear)
  }

  @Test("span lists")
  func spans() throws {
    let overlay = try Self.one(
      Self.line,
      #"{"spans":[{"style":"a","segments":2.5},{"color":"red"},{"gradient":["red",null]},"#
        + #"{"stamp":{"sprite":"d.png"},"segments":0.75},{"style":{"color":"clear","#
        + #""stamp":{"texture":"b.png"}}},{"gradient":["red","red"],"stamp":null}]}"#)
    guard case .polyline(let look) = overlay.look else { return }
    #expect(
      look.spans
        == .list([
          StyleSpan(style: .named("a"), segments: 2.5),
          StyleSpan(style: .inline(StrokeStyle(base: .solid(Self.red)))),
          StyleSpan(style: .inline(StrokeStyle(base: .gradient(Self.red, Self.clear)))),
          StyleSpan(
            style: .inline(
              StrokeStyle(
                base: .solid(Self.clear),
                stampStyle: StampStyle(kind: .sprite, image: "d.png"))), segments: 0.75),
          StyleSpan(
            style: .inline(
              StrokeStyle(
                base: .solid(Self.clear),
                stampStyle: StampStyle(kind: .texture, image: "b.png")))),
          StyleSpan(style: .inline(StrokeStyle(base: .gradient(Self.red, Self.red)))),
        ]))
  }

  @Test("span patterns")
  func pattern() throws {
    let overlay = try Self.one(
      Self.line,
      #"{"spans":{"pattern":{"styles":["a",{"color":"red"}],"lengths":[100000,0],"#
        + #""lengthKind":"rhumb","offset":-30000}}}"#)
    guard case .polyline(let look) = overlay.look else { return }
    #expect(
      look.spans
        == .pattern(
          SpanPattern(
            styles: [.named("a"), .inline(StrokeStyle(base: .solid(Self.red)))],
            lengths: [100_000, 0], lengthKind: .rhumb, offset: -30_000)))
    let short = try Self.one(Self.line, #"{"spans":{"pattern":{"styles":["a"],"lengths":[1]}}}"#)
    guard case .polyline(let plain) = short.look, case .pattern(let read) = plain.spans else {
      Issue.record("no pattern")
      return
    }
    #expect(read.lengthKind == .geodesic)
    #expect(read.offset == 0)
  }

  @Test("polygons and circles")
  func areas() throws {
    var polygon = PolygonLook()
    (polygon.fillColor, polygon.strokeColor) = (nil, Self.red)
    (polygon.strokeWidth, polygon.geodesic, polygon.pole) = (2.5, true, .south)
    #expect(
      try Self.one(
        Self.area,
        ##"{"fillColor":null,"strokeColor":"#f00","strokeWidth":2.5,"geodesic":true,"pole":"south"}"##
      ).look == .polygon(polygon))
    var circle = CircleLook(radius: 1e3)
    (circle.fillColor, circle.strokeColor, circle.strokeWidth) = (Self.red, nil, 3)
    let circles = try read(
      feature(
        geometry("MultiPoint", "[[1,2],[3,4]]"),
        #""overlay":{"type":"circle","radius":1e3,"fillColor":"red","strokeColor":null,"#
          + #""strokeWidth":3}"#))
    #expect(circles.features.map(\.overlay?.look) == [.circle(circle)])
    #expect(circles.features.map(\.kind) == [.circle])
  }

  @Test("markers")
  func marker() throws {
    var look = MarkerLook()
    (look.snippet, look.icon) = ("s", "i.png")
    (look.groundAnchor.x, look.groundAnchor.y) = (0.25, -1)
    (look.infoWindowAnchor.x, look.infoWindowAnchor.y) = (1, 2)
    (look.rotation, look.isFlat, look.opacity, look.isDraggable) = (270, true, 0.5, true)
    (look.appearAnimation, look.collisionBehavior) = (.pop, .optionalAndHidesLowerPriority)
    #expect(
      try Self.one(
        Self.point,
        #"{"snippet":"s","icon":"i.png","groundAnchor":[0.25,-1],"#
          + #""infoWindowAnchor":[1,2],"rotation":-90,"flat":true,"opacity":0.5,"draggable":true,"#
          + #""appearAnimation":"pop","collisionBehavior":"optionalAndHidesLowerPriority"}"#
      ).look == .marker(look))
    var pin = MarkerLook()
    pin.color = Self.red
    #expect(try Self.one(Self.point, #"{"color":"red"}"#).look == .marker(pin))
  }

  @Test("ground overlays")
  func groundOverlay() throws {
    var bounded = GroundOverlayLook(
      image: "g.png",
      placement: .bounds(CoordinateBounds(west: 170, south: -10, east: -170, north: 10)))
    (bounded.bearing, bounded.opacity, bounded.anchor) =
      (30, 0.25, ImageAnchor(x: 0, y: 1))
    #expect(
      try Self.one(
        "null",
        #"{"type":"groundOverlay","image":"g.png","bounds":[170,-10,-170,10],"bearing":390,"#
          + #""opacity":0.25,"anchor":[0,1]}"#
      ).look == .groundOverlay(bounded))
    let placed = GroundOverlayLook(
      image: "g.png", placement: .position(LatLng(latitude: 2, longitude: 1), zoomLevel: 13.5))
    #expect(
      try Self.one(
        "null", #"{"type":"groundOverlay","image":"g.png","position":[1,2],"zoomLevel":13.5}"#
      ).look == .groundOverlay(placed))
    let text = feature(
      Self.point, #""overlay":{"type":"groundOverlay","image":"g.png","zoomLevel":13.5}"#)
    let reading = try read("\(text)\n\(text.replacing("[1,2]", with: "[3,4]"))")
    #expect(reading.features.map(\.kind) == [.groundOverlay, .groundOverlay])
    #expect(reading.features.allSatisfy { $0.parts.isEmpty })
    #expect(reading.features.first?.overlay?.look == .groundOverlay(placed))
    var moved = placed
    moved.placement = .position(LatLng(latitude: 4, longitude: 3), zoomLevel: 13.5)
    #expect(reading.features.last?.overlay?.look == .groundOverlay(moved))
  }

  @Test("encoded paths with holes")
  func encoded() throws {
    // The published example of the format, and its start as a hole.
    let path = #"_p~iF~ps|U_ulLnnqC_mqNvxq`@"#
    let positions: [ReadFeature.Position] = [
      .init(-120.2, 38.5), .init(-120.95, 40.7), .init(-126.453, 43.252),
    ]
    let reading = try read(
      feature(
        "null",
        #""overlay":{"type":"polygon","encodedPath":"\#(path)","encodedHoles":["\#(path)"]}"#))
    #expect(reading.features.map(\.parts) == [[[positions, positions]]])
    #expect(reading.features.map(\.kind) == [.polygon])
    let line = try read(feature("null", #""overlay":{"type":"polyline","encodedPath":"\#(path)"}"#))
    #expect(line.features.map(\.parts) == [[[positions]]])
    #expect(line.findings.isEmpty)
    let badHole = try read(
      feature(
        "null", #""overlay":{"type":"polygon","encodedPath":"\#(path)","encodedHoles":[""]}"#))
    #expect(badHole.features.map(\.parts) == [[[positions]]])
    #expect(badHole.findings.map(\.code) == [.encodedPath, .tooFewPoints])
    #expect(badHole.findings.map(\.member) == ["overlay.encodedPath", "overlay.encodedHoles[0]"])
  }

  @Test("an encoded ring that does not close is noted")
  func openRing() throws {
    func findings(_ path: String) throws -> [Finding] {
      try read(feature("null", #""overlay":{"type":"polygon","encodedPath":"\#(path)"}"#)).findings
    }
    // A triangle, and the same with its first position at the end.
    #expect(try findings("??_ibE??_ibE").map(\.member) == ["overlay.encodedPath"])
    #expect(try findings("??_ibE??_ibE~hbE~hbE").isEmpty)
    // The guide's park, whose end goes astray when its backslashes stay doubled.
    let park =
      #"tpwmEkd|y[QVe@Pk@BsHe@mGc@iNaAKMaBIYIq@qAMo@Eo@@[Fe@DoALu@HUb@c@XUZS^ELGxOhAd@@ZB`@J^"#
      + #"BhFRlBN\\BZ@`AFrATAJAR?rAE\\C~BIpD"#
    #expect(try findings(park).isEmpty)
    let doubled = try findings(park.replacing(#"\\"#, with: #"\\\\"#))
    #expect(doubled.map(\.code) == [.encodedPath, .encodedPath])
  }

  @Test("doubled backslashes are noted, or unescaped on demand")
  func backslashes() throws {
    // `_c`|@_gayB\n@\\_|B_yF` is a path of four positions; doubling its backslashes spoils it.
    let text = feature(
      "null", #""overlay":{"type":"polyline","encodedPath":"_c`|@_gayB\\\\n@\\\\\\\\_|B_yF"}"#)
    let plain = try read(text)
    #expect(plain.features.isEmpty)
    #expect(plain.findings.map(\.code) == [.encodedPath])
    var options = ReaderOptions()
    options.unescapePolyline = true
    let unescaped = try read(text, options: options)
    #expect(unescaped.features.first?.parts.first?.first?.count == 4)
    let noted = try read(text.replacing(#"\\\\"#, with: #"\\"#))
    #expect(noted.features.count == 1)
    #expect(noted.findings.map(\.effect) == [.altered])
  }

  @Test("equal overlays are one, and their notes stand at each feature")
  func shared() throws {
    let text = (0..<50).map { _ in feature(Self.line, #""overlay":{"strokeWdth":2}"#) }
      .joined(separator: "\n")
    var source = try RecordSource(bytes: Array(text.utf8), input: 0)
    var parser = ChunkParser()
    let chunk = try #require(try source.next())
    let batch = try parser.parse(chunk)
    #expect(batch.overlays.count == 1)
    #expect(batch.features.allSatisfy { $0.overlay == 0 })
    #expect(batch.findings.map(\.location.line) == Array(1...50))
    #expect(batch.findings[0].message.contains("did you mean \"strokeWidth\"?"))
  }

  @Test("a collection's parts take what is theirs")
  func collection() throws {
    let text = feature(
      #"{"type":"GeometryCollection","geometries":[\#(Self.line),\#(Self.area),\#(Self.point)]}"#,
      #""overlay":{"strokeColor":"red","fillColor":null,"radius":7,"odd":1}"#)
    let reading = try read(text)
    #expect(reading.features.map(\.kind) == [.polyline, .polygon, .circle])
    #expect(Set(reading.findings.map(\.member)) == ["overlay.odd"])
    guard case .polygon(let polygon)? = reading.features[1].overlay?.look else { return }
    #expect(polygon.strokeColor == Self.red)
    #expect(polygon.fillColor == nil)
  }
}
