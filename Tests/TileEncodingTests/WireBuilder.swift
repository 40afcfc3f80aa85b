/// Builds protobuf messages byte by byte, broken ones as well.
enum Wire {
  static func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80
      ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + varint(value >> 7)
  }

  static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
    varint(field << 3) + varint(value)
  }

  static func bytes(_ field: UInt64, _ content: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(content.count)) + content
  }

  static func text(_ field: UInt64, _ content: String) -> [UInt8] {
    bytes(field, Array(content.utf8))
  }

  static func packed(_ field: UInt64, _ numbers: [UInt32]) -> [UInt8] {
    bytes(field, numbers.flatMap { varint(UInt64($0)) })
  }

  /// A tile of one layer with version, name and extent, and `more`.
  static func tile(_ more: [UInt8]...) -> [UInt8] {
    bytes(3, number(15, 2) + text(1, "a") + number(5, 4096) + more.flatMap { $0 })
  }

  /// A tile of one feature.
  static func feature(type: UInt64, _ geometry: [UInt32]) -> [UInt8] {
    tile(bytes(2, number(3, type) + packed(4, geometry)))
  }
}
