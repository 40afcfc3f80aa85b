import Compression

/// The fields of a protobuf message, one after the other, without a copy.
struct WireReader {
  /// One field: its number, its wire type, the value of a number, the range of what has a length.
  struct Field {
    var number: Int
    var type: UInt8
    var value: UInt64
    /// The field's content, when it has a length.
    var content: Range<Int>
    /// The whole field with its key.
    var whole: Range<Int>
  }
  private var place: Int
  private let end: Int

  init(_ range: Range<Int>) { (place, end) = (range.lowerBound, range.upperBound) }

  var isAtEnd: Bool { place == end }

  /// The next field; `nil` at the end, or where the message is broken: then it is not
  /// ``isAtEnd``.
  mutating func next(_ bytes: Span<UInt8>) -> Field? {
    let start = place
    var reader = self
    guard place < end, let key = reader.varint(bytes) else { return nil }
    var field = Field(
      number: Int(truncatingIfNeeded: key >> 3), type: UInt8(key & 7), value: 0, content: 0..<0,
      whole: 0..<0)
    var length: UInt64 = 0
    switch field.type {
    case 0:
      guard let value = reader.varint(bytes) else { return nil }
      field.value = value
    case 1: length = 8
    case 2:
      guard let value = reader.varint(bytes) else { return nil }
      length = value
    case 5: length = 4
    default: return nil
    }
    guard length <= UInt64(end - reader.place) else { return nil }
    field.content = reader.place..<reader.place + Int(length)
    reader.place += Int(length)
    self = reader
    field.whole = start..<place
    return field
  }

  /// The next number; `nil` at the end or when it has more than ten bytes.
  mutating func varint(_ bytes: Span<UInt8>) -> UInt64? {
    Varint.read(bytes, at: &place, end: end)
  }
}

/// Appends protobuf fields to bytes.
enum WireWriter {
  static func number(_ field: Int, _ value: UInt64, to bytes: inout [UInt8]) {
    Varint.append(UInt64(field << 3), to: &bytes)
    Varint.append(value, to: &bytes)
  }

  static func message(_ field: Int, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
    Varint.append(UInt64(field << 3 | 2), to: &bytes)
    Varint.append(UInt64(content.count), to: &bytes)
    bytes.append(contentsOf: content)
  }
}
