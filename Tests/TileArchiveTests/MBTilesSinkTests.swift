import Foundation
import MapMath
import TestSupport
import Testing

@testable import TileArchive

@Suite("MBTiles")
struct MBTilesSinkTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Rows of a query, as the program sqlite3 prints them.
  func rows(_ name: String, _ query: String) throws -> [String] {
    guard let sqlite = BuiltProgram.installed("sqlite3") else {
      try Test.cancel("sqlite3 is not installed")
    }
    let result = try sqlite.run([folder(name), query])
    #expect(result.code == 0, "\(result.error)")
    return result.output.split(separator: "\n").map(String.init)
  }

  func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  func write(
    _ tiles: RandomTiles, to name: String, _ schema: MBTilesSchema, seed: UInt64 = 0,
    batchSize: Int = 30
  ) throws {
    let sink = try makeSink(path: folder(name), schema: schema)
    var generator = SeededGenerator(seed: seed)
    for batch in tiles.batches(of: batchSize).shuffled(using: &generator) { try sink.add(batch) }
    try sink.finish(TileSetMetadata())
  }

  @Test("rows are the tiles, counted from the south", arguments: MBTilesSchema.allCases)
  func roundTrip(schema: MBTilesSchema) throws {
    let tiles = RandomTiles(seed: 3, count: 200, deepest: 6)
    try write(tiles, to: "a.mbtiles", schema)
    #expect(folder.names() == ["a.mbtiles"])
    let found = try rows(
      "a.mbtiles",
      """
      SELECT zoom_level || '/' || tile_column || '/' ||
        ((1 << zoom_level) - 1 - tile_row) || ' ' || hex(tile_data) FROM tiles
      """)
    let expected = zip(tiles.tiles, tiles.contents).map { tile, content in
      "\(tile.z)/\(tile.x)/\(tile.y) \(hex(content))"
    }
    #expect(Set(found) == Set(expected) && found.count == expected.count)
    #expect(try rows("a.mbtiles", "PRAGMA integrity_check") == ["ok"])
    #expect(try rows("a.mbtiles", "PRAGMA application_id") == ["\(0x4d50_4258)"])
    let unique = try rows(
      "a.mbtiles", "SELECT count(*) FROM sqlite_master WHERE sql LIKE 'CREATE UNIQUE INDEX tile%'")
    #expect(unique == ["1"])
    if schema == .deduplicated {
      let images = try rows("a.mbtiles", "SELECT count(*) FROM images")
      #expect(images == ["\(Set(tiles.contents).count)"])
    }
  }

  @Test("the specification's example: tile 11/327/791 is row 1256")
  func row() throws {
    let tile = try #require(TileID(z: 11, x: 327, y: 791))
    #expect(tile.tmsRow == 1256)
    #expect(TileID(z: 11, x: 327, tmsRow: 1256) == tile)
    #expect(TileID(z: 11, x: 327, tmsRow: 2048) == nil)
    #expect(TileID(z: 31, x: 0, tmsRow: 0) == nil)
  }

  @Test("metadata are text, each name once")
  func metadata() throws {
    let sink = try makeSink(path: folder("a.mbtiles"))
    var metadata = TileSetMetadata()
    metadata.name = "it's a caf\u{e9}"
    metadata.maxZoom = 3
    metadata.layers = [.init(id: "l", fields: [("a", "Number")], minZoom: 0, maxZoom: 3)]
    try sink.finish(metadata)
    let found = try rows("a.mbtiles", "SELECT name, value, typeof(value) FROM metadata")
    #expect(found.contains("name|it's a caf\u{e9}|text"))
    #expect(found.contains("format|pbf|text"))
    #expect(found.contains("maxzoom|3|text"))
    #expect(
      found.contains { $0.hasPrefix("json|{\"vector_layers\":[{\"id\":\"l\",\"fields\":{\"a\"") })
    #expect(Set(found.map { $0.prefix { $0 != "|" } }).count == found.count)
  }

  @Test(
    "neither the order nor the size of batches changes a byte", arguments: MBTilesSchema.allCases)
  func determinism(schema: MBTilesSchema) throws {
    let tiles = RandomTiles(seed: 8, count: 400, deepest: 8)
    try write(tiles, to: "a.mbtiles", schema, seed: 1)
    try write(tiles, to: "b.mbtiles", schema, seed: 2)
    try write(tiles, to: "c.mbtiles", schema, seed: 3, batchSize: 7)
    #expect(folder.bytes("a.mbtiles") == folder.bytes("b.mbtiles"))
    #expect(folder.bytes("a.mbtiles") == folder.bytes("c.mbtiles"))
  }

  @Test("a file of ours is replaced, and a database of others is not")
  func replace() throws {
    let tiles = RandomTiles(seed: 1, count: 5, deepest: 2)
    try write(tiles, to: "a.mbtiles", .flat)
    #expect(throws: ArchiveError.exists(path: folder("a.mbtiles"))) {
      try makeSink(path: folder("a.mbtiles"))
    }
    let sink = try makeSink(path: folder("a.mbtiles"), replace: true)
    try sink.finish(TileSetMetadata())
    #expect(try rows("a.mbtiles", "SELECT count(*) FROM tiles") == ["0"])

    _ = try rows("b.mbtiles", "CREATE TABLE metadata (name, value); SELECT 1")
    #expect(throws: ArchiveError.notOurs(path: folder("b.mbtiles"))) {
      try makeSink(path: folder("b.mbtiles"), replace: true)
    }
    #expect(folder.names() == ["a.mbtiles", "b.mbtiles"])
  }

  @Test("the sums of RFC 1321, and lengths about a block")
  func md5() {
    func sum(_ text: String) -> String { MD5.text(of: Array(text.utf8).span) }
    #expect(sum("") == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(sum("abc") == "900150983cd24fb0d6963f7d28e17f72")
    #expect(
      sum("12345678901234567890123456789012345678901234567890123456789012345678901234567890")
        == "57edf4a22be3c955ac49da2e2107b67a")
    // From md5sum: 55, 56, 63 and 64 times the letter a.
    #expect(sum(String(repeating: "a", count: 55)) == "ef1772b6dff9a122358552954ad0df65")
    #expect(sum(String(repeating: "a", count: 56)) == "3b0c8ac703f828b04c6c197006d17218")
    #expect(sum(String(repeating: "a", count: 63)) == "b06521f39153d618550606be297466d5")
    #expect(sum(String(repeating: "a", count: 64)) == "014842d480b571495a4a0363793f7367")
  }
}
