/// Functions that append one value as a whole `Tile.Value` message with exactly one field set, the
/// form of ``AttributeTable/valueBytes``.
///
/// A value's type survives: text is `string_value`, true and false are `bool_value`, and a number
/// is written so that nothing of it is lost. Integers from 0 up take `uint_value` and those below
/// `sint_value` (the shortest forms of each; `int_value` would take ten bytes below 0), so equal
/// integers have equal bytes whatever type they came in. Other numbers take `double_value`, never
/// `float_value`: 0.1 would come back as 0.10000000149.
///
/// - SeeAlso: Vector Tile Specification 2.1, section 4.1 (`Value`) and 4.4.
public enum AttributeEncoding {
  private enum Field {
    static let string: UInt8 = 1 << 3 | 2
    static let double: UInt8 = 3 << 3 | 1
    static let uint: UInt8 = 5 << 3
    static let sint: UInt8 = 6 << 3
    static let bool: UInt8 = 7 << 3
  }

  /// Appends text, given as UTF-8.
  public static func encode(string utf8: Span<UInt8>, into output: inout [UInt8]) {
    output.append(Field.string)
    append(varint: UInt64(utf8.count), to: &output)
    for i in utf8.indices { output.append(utf8[i]) }
  }

  /// Appends text.
  public static func encode(string text: String, into output: inout [UInt8]) {
    output.append(Field.string)
    append(varint: UInt64(text.utf8.count), to: &output)
    output.append(contentsOf: text.utf8)
  }

  /// Appends an integer: `uint_value` from 0 up, `sint_value` below.
  public static func encode(int value: Int64, into output: inout [UInt8]) {
    guard value < 0 else { return encode(uint: UInt64(value), into: &output) }
    output.append(Field.sint)
    append(varint: UInt64(bitPattern: value << 1 ^ value >> 63), to: &output)
  }

  /// Appends an integer as `uint_value`.
  public static func encode(uint value: UInt64, into output: inout [UInt8]) {
    output.append(Field.uint)
    append(varint: value, to: &output)
  }

  /// Appends a number bit by bit as `double_value`; negative zero, infinities and NaN as well.
  public static func encode(double value: Double, into output: inout [UInt8]) {
    output.append(Field.double)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      output.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
    }
  }

  /// Appends true or false.
  public static func encode(bool value: Bool, into output: inout [UInt8]) {
    output.append(Field.bool)
    output.append(value ? 1 : 0)
  }

  private static func append(varint: UInt64, to output: inout [UInt8]) {
    var rest = varint
    while rest >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(truncatingIfNeeded: rest))
  }
}
