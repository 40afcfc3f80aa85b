import Compression
import Foundation
import TestSupport
import Testing

@Suite("gzip")
struct GzipTests {
  /// Bytes that compress to about half.
  private static func sample(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() & 0x0f) }
  }

  private func compress(_ input: [UInt8], level: Int = 6) throws -> [UInt8] {
    var compressor = try GzipCompressor(level: level)
    var output: [UInt8] = []
    try compressor.compress(input.span, into: &output)
    return output
  }

  @Test(
    "comes back as it went, at every level", arguments: 0...12, [0, 1, 2, 1000, 300_000])
  func roundTrip(level: Int, count: Int) throws {
    let input = Self.sample(count)
    let packed = try compress(input, level: level)
    #expect(try gunzip(packed.span, limit: count) == input)
    // Magic, deflate, no flags, no time; nothing says when or where it was made.
    #expect(packed.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
    let isGzip = GzipDecompressor.isGzip(packed.span)
    #expect(isGzip)
  }

  @Test("refuses levels that there are not", arguments: [-1, 13, .max, .min])
  func levels(level: Int) {
    #expect(throws: GzipError.setup(level: level)) { _ = try GzipCompressor(level: level) }
  }

  @Test("appends, and equal input gives equal bytes whatever came before")
  func appends() throws {
    var compressor = try GzipCompressor(level: 6)
    let first = Self.sample(50_000), second = Self.sample(7, seed: 2)
    var output: [UInt8] = [42]
    try compressor.compress(second.span, into: &output)
    let end = output.count
    try compressor.compress(first.span, into: &output)
    try compressor.compress(second.span, into: &output)
    #expect(output[0] == 42)
    #expect(output.suffix(end - 1) == output[1..<end])
    #expect(try Array(output[1..<end]) == compress(second))
  }

  @Test("reads members that follow one another, and zeros after them")
  func members() throws {
    let parts = [Self.sample(100), [], Self.sample(70_000, seed: 3)]
    let packed = try parts.flatMap { try compress($0) }
    let joined = parts.flatMap { $0 }
    #expect(try gunzip(packed.span, limit: .max) == joined)
    #expect(try gunzip((packed + [0, 0, 0]).span, limit: .max) == joined)
    #expect(throws: GzipError.damaged(member: packed.count)) {
      try gunzip((packed + [0, 1]).span, limit: .max)
    }
  }

  @Test("stops at the limit", arguments: [0, 1, 4095, 4096, 99_999])
  func limit(limit: Int) throws {
    let packed = try compress(Self.sample(100_000))
    #expect(throws: GzipError.tooLarge(limit: limit)) { try gunzip(packed.span, limit: limit) }
    // Two members: the limit is for both.
    let two = packed + packed
    #expect(throws: GzipError.tooLarge(limit: 100_000 + limit)) {
      try gunzip(two.span, limit: 100_000 + limit)
    }
  }

  @Test("keeps the output as it was when it fails")
  func keepsOutput() throws {
    var decompressor = try GzipDecompressor()
    let packed = try compress([1, 2, 3])
    var output: [UInt8] = [7, 8]
    #expect(throws: GzipError.self) {
      try decompressor.expand((packed + packed.dropLast()).span, limit: 100, into: &output)
    }
    #expect(output == [7, 8])
    try decompressor.expand(packed.span, limit: 3, into: &output)
    #expect(output == [7, 8, 1, 2, 3])
  }

  @Test("a small bomb does not get the memory that it asks for")
  func bomb() throws {
    // A megabyte of zeros says it is 4 GiB large.
    var packed = try compress([UInt8](repeating: 0, count: 1 << 20))
    packed.replaceSubrange((packed.count - 4)..., with: [0xff, 0xff, 0xff, 0xff])
    #expect(throws: GzipError.damaged(member: 0)) { try gunzip(packed.span, limit: .max) }
    packed.replaceSubrange((packed.count - 4)..., with: [0, 0, 0x10, 0])
    #expect(throws: GzipError.tooLarge(limit: 1000)) { try gunzip(packed.span, limit: 1000) }
    #expect(try gunzip(packed.span, limit: 1 << 20).count == 1 << 20)
  }

  @Test("ends cut or altered data in an error or in bytes")
  func damaged() throws {
    let input = Self.sample(500)
    let packed = try compress(input)
    for end in packed.indices {
      #expect(throws: GzipError.damaged(member: 0)) {
        try gunzip(Array(packed[..<end]).span, limit: 10_000)
      }
    }
    var random = SeededGenerator(seed: 9)
    for _ in 0..<3000 {
      var changed = packed
      let place = Int.random(in: changed.indices, using: &random)
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
      // The checksum finds it, unless it is where nothing is said: in the header, or in the bits
      // that fill up the last byte.
      if let output = try? gunzip(changed.span, limit: 10_000) { #expect(output == input) }
    }
  }

  /// Bytes as in tiles of few features: small numbers, runs that stood there before, and now and
  /// then one byte for long.
  private static func record(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: bytes.append(UInt8.random(in: 0...255, using: &random) & 0x3f)
      case 6: bytes.append(UInt8.random(in: 144...255, using: &random))
      case 7:
        bytes += repeatElement(
          UInt8.random(in: 0...255, using: &random), count: Int.random(in: 1...300, using: &random))
      default:
        let start = Int.random(in: 0...bytes.count, using: &random)
        bytes += bytes[start...].prefix(Int.random(in: 1...270, using: &random))
      }
    }
    return Array(bytes.prefix(count))
  }

  @Test("short inputs of every length come back, and the system's gzip reads them too")
  func shortInputs() throws {
    var random = SeededGenerator(seed: 4)
    var joined: [UInt8] = []
    var members: [UInt8] = []
    for count in 0...530 {
      let inputs = [
        Self.record(count, seed: UInt64(count)), [UInt8](repeating: 7, count: count),
        (0..<count).map { UInt8(truncatingIfNeeded: $0 % 131) },
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) },
      ]
      for input in inputs {
        let packed = try compress(input, level: 1 + count % 6)
        #expect(try gunzip(packed.span, limit: count) == input)
        // Header, checksum, size, and the block's own head where it is stored.
        #expect(packed.count <= count + 10 + 8 + 5)
        joined += input
        members += packed
      }
    }
    guard let gzip = BuiltProgram.installed("gzip") else {
      try Test.cancel("gzip is not installed")
    }
    let folder = try TemporaryFolder()
    try Data(members).write(to: folder.url.appendingPathComponent("members.gz"))
    #expect(try gzip.run(["-d", "members.gz"], in: folder.url).code == 0)
    let plain = folder.url.appendingPathComponent("members")
    #expect(try [UInt8](Data(contentsOf: plain)) == joined)
  }

  @Test("the system's gzip reads ours, and ours its")
  func foreign() throws {
    guard let gzip = BuiltProgram.installed("gzip") else {
      try Test.cancel("gzip is not installed")
    }
    let folder = try TemporaryFolder()
    let input = Self.sample(200_000)
    let file = folder.url.appendingPathComponent("ours.gz")
    try Data(compress(input)).write(to: file)
    #expect(try gzip.run(["-d", "ours.gz"], in: folder.url).code == 0)
    let plain = folder.url.appendingPathComponent("ours")
    #expect(try [UInt8](Data(contentsOf: plain)) == input)
    // Its header holds name and time.
    #expect(try gzip.run(["-9", "ours"], in: folder.url).code == 0)
    let theirs = try [UInt8](Data(contentsOf: file))
    #expect(theirs[3] != 0)
    #expect(try gunzip(theirs.span, limit: .max) == input)
  }
}
