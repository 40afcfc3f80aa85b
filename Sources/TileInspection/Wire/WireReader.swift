/// Why bytes are no protobuf message.
enum WireFault: Error, Equatable {
  case varintCut
  case varintLong
  case lengthBeyondEnd(Int)
  case fixedBeyondEnd
  case unknownWireType(Int)
  case fieldNumberZero

  var text: String {
    switch self {
    case .varintCut: "a number runs past the end of its message"
    case .varintLong: "a number has more than 64 bits"
    case .lengthBeyondEnd(let length): "a length of \(length) runs past the end of its message"
    case .fixedBeyondEnd: "a field runs past the end of its message"
    case .unknownWireType(let type): "the wire type \(type) does not exist"
    case .fieldNumberZero: "a field has the number 0"
    }
  }
}

/// A position in the bytes of one protobuf message.
///
/// - SeeAlso: Protocol Buffers, "Encoding".
struct WireReader {
  /// Wire types.
  enum Kind { static let varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 }

  /// The next byte.
  private(set) var position: Int
  /// One past the message's last byte.
  let end: Int
  /// Numbers met so far that have needless bytes.
  private(set) var paddedCount = 0

  init(_ range: Range<Int>) { (position, end) = (range.lowerBound, range.upperBound) }

  var isAtEnd: Bool { position >= end }

  /// A number of up to 64 bits.
  @inline(__always)
  mutating func varint(_ bytes: Span<UInt8>) throws(WireFault) -> UInt64 {
    guard position < end else { throw .varintCut }
    let first = bytes[position]
    position += 1
    if first < 0x80 { return UInt64(first) }
    return try longVarint(bytes, UInt64(first & 0x7f))
  }

  private mutating func longVarint(
    _ bytes: Span<UInt8>, _ start: UInt64
  ) throws(WireFault) -> UInt64 {
    var value = start
    var shift: UInt64 = 7
    while true {
      guard position < end else { throw .varintCut }
      let byte = bytes[position]
      position += 1
      if shift == 63, byte > 1 { throw .varintLong }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 {
        if byte == 0 { paddedCount += 1 }
        return value
      }
      shift += 7
    }
  }

  /// Number and wire type of the next field.
  mutating func key(_ bytes: Span<UInt8>) throws(WireFault) -> (field: Int, kind: Int) {
    let key = try varint(bytes)
    guard key >> 3 > 0 else { throw .fieldNumberZero }
    return (Int(key >> 3), Int(key & 7))
  }

  /// The bytes of a field with a length.
  mutating func span(_ bytes: Span<UInt8>) throws(WireFault) -> Range<Int> {
    let length = try varint(bytes)
    guard length <= UInt64(end - position) else {
      throw .lengthBeyondEnd(Int(clamping: length))
    }
    let start = position
    position += Int(length)
    return start..<position
  }

  /// Passes the value of a field of any kind and returns its bytes.
  @discardableResult
  mutating func skip(_ bytes: Span<UInt8>, _ kind: Int) throws(WireFault) -> Range<Int> {
    let start = position
    switch kind {
    case Kind.varint: _ = try varint(bytes)
    case Kind.fixed64: position += 8
    case Kind.fixed32: position += 4
    case Kind.bytes: return try span(bytes)
    default: throw .unknownWireType(kind)
    }
    guard position <= end else { throw .fixedBeyondEnd }
    return start..<position
  }
}
