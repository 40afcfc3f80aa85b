/// Bytes as text of 64 letters (RFC 4648, section 4), for JSON.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let fill = UInt8(ascii: "=")
  /// What is no letter.
  private static let none: UInt8 = 0xff

  /// Appends four letters for three of `bytes`, filled up with "=".
  static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    let letters = Self.letters
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let count = min(3, bytes.count - i)
      var word = 0
      for k in 0..<3 { word = word << 8 | (k < count ? Int(bytes[i + k]) : 0) }
      for k in 0..<4 { text.append(k <= count ? letters[word >> (18 - 6 * k) & 63] : fill) }
      i += 3
    }
  }

  /// The bytes that ``append(_:to:)`` made `text` of; `nil` when it made none like it.
  static func bytes(of text: Span<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var values = [UInt8](repeating: none, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    var padding = 0
    while padding < min(2, text.count), text[text.count - 1 - padding] == fill { padding += 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var i = 0
    while i < text.count {
      let isLast = i + 4 == text.count
      var (word, all) = (0, UInt8(0))
      for k in 0..<4 {
        let value = isLast && k >= 4 - padding ? 0 : values[Int(text[i + k])]
        word = word << 6 | Int(value)
        all |= value
      }
      guard all < 64 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
      i += 4
    }
    bytes.removeLast(padding)
    return bytes
  }
}
