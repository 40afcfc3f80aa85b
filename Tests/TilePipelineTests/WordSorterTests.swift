import TestSupport
import Testing

@testable import TilePipeline

@Suite("Sorting words")
struct WordSorterTests {
  @Test("by the upper half, in order where that is equal", arguments: 1...6 as ClosedRange<UInt64>)
  func sorts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sorter = WordSorter()
    for bits in [0, 3, 12, 24, 32] as [UInt64] {
      let count = Int.random(in: 0...3_000, using: &random)
      let keys = (0..<count).map { _ in
        bits == 0 ? 7 : UInt64.random(in: 0..<1 << bits, using: &random)
      }
      var words = keys.enumerated().map { $1 << 32 | UInt64($0) }
      let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      sorter.sort(&words)
      #expect(words.map { Int($0 & 0xffff_ffff) } == expected)
      #expect(words.allSatisfy { keys[Int($0 & 0xffff_ffff)] == $0 >> 32 })
    }
  }
}
