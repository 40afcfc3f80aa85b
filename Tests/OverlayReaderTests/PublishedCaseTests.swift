import OverlayModel
import OverlayReader
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of cases beside the package.
enum Cases {
  struct Missing: Error {}

  static let folder = "../shared/cases"
  static let arePresent = access(folder, R_OK) == 0

  /// The path of a file of the case whose name starts with `number`.
  static func path(_ number: String, _ file: String) throws -> String {
    let directory = try #require(opendir(folder))
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(number + "-") { return "\(folder)/\(name)/\(file)" }
    }
    throw Missing()
  }
}

/// Inputs made from public bug reports, in the folder `../shared/cases` beside the package;
/// each test is named by its case and item.
@Suite("published cases", .enabled(if: Cases.arePresent, "../shared/cases is absent"))
struct PublishedCaseTests {
  @Test("c022.1: a projected crs is refused, and feature 1 named")
  func projectedCRS() throws {
    let path = try Cases.path("c022", "input.crs3857.geojson")
    let error = #expect(throws: ReaderError.self) { try read(path: path) }
    guard case .unsupportedCRS(let name, 1, let feature) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name == "urn:ogc:def:crs:EPSG::3857")
    #expect(feature?.id == "1")
    #expect(feature?.line == 2)
  }

  @Test("c022.3: positions beyond the earth are skipped with a hint")
  func metres() throws {
    let reading = try read(path: Cases.path("c022", "input.mixed.geojson"))
    #expect(reading.features.map(\.id) == [.number(3)])
    #expect(reading.findings.map(\.id) == ["1", "2"])
    #expect(reading.findings.map(\.code) == [.coordinateOutOfRange, .coordinateOutOfRange])
    #expect(reading.findings.map(\.location.line) == [2, 3])
    #expect(reading.findings[0].message.contains("projected CRS"))
    #expect(reading.findings[1].message.contains("exchanged"))
  }

  @Test("c023: ten features without usable geometry are named, three are kept")
  func emptyGeometry() throws {
    let reading = try read(path: Cases.path("c023", "input.geojson"))
    #expect(reading.features.map(\.id) == [.number(1), .number(9), .number(13)])
    let skipped = reading.findings.filter { $0.effect == .skipped }
    #expect(skipped.compactMap(\.id) == ["2", "3", "4", "5", "6", "7", "8", "10", "11", "12"])
    for finding in skipped { #expect(finding.location.line == finding.location.feature + 2) }
    let ninth = try #require(reading.feature(9))
    #expect(ninth.tags.isEmpty)
    #expect(ninth.parts == [[[.init(20, 10)]]])
    #expect(reading.feature(13)?.parts == [[[.init(30, 10), .init(40, 10)]]])
    #expect(reading.recordCount == 13)
  }

  @Test("c025: property values are exact, and whole numbers integers")
  func propertyTypes() throws {
    let reading = try read(path: Cases.path("c025", "input.geojson"))
    let feature = try #require(reading.feature(1))
    #expect(feature.tags.count == 16)
    let expected: [(String, AttributeValue)] = [
      ("big53", .int(9_007_199_254_740_993)), ("maxI", .int(.max)), ("minI", .int(.min)),
      ("maxU", .uint(.max)), ("over", .double(18_446_744_073_709_551_616)), ("zero", .int(0)),
      ("zeroD", .int(0)), ("neg", .int(-1)), ("tenth", .double(0.1)), ("exp", .int(100)),
      ("tiny", .double(.leastNonzeroMagnitude)), ("yes", .bool(true)), ("no", .bool(false)),
      ("empty", .string("")), ("list", .string("[1,2,3]")),
      ("obj", .string(#"{"a":[1,"x"],"b":null}"#)),
    ]
    for (key, value) in expected { #expect(feature[key] == value, "\(key)") }
    #expect(feature["nil"] == nil)
    #expect(reading.feature(2)?.tags.isEmpty == true)
  }

  @Test("c026: 1e999 is left out of properties and refused in coordinates")
  func overflow() throws {
    let reading = try read(path: Cases.path("c026", "input.overflow.geojson"))
    #expect(reading.features.map(\.id) == [.number(1), .number(2), .number(3)])
    #expect(reading.feature(1)?.tags.count == 1)
    #expect(reading.feature(2)?["h"] == .double(-12.5))
    #expect(reading.feature(3)?["h"] == .double(1e308))
    #expect(reading.findings.map(\.code) == [.propertyRange, .coordinateOutOfRange])
    #expect(reading.findings.map(\.effect) == [.altered, .skipped])
  }

  @Test("c026.5: NaN is a syntax error on line 4, column 60")
  func notANumber() throws {
    let path = try Cases.path("c026", "input.nan.geojson")
    #expect(
      throws: ReaderError.malformed(
        line: 4, column: 60, problem: .valueExpected(found: "'NaN'"))
    ) { try read(path: path) }
  }

  @Test("c028: keys are told apart by bytes")
  func keys() throws {
    let reading = try read(path: Cases.path("c028", "input.geojson"))
    let feature = try #require(reading.feature(1))
    #expect(feature.tags.count == 9)
    #expect(feature["caf\u{e9}"] == .string("nfc"))
    #expect(feature["cafe\u{301}"] == .string("nfd"))
    #expect(feature[""] == .string("empty key"))
    #expect(feature["a\0b"] == .string("nul inside"))
    #expect(feature["\u{1}\u{1f}"] == .string("controls"))
    #expect(feature["\u{1f680}"] == .string("rocket"))
    #expect(feature["\u{202e}abc"] == .string("rtl"))
    #expect(feature["\u{feff}bom"] == .string("zwnbsp"))
    let second = try #require(reading.feature(2))
    #expect(second.tags.map(\.value) == [.string("nfd"), .string("nfc")])
  }

  @Test("c028.7: half a surrogate pair becomes U+FFFD, and is named")
  func surrogate() throws {
    let reading = try read(path: Cases.path("c028", "input.surrogate.geojson"))
    #expect(reading.feature(1)?["name"] == .string("ok\u{fffd}"))
    #expect(reading.findings.map(\.location.line) == [2])
    #expect(reading.findings.map(\.effect) == [.altered])
  }

  @Test("c038: byte order mark, CRLF, blank lines, no final newline", arguments: [16, 64, 1 << 20])
  func lines(chunkBytes: Int) throws {
    let reading = try read(path: Cases.path("c038", "input.ndjson"), chunkBytes: chunkBytes)
    #expect(reading.features.map(\.id) == [.number(1), .number(2), .number(3)])
    #expect(reading.feature(3)?["s"] == .string("a\r\nb"))
    #expect(reading.findings.isEmpty)
    #expect(reading.features.map(\.location.line) == [1, 3, 5])
  }

  @Test("c038.5: the broken line is named, blank lines counted")
  func brokenLine() throws {
    let path = try Cases.path("c038", "input.bad.ndjson")
    let error = #expect(throws: ReaderError.self) { try read(path: path) }
    guard case .malformed(line: 3, column: _, problem: .valueExpected(found: "'}'")) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("c040: a cut document, a cut gzip stream and an empty file")
  func truncated() throws {
    let cut = try Cases.path("c040", "input.cut.geojson")
    let error = #expect(throws: ReaderError.self) { try read(path: cut) }
    guard case .malformed(line: 4, column: _, problem: .unexpectedEnd) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let gzip = try Cases.path("c040", "input.cut.geojson.gz")
    let gzipError = #expect(throws: ReaderError.self) { try read(path: gzip) }
    guard case .truncatedGzip = gzipError else {
      Issue.record("\(String(describing: gzipError))")
      return
    }
    let empty = try Cases.path("c040", "input.empty.geojson")
    #expect(throws: ReaderError.emptyInput) { try read(path: empty) }
  }

  @Test("c042, c046: KML and GPX are recognised and refused")
  func foreignFormats() throws {
    let kml = try Cases.path("c042", "input.kml")
    #expect(throws: ReaderError.unsupportedFormat(.kml)) { try read(path: kml) }
    let gpx = try Cases.path("c046", "input.gpx")
    #expect(throws: ReaderError.unsupportedFormat(.gpx)) { try read(path: gpx) }
  }

  @Test("c047: backslashes of an encoded path are data")
  func backslashes() throws {
    let reading = try read(path: Cases.path("c047", "input.json"))
    let parts = try #require(reading.feature(47)?.parts)
    #expect(
      parts == [
        [
          [
            .init(20, 10), .init(19.99976, 9.99985), .init(19.99961, 9.9997),
            .init(20.03961, 10.0197),
          ]
        ]
      ])
    let raw = try read(path: Cases.path("c047", "input.txt"))
    #expect(raw.features.map(\.parts) == [parts])
  }

  @Test("c049: precision, lines without length, single points")
  func precision() throws {
    let reading = try read(path: Cases.path("c049", "input.json"))
    #expect(reading.features.map(\.id) == [.number(1)])
    #expect(reading.features[0].parts == [[[.init(10.25, 5.5), .init(10.5, 5.75)]]])
    let skipped = reading.findings.filter { $0.effect == .skipped }
    #expect(skipped.compactMap(\.id) == ["2", "3", "4"])
    #expect(skipped.map(\.code) == [.zeroLength, .tooFewPoints, .encodedPath])
    #expect(skipped.last?.message.contains("recision 6") == true)
  }
}
