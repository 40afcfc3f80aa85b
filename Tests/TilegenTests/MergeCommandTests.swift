import Compression
import Foundation
import MapMath
import TestSupport
import Testing
import TileArchive
import TileEncoding

@Suite("tilegen merge")
struct MergeCommandTests {
  let tilegen = BuiltProgram("tilegen")

  func document(_ layer: Int, _ places: [(id: Int, x: Double, y: Double)]) -> [UInt8] {
    Array(
      places.map { place in
        """
        {"type":"Feature","id":\(place.id),"properties":{"set":\(layer)},\
        "geometry":{"type":"Point","coordinates":[\(place.x),\(place.y)]}}
        """
      }.joined(separator: "\n").utf8)
  }

  /// A folder with the sets `a` (west) and `b.pmtiles` (east, and one place of a).
  func sets() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(document(1, [(1, -100, 40), (2, -60, -30), (3, 10, 50)]), to: "a.ndjson")
    try folder.write(document(2, [(3, 10, 50), (4, 100, 10)]), to: "b.ndjson")
    for (name, output) in [("a", "a"), ("b", "b.pmtiles")] {
      let result = try tilegen.run(
        ["build", name + ".ndjson", "-o", output, "-z", "4", "-q"], in: folder.url)
      #expect(result.code == 0, "\(result.error)")
    }
    return folder
  }

  func run(_ words: String..., in folder: TemporaryFolder) throws -> BuiltProgram.Result {
    try tilegen.run(["merge"] + words, in: folder.url)
  }

  @Test("tiles that lie beyond the world are left out aloud", arguments: ["set", "set.mbtiles"])
  func outside(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(document(1, [(1, 10, 50)]), to: "a.ndjson")
    let built = try tilegen.run(["build", "a.ndjson", "-o", name, "-z", "1", "-q"], in: folder.url)
    #expect(built.code == 0, "\(built.error)")
    let before = try tiles(name, in: folder)
    // Zoom 1 has columns and rows 0 and 1.
    let script =
      name == "set"
      ? "mkdir -p set/1/2 && cp set/0/0/0.mvt set/1/2/0.mvt && cp set/0/0/0.mvt set/1/1/7.mvt"
      : "sqlite3 set.mbtiles 'INSERT INTO tiles VALUES (1, 2, 0, zeroblob(1)), (1, -1, 1, zeroblob(1))'"
    let edited = try BuiltProgram("/bin/bash").run(["-c", script], in: folder.url)
    #expect(edited.code == 0, "\(edited.error)")
    let merged = try run(name, "-o", "merged.pmtiles", in: folder)
    #expect(merged.code == 0, "\(merged.error)")
    #expect(
      merged.error
        == "\(name): warning: 2 tiles beyond the edges of the world or zoom 24 left out\n")
    #expect(try tiles("merged.pmtiles", in: folder) == before)
  }

  /// All tiles of a set with their bytes.
  func tiles(_ name: String, in folder: TemporaryFolder) throws -> [String: [UInt8]] {
    let set = try openTileSet(folder.url.appendingPathComponent(name).path)
    var cursor = try set.cursor(over: TileSelection())
    var (runs, found): ([TileRun], [String: [UInt8]]) = ([], [:])
    repeat {
      try cursor.next(100, into: &runs)
      for run in runs {
        var bytes: [UInt8] = []
        try set.read(run, into: &bytes)
        for tile in run.tiles { found["\(tile.z)/\(tile.x)/\(tile.y)"] = bytes }
      }
    } while !runs.isEmpty
    return found
  }

  @Test("converting round all containers changes no byte of a tile, and no byte of an archive")
  func conversion() throws {
    let folder = try sets()
    let steps = [
      ("a", "1.pmtiles"), ("1.pmtiles", "2.mbtiles"), ("2.mbtiles", "3"), ("3", "4.pmtiles"),
      ("4.pmtiles", "5.mbtiles"), ("5.mbtiles", "6.pmtiles"),
    ]
    let expected = try tiles("a", in: folder)
    for (from, to) in steps {
      let result = try run(from, "-o", to, in: folder)
      #expect(result.code == 0, "\(result.error)")
      #expect(result.output.hasPrefix("\(to): \(expected.count) tiles, done in "))
      #expect(try tiles(to, in: folder) == expected)
    }
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: folder.url.appendingPathComponent(name))
    }
    #expect(try bytes("4.pmtiles") == bytes("6.pmtiles"))
    #expect(try bytes("2.mbtiles") == bytes("5.mbtiles"))
  }

  @Test("a merge has the tiles of both, and of one id the later feature")
  func union() throws {
    let folder = try sets()
    let result = try run("a", "b.pmtiles", "-o", "c.mbtiles", in: folder)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output.contains(" of several sets"))
    let (a, b, c) = try (
      tiles("a", in: folder), tiles("b.pmtiles", in: folder), tiles("c.mbtiles", in: folder)
    )
    #expect(Set(c.keys) == Set(a.keys).union(b.keys))
    for (tile, bytes) in a where b[tile] == nil { #expect(c[tile] == bytes) }
    for (tile, bytes) in b where a[tile] == nil { #expect(c[tile] == bytes) }
    let stored = try #require(c["0/0/0"])
    let world = try gunzip(stored.span, limit: 1 << 20)
    let layers = try VectorTileDecoder.decode(world.span).layers
    #expect(layers.map(\.name) == ["marker"])
    #expect(layers[0].features.compactMap(\.id) == [1, 2, 3, 4])
    #expect(layers[0].values.count { $0 == .int(2) || $0 == .uint(2) || $0 == .sint(2) } == 1)
    let check = try tilegen.run(["check", "c.mbtiles"], in: folder.url)
    #expect(check.code == 0, "\(check.output)")
  }

  @Test("zooms and a box choose tiles, and layers get other names")
  func filters() throws {
    let folder = try sets()
    let result = try run(
      "a", "b.pmtiles", "-o", "c", "--zoom", "2-3", "--bbox", "90,0,110,20", "--rename",
      "marker=pins", "--name", "east", in: folder)
    #expect(result.code == 0, "\(result.error)")
    #expect(try Set(tiles("c", in: folder).keys) == ["2/3/1", "3/6/3"])
    let set = try openTileSet(folder.url.appendingPathComponent("c").path)
    #expect(set.description.name == "east")
    #expect((set.description.minZoom, set.description.maxZoom) == (2, 3))
    #expect(set.description.layers?.map(\.id) == ["pins"])
  }

  @Test("what cannot be merged is named")
  func failures() throws {
    let folder = try sets()
    #expect(try run("-o", "c", in: folder).code == 64)
    #expect(try run("a", in: folder).code == 64)
    #expect(try run("a", "-o", "c", "--rename", "x", in: folder).code == 64)
    let missing = try run("none", "-o", "c", in: folder)
    #expect(missing.code == 74 && missing.error.hasPrefix("none: error: cannot be read"))
    let there = try run("b.pmtiles", "-o", "a", in: folder)
    #expect(there.code == 73 && there.error.contains("--replace"))
    try folder.write([1, 2, 3], to: "a/0/0/0.mvt")
    let broken = try run("a", "b.pmtiles", "-o", "c", in: folder)
    #expect(broken.code == 65, "\(broken.error)")
    #expect(broken.error.contains("tile 0/0/0: error: is no vector tile"), "\(broken.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/c"))
  }
}
