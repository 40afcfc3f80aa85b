import OverlayModel
import OverlayReader
import TestSupport
import Testing

@Suite("geometry")
struct GeometryTests {
  typealias P = ReadFeature.Position

  struct Shape: Sendable, CustomTestStringConvertible {
    var geometry: String
    var kind: FeatureBatch.Feature.Kind
    var parts: [[[P]]]
    var testDescription: String { geometry }
  }

  static let shapes: [Shape] = [
    Shape(geometry: geometry("Point", "[1,2,99.5]"), kind: .marker, parts: [[[P(1, 2)]]]),
    Shape(geometry: geometry("Point", "[1,2,null]"), kind: .marker, parts: [[[P(1, 2)]]]),
    Shape(geometry: geometry("Point", "[-540,-90]"), kind: .marker, parts: [[[P(-540, -90)]]]),
    Shape(
      geometry: geometry("MultiPoint", "[[1,2],[3,4]]"), kind: .marker,
      parts: [[[P(1, 2), P(3, 4)]]]),
    Shape(
      geometry: geometry("LineString", "[[1e0,2],[3,-4.5]]"), kind: .polyline,
      parts: [[[P(1, 2), P(3, -4.5)]]]),
    Shape(
      geometry: geometry("MultiLineString", "[[[1,2],[3,4]],[],[[5,6],[7,8],[9,0]]]"),
      kind: .polyline, parts: [[[P(1, 2), P(3, 4)]], [[P(5, 6), P(7, 8), P(9, 0)]]]),
    Shape(
      geometry: geometry("Polygon", "[[[0,0],[9,0],[9,9],[0,0]],[],[[1,1],[2,1],[2,2]]]"),
      kind: .polygon,
      parts: [[[P(0, 0), P(9, 0), P(9, 9), P(0, 0)], [P(1, 1), P(2, 1), P(2, 2)]]]),
    Shape(
      geometry: geometry(
        "MultiPolygon",
        "[[[[0,0],[9,0],[9,9]]],[],[[],[[1,1],[2,1],[2,2]]],[[[5,5],[6,5],[6,6]],[[7,7],[8,7],[8,8]]]]"
      ), kind: .polygon,
      parts: [
        [[P(0, 0), P(9, 0), P(9, 9)]],
        [[P(5, 5), P(6, 5), P(6, 6)], [P(7, 7), P(8, 7), P(8, 8)]],
      ]),
  ]

  @Test("of every type keeps its parts, paths and positions", arguments: shapes)
  func shape(_ shape: Shape) throws {
    for text in [feature(shape.geometry), shape.geometry] {
      let reading = try read(text)
      #expect(reading.features.map(\.kind) == [shape.kind])
      #expect(reading.features.first?.parts == shape.parts)
      #expect(reading.findings.isEmpty)
    }
  }

