internal import JSONText

/// The text of manifest.json: what it says of the tiles, and after it, as its last member, the
/// ledger of an incremental build, which is long and need not be read to know the rest.
struct ManifestText {
  private static let beforeLedger = Array(",\n  \"overlays\": \"".utf8)
  private static let afterLedger = Array("\"\n}\n".utf8)

  /// What it says of the tiles and files; `nil` when it is no JSON.
  let document: JSONValue?
  private let text: [UInt8]
  /// Where the ledger stands in it, in base 64.
  private let letters: Range<Int>

  /// Takes a text apart.
  init(_ text: [UInt8]) {
    self.text = text
    if let start = Self.endOfHead(text.span),
      text.suffix(Self.afterLedger.count).elementsEqual(Self.afterLedger)
    {
      document = try? JSONValue(parsing: text[..<start] + [UInt8(ascii: "}")])
      letters = start + Self.beforeLedger.count..<text.count - Self.afterLedger.count
    } else {
      document = try? JSONValue(parsing: text)
      letters = 0..<0
    }
  }

  /// Where the ledger's name begins.
  private static func endOfHead(_ text: Span<UInt8>) -> Int? {
    let name = beforeLedger
    var start = 0
    while start + name.count <= text.count {
      var count = 0
      while count < name.count, text[start + count] == name[count] { count += 1 }
      if count == name.count { return start }
      start += 1
    }
    return nil
  }

  /// The ledger; `nil` where there is none.
  var ledger: [UInt8]? {
    letters.isEmpty ? nil : Base64.bytes(of: text.span.extracting(letters))
  }

  /// The text of an object and, unless it is empty, a ledger.
  static func make(_ head: JSONValue, ledger: [UInt8]) -> [UInt8] {
    var text = head.serialized(.pretty)
    guard !ledger.isEmpty, let end = text.lastIndex(of: UInt8(ascii: "}")) else { return text }
    text.removeSubrange((text[..<end].last == UInt8(ascii: "\n") ? end - 1 : end)...)
    text += beforeLedger
    Base64.append(ledger.span, to: &text)
    return text + afterLedger
  }
}
