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
}
