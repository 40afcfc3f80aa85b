import Foundation
import TestSupport
import Testing

@testable import TilePipeline

@Suite("paths in a scratch space")
struct SpilledPathsTests {
  @Test("long paths come back in stretches, whole and in order")
  func stretches() throws {
    var random = SeededGenerator(seed: 5)
    var block = FeatureTable.Block()
    let many = SpilledPaths.verticesAtOnce
    // Around the limit, and paths that begin after an odd number of words.
    for count in [3, 2 * many + 7, many - 1, many, many + 1, 3, 1] {
      for _ in 0..<count {
        block.x.append(Double.random(in: 0...1, using: &random))
        block.y.append(Double.random(in: 0...1, using: &random))
        block.importance.append(Float.random(in: 0...1, using: &random))
      }
      block.pathEnds.append(Int32(block.x.count))
    }
    var spilled = block
    let folder = try TemporaryFolder()
    let space = ScratchSpace(directory: folder.url.path, budget: 0)
    try spilled.spill(to: space, [.all])
    try #require(spilled.isSpilled && spilled.x.isEmpty)
    var buffer: [UInt64] = []
    var most = 0
    for path in block.pathEnds.indices {
      var (x, y, importance) = ([Double](), [Double](), [Float]())
      spilled.forEachStretch(ofPath: Int32(path), buffer: &buffer) {
        for i in $0.indices {
          x.append($0[i])
          y.append($1[i])
          importance.append($2[i])
        }
        most = max(most, $0.count)
      }
      let range = block.vertices(ofPath: Int32(path))
      #expect(x == Array(block.x[range]))
      #expect(y == Array(block.y[range]))
      #expect(importance == Array(block.importance[range]))
    }
    #expect(most == many)
    try space.check()
  }

  @Test(
    "a copy for low zooms has its vertices, whether it stays in memory or not",
    arguments: [0, 1 << 20], [nil, 30])
  func copies(budget: Int, places: Int?) throws {
    var random = SeededGenerator(seed: 8)
    var block = FeatureTable.Block()
    for count in [4000, 1, 7000, 300] {
      // Steps of 2^-27, near enough to be packed.
      var (x, y) = (0.5, 0.25)
      for _ in 0..<count {
        x += Double(Int.random(in: -1...1, using: &random)) * 0x1p-27
        y += Double(Int.random(in: -1...1, using: &random)) * 0x1p-27
        block.x.append(x)
        block.y.append(y)
        block.importance.append(Float.random(in: 0...1, using: &random))
      }
      block.pathEnds.append(Int32(block.x.count))
    }
    var spilled = block
    let folder = try TemporaryFolder()
    let space = ScratchSpace(directory: folder.url.path, budget: budget)
    let low = SpilledCopy(threshold: 0.98, places: places)
    try spilled.spill(
      to: space, [SpilledCopy(threshold: 0, places: places), low], packs: places != nil)
    // Of 11,301 vertices of 20 bytes those copies have 2 %.
    #expect(space.holdsCopy(budget / 8) == (budget == 0))
    var buffer: [UInt64] = []
    for path in block.pathEnds.indices {
      let range = block.vertices(ofPath: Int32(path))
      for threshold in [0, 0.98] as [Float] {
        let kept = range.filter { block.importance[$0] >= threshold }
        spilled.withPath(Int32(path), reaching: threshold, buffer: &buffer) { x, y, importance in
          #expect(x.indices.map { x[$0] } == kept.map { block.x[$0] })
          #expect(y.indices.map { y[$0] } == kept.map { block.y[$0] })
          #expect(importance.indices.map { importance[$0] } == kept.map { block.importance[$0] })
        }
      }
    }
    try space.check()
  }
}
