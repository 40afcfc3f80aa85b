import OverlayModel
import OverlayReader
import Testing

@Suite("properties and ids")
struct PropertyTests {
  static func point(_ members: String) -> String { feature(geometry("Point", "[1,2]"), members) }

  @Test(
    "ids are unsigned integers or pooled values",
    arguments: [
      ("0", ReadFeature.ID.number(0)), ("18446744073709551615", .number(.max)),
      ("-1", .other(.int(-1))), ("1.0", .number(1)), ("1e2", .number(100)), ("-0.0", .number(0)),
      ("1.5", .other(.double(1.5))), ("-1.0", .other(.int(-1))),
      ("18446744073709551616", .other(.double(18_446_744_073_709_551_616))),
      (#""a""#, .other(.string("a"))), (#""12""#, .other(.string("12"))), ("null", .none),
    ])
  func ids(text: String, id: ReadFeature.ID) throws {
    let reading = try read(Self.point(#""id":\#(text)"#))
    #expect(reading.features.map(\.id) == [id])
    #expect(reading.findings.isEmpty)
  }

  @Test("ids of other types are left out and named", arguments: ["true", "[1]", "{}", "1e999"])
  func badID(text: String) throws {
    let reading = try read(Self.point(#""id":\#(text)"#))
    #expect(reading.features.map(\.id) == [.none])
    #expect(reading.findings.map(\.member) == ["id"])
    #expect(reading.findings.map(\.effect) == [.altered])
  }

  @Test("arrays and objects become compact JSON")
  func nested() throws {
    let reading = try read(
      Self.point(#""properties":{"a":[ 1,\#n {"b" : "c \" d"} ],"e":{ },"o":"k"}"#))
    #expect(reading.features[0]["a"] == .string(#"[1,{"b":"c \" d"}]"#))
    #expect(reading.features[0]["e"] == .string("{}"))
    #expect(reading.features[0]["o"] == .string("k"))
  }

  @Test("of a key that stands twice the last value counts, and it is named")
  func duplicates() throws {
    let reading = try read(
      Self.point(#""properties":{"a":1,"b":2,"\u0061":3,"c":4,"c":null}"#))
    #expect(reading.features[0].tags.map(\.value) == [.int(2), .int(3)])
    #expect(reading.findings.map(\.code) == [.duplicateMember, .duplicateMember])
    #expect(reading.findings.map(\.member) == ["properties.a", "properties.c"])
    let member = try read(Self.point(#""id":1,"id":2"#))
    #expect(member.features.map(\.id) == [.number(2)])
    #expect(member.findings.map(\.member) == ["id"])
  }

  @Test("properties that are no object are left out and named", arguments: ["[1]", "5", #""x""#])
  func badProperties(text: String) throws {
    let reading = try read(Self.point(#""properties":\#(text)"#))
    #expect(reading.features[0].tags.isEmpty)
    #expect(reading.findings.map(\.member) == ["properties"])
  }

  @Test(
    "escapes are decoded, half pairs become U+FFFD",
    arguments: [
      (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t", 0), (#"\u00e9\u20ac"#, "\u{e9}\u{20ac}", 0),
      (#"\uD83D\uDE80"#, "\u{1f680}", 0), (#"\ud83d"#, "\u{fffd}", 1),
      (#"\ude80x"#, "\u{fffd}x", 1), (#"\ud83d\ud83d\ude80"#, "\u{fffd}\u{1f680}", 1),
      (#"\ud83d\n"#, "\u{fffd}\n", 1), (#"\ud83d\u0041"#, "\u{fffd}A", 1), (#"\u0000"#, "\0", 0),
    ])
  func escapes(json: String, text: String, notes: Int) throws {
    let reading = try read(Self.point(#""properties":{"a":"\#(json)"}"#))
    #expect(reading.features[0]["a"] == .string(text))
    #expect(reading.findings.count == notes)
    let key = try read(Self.point(#""properties":{"\#(json)":1}"#))
    #expect(key.features[0].tags.map(\.key) == [Array(text.utf8)])
    #expect(key.findings.count == notes)
  }

  @Test(
    "numbers are the nearest doubles, however they are written",
    arguments: [
      "0.5000000000000000000001", "0.1000000000000000055511151231257827", "-0.0", "1e-300",
      "123456789012345678901234567890", "0.00000000000000000000000000000000000001e37",
      "2.2250738585072011e-308", "-0.00000000000000000012345678901234567",
      "1.7976931348623157e308", "9007199254740992.0", "9007199254740993.0", "-1e16",
      "0.000000000000000000000000012345678901234567890",
    ])
  func doubles(text: String) throws {
    let reading = try read(Self.point(#""properties":{"a":\#(text)}"#))
    guard case .double(let value) = reading.features[0]["a"] else {
      Issue.record("no double")
      return
    }
    #expect(value.bitPattern == Double(text)?.bitPattern)
  }

  @Test(
    "whole numbers are integers, however they are written",
    arguments: [
      ("0.0", 0), ("5.0", 5), ("1e2", 100), ("-1.20e1", -12), ("0e5", 0), ("123e-345", 0),
      ("9007199254740991.0", 9_007_199_254_740_991),
      ("-9007199254740991e0", -9_007_199_254_740_991),
    ] as [(String, Int64)])
  func wholeNumbers(text: String, value: Int64) throws {
    let reading = try read(Self.point(#""properties":{"a":\#(text)}"#))
    #expect(reading.features[0]["a"] == .int(value))
  }

  @Test("numbers beyond double are left out and named", arguments: ["1e999", "-1e309", "0.1e310"])
  func overflow(text: String) throws {
    let reading = try read(Self.point(#""properties":{"a":\#(text)}"#))
    #expect(reading.features[0].tags.isEmpty)
    #expect(reading.findings.map(\.code) == [.propertyRange])
    #expect(reading.findings.map(\.found) == [text])
  }

  @Test("equal strings have one place in the pools")
  func pools() throws {
    let text = (0..<100).map {
      Self.point(#""properties":{"k":"v","n":\#($0 % 2),"m":\#($0 % 2).5}"#)
    }.joined(separator: "\n")
    var source = try RecordSource(bytes: Array(text.utf8), input: 0)
    var parser = ChunkParser()
    let chunk = try #require(try source.next())
    let batch = try parser.parse(chunk)
    #expect(batch.features.count == 100)
    #expect(batch.tags.count == 300)
    #expect(batch.keys.count == 3)
    // "v", 0.5 and 1.5: small integers need no place.
    #expect(batch.values.count == 3)
  }
}
