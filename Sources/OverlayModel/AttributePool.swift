/// Byte strings, each held once and known by its number.
///
/// Keys are UTF-8. Values are in the form made by ``AttributeValue/pooled``: a type byte and a
/// payload, so that two values are the same exactly when type and bits are: 1 and 1.0 differ.
public struct AttributePool: Sendable {
  /// All strings, end to end.
  public private(set) var bytes: [UInt8] = []
  /// The end of each string in `bytes`.
  public private(set) var ends: [Int] = []
  private var slots: [UInt32] = [UInt32](repeating: .max, count: 64)

  /// An empty pool.
  public init() {}

  /// How many strings it holds.
  public var count: Int { ends.count }

  /// The range of string `index` in ``bytes``.
  public func range(_ index: UInt32) -> Range<Int> {
    (index == 0 ? 0 : ends[Int(index) - 1])..<ends[Int(index)]
  }

  /// The bytes of string `index`.
  public subscript(index: UInt32) -> ArraySlice<UInt8> { bytes[range(index)] }

  /// The number of `string`, which is added when it is new.
  public mutating func intern(_ string: Span<UInt8>) -> UInt32 {
    if ends.count * 2 >= slots.count { grow() }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(string)) & mask
    while slots[slot] != .max {
      if equal(slots[slot], string) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    let index = UInt32(ends.count)
    slots[slot] = index
    for i in string.indices { bytes.append(string[i]) }
    ends.append(bytes.count)
    return index
  }

  /// The number of `string`, or `nil` when the pool does not hold it.
  public func find(_ string: Span<UInt8>) -> UInt32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(string)) & mask
    while slots[slot] != .max {
      if equal(slots[slot], string) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func equal(_ index: UInt32, _ string: Span<UInt8>) -> Bool {
    let range = range(index)
    guard range.count == string.count else { return false }
    for i in string.indices where bytes[range.lowerBound + i] != string[i] { return false }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: .max, count: slots.count * 4)
    let mask = slots.count - 1
    for index in 0..<UInt32(ends.count) {
      let range = range(index)
      var slot = Int(truncatingIfNeeded: Self.hash(bytes.span.extracting(range))) & mask
      while slots[slot] != .max { slot = (slot + 1) & mask }
      slots[slot] = index
    }
  }

  /// FNV-1a over eight bytes at a time, finished by a multiply and shift.
  private static func hash(_ string: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var i = 0
    while i + 8 <= string.count {
      var word: UInt64 = 0
      for k in 0..<8 { word |= UInt64(string[i + k]) << UInt64(8 * k) }
      hash = (hash ^ word) &* 0x0000_0100_0000_01b3
      hash ^= hash >> 29
      i += 8
    }
    while i < string.count {
      hash = (hash ^ UInt64(string[i])) &* 0x0000_0100_0000_01b3
      i += 1
    }
    hash = hash &* 0x9e37_79b9_7f4a_7c15
    return hash ^ (hash >> 32)
  }
}

/// One property value, with its type.
public enum AttributeValue: Sendable, Equatable {
  /// UTF-8 text; arrays and objects come as their JSON text.
  case string(String)
  /// A number written without fraction or exponent that fits.
  case int(Int64)
  /// The same above `Int64.max`.
  case uint(UInt64)
  /// Any other finite number.
  case double(Double)
  /// true or false.
  case bool(Bool)

  /// Type bytes of the pooled form: a letter, then UTF-8 text, 8 little-endian bytes, or 1 byte.
  public enum TypeByte {
    public static let string = UInt8(ascii: "s"), int = UInt8(ascii: "i")
    public static let uint = UInt8(ascii: "u"), double = UInt8(ascii: "d")
    public static let bool = UInt8(ascii: "b")
  }

  /// Appends the pooled form to `out`.
  public func pooled(into out: inout [UInt8]) {
    func word(_ type: UInt8, _ bits: UInt64) {
      out.append(type)
      for k in 0..<8 { out.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * k))) }
    }
    switch self {
    case .string(let text):
      out.append(TypeByte.string)
      out.append(contentsOf: text.utf8)
    case .int(let value): word(TypeByte.int, UInt64(bitPattern: value))
    case .uint(let value): word(TypeByte.uint, value)
    case .double(let value): word(TypeByte.double, value.bitPattern)
    case .bool(let value):
      out.append(TypeByte.bool)
      out.append(value ? 1 : 0)
    }
  }

  /// Reads the pooled form back.
  public init?(pooled bytes: ArraySlice<UInt8>) {
    guard let type = bytes.first else { return nil }
    let rest = bytes.dropFirst()
    func word() -> UInt64 {
      rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    switch type {
    case TypeByte.string: self = .string(String(decoding: rest, as: UTF8.self))
    case TypeByte.int: self = .int(Int64(bitPattern: word()))
    case TypeByte.uint: self = .uint(word())
    case TypeByte.double: self = .double(Double(bitPattern: word()))
    case TypeByte.bool: self = .bool(rest.first == 1)
    default: return nil
    }
  }
}
