import OverlayModel
import TestSupport
import Testing

@Suite("attribute pool")
struct AttributePoolTests {
  @Test("agrees with a dictionary", arguments: 1...8 as ClosedRange<UInt64>)
  func dictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pool = AttributePool()
    var numbers: [[UInt8]: UInt32] = [:]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...20, using: &random)
      let text = (0..<count).map { _ in UInt8.random(in: 0...2, using: &random) }
      #expect(pool.find(text.span) == numbers[text])
      let number: UInt32
      if let first = text.first, Bool.random(using: &random) {
        let rest = Array(text.dropFirst())
        number = pool.intern(rest.span, after: first)
      } else {
        number = pool.intern(text.span)
      }
      #expect(number == numbers[text, default: UInt32(numbers.count)])
      numbers[text] = number
    }
    #expect(pool.count == numbers.count)
    for (text, number) in numbers { #expect(Array(pool[number]) == text) }
  }

  @Test(
    "values keep type and bits through the pooled form",
    arguments: [
      .string(""), .string("a\0\u{1f680}"), .int(.min), .int(.max), .int(0), .uint(.max),
      .double(0), .double(-0.0), .double(0.1), .double(1e308), .bool(true), .bool(false),
    ] as [AttributeValue])
  func values(value: AttributeValue) {
    var bytes: [UInt8] = []
    value.pooled(into: &bytes)
    let back = AttributeValue(pooled: bytes[...])
    #expect(back == value)
    if case .double(let a) = value, case .double(let b)? = back {
      #expect(a.bitPattern == b.bitPattern)
    }
  }

  @Test("1 and 1.0, text and number, are different values")
  func types() {
    var pool = AttributePool()
    for value in [AttributeValue.int(1), .double(1), .uint(1), .string("1"), .bool(true)] {
      var bytes: [UInt8] = []
      value.pooled(into: &bytes)
      _ = pool.intern(bytes.span)
    }
    #expect(pool.count == 5)
    #expect(AttributeValue(pooled: []) == nil)
    #expect(AttributeValue(pooled: [0]) == nil)
  }

  @Test("a pool of values does not hold small integers, and gives them back")
  func smallIntegers() throws {
    var pool = AttributePool(ofValues: true)
    let inside: [Int64] = [0, 1, 127, 128, 1 << 29, 1 << 30 - 1]
    let outside: [AttributeValue] = [
      .int(-1), .int(1 << 30), .int(.max), .uint(1), .double(1), .string("12345678"), .bool(true),
    ]
    for value in inside.map(AttributeValue.int) + outside {
      var bytes: [UInt8] = []
      value.pooled(into: &bytes)
      let number = pool.intern(bytes.span)
      #expect(pool.intern(bytes.span.extracting(1...), after: bytes[0]) == number)
      #expect(pool.find(bytes.span) == number)
      #expect(AttributeValue(pooled: pool[number]) == value)
      #expect(pool.type(of: number) == bytes[0])
    }
    #expect(pool.count == outside.count)
    // A pool of names holds all strings.
    var names = AttributePool()
    #expect(names.intern(Array("i1234567".utf8).span) == 0)
    #expect(names.intern(Array("i12345678".utf8).span) == 1)
  }
}
