/// Bytes as text of 64 letters (RFC 4648, section 4), for JSON.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four letters for three bytes, filled up with "=".
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let count = min(3, bytes.count - i)
      var word = 0
      for k in 0..<3 { word = word << 8 | (k < count ? Int(bytes[i + k]) : 0) }
      for k in 0..<4 {
        text.append(k <= count ? letters[word >> (18 - 6 * k) & 63] : UInt8(ascii: "="))
      }
      i += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What ``text(of:)`` made the text of; `nil` when it made none like it.
  static func bytes(of text: String) -> [UInt8]? {
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var i = 0
    while i < text.count {
      var word = 0
      for k in 0..<4 {
        let isFill = i + k >= text.count - padding
        let value = isFill ? 0 : values[Int(text[i + k])]
        guard value < 64 else { return nil }
        word = word << 6 | Int(value)
      }
      for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
      i += 4
    }
    bytes.removeLast(padding)
    return bytes
  }
}
