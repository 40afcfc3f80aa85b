internal import CJSONTape

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension RecordScanner.Member {
  func moved(by offset: Int) -> Self {
    Self(
      name: name.lowerBound + offset..<name.upperBound + offset,
      value: value.lowerBound + offset..<value.upperBound + offset)
  }
}

extension RecordScanner {
  /// How an object at the start of the input goes on.
  enum Opening {
    /// A collection whose features begin at `end`; the members before them.
    case collection(end: Int, members: [Member])
    /// A whole object; `isHead`: without type, with members of a document.
    case record(end: Int, members: [Member], isHead: Bool)
    /// Cut off, or faulty.
    case incomplete
  }

  /// Looks at the object at `start`.
  static func open(_ text: Text, _ start: Int) -> Opening {
    guard start < text.count, text[start] == UInt8(ascii: "{") else { return .incomplete }
    var members: [Member] = []
    var at = spaceEnd(text, start + 1)
    var needsComma = false
    while at < text.count {
      if text[at] == UInt8(ascii: "}"), needsComma || members.isEmpty {
        return .record(end: at + 1, members: members, isHead: isHead(members, in: text))
      }
      if needsComma {
        guard text[at] == UInt8(ascii: ",") else { return .incomplete }
        at = spaceEnd(text, at + 1)
      }
      guard at < text.count, text[at] == UInt8(ascii: "\""), let keyEnd = end(text, at) else {
        return .incomplete
      }
      let name = at + 1..<keyEnd - 1
      at = spaceEnd(text, keyEnd)
      guard at < text.count, text[at] == UInt8(ascii: ":") else { return .incomplete }
      at = spaceEnd(text, at + 1)
      guard at < text.count else { return .incomplete }
      if text[at] == UInt8(ascii: "["), text[name].elementsEqual("features".utf8),
        mayBeCollection(members, in: text)
      {
        return .collection(end: at + 1, members: members)
      }
      guard let valueEnd = end(text, at), valueEnd > at else { return .incomplete }
      members.append(Member(name: name, value: at..<valueEnd))
      at = spaceEnd(text, valueEnd)
      needsComma = true
    }
    return .incomplete
  }

  /// Whether an object without type holds what a document says beside its features.
  private static func isHead(_ members: [Member], in text: Text) -> Bool {
    var isHead = false
    for member in members {
      if isNamed(member, "type", in: text) { return false }
      for name in ["map", "styles", "crs"] where isNamed(member, name, in: text) { isHead = true }
    }
    return isHead
  }

  /// Whether `type` has not been seen yet, or says so.
  private static func mayBeCollection(_ members: [Member], in text: Text) -> Bool {
    for member in members where isNamed(member, "type", in: text) {
      if !hasValue(member, "\"FeatureCollection\"", in: text) { return false }
    }
    return true
  }

  /// What stands instead of a GeoJSON type, or `nil` when there is one.
  static func foreignType(_ members: [Member], in text: Text) -> String? {
    guard let type = members.last(where: { isNamed($0, "type", in: text) }) else {
      return "no type"
    }
    let known = [
      "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
      "GeometryCollection",
    ]
    if known.contains(where: { hasValue(type, "\"\($0)\"", in: text) }) { return nil }
    if hasValue(type, "\"FeatureCollection\"", in: text) {
      return "a FeatureCollection without an array of features"
    }
    return TapeNode.clipped(Text(rebasing: text[type.value]))
  }

  /// The member at `at`, or `nil` when it is not complete.
  static func member(_ text: Text, _ at: Int, isLast: Bool) throws(Fault) -> Member? {
    guard text[at] == UInt8(ascii: "\"") else { throw Fault(.keyExpected, at: at) }
    guard let keyEnd = try valueEnd(text, at, isLast: isLast) else { return nil }
    let colon = spaceEnd(text, keyEnd)
    guard colon < text.count else {
      if isLast { throw Fault(.unexpectedEnd, at: textEnd(text)) }
      return nil
    }
    guard text[colon] == UInt8(ascii: ":") else { throw Fault(.colonExpected, at: colon) }
    let start = spaceEnd(text, colon + 1)
    guard start < text.count else {
      if isLast { throw Fault(.unexpectedEnd, at: textEnd(text)) }
      return nil
    }
    guard let end = try valueEnd(text, start, isLast: isLast) else { return nil }
    let member = Member(name: at + 1..<keyEnd - 1, value: start..<end)
    try validate([member], in: text)
    return member
  }

