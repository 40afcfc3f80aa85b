/// A hash of bytes for finding equal ones: multiply and shift, eight bytes at a time. Whoever finds
/// equal hashes compares the bytes.
package struct ContentHash: Sendable, Hashable {
  /// The hash of what was mixed in.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of nothing.
  package init() {}

  /// Takes up a hash where it was left.
  package init(value: UInt64) { self.value = value }

  /// Mixes in eight bytes.
  package mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }

  mutating func mix(_ bytes: RawSpan) {
    mix(UInt64(bytes.byteCount))
    var i = 0
    while i + 8 <= bytes.byteCount {
      mix(UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self)))
      i += 8
    }
    var tail: UInt64 = 0
    while i < bytes.byteCount {
      tail = tail << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: i, as: UInt8.self))
      i += 1
    }
    mix(tail)
  }

  /// The hash of `bytes` alone.
  static func of(_ bytes: RawSpan) -> UInt64 {
    var hash = ContentHash()
    hash.mix(bytes)
    return hash.value ^ hash.value >> 32
  }
}
