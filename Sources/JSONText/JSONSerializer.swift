extension JSONValue {
  /// How text is laid out.
  public enum Layout: Sendable {
    /// No blank at all.
    case compact
    /// Two blanks a level; what fits into 100 columns stays on one line. Ends with a line feed.
    case pretty
  }

  /// The value as UTF-8 text, strictly RFC 8259: every control character is escaped, a number
  /// that is not finite becomes `null`. Numbers read back equal, with as few digits as that takes.
  ///
  /// Recurses once a level of the value. O(*n*) compact, O(*n* x depth) pretty at worst.
  public func serialized(_ layout: Layout = .compact) -> [UInt8] {
    var out: [UInt8] = []
    switch layout {
    case .compact: JSONSerializer.write(self, into: &out)
    case .pretty:
      JSONSerializer.writePretty(self, indent: 0, column: 0, into: &out)
      out.append(UInt8(ascii: "\n"))
    }
    return out
  }

  /// ``serialized(_:)`` as a string.
  public func text(_ layout: Layout = .compact) -> String {
    String(decoding: serialized(layout), as: UTF8.self)
  }
}

/// The writing half of this module.
enum JSONSerializer {
  static let width = 100

  static func write(_ value: JSONValue, into out: inout [UInt8]) {
    switch value {
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (i, element) in elements.enumerated() {
        if i > 0 { out.append(UInt8(ascii: ",")) }
        write(element, into: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (i, member) in members.enumerated() {
        if i > 0 { out.append(UInt8(ascii: ",")) }
        write(member.name, into: &out)
        out.append(UInt8(ascii: ":"))
        write(member.value, into: &out)
      }
      out.append(UInt8(ascii: "}"))
    default: writeScalar(value, into: &out)
    }
  }

  /// Writes `value`, whose first character stands in `column` of a line indented by `indent`.
  static func writePretty(_ value: JSONValue, indent: Int, column: Int, into out: inout [UInt8]) {
    let start = out.count
    if writeLine(value, limit: start + width - column - 1, into: &out) { return }
    out.removeSubrange(start...)
    func item(_ index: Int, _ name: String?, _ value: JSONValue) {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      newLine(indent + 2, into: &out)
      let lineStart = out.count - indent - 2
      if let name {
        write(name, into: &out)
        out.append(contentsOf: ": ".utf8)
      }
      writePretty(value, indent: indent + 2, column: out.count - lineStart, into: &out)
    }
    switch value {
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (i, element) in elements.enumerated() { item(i, nil, element) }
      newLine(indent, into: &out)
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (i, member) in members.enumerated() { item(i, member.name, member.value) }
      newLine(indent, into: &out)
      out.append(UInt8(ascii: "}"))
    default: writeScalar(value, into: &out)
    }
  }

  /// Writes `value` on one line; `false`, with part of it written, once `out` exceeds `limit`.
  private static func writeLine(
    _ value: JSONValue, limit: Int, into out: inout [UInt8]
  ) -> Bool {
    switch value {
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (i, element) in elements.enumerated() {
        if i > 0 { out.append(contentsOf: ", ".utf8) }
        guard writeLine(element, limit: limit, into: &out) else { return false }
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (i, member) in members.enumerated() {
        out.append(contentsOf: (i > 0 ? ", " : " ").utf8)
        write(member.name, into: &out)
        out.append(contentsOf: ": ".utf8)
        guard writeLine(member.value, limit: limit, into: &out) else { return false }
      }
      out.append(contentsOf: (members.isEmpty ? "}" : " }").utf8)
    default: writeScalar(value, into: &out)
    }
    return out.count <= limit
  }

  private static func newLine(_ indent: Int, into out: inout [UInt8]) {
    out.append(UInt8(ascii: "\n"))
    out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }

  private static func writeScalar(_ value: JSONValue, into out: inout [UInt8]) {
    switch value {
    case .bool(let bool): out.append(contentsOf: (bool ? "true" : "false").utf8)
    case .int(let int): out.append(contentsOf: String(int).utf8)
    case .double(let double) where double.isFinite:
      // The standard library's description is the shortest text that reads back equal.
      let digits = double.description.utf8
      out.append(contentsOf: double.description.hasSuffix(".0") ? digits.dropLast(2) : digits[...])
    case .string(let string): write(string, into: &out)
    case .null, .double, .array, .object: out.append(contentsOf: "null".utf8)
    }
  }

  private static func write(_ string: String, into out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(contentsOf: [0x5c, byte])
      case 0x0a: out.append(contentsOf: #"\n"#.utf8)
      case 0x0d: out.append(contentsOf: #"\r"#.utf8)
      case 0x09: out.append(contentsOf: #"\t"#.utf8)
      case 0..<0x20, 0x7f:
        out.append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u00"#.utf8)
        out.append(contentsOf: String(byte, radix: 16).utf8)
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
