import MapMath
import TileArchive

/// What an option's value may be, how it is read, and how it is written in help and messages.
struct ValueKind<Value: Sendable>: Sendable {
  /// What is allowed, in words that follow "allowed is".
  let allowed: String
  /// The same in the few words that the help has room for; empty where the help says it already.
  var brief = ""
  /// The value of a text, or `nil` when the text is not allowed.
  let read: @Sendable (String) -> Value?
  /// The text that gives a value; `nil` for a value that cannot be written.
  let show: @Sendable (Value) -> String?
}

extension ValueKind where Value == Int {
  /// Decimal digits within `range`.
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(
      allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      brief: "\(range.lowerBound) to \(range.upperBound)",
      read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
      show: { String($0) })
  }

  /// One of the powers of two within `range`.
  static func powerOfTwo(_ range: ClosedRange<Int>) -> Self {
    let powers = (0..<Int.bitWidth - 1).map { 1 << $0 }.filter(range.contains)
    let list = powers.map(String.init).joined(separator: ", ")
    return Self(
      allowed: "one of " + list, brief: list,
      read: { text in Int(text).flatMap { powers.contains($0) ? $0 : nil } },
      show: { String($0) })
  }

  /// Bytes, with K, M, G or T for powers of 1024, such as 512M.
  static func byteSize(_ range: ClosedRange<Int>) -> Self {
    let (low, high) = (byteSizeText(range.lowerBound), byteSizeText(range.upperBound))
    return Self(
      allowed: "a size from \(low) to \(high), such as 512M or 2G", brief: "\(low) to \(high)",
      read: { text in parsedByteSize(text).flatMap { range.contains($0) ? $0 : nil } },
      show: byteSizeText)
  }
}

extension ValueKind where Value == Int? {
  /// Decimal digits within `range`, or a word that leaves the number open.
  static func integer(_ range: ClosedRange<Int>, or word: String) -> Self {
    let number = ValueKind<Int>.integer(range)
    return Self(
      allowed: "\(word) or \(number.allowed)", brief: "\(word), or \(number.brief)",
      read: { text in text == word ? .some(nil) : number.read(text).map { .some($0) } },
      show: { value in value.map { String($0) } ?? word })
  }
}

extension ValueKind where Value == Int? {
  /// Bytes as ``byteSize(_:)``, or a word that leaves the number open.
  static func byteSize(_ range: ClosedRange<Int>, or word: String) -> Self {
    let size = ValueKind<Int>.byteSize(range)
    return Self(
      allowed: "\(word) or \(size.allowed)", brief: "\(word), or \(size.brief)",
      read: { text in text == word ? .some(nil) : size.read(text).map { .some($0) } },
      show: { value in value.flatMap(size.show) ?? word })
  }
}

extension ValueKind where Value == Double {
  /// A decimal number within `range`.
  static func number(_ range: ClosedRange<Double>) -> Self {
    let (low, high) = (plain(range.lowerBound), plain(range.upperBound))
    return Self(
      allowed: "a number from \(low) to \(high)", brief: "\(low) to \(high)",
      read: { text in
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x2e })
        else { return nil }
        return Double(text).flatMap { range.contains($0) ? $0 : nil }
      },
      show: plain)
  }
}

extension ValueKind where Value == Double? {
  /// A decimal number within `range`, or a word for none.
  static func number(_ range: ClosedRange<Double>, or word: String) -> Self {
    let number = ValueKind<Double>.number(range)
    return Self(
      allowed: "\(word) or \(number.allowed)", brief: "\(word), or \(number.brief)",
      read: { text in text == word ? .some(nil) : number.read(text).map { .some($0) } },
      show: { value in value.map(plain) ?? word })
  }
}

extension ValueKind where Value == TileID? {
  /// A tile's address.
  static let tile = Self(
    allowed: "a tile Z/X/Y, such as 3/7/4", brief: "",
    read: { text in TileID(path: text).map { .some($0) } },
    show: { tile in tile.map { "\($0.z)/\($0.x)/\($0.y)" } })
}

extension ValueKind where Value == String? {
  /// Any text that `accepts` lets through.
  static func text(
    _ allowed: String, accepts: @escaping @Sendable (String) -> Bool = { !$0.isEmpty }
  ) -> Self {
    Self(allowed: allowed, read: { accepts($0) ? .some($0) : nil }, show: { $0 })
  }

  /// An address with a scheme and a host.
  static let absoluteURL = text("an absolute address, such as https://example.org/overlays") {
    BaseURL($0) != nil
  }
}

extension ValueKind
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the raw values.
  static var choice: Self {
    let list = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return Self(
      allowed: "one of " + list, brief: list,
      read: { Value(rawValue: $0) }, show: { $0.rawValue })
  }
}

/// Bytes of a text such as 1000000, 64K, 512M, 1G; `nil` for any other text.
private func parsedByteSize(_ text: String) -> Int? {
  let units: [Character: Int] = ["K": 10, "M": 20, "G": 30, "T": 40]
  guard let last = text.last else { return nil }
  guard let shift = units[Character(last.uppercased())] else { return Int(text) }
  guard let count = Int(text.dropLast()), count >= 0 else { return nil }
  let (bytes, overflow) = count.multipliedReportingOverflow(by: 1 << shift)
  return overflow ? nil : bytes
}

private func byteSizeText(_ bytes: Int) -> String {
  for (unit, shift) in [("T", 40), ("G", 30), ("M", 20), ("K", 10)]
  where bytes != 0 && bytes % (1 << shift) == 0 {
    return "\(bytes >> shift)\(unit)"
  }
  return String(bytes)
}

/// A number without a needless ".0".
private func plain(_ value: Double) -> String {
  Int(exactly: value).map { String($0) } ?? "\(value)"
}