  /// Throws the first fault in names and values.
  static func validate(_ members: [Member], in text: Text) throws(Fault) {
    for member in members {
      let name = member.name.lowerBound - 1..<member.name.upperBound + 1
      for range in [name, member.value] {
        let fault = cjt_validate(text.baseAddress.map { $0 + range.lowerBound }, range.count)
        guard fault.problem == .none else {
          throw Fault(fault.problem, at: range.lowerBound + fault.offset)
        }
      }
    }
  }

  /// The end of the value at `at`, or `nil` when more text must come first.
  ///
  /// A value that the text's end cuts off is searched for a fault before it is called cut off.
  static func valueEnd(_ text: Text, _ at: Int, isLast: Bool) throws(Fault) -> Int? {
    if let end = end(text, at) {
      guard end > at else { throw Fault(.valueExpected, at: at) }
      return end
    }
    let isBroken = isLast || text.count - at >= Self.largeRecord
    guard isBroken else { return nil }
    let fault = cjt_validate(text.baseAddress.map { $0 + at }, text.count - at)
    switch fault.problem {
    case .unexpectedEnd, .none:
      if isLast { throw Fault(.unexpectedEnd, at: textEnd(text)) }
      return nil
    default: throw Fault(fault.problem, at: at + fault.offset)
    }
  }

  /// From this size on, a record whose end does not come is checked for an earlier fault.
  static let largeRecord = 16 << 20

  private static func end(_ text: Text, _ at: Int) -> Int? {
    let count = cjt_value_end(text.baseAddress.map { $0 + at }, text.count - at)
    if count > 0 { return at + count }
    // No end, or a delimiter where a value should stand.
    switch text[at] {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"): return at
    default: return nil
    }
  }

  private static func isNamed(_ member: Member, _ name: String, in text: Text) -> Bool {
    text[member.name].elementsEqual(name.utf8)
  }

  private static func hasValue(_ member: Member, _ value: String, in text: Text) -> Bool {
    text[member.value].elementsEqual(value.utf8)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\t")
  }

  static func spaceEnd(_ text: Text, _ start: Int) -> Int {
    var at = start
    while at < text.count, isSpace(text[at]) { at += 1 }
    return at
  }

  static func spaceStart(_ text: Text, _ end: Int) -> Int {
    var at = end
    while at > 0, isSpace(text[at - 1]) { at -= 1 }
    return at
  }

  /// Whether the first line of `text` is an encoded path: bytes 63...126 alone, as many as two
  /// positions need, the last of which ends a value. JSON never looks so. `nil`: the line goes on.
  static func isPathText(_ text: Text, isLast: Bool) -> Bool? {
    let end = text.firstIndex { $0 < 63 || $0 > 126 } ?? text.count
    guard end < text.count || isLast else { return nil }
    guard end >= 4, text[end - 1] < 95 else { return false }
    return end == text.count || text[end] == UInt8(ascii: "\n") || text[end] == UInt8(ascii: "\r")
  }

  /// What a text is in words that starts as a JSON value which is neither an object nor an array.
  static func scalar(_ text: Text) -> String? {
    guard let first = text.first else { return nil }
    switch first {
    case UInt8(ascii: "\""): return "a string"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return "a number"
    default: break
    }
    let word = text.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    return ["null", "true", "false"].first { word.elementsEqual($0.utf8) }
  }

  /// Whether a value goes on after this byte, if it stands in no string.
  static func goesOn(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: ":")
  }

  /// The end of the line, or `nil` when more text must come first.
  static func lineEnd(_ text: Text, _ start: Int, isLast: Bool) -> Int? {
    find(UInt8(ascii: "\n"), in: text, from: start) ?? (isLast ? text.count : nil)
  }

  /// Where the last character ends that is not white space.
  static func textEnd(_ text: Text) -> Int { spaceStart(text, text.count) }

  static func find(_ byte: UInt8, in text: Text, from start: Int) -> Int? {
    guard let base = text.baseAddress, start < text.count else { return nil }
    guard let hit = memchr(base + start, CInt(byte), text.count - start) else { return nil }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }
}
