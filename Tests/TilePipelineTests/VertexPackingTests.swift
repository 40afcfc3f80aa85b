import TestSupport
import Testing
import TileGeometry

@testable import TilePipeline

@Suite("vertices of lines in a word each")
struct VertexPackingTests {
  /// A block of walks of `steps` units at most, and of vertices that lie right between two of a grid.
  private func block(seed: UInt64, paths: Int, scale: Double, steps: Double) -> FeatureTable.Block {
    var random = SeededGenerator(seed: seed)
    var block = FeatureTable.Block()
    for path in 0..<paths {
      var x = Double.random(in: -0.5...1.5, using: &random)
      var y = Double.random(in: 0...1, using: &random)
      for _ in 0..<(path * 97 % 700 + 2) {
        x += Double.random(in: -steps...steps, using: &random) / scale
        y += Double.random(in: -steps...steps, using: &random) / scale
        // Halves of this grid and of coarser ones, and what lies a hair beside them.
        if Bool.random(using: &random) {
          let coarser = scale / Double(1 << Int.random(in: 0...6, using: &random))
          x = ((x * coarser).rounded() + 0.5) / coarser
          if Bool.random(using: &random) { x = x.nextUp }
        }
        block.x.append(x)
        block.y.append(y)
        block.importance.append(Float.random(in: 0...1, using: &random))
      }
      block.pathEnds.append(Int32(block.x.count))
    }
    return block
  }

  @Test("fall on the same points of every grid", arguments: 1...20 as ClosedRange<UInt64>)
  func sameGridPoints(seed: UInt64) throws {
    let places = 26
    let scale = Double(1 << places)
    let block = block(seed: seed, paths: 9, scale: scale, steps: 60)
    let sieve = VertexSieve(block)
    let packing = VertexPacking(places: places + VertexPacking.guardPlaces)
    for path in block.pathEnds.indices {
      let range = block.vertices(ofPath: Int32(path))
      var words: [UInt64] = []
      try #require(packing.append(block, sieve, range, to: &words))
      #expect(words.count == packing.wordCount(range.count))
      let (count, away) = packing.layout(ofWords: words.count)
      try #require(count == range.count)
      var buffer = [UInt64](repeating: 0, count: away) + words
      packing.unpack(words.count, in: &buffer)
      for (k, i) in range.enumerated() {
        let x = Double(bitPattern: buffer[k])
        let y = Double(bitPattern: buffer[count + k])
        for zoom in 0...places {
          let scale = Double(1 << zoom)
          #expect(gridCoordinate(x, scale: scale) == gridCoordinate(block.x[i], scale: scale))
          #expect(gridCoordinate(y, scale: scale) == gridCoordinate(block.y[i], scale: scale))
        }
        let pair = buffer[2 * count + k / 2]
        let bits = UInt32(truncatingIfNeeded: k.isMultiple(of: 2) ? pair : pair >> 32)
        #expect(bits == block.importance[i].bitPattern)
      }
    }
  }

  @Test(
    "are not packed where they are too far apart for 16 bits",
    arguments: [
      (32767, 0, true), (32768, 0, false), (-32768, 5, true), (-32769, 5, false),
      (3, -32769, false), (32768, 32768, false), (1 << 20, 0, false), (-7, 32767, true),
    ])
  func farApart(stepX: Int, stepY: Int, fits: Bool) {
    let scale = Double(1 << 28)
    var block = FeatureTable.Block()
    block.x = [0.25, 0.25 + 1 / scale, 0.25 + Double(stepX) / scale]
    block.y = [0.5, 0.5, 0.5 + Double(stepY) / scale]
    block.importance = [1, 1, 1]
    block.pathEnds = [3]
    var words: [UInt64] = []
    let isPacked = VertexPacking(places: 28).append(
      block, VertexSieve(block), 0..<3, to: &words)
    #expect(isPacked == fits)
  }

  @Test("that a sieve leaves are those that reach every threshold so far")
  func sieve() {
    var block = block(seed: 3, paths: 5, scale: 1024, steps: 3)
    block.importance = block.importance.indices.map { Float($0 % 10) }
    var sieve = VertexSieve(block)
    #expect(sieve.kept == nil)
    for threshold in [2, 5, 9] as [Float] {
      sieve.narrow(to: threshold, block.importance.span)
      let expected = block.importance.indices.filter { block.importance[$0] >= threshold }
      #expect(sieve.kept.map { $0.map(Int.init) } == expected)
      #expect(
        sieve.ends.map(Int.init)
          == block.pathEnds.map { end in expected.count { $0 < Int(end) } })
    }
  }
}
