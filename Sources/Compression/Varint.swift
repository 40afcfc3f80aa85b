/// Numbers of one to ten bytes, seven bits each, the low ones first: those of protobuf and PMTiles.
public enum Varint {
  /// Appends `value`.
  @inlinable
  public static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads the number at `place`, which then lies behind it; `nil` where it does not end before
  /// `end` or within ten bytes. Bits beyond 64 are left out.
  @inlinable
  public static func read(_ bytes: Span<UInt8>, at place: inout Int, end: Int) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < end, shift < 70 {
      let byte = bytes[place]
      place += 1
      value |= shift < 64 ? UInt64(byte & 0x7f) << shift : 0
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
