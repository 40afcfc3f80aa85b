import Compression
import TestSupport
import Testing
import TileEncoding

@testable import TilePipeline

@Suite("the effort that goes into compressing a tile")
struct TileCompressorTests {
  /// 4000 bytes that come out differently after a longer search.
  private static let bytes: [UInt8] = {
    var random = SeededGenerator(seed: 11)
    let words = (0..<50).map { _ in
      (0..<9).map { _ in UInt8.random(in: 97...122, using: &random) }
    }
    return Array((0..<600).flatMap { _ in words.randomElement(using: &random) ?? [] }.prefix(4000))
  }()

  private func compress(
    _ types: [TileContent.GeometryType] = [.line], tags: Int, vertices: Int
  ) throws -> [UInt8] {
    var content = TileContent()
    content.types = types.map(\.rawValue)
    content.tags = [UInt32](repeating: 0, count: tags)
    content.x = [Int32](repeating: 0, count: vertices)
    var counts = TileCounts()
    counts.add(content)
    var compressor = try TileCompressor()
    var output: [UInt8] = [42]
    try compressor.compress(Self.bytes.span, of: counts, into: &output)
    #expect(output[0] == 42)
    return Array(output.dropFirst())
  }

  private func gzip(level: Int) throws -> [UInt8] {
    var compressor = try GzipCompressor(level: level)
    var output: [UInt8] = []
    try compressor.compress(Self.bytes.span, into: &output)
    return output
  }

  @Test("is greater where attributes are most of the tile, or areas have outlines")
  func effort() throws {
    let (quick, thorough) = try (gzip(level: 1), gzip(level: 5))
    #expect(quick != thorough)
    #expect(try compress(tags: 0, vertices: 10) == quick)
    #expect(try compress(tags: 4, vertices: 1) == quick)
    #expect(try compress(tags: 6, vertices: 1) == thorough)
    #expect(try compress(tags: 400, vertices: 5000) == quick)
    #expect(try compress(tags: 400, vertices: 20) == thorough)
    #expect(try compress([.polygon, .polygon, .line], tags: 0, vertices: 10) == thorough)
    #expect(try compress([.polygon, .polygon], tags: 0, vertices: 10) == quick)
  }
}
