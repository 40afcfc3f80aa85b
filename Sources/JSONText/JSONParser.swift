/// Why text is not JSON.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// Kinds of faults.
  public enum Fault: Equatable, Sendable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte that cannot stand where it stands.
    case unexpectedByte(UInt8)
    /// A string that is not UTF-8, or a lone surrogate escape.
    case invalidText
    /// A number beyond the range of a double.
    case numberOutOfRange
    /// More levels of arrays and objects than ``JSONValue/deepestLevel``.
    case tooDeep
  }
  /// What is wrong.
  public var fault: Fault
  /// Byte of the text, from 0.
  public var offset: Int

  /// Creates an error.
  public init(fault: Fault, offset: Int) { (self.fault, self.offset) = (fault, offset) }
}

extension JSONValue {
  /// Levels of arrays and objects that the parser follows.
  public static let deepestLevel = 256

  /// Reads one value, strictly RFC 8259, with nothing but blanks around it. Never traps, whatever
  /// the text. Members keep their order, repeated names included.
  public init(parsing text: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(text: text)
    self = try parser.document()
  }

  /// Reads one value from a string.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}

/// The reading half of this module: recursive descent, as deep as ``JSONValue/deepestLevel``.
struct JSONParser {
  let text: [UInt8]
  var position = 0

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    let result = try value(level: 0)
    skipBlanks()
    guard position == text.count else { throw unexpected() }
    return result
  }

  private mutating func value(level: Int) throws(JSONSyntaxError) -> JSONValue {
    skipBlanks()
    guard position < text.count else { throw unexpected() }
    switch text[position] {
    case UInt8(ascii: "{"): return try object(level: level)
    case UInt8(ascii: "["): return try array(level: level)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(level: Int) throws(JSONSyntaxError) -> JSONValue {
    try enter(level)
    var members: [JSONValue.Member] = []
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard position < text.count, text[position] == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw unexpected() }
      members.append(.init(name, try value(level: level + 1)))
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { throw unexpected() }
    }
  }

  private mutating func array(level: Int) throws(JSONSyntaxError) -> JSONValue {
    try enter(level)
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value(level: level + 1))
      skipBlanks()
      if take("]") { return .array(elements) }
      guard take(",") else { throw unexpected() }
    }
  }

  private mutating func enter(_ level: Int) throws(JSONSyntaxError) {
    guard level < JSONValue.deepestLevel else {
      throw JSONSyntaxError(fault: .tooDeep, offset: position)
    }
    position += 1
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for byte in word.description.utf8 {
      guard position < text.count, text[position] == byte else { throw unexpected() }
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    var isWhole = true
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let digits = String(decoding: text[start..<position], as: UTF8.self)
    if isWhole, digits != "-0", let int = Int(digits) { return .int(int) }
    guard let double = Double(digits), double.isFinite else {
      throw JSONSyntaxError(fault: .numberOutOfRange, offset: start)
    }
    return .double(double)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while position < text.count, text[position] >= UInt8(ascii: "0"),
      text[position] <= UInt8(ascii: "9")
    {
      position += 1
    }
    guard position > start else { throw unexpected() }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    // What was read before the last escape; most strings have none and are taken as they stand.
    var bytes: [UInt8] = []
    var plain = position
    while true {
      guard position < text.count, text[position] >= 0x20 else { throw unexpected() }
      let byte = text[position]
      position += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      let stretch = text[plain..<position - 1]
      if byte == UInt8(ascii: "\\") {
        bytes += stretch
        try escape(into: &bytes)
        plain = position
        continue
      }
      let string =
        bytes.isEmpty
        ? String(validating: stretch, as: UTF8.self)
        : String(validating: bytes + stretch, as: UTF8.self)
      guard let string else { throw JSONSyntaxError(fault: .invalidText, offset: start) }
      return string
    }
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
    guard position < text.count else { throw unexpected() }
    let byte = text[position]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0c)
    case UInt8(ascii: "n"): bytes.append(0x0a)
    case UInt8(ascii: "r"): bytes.append(0x0d)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      let scalar = try escapedScalar()
      bytes.append(contentsOf: String(Character(scalar)).utf8)
      return
    default: throw unexpected()
    }
    position += 1
  }

  /// Reads the digits of `\u`, and a second escape after a high surrogate.
  private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
    var code = try hexadecimal()
    if code & 0xfc00 == 0xd800, take("\\"), take("u") {
      let low = try hexadecimal()
      if low & 0xfc00 == 0xdc00 { code = 0x10000 + (code & 0x3ff) << 10 + low & 0x3ff }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONSyntaxError(fault: .invalidText, offset: start)
    }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard position < text.count,
        let digit = Character(Unicode.Scalar(text[position])).hexDigitValue, text[position] < 0x80
      else { throw unexpected() }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }

  private mutating func skipBlanks() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard position < text.count, text[position] == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private func unexpected() -> JSONSyntaxError {
    position < text.count
      ? JSONSyntaxError(fault: .unexpectedByte(text[position]), offset: position)
      : JSONSyntaxError(fault: .unexpectedEnd, offset: position)
  }
}
