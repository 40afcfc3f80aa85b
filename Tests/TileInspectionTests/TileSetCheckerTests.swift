import Compression
import Foundation
import MapMath
import TestSupport
import Testing
import TileArchive

@testable import TileInspection

@Suite("A whole tile set")
struct TileSetCheckerTests {
  static let tileJSON = """
    {"tilejson":"3.0.0","tiles":["https://a.org/{z}/{x}/{y}.mvt"],"minzoom":0,"maxzoom":1,
     "vector_layers":[{"id":"a","fields":{}}]}
    """

  static func line(_ path: [(Int, Int)]) -> [UInt8] { TileBytes.tile(.layer([.line(path)])) }

  /// Two zooms: a line across the border of 1/0/0 and 1/1/0.
  func goodSet() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.line([(0, 10), (4000, 10)]), to: "0/0/0.mvt")
    try folder.write(Self.line([(0, 10), (4100, 10), (4160, 11)]), to: "1/0/0.mvt")
    try folder.write(Self.line([(-96, 10), (4, 10), (64, 11)]), to: "1/1/0.mvt")
    try folder.write(Array(Self.tileJSON.utf8), to: "tiles.json")
    return folder
  }

  func check(
    _ folder: TemporaryFolder, _ change: (inout CheckOptions) -> Void = { _ in }
  ) async throws -> CheckReport {
    var options = CheckOptions()
    change(&options)
    return try await TileSetChecker(openTileSet(folder.url.path), options: options).run()
  }

  func rules(_ report: CheckReport) -> [String] { report.entries.map(\.rule) }

  @Test("a good set is counted, and nothing is found, by any number of workers", arguments: [1, 4])
  func good(threads: Int) async throws {
    let report = try await check(goodSet()) { $0.threads = threads }
    #expect(rules(report) == [])
    #expect(report.isClean(upTo: .note))
    #expect((report.tiles, report.contents, report.features) == (3, 3, 3))
    #expect(report.vertices == 8)
    #expect(report.borders == 1)
  }

  @Test("neighbours that disagree, and a neighbour that is missing")
  func seams() async throws {
    let folder = try goodSet()
    try folder.write(Self.line([(-96, 13), (4, 13), (64, 14)]), to: "1/1/0.mvt")
    var report = try await check(folder)
    #expect(rules(report) == ["seam-line"])
    let example = try #require(report.entries.first?.examples.first)
    #expect(example.tile.map { [$0.z, $0.x, $0.y] } == [1, 0, 0])
    #expect(example.finding?.place == .init(x: 4096, y: 10))
    #expect(example.finding?.detail == "here and not in 1/1/0")
    report = try await check(folder) { $0.tolerance = 3 }
    #expect(rules(report) == [])
    report = try await check(folder) { $0.checksSeams = false }
    #expect(rules(report) == [])

    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("1/1"))
    report = try await check(folder)
    #expect(rules(report) == ["seam-tile"])
    #expect(report.entries.first?.examples.first?.finding?.detail == "no tile 1/1/0")
    // A neighbour that was not asked for is not missed.
    let west = TileSelection.Box(west: -170, south: 1, east: -10, north: 80)
    report = try await check(folder) { $0.selection.box = west }
    #expect(rules(report) == [])
  }

  @Test("a neighbour that is there and shows nothing is compared too, whichever comes first")
  func silentNeighbour() async throws {
    let folder = try goodSet()
    try folder.write(TileBytes.tile(.layer([.point(9, 9)])), to: "1/1/0.mvt")
    #expect(try await rules(check(folder)) == ["seam-line"])
    try folder.write(Self.line([(-96, 10), (4, 10), (64, 11)]), to: "1/1/0.mvt")
    try folder.write(TileBytes.tile(.layer([.point(9, 9)])), to: "1/0/0.mvt")
    #expect(try await rules(check(folder)) == ["seam-line"])
  }

  @Test("the world's edges are a border when asked for")
  func wrap() async throws {
    let folder = try goodSet()
    try folder.write(
      Self.line([(-96, 10), (4, 10), (4100, 10), (4160, 30), (4161, 31)]), to: "1/1/0.mvt")
    #expect(try await rules(check(folder)) == [])
    #expect(try await rules(check(folder) { $0.wraps = true }) == ["seam-line"])
  }

  @Test("stored streams that are broken")
  func streams() async throws {
    let folder = try goodSet()
    var gzip: [UInt8] = []
    var compressor = try GzipCompressor()
    try compressor.compress(Self.line([(0, 10), (4000, 10)]).span, into: &gzip)
    func rule(_ bytes: [UInt8]) async throws -> [String] {
      try folder.write(bytes, to: "0/0/0.mvt")
      return try await rules(check(folder)).filter { $0 != "compression-mixed" }
    }
    #expect(try await rule(gzip) == [])
    #expect(try await rule(Array(gzip.dropLast())) == ["gzip-broken"])
    var damaged = gzip
    damaged[damaged.count - 6] ^= 1
    #expect(try await rule(damaged) == ["gzip-broken"])
    #expect(try await rule(gzip + [1, 2, 3]) == ["gzip-trailing"])
    #expect(try await rule(gzip + gzip) == ["gzip-trailing", "name-repeated"])
    #expect(try await rule(gzip + [0, 0]) == ["gzip-trailing"])
    #expect(try await rule([0x78, 0x9c, 3, 0, 0, 0, 0, 1]) == ["zlib-stream"])
    try folder.write(gzip, to: "0/0/0.mvt")
    #expect(try await rules(check(folder)) == ["compression-mixed"])
    let path = (0..<65_000).map { ($0 % 2 * 4000 + $0 / 64, $0 / 16) }
    let layers = ["a", "b", "c"].map { TileBytes.layer(name: $0, [.line(path)]) }
    let big = layers.reduce([]) { $0 + TileBytes.tile($1) }
    #expect(big.count > 500_000)
    #expect(try await rule(big).contains("tile-large"))
  }

  @Test("tiles that share their bytes are looked at once and counted each")
  func shared() async throws {
    let folder = try goodSet()
    try folder.write(TileBytes.tile(.layer([])), to: "1/0/1.mvt")
    try FileManager.default.linkItem(
      at: folder.url.appendingPathComponent("1/0/1.mvt"),
      to: folder.url.appendingPathComponent("1/1/1.mvt"))
    let report = try await check(folder)
    #expect((report.tiles, report.contents) == (5, 4))
    let entry = try #require(report.entries.first)
    #expect((entry.rule, entry.count, entry.tiles) == ("layer-empty", 2, 2))
    #expect(entry.examples.map { $0.tile?.x } == [0, 1])
  }

  @Test("the first findings by tile are shown, whoever finds them", arguments: [1, 3])
  func examples(threads: Int) async throws {
    let folder = try TemporaryFolder()
    for y in 0..<200 { try folder.write(TileBytes.tile(.layer([])), to: "9/3/\(y).mvt") }
    let report = try await check(folder) { ($0.examples, $0.threads) = (3, threads) }
    let entry = try #require(report.entries.first { $0.rule == "layer-empty" })
    #expect(entry.count == 200)
    #expect(entry.examples.map { $0.tile?.y } == [0, 1, 2])
  }
}