  @Test("collections give a feature for each member, with id and tags")
  func collection() throws {
    let inner = #"{"type":"GeometryCollection","geometries":[\#(geometry("Point", "[5,6]")),null]}"#
    let outer =
      #"{"type":"GeometryCollection","geometries":[\#(geometry("LineString", "[[1,2],[3,4]]")),"#
      + #"\#(inner),\#(geometry("LineString", "[]"))]}"#
    let reading = try read(feature(outer, #""id":"a","properties":{"k":1}"#))
    #expect(reading.features.map(\.kind) == [.polyline, .marker])
    #expect(reading.features.allSatisfy { $0.id == .other(.string("a")) })
    #expect(reading.features.allSatisfy { $0["k"] == .int(1) })
    #expect(reading.findings.isEmpty)
  }

  @Test("a collection's part that is too short is left out and named")
  func shortPart() throws {
    let text =
      #"{"type":"GeometryCollection","geometries":[\#(geometry("LineString", "[[1,2]]")),"#
      + #"\#(geometry("Point", "[5,6]"))]}"#
    let reading = try read(feature(text))
    #expect(reading.features.map(\.kind) == [.marker])
    #expect(reading.findings.map(\.effect) == [.altered])
    #expect(reading.findings[0].member == "geometry.geometries[0].coordinates")
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var geometry: String
    var code: Finding.Code
    var member: String
    var part: String
    var testDescription: String { geometry }
    init(_ geometry: String, _ code: Finding.Code, _ member: String, _ part: String) {
      (self.geometry, self.code, self.member, self.part) = (geometry, code, member, part)
    }
  }

  static let coordinates = "geometry.coordinates"
  static let refusals: [Refusal] = [
    Refusal("null", .geometryMissing, "geometry", "nothing"),
    Refusal("5", .memberType, "geometry", "5"),
    Refusal("[1]", .memberType, "geometry", "an array"),
    Refusal("{}", .geometryType, "geometry.type", "nothing"),
    Refusal(#"{"type":"Circle"}"#, .geometryType, "geometry.type", "Circle"),
    Refusal(#"{"type":"Feature"}"#, .geometryType, "geometry.type", "Feature"),
    Refusal(#"{"type":"Point"}"#, .geometryMissing, coordinates, "nothing"),
    Refusal(geometry("Point", "null"), .memberType, coordinates, "null"),
    Refusal(geometry("Point", #""1,2""#), .memberType, coordinates, "1,2"),
    Refusal(geometry("Point", "[]"), .geometryEmpty, "geometry", "no positions"),
    Refusal(geometry("MultiPolygon", "[[],[[]]]"), .geometryEmpty, "geometry", "no positions"),
    Refusal(geometry("Point", "[1]"), .geometryType, coordinates, "fewer than 2"),
    Refusal(geometry("Point", #"["1",2]"#), .memberType, coordinates, #""1""#),
    Refusal(geometry("Point", #"[1,"2"]"#), .memberType, coordinates, #""2""#),
    Refusal(geometry("Point", "[1,2,{}]"), .memberType, coordinates, "{"),
    Refusal(geometry("Point", "[null,2]"), .memberType, coordinates, "null"),
    Refusal(geometry("Point", "[[1,2]]"), .geometryType, coordinates, "1 arrays deep"),
    Refusal(geometry("Polygon", "[[1,2],[3,4]]"), .geometryType, coordinates, "1 arrays deep"),
    Refusal(geometry("LineString", "[[1,2],3]"), .memberType, coordinates, "3"),
    Refusal(geometry("LineString", "[[1,2],[]]"), .geometryType, coordinates, "fewer than 2"),
    Refusal(geometry("LineString", "[[1,2],[[3,4]]]"), .geometryType, coordinates, "depth"),
    Refusal(geometry("MultiPolygon", "[[[[[1,2]]]]]"), .geometryType, coordinates, "["),
    Refusal(geometry("Point", "[1,90.1]"), .coordinateOutOfRange, coordinates, "90.1"),
    Refusal(geometry("Point", "[540.1,1]"), .coordinateOutOfRange, coordinates, "540.1"),
    Refusal(geometry("Point", "[1,1e999]"), .coordinateOutOfRange, coordinates, "1e999"),
    Refusal(geometry("Point", "[10,139]"), .coordinateOutOfRange, coordinates, "exchanged"),
    Refusal(geometry("Point", "[1391234.5,1]"), .coordinateOutOfRange, coordinates, "projected"),
    Refusal(geometry("LineString", "[[1,2]]"), .tooFewPoints, coordinates, "1 position"),
    Refusal(geometry("LineString", "[[1,2],[1,2]]"), .zeroLength, coordinates, "2 equal"),
    Refusal(
      geometry("MultiLineString", "[[[1,2]],[[3,4]]]"), .tooFewPoints, coordinates + "[0]",
      "1 position"),
    Refusal(
      geometry("Polygon", "[[[1,2],[3,4],[1,2]]]"), .tooFewPoints, coordinates + "[0]",
      "2 different"),
    Refusal(
      geometry("MultiPolygon", "[[],[[[1,2]]]]"), .tooFewPoints, coordinates + "[1][0]",
      "1 different"),
    Refusal(
      #"{"type":"GeometryCollection"}"#, .geometryMissing, "geometry.geometries", "nothing"),
    Refusal(
      #"{"type":"GeometryCollection","geometries":[]}"#, .geometryEmpty, "geometry", "no pos"),
    Refusal(
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,91]}]}"#,
      .coordinateOutOfRange, "geometry.geometries[0].coordinates", "91"),
  ]

  @Test("a latitude a trifle beyond a pole is the pole, and is reported")
  func beyondPole() throws {
    let reading = try read(feature(geometry("LineString", "[[1,90.0005],[2,3],[4,-90.001]]")))
    #expect(reading.features.first?.parts.first?.first?.map(\.latitude) == [90, 3, -90])
    #expect(reading.findings.map(\.effect) == [.altered])
    #expect(reading.findings.map(\.code) == [.coordinateOutOfRange])
  }

  @Test("that cannot be drawn skips its feature by name", arguments: refusals)
  func refusal(_ expected: Refusal) throws {
    let reading = try read(
      "\(feature(expected.geometry, #""id":7,"properties":{"a":1}"#))\n"
        + feature(geometry("Point", "[1,2]"), #""properties":{"b":2}"#))
    #expect(reading.features.count == 1)
    #expect(reading.features.first?.tags.map(\.key) == [Array("b".utf8)])
    #expect(reading.findings.count == 1)
    let finding = try #require(reading.findings.first)
    #expect(finding.effect == .skipped)
    #expect(finding.code == expected.code)
    #expect(finding.member == expected.member)
    #expect(finding.message.contains(expected.part), "\(finding.message)")
    #expect(finding.id == "7")
    #expect(finding.location == SourceLocation(input: 3, line: 1, feature: 0))
  }

  @Test("parts too short are left out of what is drawn, and named")
  func leftOut() throws {
    let lines = try read(
      feature(geometry("MultiLineString", "[[[1,2]],[[3,4],[5,6]],[[7,8],[7,8]]]")))
    #expect(lines.features.first?.parts == [[[P(3, 4), P(5, 6)]]])
    #expect(lines.findings.map(\.code) == [.tooFewPoints, .zeroLength])
    #expect(lines.findings.map(\.member) == ["\(Self.coordinates)[0]", "\(Self.coordinates)[2]"])
    let hole = try read(feature(geometry("Polygon", "[[[0,0],[9,0],[9,9]],[[1,1],[2,2],[1,1]]]")))
    #expect(hole.features.first?.parts == [[[P(0, 0), P(9, 0), P(9, 9)]]])
    #expect(hole.findings.map(\.effect) == [.altered])
    #expect(hole.findings.map(\.member) == ["\(Self.coordinates)[1]"])
  }

  @Test("coordinates are the nearest doubles", arguments: 1...8 as ClosedRange<UInt64>)
  func nearestDoubles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var texts: [String] = []
    for _ in 0..<2000 {
      let digits = Int.random(in: 0...17, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      text += String(Int.random(in: 0...89, using: &random))
      if digits > 0 {
        text += "."
        for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &random)) }
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        text += "e-\(Int.random(in: 0...30, using: &random))"
      }
      texts.append(text)
    }
    texts += ["-0", "-0.0", "0.5000000000000000000001", "9007199254740993e-15"]
    // An exponent or more than 19 digits send a whole array the long way; both ways are read.
    let short = texts.filter { !$0.contains("e") && $0.utf8.count < 20 }
    for numbers in [texts, short] {
      let positions = numbers.map { "[\($0),\($0)]" }.joined(separator: ",")
      let reading = try read(geometry("MultiPoint", "[\(positions)]"))
      let found = reading.features.first?.parts.first?.first ?? []
      #expect(found.count == numbers.count)
      for (text, position) in zip(numbers, found) {
        let expected = Double(text)?.bitPattern
        #expect(position.longitude.bitPattern == expected, "\(text)")
        #expect(position.latitude.bitPattern == expected, "\(text)")
      }
    }
  }

  @Test("another crs than WGS 84 skips a feature or stops a document")
  func crs() throws {
    func crs(_ name: String) -> String {
      #""crs":{"type":"name","properties":{"name":"\#(name)"}}"#
    }
    let point = geometry("Point", "[1,2]")
    for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326"] {
      #expect(try read(feature(point, crs(name))).findings.isEmpty)
      let document = #"{"type":"FeatureCollection",\#(crs(name)),"features":[\#(feature(point))]}"#
      #expect(try read(document).features.count == 1)
    }
    #expect(try read(feature(point, #""crs":null"#)).findings.isEmpty)
    let reading = try read(feature(point, crs("EPSG:25832")))
    #expect(reading.findings.map(\.code) == [.crs])
    #expect(reading.findings.map(\.effect) == [.skipped])
    let last =
      #"{"type":"FeatureCollection","features":[\#(feature(point))],\#(crs("EPSG:25832"))}"#
    guard case .unsupportedCRS("EPSG:25832", 1, let first?) = readError(of: last) else {
      Issue.record("the document was read")
      return
    }
    #expect(first.index == 0)
    let head = "{\(crs("EPSG:25832"))}\n\(feature(point, #""id":9"#))"
    guard case .unsupportedCRS("EPSG:25832", 1, let second?) = readError(of: head) else {
      Issue.record("the lines were read")
      return
    }
    #expect(second.id == "9")
    #expect(second.line == 2)
  }
}
