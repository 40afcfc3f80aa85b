import Compression
import Foundation
import TestSupport
import Testing
import TileEncoding

@Suite("testdata/mvt")
struct KeptTilesTests {
  private static let folder = packageRoot.appendingPathComponent("testdata/mvt")

  private func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: Self.folder.appendingPathComponent(name)))
  }

  private func error(_ name: String) throws -> TileDecodingError? {
    let bytes = try bytes(name)
    do {
      _ = try VectorTileDecoder.decode(bytes.span)
      return nil
    } catch {
      return error
    }
  }

  @Test("every file ends in a tile or an error")
  func all() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.count > 5)
    for name in names { _ = try error(name) }
  }

  @Test("every kind of geometry and value, plain and gzip")
  func allKinds() throws {
    let plain = try bytes("all-kinds.mvt")
    let packed = try bytes("all-kinds-gzip.mvt")
    let expanded = try gunzip(packed.span, limit: 10_000)
    #expect(expanded == plain)
    let tile = try VectorTileDecoder.decode(plain.span)
    let layer = try #require(tile.layers.first)
    #expect(layer.features.map(\.type) == [.point, .line, .polygon, .unknown])
    #expect(
      layer.values == [
        .string("text"), .float(0.5), .double(0.1), .int(-5), .uint(7), .sint(-5), .bool(true),
      ])
    #expect(layer.features.map(\.parts.count) == [1, 2, 3, 0])
    #expect(layer.partEnds == [2, 5, 7, 11, 15, 19])
  }

  @Test("what is wrong is named")
  func broken() throws {
    #expect(
      try error("coordinate-overflow.mvt") == .badFeature(layer: 0, feature: 0, .outOfRange))
    #expect(
      try error("count-overflow.mvt") == .badFeature(layer: 0, feature: 0, .missingParameters))
    let bytes = try bytes("unknown-version.mvt")
    let tile = try VectorTileDecoder.decode(bytes.span)
    #expect(tile.unknownLayerCount == 1 && tile.layers.map(\.name) == ["old"])
    #expect(tile.layers[0].x == [1] && tile.layers[0].y == [2])
  }
}
