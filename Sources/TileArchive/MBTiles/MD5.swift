#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The MD5 sum, by which MBTiles files name equal tiles. It keeps nobody out.
///
/// - SeeAlso: RFC 1321.
enum MD5 {
  /// The sum of `bytes` as 32 digits, low case.
  static func text(of bytes: Span<UInt8>) -> String {
    let sum = sum(of: bytes)
    var text = ""
    text.reserveCapacity(32)
    for word in [sum[0], sum[1], sum[2], sum[3]] {
      for shift in [4, 0, 12, 8, 20, 16, 28, 24] as [UInt32] {
        text.unicodeScalars.append(Unicode.Scalar(digits[Int(word >> shift & 15)]))
      }
    }
    return text
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// 2^32 |sin i|, i in radians from 1.
  private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
  private static let turns: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  private static func sum(of bytes: Span<UInt8>) -> InlineArray<4, UInt32> {
    var state: InlineArray<4, UInt32> = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { mix(bytes, at: start, into: &state) }
    var tail: [UInt8] = []
    tail.reserveCapacity(128)
    for i in whole..<bytes.count { tail.append(bytes[i]) }
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) << 3
    for shift in stride(from: 0, to: 64, by: 8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: tail.count, by: 64) { mix(tail.span, at: start, into: &state) }
    return state
  }

  /// Mixes the block of 64 bytes at `start` in.
  private static func mix(
    _ bytes: Span<UInt8>, at start: Int, into state: inout InlineArray<4, UInt32>
  ) {
    var words = InlineArray<16, UInt32>(repeating: 0)
    for i in 0..<16 {
      let at = start + 4 * i
      words[i] =
        UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16
        | UInt32(bytes[at + 3]) << 24
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for i in 0..<64 {
      let (mixed, word): (UInt32, Int) =
        switch i >> 4 {
        case 0: (b & c | ~b & d, i)
        case 1: (d & b | ~d & c, (5 * i + 1) & 15)
        case 2: (b ^ c ^ d, (3 * i + 5) & 15)
        default: (c ^ (b | ~d), (7 * i) & 15)
        }
      let sum = a &+ mixed &+ sines[i] &+ words[word]
      let turn = turns[(i >> 4) * 4 + i & 3]
      (a, d, c) = (d, c, b)
      b = b &+ (sum << turn | sum >> (32 - turn))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
  }
}
