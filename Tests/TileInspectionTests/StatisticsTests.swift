import Foundation
import MapMath
import TestSupport
import Testing
import TileArchive

@testable import TileInspection

@Suite("Statistics of a tile set")
struct StatisticsTests {
  /// Layer "a" with two lines and layer "b" with a point, by hand.
  static let tile = TileBytes.tile(
    .layer(
      keys: ["n", "name"],
      values: [
        TileBytes().number(4, 7), TileBytes().number(6, TileBytes.zigzag(-3)),
        TileBytes().text(1, "x"), TileBytes().number(7, 1),
      ],
      [
        .feature(type: 2, tags: [0, 0, 1, 2], [9, 0, 0, 18, 2, 2, 2, 2]),
        .feature(type: 2, tags: [0, 1, 1, 3], [9, 0, 0, 10, 2, 2]),
      ]),
    .layer(name: "b", [.point(5, 5)]))

  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.tile, to: "0/0/0.mvt")
    try folder.write(
      TileBytes.tile(.layer(name: "b", [.point(5, 5), .point(6, 6)])), to: "3/1/0.mvt")
    try FileManager.default.linkItem(
      at: folder.url.appendingPathComponent("3/1/0.mvt"),
      to: folder.url.appendingPathComponent("3/1/1.mvt"))
    return folder
  }

  @Test("tiles, features, vertices and bytes by zoom and layer", arguments: [1, 4])
  func figures(threads: Int) async throws {
    let folder = try folder()
    let report = try await TileSetStatistics(
      openTileSet(folder.url.path), threads: threads, biggest: 2
    ).run()
    #expect(report.zooms.keys.sorted() == [0, 3])
    let first = try #require(report.zooms[0])
    #expect((first.figures.tiles, first.figures.features, first.figures.vertices) == (1, 3, 6))
    #expect((first.figures.points, first.figures.lines) == (1, 2))
    #expect(first.figures.rawBytes == Self.tile.count)
    #expect(first.layers["a"]?.features == 2)
    #expect(first.layers["a"]?.vertices == 5)
    let small = TileBytes.tile(.layer(name: "b", [.point(5, 5), .point(6, 6)])).count
    let third = try #require(report.zooms[3])
    #expect((third.figures.tiles, third.figures.features) == (2, 4))
    #expect(third.stored.sum == 2 * small)
    #expect(third.stored.percentile(0.5) == small)
    #expect((report.contents, report.contentStoredBytes) == (2, Self.tile.count + small))
    #expect(report.total.figures.tiles == 3)
    #expect(report.total.layers["b"]?.tiles == 3)
    #expect(report.biggest.map(\.storedBytes) == [Self.tile.count, small])
    #expect(report.biggest.map(\.tile.y) == [0, 0])
    #expect(report.unreadable == 0)
  }

  @Test("attributes with count, types, range and samples")
  func attributes() async throws {
    let folder = try folder()
    let report = try await TileSetStatistics(openTileSet(folder.url.path)).run()
    let number = try #require(report.attributes["a"]?["n"])
    #expect(number.count == 2)
    #expect(number.kinds == [.int, .sint])
    #expect(number.range == -3...7)
    #expect(number.samples == [.number(-3), .number(7)])
    let name = try #require(report.attributes["a"]?["name"])
    #expect(name.samples == [.boolean(true), .text("x")])
    #expect(name.range == nil)
    #expect(report.attributes["b"]?.isEmpty != false)
  }

  @Test("tiles that cannot be read are counted")
  func unreadable() async throws {
    let folder = try folder()
    try folder.write([0x1a, 9, 9], to: "4/2/1.mvt")
    try folder.write([0x1f, 0x8b, 8], to: "4/1/1.mvt")
    let report = try await TileSetStatistics(openTileSet(folder.url.path)).run()
    #expect(report.unreadable == 2)
    #expect(report.firstUnreadable == TileID(z: 4, x: 1, y: 1))
  }

  @Test("percentiles of many sizes are within 1.6 %", arguments: 0..<8 as Range<UInt64>)
  func percentiles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sizes = (0..<2000).map { _ in
      Int.random(in: 0...(1 << Int.random(in: 1...24, using: &random)), using: &random)
    }
    var (all, half) = (SizeHistogram(), SizeHistogram())
    for (i, size) in sizes.enumerated() {
      if i % 2 == 0 { all.add(size) } else { half.add(size) }
    }
    all.add(half)
    sizes.sort()
    #expect(all.count == 2000)
    #expect(all.sum == sizes.reduce(0, +))
    #expect(all.largest == sizes.last)
    for share in [0.01, 0.5, 0.9, 0.99, 1] {
      let exact = sizes[Int((share * 2000).rounded(.up)) - 1]
      let found = all.percentile(share)
      #expect(found >= exact && Double(found) <= Double(exact) * 1.016)
    }
    #expect(SizeHistogram().percentile(0.5) == 0)
  }

  @Test("values are read by their types")
  func values() {
    func value(_ bytes: TileBytes) -> AttributeValue? {
      var inspector = TileInspector()
      var findings = TileFindings()
      var found: AttributeValue?
      let tile = TileBytes.tile(.layer(keys: ["k"], values: [bytes], [.point(1, 1)]))
      _ = inspector.scan(tile.span, findings: &findings) { layer, bytes in
        found = AttributeValue(bytes, layer.values[0])
      }
      return found
    }
    #expect(value(TileBytes().raw([0x15, 0, 0, 0xc0, 0x3f])) == .number(1.5))
    #expect(value(TileBytes().raw([0x19, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f])) == .number(1.5))
    #expect(value(TileBytes().number(4, UInt64(bitPattern: -5))) == .number(-5))
    #expect(value(TileBytes().number(5, 5)) == .number(5))
    #expect(value(TileBytes().number(7, 0)) == .boolean(false))
    #expect(value(TileBytes()) == nil)
  }
}
