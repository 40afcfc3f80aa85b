import TestSupport
import Testing
import TileEncoding

@Suite("AttributeEncoding")
struct AttributeEncodingTests {
  private func bytes(_ encode: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(&bytes)
    return bytes
  }

  private func readBack(_ value: [UInt8]) throws -> ReferenceTile.Value {
    var builder = TileContentBuilder()
    builder.layer("a")
    builder.feature(.point, tags: [("k", value)], [[(0, 0)]])
    var encoder = try VectorTileEncoder(builder.table)
    var tile: [UInt8] = []
    try encoder.encode(builder.content, into: &tile)
    return try #require(ReferenceTileReader.read(tile).layers.first?.values.first)
  }

  @Test("writes the fields by hand")
  func fields() {
    #expect(bytes { AttributeEncoding.encode(string: "ab", into: &$0) } == [0x0a, 2, 0x61, 0x62])
    #expect(bytes { AttributeEncoding.encode(string: "", into: &$0) } == [0x0a, 0])
    #expect(bytes { AttributeEncoding.encode(int: 0, into: &$0) } == [0x28, 0])
    #expect(bytes { AttributeEncoding.encode(int: 300, into: &$0) } == [0x28, 0xac, 2])
    #expect(bytes { AttributeEncoding.encode(uint: 300, into: &$0) } == [0x28, 0xac, 2])
    #expect(bytes { AttributeEncoding.encode(int: -1, into: &$0) } == [0x30, 1])
    #expect(
      bytes { AttributeEncoding.encode(double: 1, into: &$0) }
        == [0x19, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f])
    #expect(bytes { AttributeEncoding.encode(bool: true, into: &$0) } == [0x38, 1])
    #expect(bytes { AttributeEncoding.encode(bool: false, into: &$0) } == [0x38, 0])
  }

  @Test("keeps integers to the last bit", arguments: [.min, -1 << 53 - 1, -1] as [Int64])
  func negative(value: Int64) throws {
    #expect(
      try readBack(bytes { AttributeEncoding.encode(int: value, into: &$0) }) == .sint(value))
  }

  @Test("keeps integers to the last bit", arguments: [0, 1 << 53 + 1, .max] as [Int64])
  func positive(value: Int64) throws {
    let read = try readBack(bytes { AttributeEncoding.encode(int: value, into: &$0) })
    #expect(read == .uint(UInt64(value)))
  }

  @Test("keeps the largest integer")
  func largest() throws {
    #expect(try readBack(bytes { AttributeEncoding.encode(uint: .max, into: &$0) }) == .uint(.max))
  }

  @Test(
    "keeps floating point to the last bit",
    arguments: [0, 0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan]
      as [Double])
  func double(value: Double) throws {
    let read = try readBack(bytes { AttributeEncoding.encode(double: value, into: &$0) })
    guard case .double(let number) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(number.bitPattern == value.bitPattern)
  }

  @Test(
    "keeps text byte by byte",
    arguments: ["", "a\0b", "\u{1f5fa}", String(repeating: "x", count: 20_000)])
  func text(text: String) throws {
    #expect(
      try readBack(bytes { AttributeEncoding.encode(string: text, into: &$0) }) == .string(text))
    let utf8 = Array(text.utf8)
    let fromSpan = bytes { AttributeEncoding.encode(string: utf8.span, into: &$0) }
    #expect(fromSpan == bytes { AttributeEncoding.encode(string: text, into: &$0) })
  }
}
