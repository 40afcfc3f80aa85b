/// An image that stands in its own name: a `data:` address, as web pages have them.
///
/// - SeeAlso: RFC 2397.
enum DataAddress {
  /// Whether `name` is such an address.
  static func isOne(_ name: String) -> Bool {
    name.utf8.prefix(5).map { $0 | 0x20 } == Array("data:".utf8)
  }

  /// The bytes that an address holds; `nil` where it breaks the rules.
  static func bytes(of name: String) -> [UInt8]? {
    let text = Array(name.utf8.dropFirst(5))
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")),
      let data = unescaped(text[(comma + 1)...])
    else { return nil }
    let kind = String(decoding: text[..<comma], as: UTF8.self).lowercased()
    return kind.hasSuffix(";base64") ? unpacked(data) : data
  }

  /// A name that is as good as the address and short: tiles and the sprite's list repeat it.
  static func shortName(of name: String) -> String {
    let digits = String(
      name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 },
      radix: 16)
    return "data-" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Text with its `%41` replaced by the bytes that they stand for.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var i = text.startIndex
    while i < text.endIndex {
      guard text[i] == UInt8(ascii: "%") else {
        bytes.append(text[i])
        i += 1
        continue
      }
      guard i + 2 < text.endIndex,
        let byte = UInt8(String(decoding: text[i + 1...i + 2], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
      i += 3
    }
    return bytes
  }

  /// What base64 text stands for; line ends in it are passed over, "=" at its end may be missing.
  private static func unpacked(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (word, bits, letters) = (0 as UInt32, 0, 0)
    var digits = text.filter { !" \t\r\n".utf8.contains($0) }[...]
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    for letter in digits {
      guard let value = value(of: letter) else { return nil }
      word = word << 6 | value
      (bits, letters) = (bits + 6, letters + 1)
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
    }
    return letters % 4 == 1 ? nil : bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
