import TileArchive

/// 128 bits that tell contents apart: a ``ContentHash`` and a second hash with other constants.
///
/// Equal fingerprints are taken for equal contents. Among a million overlays two different ones
/// have the same with a chance of about 10^-27.
struct Fingerprint: Sendable, Hashable {
  private var hash = ContentHash()
  private(set) var second: UInt64 = 0x6c62_272e_07bb_0142
  var first: UInt64 { hash.value }

  init() {}

  /// A fingerprint that was written down.
  init(first: UInt64, second: UInt64) {
    (hash, self.second) = (ContentHash(value: first), second)
  }

  mutating func mix(_ word: UInt64) {
    hash.mix(word)
    second = (second &+ word) &* 0xff51_afd7_ed55_8ccd
    second ^= second >> 32
  }

  mutating func mix(_ number: some BinaryInteger) { mix(UInt64(truncatingIfNeeded: number)) }

  mutating func mix(_ flag: Bool) { mix(flag ? 1 as UInt64 : 0) }

  mutating func mix(_ number: Double) { mix(number.bitPattern) }

  mutating func mix(_ text: String) { mix(text.utf8) }

  mutating func mix(_ bytes: some Collection<UInt8>) {
    mix(bytes.count)
    var word: UInt64 = 0
    var filled = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      filled += 1
      if filled == 8 {
        mix(word)
        (word, filled) = (0, 0)
      }
    }
    mix(word)
  }

  mutating func mix(_ other: Fingerprint) {
    mix(other.first)
    mix(other.second)
  }
}
