import OverlayModel
import OverlayReader
import Testing

@Suite("forms of input")
struct InputFormTests {
  static let one = #"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]}}"#
  static let two = #"{"type":"Feature","id":2,"geometry":{"type":"Point","coordinates":[3,4]}}"#
  static let mark = "\u{feff}"

  /// Each holds the features 1 and 2 and nothing else.
  static let pairs: [(name: String, text: String)] = [
    ("collection", #"{"type":"FeatureCollection","features":[\#(one),\#(two)]}"#),
    ("type last", #"{"features":[\#(one),\#(two)],"type":"FeatureCollection"}"#),
    (
      "foreign members",
      #"{"bbox":[0,0,9,9],"name":"}]{","type":"FeatureCollection","features":[\#(one),\#(two)],"#
        + #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"#
        + #""x":[{"features":[1]}]}"#
    ),
    ("spread", "{\n\"type\" : \"FeatureCollection\" ,\n\"features\" : [ \(one) ,\n \(two) ]\n}\n"),
    ("mark", mark + #"{"type":"FeatureCollection","features":[\#(one),\#(two)]}"#),
    ("lines", "\(one)\n\(two)\n"),
    ("lines without the last feed", "\(one)\n\(two)"),
    ("lines, CRLF and blanks", "\r\n\(one)\r\n \t\r\n\(two)\r\n\r\n"),
    ("lines, mark", "\(mark)\(one)\n\(two)"),
    ("sequence", "\u{1e}\(one)\n\u{1e}\(two)\n"),
    ("sequence, spread", "\u{1e}\(one.replacingCommas)\n\u{1e}\u{1e}\(two.replacingCommas)\n"),
    ("sequence, mark", "\(mark)\u{1e}\(one)\u{1e}\(two)"),
    ("head, lines", #"{"styles":{"a":{"color":"red"}}}"# + "\n\(one)\n\(two)\n"),
    ("head, sequence", "\u{1e}" + #"{"map":{}}"# + "\n\u{1e}\(one)\n\u{1e}\(two)\n"),
    ("collection, then a line", #"{"type":"FeatureCollection","features":[\#(one)]}"# + "\n\(two)"),
    (
      "collections as lines",
      #"{"type":"FeatureCollection","features":[\#(one)]}"# + "\n"
        + #"{"type":"FeatureCollection","features":[\#(two)]}"#
    ),
    ("features, spread", "\(one.replacingCommas)\r\n\(two.replacingCommas)"),
    ("a line, then a spread feature", "\(one)\n\n\(two.replacingCommas)\n"),
    ("a spread feature, then a line", "{\n\(one.dropFirst())\n\(two)\n"),
    ("collections, one after the other", collection(of: one) + collection(of: two)),
    (
      "collections without a line feed between them",
      #"{"type":"FeatureCollection","features":[\#(one)]}"#
        + #"{"type":"FeatureCollection","features":[\#(two)]}{"type":"FeatureCollection","features":[]}"#
    ),
    ("features without a line feed between them", "\(one)\(two)"),
    ("a line, then collections", "\(one)\n" + collection(of: two) + collection(of: "")),
  ]

  /// A collection as most programs write it.
  static func collection(of feature: String) -> String {
    "{\n\"type\": \"FeatureCollection\",\n\"features\": [\n\(feature)\n],\n\"name\":{\n}}\n"
  }

  @Test("lines, indices and styles of documents that follow one another")
  func documents() throws {
    func head(_ style: String) -> String {
      #"{"type":"FeatureCollection","styles":{"\#(style)":{"color":"red"}},"features":["#
    }
    let text = "\(head("a"))\n\(Self.one)\n]}\n\n\(head("b"))\n\(Self.two)]}"
    for chunkBytes in [16, 64, 1 << 20] {
      let reading = try read(text, chunkBytes: chunkBytes)
      #expect(reading.features.map(\.location.line) == [2, 6])
      #expect(reading.features.map(\.location.feature) == [0, 1])
      #expect(reading.document.styles.keys.sorted() == ["a", "b"])
    }
  }

  @Test(
    "a line that is cut off is named, not the lines after it",
    arguments: [#"{"type":"Feature","#, #"{"type":"#, "{", #"{"type":"Feature","bbox":[1,"#])
  func cutOff(line: String) {
    for chunkBytes in [16, 1 << 20] {
      let error = readError(of: "\(Self.one)\n\(line)\n\(Self.two)\n", chunkBytes: chunkBytes)
      guard case .malformed(2, _, .unexpectedEnd)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("are told apart by content", arguments: pairs, [16, 40, 64, 1 << 20])
  func pair(form: (name: String, text: String), chunkBytes: Int) throws {
    let reading = try read(form.text, chunkBytes: chunkBytes)
    #expect(reading.features.map(\.id) == [.number(1), .number(2)], "\(form.name)")
    #expect(reading.features.map(\.parts) == [[[[.init(1, 2)]]], [[[.init(3, 4)]]]])
    #expect(reading.findings.isEmpty)
    #expect(reading.document.findings.isEmpty)
    #expect(reading.features.allSatisfy { $0.location.input == 3 })
    #expect(reading.features.map(\.location.feature) == [0, 1])
  }

  @Test("a feature or a geometry alone is a document")
  func alone() throws {
    let spread = InputFormTests.one.replacingCommas
    #expect(try read(spread).features.map(\.id) == [.number(1)])
    let bare = try read(geometry("LineString", "[[1,2],[3,4]]"))
    #expect(bare.features.map(\.kind) == [.polyline])
    #expect(bare.features[0].id == .none)
    #expect(bare.features[0].overlay == nil)
  }

  @Test("a collection that is one record of many gives all its features its index")
  func collectionAsRecord() throws {
    let reading = try read(
      "\u{1e}\(Self.two)\n\u{1e}"
        + #"{"type":"FeatureCollection","features":[\#(Self.one),5,\#(Self.two)]}"# + "\n")
    #expect(reading.features.map(\.id) == [.number(2), .number(1), .number(2)])
    #expect(reading.features.map(\.location.feature) == [0, 1, 1])
    #expect(reading.findings.map(\.code) == [.geometryType])
    let empty = try read("\(Self.one)\n" + #"{"type":"FeatureCollection"}"#)
    #expect(empty.findings.map(\.member) == ["features"])
  }

  @Test("an overlay in a bare geometry is named")
  func overlayInGeometry() throws {
    let reading = try read(#"{"type":"Point","coordinates":[1,2],"overlay":{}}"#)
    #expect(reading.features.count == 1)
    #expect(reading.findings.map(\.member) == ["overlay"])
  }

  @Test("an empty collection is no error")
  func emptyCollection() throws {
    let reading = try read(#"{"type":"FeatureCollection","features":[ ]}"#)
    #expect(reading.features.isEmpty)
    #expect(reading.recordCount == 0)
  }

  @Test("nothing but white space is an empty input", arguments: ["", "\n \r\n\t", mark])
  func empty(text: String) {
    #expect(readError(of: text) == .emptyInput)
  }

  @Test(
    "JSON that is not GeoJSON is refused",
    arguments: [
      ("[1,2]", 1, "an array"), ("\nnull", 2, "null"), ("true ", 1, "true"),
      (" -1.5", 1, "a number"),
      (#""x""#, 1, "a string"), ("\n{}", 2, "no type"), (#"{"rows":[1]}"#, 1, "no type"),
      (#"{"type":"Topology","objects":{}}"#, 1, "\"Topology\""),
      (#"{"type":"FeatureCollection"}"#, 1, "a FeatureCollection without an array of features"),
      (#"{"features":[]}"#, 1, "no type"),
      (#"{"features":[],"type":"Topology"}"#, 1, "\"Topology\""),
    ])
  func notGeoJSON(text: String, line: Int, found: String) {
    #expect(readError(of: text) == .notGeoJSON(line: line, found: found))
    #expect(readError(of: text, chunkBytes: 16) == .notGeoJSON(line: line, found: found))
  }

  @Test(
    "other formats are recognised",
    arguments: [
      ("PK\u{3}\u{4}abc", ForeignFormat.zip), ("SQLite format 3\0", .sqlite),
      ("PMTiles\u{3}", .pmtiles), ("PAR1....", .parquet), ("fgb\u{3}fgb\0", .flatGeobuf),
      ("<?xml version=\"1.0\"?>\n<!-- a -->\n<kml xmlns=\"x\"/>", .kml),
      ("<g:gpx xmlns:g='x'>", .gpx), ("<svg/>", .xml), ("  <html>", .xml),
    ])
  func foreign(text: String, format: ForeignFormat) {
    #expect(readError(of: text) == .unsupportedFormat(format))
  }

  @Test(
    "formats that are no text are recognised by their marks",
    arguments: [
      ([0xff, 0xfe, 0x7b, 0], .utf16), ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4], .xz),
      ([0x42, 0x5a, 0x68, 0x39, 0x31], .bzip2), ([0x28, 0xb5, 0x2f, 0xfd, 4], .zstandard),
    ] as [([UInt8], ForeignFormat)])
  func marks(bytes: [UInt8], format: ForeignFormat) {
    #expect(throws: ReaderError.unsupportedFormat(format)) { try read(bytes: bytes) }
  }

  @Test("lines and indices stand where the features do")
  func locations() throws {
    let text = """
      {"type":"FeatureCollection",
      "features":[
      \(Self.one),

      {"type":"Feature","geometry":
        null},
      7,
      \(Self.two)]}
      """
    for chunkBytes in [16, 100, 1 << 20] {
      let reading = try read(text, chunkBytes: chunkBytes)
      #expect(reading.features.map(\.location.line) == [3, 8])
      #expect(reading.features.map(\.location.feature) == [0, 3])
      #expect(reading.findings.map(\.location.line) == [5, 7])
      #expect(reading.findings.map(\.code) == [.geometryMissing, .geometryType])
      #expect(reading.recordCount == 4)
    }
  }
}

extension String {
  /// The same JSON over several lines.
  fileprivate var replacingCommas: String {
    String(flatMap { $0 == "," ? [",", "\n", " "] : [$0] })
  }
}
