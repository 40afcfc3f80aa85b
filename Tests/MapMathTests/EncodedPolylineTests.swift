import MapMath
import TestSupport
import Testing

@Suite("EncodedPolyline") struct EncodedPolylineTests {
  /// The outline of Hyde Park in Google's shapes guide, as the source literal writes it.
  static let hydeParkLiteral =
    #"tpwmEkd|y[QVe@Pk@BsHe@mGc@iNaAKMaBIYIq@qAMo@Eo@@[Fe@DoALu@HUb@c@XUZS^ELGxOhAd@@ZB`@J^BhFRlBN\\BZ@`AFrATAJAR?rAE\\C~BIpD"#

  private func decode(_ text: String, precision: Int = 5) throws(EncodedPolylineError) -> [LatLng] {
    let bytes = Array(text.utf8)
    return try EncodedPolyline.decode(bytes.span, precision: precision)
  }

  private func isDoubled(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return EncodedPolyline.hasDoubledBackslash(bytes.span)
  }

  private func unescape(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: EncodedPolyline.unescape(bytes.span), as: UTF8.self)
  }

  private func path(_ degrees: (Double, Double)...) -> [LatLng] {
    degrees.map { LatLng(latitude: $0.0, longitude: $0.1) }
  }

  @Test("the published example, both ways")
  func publishedExample() throws {
    let expected = path((38.5, -120.2), (40.7, -120.95), (43.252, -126.453))
    #expect(try decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == expected)
    #expect(EncodedPolyline.encode(expected) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    #expect(try decode("") == [])
    // The published single value: -179.9832104 is `~oia@.
    #expect(EncodedPolyline.encode(path((0, -179.9832104))) == "?`~oia@")
  }

  @Test("the guide's rings close, and come back as the same text")
  func guideRings() throws {
    #expect(isDoubled(Self.hydeParkLiteral))
    let text = unescape(Self.hydeParkLiteral)
    let hydePark = try decode(text)
    #expect(hydePark.count == 40)
    #expect(hydePark.first == LatLng(latitude: -33.87675, longitude: 151.20982))
    #expect(hydePark.first == hydePark.last)
    let fountain = try decode("tlvmEqq|y[NNCXSJQOB[TI")
    #expect(fountain.count == 7)
    #expect(fountain.first == LatLng(latitude: -33.87099, longitude: 151.21193))
    #expect(fountain.first == fountain.last)
    let pool = try decode("bewmEwk|y[Dm@zAPEj@{AO")
    #expect(pool.count == 5)
    #expect(pool.first == LatLng(latitude: -33.8749, longitude: 151.211))
    #expect(EncodedPolyline.encode(hydePark) == text)
    #expect(EncodedPolyline.encode(fountain) == "tlvmEqq|y[NNCXSJQOB[TI")
    #expect(EncodedPolyline.encode(pool) == "bewmEwk|y[Dm@zAPEj@{AO")
  }

  @Test("doubled backslashes decode to a wrong path without an error")
  func doubledBackslash() throws {
    let wrong = try decode(Self.hydeParkLiteral)
    #expect(wrong.count == 41)
    #expect(wrong.last == LatLng(latitude: -33.87682, longitude: 151.20959))
    #expect(!isDoubled(#"a\b\"#))
    #expect(unescape(#"a\b\"#) == #"a\b\"#)
    #expect(unescape(#"\\\x"#) == #"\\x"#)
  }

  @Test("every fault is found where it stands")
  func faults() {
    #expect(throws: EncodedPolylineError.byteNotAllowed(32, offset: 4)) {
      try decode("_p~i F")
    }
    #expect(throws: EncodedPolylineError.byteNotAllowed(127, offset: 0)) { try decode("\u{7f}") }
    #expect(throws: EncodedPolylineError.truncated(offset: 5)) { try decode("_p~iF~ps|") }
    #expect(throws: EncodedPolylineError.longitudeMissing(offset: 0)) { try decode("_p~iF") }
    #expect(throws: EncodedPolylineError.longitudeMissing(offset: 2)) { try decode("???") }
    #expect(throws: EncodedPolylineError.valueTooLong(offset: 1)) { try decode("?~~~~~~?") }
    #expect(throws: EncodedPolylineError.valueTooLong(offset: 0)) {
      try decode(String(repeating: "~", count: 1000))
    }
  }

  @Test("positions off the globe are refused; a likely precision is named")
  func outOfRange() {
    // 385 and -1202 degrees at precision 5 are 38.5 and -120.2 at 6.
    let text = EncodedPolyline.encode(path((38.5, -120.2)), precision: 6)
    #expect(
      throws: EncodedPolylineError.outOfRange(
        offset: 0, latitude: 385, longitude: -1202, likelyPrecision: 6)
    ) { try decode(text) }
    #expect(
      throws: EncodedPolylineError.outOfRange(
        offset: 1, latitude: 0, longitude: 5368.70911, likelyPrecision: nil)
    ) { try decode("?}~~~~^", precision: 5) }
  }

  @Test("an error leaves the arrays as they were")
  func arraysKept() {
    let bytes = Array("_p~iF~ps|U_ulLnnqC_mqN".utf8)
    var (latitudes, longitudes) = ([1.0], [2.0])
    #expect(throws: EncodedPolylineError.longitudeMissing(offset: 18)) {
      try EncodedPolyline.decode(bytes.span, latitudes: &latitudes, longitudes: &longitudes)
    }
    #expect(latitudes == [1] && longitudes == [2])
  }

  @Test("halves are rounded away from zero")
  func halves() {
    // 0.5 and -0.5 units at precision 1 are 1 and -1: zigzag 2 and 1.
    #expect(EncodedPolyline.encode(path((0.05, -0.05)), precision: 1) == "A@")
  }

  @Test(
    "what was rounded once comes back the same", arguments: 1...8 as ClosedRange<UInt64>, [5, 6])
  func roundTrip(seed: UInt64, precision: Int) throws {
    var random = SeededGenerator(seed: seed)
    let scale = precision == 5 ? 1e5 : 1e6
    let path = (0..<200).map { _ in
      LatLng(
        latitude: Double(Int.random(in: Int(-90 * scale)...Int(90 * scale), using: &random))
          / scale,
        longitude: Double(Int.random(in: Int(-180 * scale)...Int(180 * scale), using: &random))
          / scale)
    }
    let text = EncodedPolyline.encode(path, precision: precision)
    #expect(try decode(text, precision: precision) == path)
  }

  @Test("no bytes make it trap", arguments: 1...20 as ClosedRange<UInt64>)
  func hostileBytes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 60...127, using: &random) }
      let decoded = try? EncodedPolyline.decode(bytes.span)
      #expect(decoded?.allSatisfy { $0.isValid } ?? true)
    }
  }
}
