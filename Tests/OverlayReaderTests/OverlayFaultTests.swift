import OverlayModel
import OverlayReader
import Testing

@Suite("faults in overlay")
struct OverlayFaultTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var geometry: String
    var overlay: String
    var effect: Finding.Effect
    var code: Finding.Code
    var member: String
    var part: String
    var testDescription: String { overlay }
    init(
      _ geometry: String, _ overlay: String, _ effect: Finding.Effect, _ code: Finding.Code,
      _ member: String, _ part: String
    ) {
      (self.geometry, self.overlay, self.effect) = (geometry, overlay, effect)
      (self.code, self.member, self.part) = (code, member, part)
    }
  }

  static let line = OverlayMemberTests.line
  static let area = OverlayMemberTests.area
  static let point = OverlayMemberTests.point

  static let common: [Case] = [
    Case(line, "5", .skipped, .memberType, "overlay", "5"),
    Case(line, "[]", .skipped, .memberType, "overlay", "an empty array"),
    Case(line, #"{"title":5}"#, .skipped, .memberType, "overlay.title", "text"),
    Case(line, #"{"zIndex":1.5}"#, .skipped, .memberRange, "overlay.zIndex", "1.5"),
    Case(line, #"{"zIndex":2147483648}"#, .skipped, .memberRange, "overlay.zIndex", "32 bits"),
    Case(line, #"{"zIndex":"1"}"#, .skipped, .memberType, "overlay.zIndex", #""1""#),
    Case(line, #"{"tappable":1}"#, .skipped, .memberType, "overlay.tappable", "true or false"),
    Case(line, #"{"visible":"no"}"#, .skipped, .memberType, "overlay.visible", #""no""#),
    Case(line, #"{"minZoom":-1}"#, .skipped, .memberRange, "overlay.minZoom", "0 to 24"),
    Case(line, #"{"maxZoom":25}"#, .skipped, .memberRange, "overlay.maxZoom", "0 to 24"),
    Case(line, #"{"minZoom":9,"maxZoom":8}"#, .skipped, .memberRange, "overlay.minZoom", "8"),
    Case(line, #"{"type":"line"}"#, .skipped, .memberRange, "overlay.type", "groundOverlay"),
    Case(line, #"{"type":5}"#, .skipped, .memberType, "overlay.type", "5"),
    Case(line, #"{"type":"polygon"}"#, .skipped, .geometryType, "overlay.type", "LineString"),
    Case(area, #"{"type":"polyline"}"#, .skipped, .geometryType, "overlay.type", "Polygon"),
    Case(line, #"{"stroke":1}"#, .altered, .memberUnknown, "overlay.stroke", "allowed are"),
    Case(line, #"{"strokecolor":1}"#, .altered, .memberUnknown, "overlay.strokecolor", "Color"),
    Case(line, #"{"fillColor":1}"#, .altered, .memberUnknown, "overlay.fillColor", "polyline"),
    Case(line, #"{"zIndex":1,"zIndex":2}"#, .altered, .duplicateMember, "overlay.zIndex", "last"),
    Case(line, #"{"title":"\ud800"}"#, .altered, .syntax, "overlay", "U+FFFD"),
  ]

  static let looks: [Case] = [
    Case(line, #"{"strokeWidth":-1}"#, .skipped, .memberRange, "overlay.strokeWidth", "-1"),
    Case(line, #"{"strokeWidth":513}"#, .skipped, .memberRange, "overlay.strokeWidth", "0 to 512"),
    Case(line, #"{"strokeWidth":1e300}"#, .skipped, .memberRange, "overlay.strokeWidth", "1e300"),
    Case(line, #"{"strokeWidth":1e999}"#, .skipped, .memberRange, "overlay.strokeWidth", "1e999"),
    Case(line, #"{"strokeWidth":"2"}"#, .skipped, .memberType, "overlay.strokeWidth", #""2""#),
    Case(line, #"{"strokeColor":"redd"}"#, .skipped, .memberRange, "overlay.strokeColor", "redd"),
    Case(line, #"{"strokeColor":[1]}"#, .skipped, .memberType, "overlay.strokeColor", "colour"),
    Case(line, #"{"geodesic":0}"#, .skipped, .memberType, "overlay.geodesic", "0"),
    Case(area, #"{"pole":"up"}"#, .skipped, .memberRange, "overlay.pole", "south"),
    Case(
      point, #"{"icon":"a.png","color":"red"}"#, .altered, .memberUnknown, "overlay.color",
      "default pin only"),
    Case(point, #"{"radius":0}"#, .skipped, .memberRange, "overlay.radius", "above 0"),
    Case(point, #"{"radius":"5"}"#, .skipped, .memberType, "overlay.radius", #""5""#),
    Case(point, #"{"type":"circle"}"#, .skipped, .memberRange, "overlay.radius", "nothing"),
    Case(line, #"{"radius":5}"#, .altered, .memberUnknown, "overlay.radius", "polyline"),
    Case(point, #"{"groundAnchor":[1]}"#, .skipped, .memberRange, "overlay.groundAnchor", "[1]"),
    Case(
      point, #"{"groundAnchor":[1,"2"]}"#, .skipped, .memberType, "overlay.groundAnchor[1]", "2"),
    Case(point, #"{"rotation":true}"#, .skipped, .memberType, "overlay.rotation", "true"),
    Case(point, #"{"opacity":1.5}"#, .altered, .memberRange, "overlay.opacity", "1 is taken"),
    Case(point, #"{"opacity":-1}"#, .altered, .memberRange, "overlay.opacity", "0 is taken"),
    Case(
      point, #"{"appearAnimation":"Pop"}"#, .skipped, .memberRange, "overlay.appearAnimation",
      "fadeIn"),
    Case(
      point, #"{"collisionBehavior":1}"#, .skipped, .memberType, "overlay.collisionBehavior", "1"),
    Case(point, #"{"iconView":{}}"#, .altered, .unsupported, "overlay.iconView", "live maps"),
    Case(
      "null", #"{"type":"groundOverlay"}"#, .skipped, .memberRange, "overlay.bounds", "nothing"),
    Case(
      "null", #"{"type":"groundOverlay","bounds":[1,9,2,3]}"#, .skipped, .memberRange,
      "overlay.bounds", "[1, 9, 2, 3]"),
    Case(
      "null", #"{"type":"groundOverlay","position":[1,2]}"#, .skipped, .memberRange,
      "overlay.zoomLevel", "nothing"),
    Case(
      "null", #"{"type":"groundOverlay","bounds":[1,2,3,4],"zoomLevel":3}"#, .skipped,
      .memberRange, "overlay.bounds", "beside"),
    Case(
      point, #"{"type":"groundOverlay","bounds":[1,2,3,4]}"#, .altered, .memberUnknown,
      "geometry", "ignored"),
    Case(
      line, #"{"type":"groundOverlay"}"#, .skipped, .memberRange, "overlay.bounds", "nothing"),
  ]

  static let spans: [Case] = [
    Case(line, #"{"spans":5}"#, .skipped, .memberType, "overlay.spans", "5"),
    Case(line, #"{"spans":{}}"#, .skipped, .memberRange, "overlay.spans", "pattern"),
    Case(line, #"{"spans":[5]}"#, .skipped, .memberType, "overlay.spans[0]", "5"),
    Case(line, #"{"spans":[{}]}"#, .skipped, .memberRange, "overlay.spans[0]", "no style"),
    Case(
      line, #"{"spans":[{"color":"red","segments":0}]}"#, .skipped, .memberRange,
      "overlay.spans[0].segments", "above 0"),
    Case(
      line, #"{"spans":[{"color":"red"},{"style":"a","color":"red"}]}"#, .skipped, .memberRange,
      "overlay.spans[1].color", "beside"),
    Case(
      line, #"{"spans":[{"color":"red","gradient":["red","red"]}]}"#, .skipped, .memberRange,
      "overlay.spans[0].gradient", "beside"),
    Case(
      line, #"{"spans":[{"gradient":["red"]}]}"#, .skipped, .memberType,
      "overlay.spans[0].gradient", "found an array of 1; allowed is an array of two colours"),
    Case(
      line, #"{"spans":[{"gradient":["red","x"]}]}"#, .skipped, .memberRange,
      "overlay.spans[0].gradient[1]", "x"),
    Case(
      line, #"{"spans":[{"style":7}]}"#, .skipped, .memberType, "overlay.spans[0].style", "7"),
    Case(
      line, #"{"spans":[{"style":{"color":7}}]}"#, .skipped, .memberType,
      "overlay.spans[0].style.color", "7"),
    Case(
      line, #"{"spans":[{"stamp":{"sprite":"a","texture":"b"}}]}"#, .skipped, .memberRange,
      "overlay.spans[0].stamp", "both"),
    Case(
      line, #"{"spans":[{"stamp":{}}]}"#, .skipped, .memberRange, "overlay.spans[0].stamp",
      "no image"),
    Case(
      line, #"{"spans":[{"color":"red","segment":2}]}"#, .altered, .memberUnknown,
      "overlay.spans[0].segment", "segments"),
    Case(
      line, #"{"spans":{"pattern":{"lengths":[1]}}}"#, .skipped, .memberRange,
      "overlay.spans.pattern.styles", "nothing"),
    Case(
      line, #"{"spans":{"pattern":{"styles":[],"lengths":[1]}}}"#, .skipped, .memberRange,
      "overlay.spans.pattern.styles", "at least one"),
    Case(
      line, #"{"spans":{"pattern":{"styles":["a"]}}}"#, .skipped, .memberRange,
      "overlay.spans.pattern.lengths", "nothing"),
    Case(
      line, #"{"spans":{"pattern":{"styles":["a"],"lengths":[0,0]}}}"#, .skipped, .memberRange,
      "overlay.spans.pattern.lengths", "sum of 0"),
    Case(
      line, #"{"spans":{"pattern":{"styles":["a"],"lengths":[2,-1]}}}"#, .skipped, .memberRange,
      "overlay.spans.pattern.lengths[1]", "-1"),
    Case(
      line, #"{"spans":{"pattern":{"styles":["a"],"lengths":[2],"lengthKind":"x"}}}"#, .skipped,
      .memberRange, "overlay.spans.pattern.lengthKind", "projected"),
  ]

  static let paths: [Case] = [
    Case(line, #"{"encodedPath":"??"}"#, .skipped, .memberRange, "overlay.encodedPath", "beside"),
    Case("null", #"{"encodedPath":"??"}"#, .skipped, .geometryMissing, "overlay.type", "nothing"),
    Case("null", "{}", .skipped, .geometryMissing, "geometry", "nothing"),
    Case("null", #"{"type":"marker"}"#, .skipped, .geometryMissing, "geometry", "nothing"),
    Case(
      "null", #"{"type":"polyline","encodedPath":5}"#, .skipped, .memberType,
      "overlay.encodedPath", "5"),
    Case(
      "null", #"{"type":"polyline","encodedPath":""}"#, .skipped, .tooFewPoints,
      "overlay.encodedPath", "no positions"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"_p~iF"}"#, .skipped, .encodedPath,
      "overlay.encodedPath", "odd number"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"_p~iF~ps|"}"#, .skipped, .encodedPath,
      "overlay.encodedPath", "end inside"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"_p~iF ~ps"}"#, .skipped, .encodedPath,
      "overlay.encodedPath", "32 at byte 5"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"~~~~~~~?"}"#, .skipped, .encodedPath,
      "overlay.encodedPath", "6 characters"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"??","encodedPrecision":7}"#, .skipped,
      .memberRange, "overlay.encodedPrecision", "precision 5 or 6"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"??","encodedPrecision":"6"}"#, .skipped,
      .memberRange, "overlay.encodedPrecision", "precision 5 or 6"),
    Case(
      "null", #"{"type":"polyline","encodedPath":"_p~iF~ps|U_ulLnnqC","encodedHoles":["?"]}"#,
      .skipped, .memberRange, "overlay.encodedHoles", "polyline"),
    Case(
      "null", #"{"type":"polygon","encodedPath":"??","encodedHoles":[5]}"#, .skipped,
      .memberType, "overlay.encodedHoles[0]", "5"),
    Case(
      "null", #"{"type":"polygon","encodedPath":"??","encodedHoles":"??"}"#, .skipped,
      .memberType, "overlay.encodedHoles", "array"),
    Case(
      "null", #"{"type":"polygon","encodedHoles":["??"]}"#, .skipped, .memberRange,
      "overlay.encodedHoles", "encodedPath"),
    Case(
      "null", #"{"type":"polygon","encodedPath":"_p~iF~ps|U_ulLnnqC"}"#, .skipped,
      .tooFewPoints, "overlay.encodedPath", "2 different"),
  ]

  @Test("are named with member, found and allowed", arguments: common + looks + spans + paths)
  func fault(_ expected: Case) throws {
    let reading = try read(feature(expected.geometry, #""id":7,"overlay":\#(expected.overlay)"#))
    #expect(reading.features.count == (expected.effect == .skipped ? 0 : 1))
    #expect(reading.findings.count == 1)
    let finding = try #require(reading.findings.first)
    #expect(finding.effect == expected.effect)
    #expect(finding.code == expected.code)
    #expect(finding.member == expected.member)
    #expect(finding.message.contains(expected.part), "\(finding.message)")
    #expect(finding.id == "7")
  }
}
