import JSONText
import TestSupport
import Testing

struct JSONWritingTests {
  @Test(
    "numbers have the fewest digits that read back equal",
    arguments: [
      (1.0, "1"), (-0.5, "-0.5"), (0.1, "0.1"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
      (85.0511287798066, "85.0511287798066"), (-0.0, "-0"), (.infinity, "null"), (.nan, "null"),
    ] as [(Double, String)])
  func doubles(value: Double, text: String) {
    #expect(JSONValue.double(value).text() == text)
  }

  @Test("control characters, quotes and backslashes are escaped, all else stands")
  func escapes() {
    let string = JSONValue.string("\u{0}\u{1f}\u{7f}\n\r\t\"\\/é\u{2028}😀")
    #expect(string.text() == #""\u0000\u001f\u007f\n\r\t\"\\/é"# + "\u{2028}😀\"")
  }

  @Test("compact text has no blanks, members keep their order")
  func compact() {
    let value: JSONValue = ["b": [1, 2.5, true, nil], "a": [:], "c": []]
    #expect(value.text() == #"{"b":[1,2.5,true,null],"a":{},"c":[]}"#)
  }

  @Test("pretty text breaks what does not fit into 100 columns, and only that")
  func pretty() {
    let long = String(repeating: "x", count: 60)
    let value: JSONValue = ["short": [1, 2], "long": [.string(long), .string(long)]]
    #expect(
      value.text(.pretty) == """
        {
          "short": [1, 2],
          "long": [
            "\(long)",
            "\(long)"
          ]
        }

        """)
    #expect(([1, ["a": 2]] as JSONValue).text(.pretty) == "[1, { \"a\": 2 }]\n")
  }

  @Test("pretty lines stay within 100 columns")
  func prettyWidth() throws {
    for count in 80..<110 {
      let value: JSONValue = ["k": [.string(String(repeating: "x", count: count - 20)), 1, 2]]
      let lines = value.text(.pretty).split(separator: "\n")
      if lines.count == 1 { #expect(lines[0].utf8.count <= 100) }
      #expect(try JSONValue(parsing: value.text(.pretty)) == value)
    }
  }
}

struct JSONParsingTests {
  @Test(
    "every kind of value is read",
    arguments: [
      (" null ", .null), ("true", true), ("false", false), ("-12", -12), ("0", 0),
      ("9223372036854775807", .int(.max)), ("9223372036854775808", .double(9223372036854775808)),
      ("-0", .double(-0.0)), ("1.0", .double(1)), ("1e2", .double(100)), ("25E-2", .double(0.25)),
      (#""a\u00e9\ud83d\ude00\b\f\n\r\t\/\\\"""#, "aé😀\u{8}\u{c}\n\r\t/\\\""),
      ("[]", []), ("[1 , [2]]", [1, [2]]), ("{}", [:]),
      (#"{"a" : {"b":null}, "a":1}"#, ["a": ["b": nil], "a": 1]),
    ] as [(String, JSONValue)])
  func values(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(
    "what is not JSON is refused at its byte",
    arguments: [
      ("", .unexpectedEnd, 0), ("[1,", .unexpectedEnd, 3), ("[1 2]", .unexpectedByte(0x32), 3),
      ("01", .unexpectedByte(0x31), 1), ("1.", .unexpectedEnd, 2), ("+1", .unexpectedByte(0x2b), 0),
      (".5", .unexpectedByte(0x2e), 0), ("NaN", .unexpectedByte(0x4e), 0),
      ("tru", .unexpectedEnd, 3), ("[1,]", .unexpectedByte(0x5d), 3),
      (#"{"a":1,}"#, .unexpectedByte(0x7d), 7), (#"{a:1}"#, .unexpectedByte(0x61), 1),
      (#"{"a" 1}"#, .unexpectedByte(0x31), 5), ("\"a\nb\"", .unexpectedByte(0x0a), 2),
      (#""\x""#, .unexpectedByte(0x78), 2), (#""\u12g4""#, .unexpectedByte(0x67), 5),
      (#""\ud800""#, .invalidText, 3), (#""\udc00\ud800""#, .invalidText, 3),
      ("\"abc", .unexpectedEnd, 4), ("1e400", .numberOutOfRange, 0),
      ("1 1", .unexpectedByte(0x31), 2),
      ("'a'", .unexpectedByte(0x27), 0), ("\u{feff}1", .unexpectedByte(0xef), 0),
    ] as [(String, JSONSyntaxError.Fault, Int)])
  func faults(text: String, fault: JSONSyntaxError.Fault, offset: Int) {
    #expect(throws: JSONSyntaxError(fault: fault, offset: offset)) {
      try JSONValue(parsing: text)
    }
  }

  @Test("text that is no UTF-8 is refused")
  func invalidUTF8() {
    for bytes: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]] {
      #expect(throws: JSONSyntaxError(fault: .invalidText, offset: 0)) {
        try JSONValue(parsing: [0x22] + bytes + [0x22])
      }
    }
  }

  @Test("deep text is refused instead of followed")
  func depth() throws {
    let deepest = JSONValue.deepestLevel
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    _ = try JSONValue(parsing: nested(deepest))
    #expect(throws: JSONSyntaxError(fault: .tooDeep, offset: deepest)) {
      try JSONValue(parsing: nested(deepest + 1))
    }
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: String(repeating: "{\"a\":", count: 1_000_000))
    }
  }

  @Test("members and elements are found by name and index")
  func access() throws {
    let value = try JSONValue(parsing: #"{"a":[1,2],"a":[3]}"#)
    #expect(value["a"]?[0] == 3)
    #expect(value["b"] == nil && value[0] == nil && value["a"]?[1] == nil)
  }

  @Test("what is written is read back equal", arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = randomValue(depth: 4, &random)
      #expect(try JSONValue(parsing: value.serialized()) == value)
      #expect(try JSONValue(parsing: value.serialized(.pretty)) == value)
    }
  }

  @Test("damaged text never traps", arguments: 1...20 as ClosedRange<UInt64>)
  func damage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var text = randomValue(depth: 3, &random).serialized()
      for _ in 0..<2 {
        let i = Int.random(in: 0..<text.count, using: &random)
        text[i] = UInt8.random(in: .min ... .max, using: &random)
      }
      if let value = try? JSONValue(parsing: text) {
        #expect((try? JSONValue(parsing: value.serialized())) == value)
      }
    }
  }

  private func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2:
      return .int(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<63, using: &random))
    case 3:
      // A fraction, since whole doubles are read back as `int`.
      let value = Double(bitPattern: random.next())
      return .double(value.isFinite && value != value.rounded() ? value : 0.5)
    case 4:
      let scalars = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)) ?? "\u{7}"
      }
      return .string(String(String.UnicodeScalarView(scalars)))
    case 5:
      return .array(
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in
          randomValue(depth: depth - 1, &random)
        })
    default:
      return .object(
        (0..<Int.random(in: 0..<5, using: &random)).map {
          .init("k\($0)", randomValue(depth: depth - 1, &random))
        })
    }
  }
}
