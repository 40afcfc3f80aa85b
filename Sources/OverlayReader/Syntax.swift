internal import CJSONTape

extension SyntaxProblem {
  /// The problem of `fault`, with what stands at its offset in `text`.
  init(_ fault: cjt_fault, in text: Span<UInt8>) {
    let found = Self.found(at: fault.offset, in: text)
    let isMark =
      fault.offset + 3 <= text.count && text[fault.offset] == 0xef
      && text[fault.offset + 1] == 0xbb && text[fault.offset + 2] == 0xbf
    switch fault.problem {
    case .unexpectedEnd: self = .unexpectedEnd
    case .valueExpected: self = isMark ? .byteOrderMark : .valueExpected(found: found)
    case .keyExpected: self = isMark ? .byteOrderMark : .keyExpected(found: found)
    case .colonExpected: self = .colonExpected(found: found)
    case .commaOrBraceExpected:
      self = isMark ? .byteOrderMark : .commaOrBraceExpected(found: found)
    case .commaOrBracketExpected:
      self = isMark ? .byteOrderMark : .commaOrBracketExpected(found: found)
    case .trailing: self = isMark ? .byteOrderMark : .trailing(found: found)
    case .badNumber: self = .badNumber(found: found)
    case .badWord: self = .badWord(found: found)
    case .badEscape: self = .badEscape(found: found)
    case .controlCharacter: self = .controlCharacter(found: found)
    case .badUTF8: self = .badUTF8(found: found)
    case .tooDeep: self = .tooDeep(limit: cjt_depth_limit)
    case .unreadable, .none: self = .unreadable
    }
  }

  /// The word or character at `offset`, in quotes; bytes that cannot be shown as numbers.
  static func found(at offset: Int, in text: Span<UInt8>) -> String {
    guard offset < text.count else { return "end of the text" }
    let first = text[offset]
    guard first >= 0x20, first < 0x7f else {
      let digits = String(first, radix: 16, uppercase: true)
      return "byte 0x\(digits.count < 2 ? "0" : "")\(digits)"
    }
    func isWordByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    var end = offset + 1
    if isWordByte(first) {
      while end < text.count, end - offset < 24, isWordByte(text[end]) { end += 1 }
    } else if first == UInt8(ascii: "\\"), end < text.count, text[end] > 0x20, text[end] < 0x7f {
      end += 1
    }
    var word = ""
    for i in offset..<end { word.unicodeScalars.append(Unicode.Scalar(text[i])) }
    return "'\(word)'"
  }
}
