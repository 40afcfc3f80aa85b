import OverlayModel
import OverlayReader
import Testing

@Suite("simplestyle")
struct SimplestyleTests {
  static func gray(_ alpha: Double = 1) -> RGBA {
    RGBA(red: 0x55 / 255, green: 0x55 / 255, blue: 0x55 / 255, alpha: alpha)
  }

  static func styled(_ geometry: String, _ properties: String) throws -> Reading {
    try read(feature(geometry, #""properties":{\#(properties)}"#))
  }

  @Test("any of its keys brings its own defaults")
  func defaults() throws {
    let line = try Self.styled(OverlayMemberTests.line, #""stroke-width":3"#)
    guard case .polyline(let polyline)? = line.features[0].overlay?.look else {
      Issue.record("no polyline")
      return
    }
    #expect(polyline.strokeColor == Self.gray())
    #expect(polyline.strokeWidth == 3)
    let area = try Self.styled(OverlayMemberTests.area, #""title":"t""#)
    guard case .polygon(let polygon)? = area.features[0].overlay?.look else {
      Issue.record("no polygon")
      return
    }
    #expect(polygon.fillColor == Self.gray(0.6))
    #expect(polygon.strokeColor == Self.gray())
    #expect(polygon.strokeWidth == 2)
    #expect(area.features[0].overlay?.title == "t")
    let point = try Self.styled(OverlayMemberTests.point, #""description":"d""#)
    guard case .marker(let marker)? = point.features[0].overlay?.look else {
      Issue.record("no marker")
      return
    }
    #expect(marker.snippet == "d")
    #expect(marker.color == RGBA(red: 0x7e / 255, green: 0x7e / 255, blue: 0x7e / 255))
    for reading in [line, area, point] { #expect(reading.findings.isEmpty) }
  }

  @Test("colours and opacities")
  func colors() throws {
    let reading = try Self.styled(
      OverlayMemberTests.area,
      ##""fill":"00ff00","fill-opacity":0.25,"stroke":"#F00","stroke-opacity":0,"a":1"##)
    guard case .polygon(let polygon)? = reading.features[0].overlay?.look else {
      Issue.record("no polygon")
      return
    }
    #expect(polygon.fillColor == RGBA(red: 0, green: 1, blue: 0, alpha: 0.25))
    #expect(polygon.strokeColor == RGBA(red: 1, green: 0, blue: 0, alpha: 0))
    #expect(reading.features[0].tags.count == 5)
    let marker = try Self.styled(OverlayMemberTests.point, #""marker-color":"blue""#)
    guard case .marker(let look)? = marker.features[0].overlay?.look else { return }
    #expect(look.color == RGBA(red: 0, green: 0, blue: 1))
  }

  @Test(
    "a wrong value is noted and its default taken",
    arguments: [
      (#""stroke":12"#, "properties.stroke"), (#""stroke":"reddish""#, "properties.stroke"),
      (#""stroke-width":"2""#, "properties.stroke-width"),
      (#""stroke-width":-1"#, "properties.stroke-width"),
      (#""stroke-width":1e6"#, "properties.stroke-width"),
      (#""stroke-opacity":2"#, "properties.stroke-opacity"),
      (#""title":[1]"#, "properties.title"),
    ])
  func wrong(properties: String, member: String) throws {
    let reading = try Self.styled(OverlayMemberTests.line, properties)
    var look = PolylineLook()
    (look.strokeColor, look.strokeWidth) = (Self.gray(), 2)
    #expect(reading.features.map(\.overlay?.look) == [.polyline(look)])
    #expect(reading.findings.map(\.member) == [member])
    #expect(reading.findings.map(\.effect) == [.altered])
    #expect(reading.features[0].tags.count == 1)
  }

  @Test("sizes and symbols of markers are noted unless they are the default")
  func markers() throws {
    let plain = try Self.styled(
      OverlayMemberTests.point, #""marker-size":"medium","marker-symbol":"""#)
    #expect(plain.findings.isEmpty)
    let sized = try Self.styled(
      OverlayMemberTests.point, #""marker-size":"large","marker-symbol":"bus""#)
    #expect(sized.findings.map(\.code) == [.unsupported, .unsupported])
    #expect(sized.features.count == 1)
  }

  @Test("null keys, and features with overlay, are not styled by it")
  func unstyled() throws {
    #expect(
      try Self.styled(OverlayMemberTests.line, #""stroke":null,"x":1"#).features[0].overlay == nil)
    let reading = try read(
      feature(OverlayMemberTests.line, #""properties":{"stroke":"red"},"overlay":{}"#))
    #expect(reading.features[0].overlay == Overlay(look: .polyline(PolylineLook())))
  }
}
