/// Byte strings, each held once and known by its number.
///
/// Keys are UTF-8. Values are in the form made by ``AttributeValue/pooled``: a type byte and a
/// payload, so that two values are the same exactly when type and bits are: 1 and 1.0 differ. A pool
/// of values does not hold small integers: their numbers say what they are. Ids and counts are most
/// of all values and hardly ever repeat.
public struct AttributePool: Sendable {
  /// Set in the numbers of integers from 0 up that a pool of values does not hold; the bits below are
  /// the integer.
  public static let integerBit: UInt32 = 1 << 30

  private let isOfValues: Bool

  /// All strings, end to end.
  public private(set) var bytes: [UInt8] = []
  /// The end of each string in `bytes`.
  public private(set) var ends: [Int] = []
  /// Open addressing: a number in the low half, the upper bits of its hash in the high half.
  private var slots = [UInt64](repeating: Self.empty, count: 64)

  private static let empty = UInt64.max

  /// An empty pool.
  ///
  /// - Parameter isOfValues: Whether its strings are values in the pooled form.
  public init(ofValues isOfValues: Bool = false) { self.isOfValues = isOfValues }

  /// The integer that number `index` of a pool of values stands for, if it is one.
  public static func integer(_ index: UInt32) -> UInt64? {
    index & integerBit == 0 ? nil : UInt64(index ^ integerBit)
  }

  /// The number of a value in the pooled form that is a small integer.
  private func integerNumber(_ text: UnsafeRawBufferPointer, after type: UInt8?) -> UInt32? {
    guard isOfValues, text.count == (type == nil ? 9 : 8),
      (type ?? text[0]) == AttributeValue.TypeByte.int
    else { return nil }
    let bits = UInt64(
      littleEndian: text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self))
    return bits < UInt64(Self.integerBit) ? Self.integerBit | UInt32(bits) : nil
  }

  /// How many strings it holds.
  public var count: Int { ends.count }

  /// The range of string `index` in ``bytes``, which must hold it.
  public func range(_ index: UInt32) -> Range<Int> {
    (index == 0 ? 0 : ends[Int(index) - 1])..<ends[Int(index)]
  }

  /// The bytes of string `index`.
  public subscript(index: UInt32) -> ArraySlice<UInt8> {
    guard isOfValues, let integer = Self.integer(index) else { return bytes[range(index)] }
    var pooled: [UInt8] = []
    AttributeValue.int(Int64(integer)).pooled(into: &pooled)
    return pooled[...]
  }

  /// The type byte of value `index`.
  package func type(of index: UInt32) -> UInt8 {
    guard isOfValues, Self.integer(index) != nil else { return bytes[range(index).lowerBound] }
    return AttributeValue.TypeByte.int
  }

  /// The number of `string`, which is added when it is new.
  public mutating func intern(_ string: Span<UInt8>) -> UInt32 {
    string.withUnsafeBufferPointer { intern(UnsafeRawBufferPointer($0), after: nil) }
  }

  /// The number of the byte `type` followed by `string`, which are added when they are new.
  public mutating func intern(_ string: Span<UInt8>, after type: UInt8) -> UInt32 {
    string.withUnsafeBufferPointer { intern(UnsafeRawBufferPointer($0), after: type) }
  }

  /// The number of `string`, or `nil` when the pool does not hold it.
  public func find(_ string: Span<UInt8>) -> UInt32? {
    string.withUnsafeBufferPointer { buffer in
      let text = UnsafeRawBufferPointer(buffer)
      if let number = integerNumber(text, after: nil) { return number }
      let slot = slots[self.slot(of: text, after: nil, hash: Self.hash(text, after: nil))]
      return slot == Self.empty ? nil : UInt32(truncatingIfNeeded: slot)
    }
  }

  private mutating func intern(_ text: UnsafeRawBufferPointer, after type: UInt8?) -> UInt32 {
    if let number = integerNumber(text, after: type) { return number }
    let hash = Self.hash(text, after: type)
    let slot = slot(of: text, after: type, hash: hash)
    if slots[slot] != Self.empty { return UInt32(truncatingIfNeeded: slots[slot]) }
    let index = UInt32(ends.count)
    slots[slot] = hash & 0xffff_ffff_0000_0000 | UInt64(index)
    if let type { bytes.append(type) }
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    if ends.count * 2 >= slots.count { grow() }
    return index
  }

  /// Where a string stands, or where it would be put.
  private func slot(of text: UnsafeRawBufferPointer, after type: UInt8?, hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != Self.empty {
      if slots[slot] >> 32 == hash >> 32,
        equal(UInt32(truncatingIfNeeded: slots[slot]), text, after: type)
      {
        break
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func equal(_ index: UInt32, _ text: UnsafeRawBufferPointer, after type: UInt8?) -> Bool {
    var range = range(index)
    if let type {
      guard range.count == text.count + 1, bytes[range.lowerBound] == type else { return false }
      range = range.lowerBound + 1..<range.upperBound
    }
    guard range.count == text.count else { return false }
    return bytes.withUnsafeBytes { held in
      text.elementsEqual(UnsafeRawBufferPointer(rebasing: held[range]))
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: Self.empty, count: old.count * 4)
    let mask = slots.count - 1
    for entry in old where entry != Self.empty {
      let range = range(UInt32(truncatingIfNeeded: entry))
      let hash = bytes.withUnsafeBytes {
        Self.hash(UnsafeRawBufferPointer(rebasing: $0[range]), after: nil)
      }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != Self.empty { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }

  /// Eight bytes at a time, multiplied and folded; the same for a string and for a type byte
  /// followed by the rest of it.
  private static func hash(_ text: UnsafeRawBufferPointer, after type: UInt8?) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var i = 0
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
      hash = product.high ^ product.low
    }
    if let type {
      mix(UInt64(type))
    } else if let first = text.first {
      mix(UInt64(first))
      i = 1
    }
    while i + 8 <= text.count {
      mix(UInt64(littleEndian: text.loadUnaligned(fromByteOffset: i, as: UInt64.self)))
      i += 8
    }
    var word = UInt64(text.count - i) << 56
    var shift: UInt64 = 0
    while i < text.count {
      word |= UInt64(text[i]) << shift
      shift += 8
      i += 1
    }
    mix(word)
    mix(0x632b_e59b_d9b4_e019)
    return hash
  }
}

/// One property value, with its type.
public enum AttributeValue: Sendable, Equatable {
  /// UTF-8 text; arrays and objects come as their JSON text.
  case string(String)
  /// A whole number that fits. In documents 5.0 and 5e0 are 5, up to 2^53.
  case int(Int64)
  /// The same above `Int64.max`.
  case uint(UInt64)
  /// Any other finite number.
  case double(Double)
  /// true or false.
  case bool(Bool)

  /// Type bytes of the pooled form: a letter, then UTF-8 text, 8 little-endian bytes, or 1 byte.
  package enum TypeByte {
    /// Followed by UTF-8 text.
    package static let string = UInt8(ascii: "s")
    /// Followed by 8 bytes, little-endian.
    package static let int = UInt8(ascii: "i"), uint = UInt8(ascii: "u"), double = UInt8(ascii: "d")
    /// Followed by 0 or 1.
    package static let bool = UInt8(ascii: "b")
  }

  /// Appends the pooled form to `out`.
  package func pooled(into out: inout [UInt8]) {
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
  package init?(pooled bytes: ArraySlice<UInt8>) {
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
