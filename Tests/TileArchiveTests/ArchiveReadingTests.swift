import Foundation
import MapMath
import TestSupport
import Testing

@testable import TileArchive

@Suite("Reading archives")
struct ArchiveReadingTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  static let kinds = ["a", "a.pmtiles", "a.mbtiles", "shared.mbtiles"]

  func metadata() -> TileSetMetadata {
    var metadata = TileSetMetadata()
    metadata.name = "caf\u{e9}"
    (metadata.minZoom, metadata.maxZoom) = (0, 7)
    metadata.bounds = (-10.5, -20, 30.25, 40)
    metadata.center = (1.5, 2, 3)
    metadata.layers = [.init(id: "stroke", fields: [("color", "String")], minZoom: 0, maxZoom: 7)]
    return metadata
  }

  func write(_ tiles: RandomTiles, to name: String) throws {
    let sink = try makeSink(
      path: folder(name), replace: false,
      schema: name.hasPrefix("shared") ? .deduplicated : .flat)
    for batch in tiles.batches(of: 40) { try sink.add(batch) }
    try sink.finish(metadata())
  }

  /// All tiles of a walk with their bytes.
  func walk(
    _ set: any TileSetReader, _ selection: TileSelection = TileSelection(), limit: Int = 7
  ) throws -> [TileID: [UInt8]] {
    var cursor = try set.cursor(over: selection)
    var found: [TileID: [UInt8]] = [:]
    var runs: [TileRun] = []
    var (bytes, lastZoom): ([UInt8], Int) = ([], 0)
    repeat {
      try cursor.next(limit, into: &runs)
      #expect(runs.count <= limit)
      for run in runs {
        try set.read(run, into: &bytes)
        for tile in run.tiles {
          #expect(tile.z == run.tile.z && tile.z >= lastZoom && found[tile] == nil)
          found[tile] = bytes
        }
        lastZoom = run.tile.z
      }
    } while !runs.isEmpty
    return found
  }

  @Test("a walk and a search find the tiles that were written", arguments: kinds, [3, 4])
  func tiles(name: String, seed: UInt64) throws {
    let tiles = RandomTiles(seed: seed, count: 400, deepest: 7)
    try write(tiles, to: name)
    let set = try openTileSet(folder(name))
    let expected = Dictionary(uniqueKeysWithValues: zip(tiles.tiles, tiles.contents))
    #expect(try walk(set) == expected)
    #expect(try walk(set, limit: 1000) == expected)
    var bytes: [UInt8] = []
    for id in 0..<TileID.firstHilbertID(z: 6) {
      let tile = try #require(TileID(hilbertID: id))
      let run = try set.find(tile)
      if let run { try set.read(run, into: &bytes) }
      #expect((run == nil ? nil : bytes) == expected[tile])
    }
  }

  @Test("zooms and boxes choose, and nothing is left out", arguments: kinds)
  func selection(name: String) throws {
    let tiles = RandomTiles(seed: 9, count: 400, deepest: 7)
    try write(tiles, to: name)
    let set = try openTileSet(folder(name))
    for selection in [
      TileSelection(zooms: 2...5), TileSelection(zooms: 6...6), TileSelection(zooms: 8...30),
      TileSelection(zooms: 1...7, box: .init(west: -20, south: -30, east: 70, north: 60)),
      TileSelection(box: .init(west: 150, south: -80, east: -150, north: 10)),
    ] {
      let expected = zip(tiles.tiles, tiles.contents).filter { selection.contains($0.0) }
      #expect(try walk(set, selection) == Dictionary(uniqueKeysWithValues: expected))
    }
  }

  @Test("what sets say of themselves is the same in all containers", arguments: kinds)
  func description(name: String) throws {
    try write(RandomTiles(seed: 1, count: 20, deepest: 7), to: name)
    let description = try openTileSet(folder(name)).description
    #expect(description.name == "caf\u{e9}")
    #expect((description.minZoom, description.maxZoom) == (0, 7))
    #expect(description.bounds == .init(west: -10.5, south: -20, east: 30.25, north: 40))
    #expect(description.center == [1.5, 2, 3])
    #expect(description.layers?.map(\.id) == ["stroke"])
    #expect(description.layers?.first?.fields == [.init(name: "color", type: "String")])
    #expect(description.compression == (name == "a" ? nil : .gzip))
  }

  @Test("equal tiles have one content key", arguments: ["a.pmtiles", "shared.mbtiles"])
  func keys(name: String) throws {
    let tiles = RandomTiles(seed: 2, count: 300, deepest: 7)
    try write(tiles, to: name)
    let set = try openTileSet(folder(name))
    var cursor = try set.cursor(over: TileSelection())
    var runs: [TileRun] = []
    try cursor.next(10_000, into: &runs)
    #expect(Set(runs.map(\.content)).count == Set(tiles.contents).count)
  }

  @Test("files that are no archives, or broken ones, are told apart")
  func faults() throws {
    try write(RandomTiles(seed: 1, count: 300, deepest: 7), to: "a.pmtiles")
    let whole = try #require(folder.bytes("a.pmtiles"))
    func open(_ bytes: [UInt8]) throws -> TileSetError? {
      try Data(bytes).write(to: URL(fileURLWithPath: folder("x")))
      do throws(TileSetError) {
        _ = try openTileSet(folder("x"))
        return nil
      } catch { return error }
    }
    let path = folder("x")
    #expect(try open(Array("{}".utf8)) == .notATileSet(path: path))
    #expect(try open([]) == .notATileSet(path: path))
    #expect(
      try open(Array(whole[0..<7]) + [2] + whole[8...])
        == .unsupported(path: path, feature: "PMTiles version 2"))
    #expect(try open(Array(whole[0..<50])) == .damaged(path: path, part: .header))
    #expect(try open(Array(whole[0..<200])) == .damaged(path: path, part: .directory))
    var other = whole
    other[97] = 3
    #expect(try open(other) == .unsupported(path: path, feature: "brotli"))
    other = whole
    other[99] = 2
    #expect(
      try open(other)
        == .unsupported(path: path, feature: "tiles of type 2, not vector tiles"))
    #expect(
      try open(Array("SQLite format 3\0".utf8) + whole)
        == .damaged(path: path, part: .tables))
    #expect(throws: TileSetError.io(operation: "open", path: folder("none"), errno: ENOENT)) {
      _ = try openTileSet(folder("none"))
    }
  }

  @Test("no damage of an archive traps", arguments: 0..<3)
  func damage(seed: UInt64) throws {
    try write(RandomTiles(seed: seed, count: 200, deepest: 6), to: "a.pmtiles")
    let whole = try #require(folder.bytes("a.pmtiles"))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<min(600, bytes.count), using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: folder("x")))
      do throws(TileSetError) {
        let set = try openTileSet(folder("x"))
        var cursor = try set.cursor(over: TileSelection())
        var (runs, content): ([TileRun], [UInt8]) = ([], [])
        var steps = 0
        repeat {
          try cursor.next(50, into: &runs)
          for run in runs { try? set.read(run, into: &content) }
          steps += 1
        } while !runs.isEmpty && steps < 20
      } catch {
        #expect(throws: TileSetError.self) { throw error }
      }
    }
  }

  @Test(
    "databases of other programs are read, whatever their tables",
    arguments: [
      // tippecanoe
      """
      CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
      CREATE TABLE images (zoom_level integer, tile_data blob, tile_id text);
      INSERT INTO map VALUES (1, 0, 1, 'a'), (1, 1, 0, 'b'), (2, 3, 3, 'a');
      INSERT INTO images VALUES (1, x'01', 'a'), (1, x'0202', 'b');
      CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
        map.tile_row AS tile_row, images.tile_data AS tile_data FROM map
        JOIN images ON images.tile_id = map.tile_id;
      """,
      // planetiler, compact
      """
      CREATE TABLE tiles_shallow (zoom_level integer, tile_column integer, tile_row integer,
        tile_data_id integer, primary key (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
      CREATE TABLE tiles_data (tile_data_id integer primary key, tile_data blob);
      INSERT INTO tiles_shallow VALUES (1, 0, 1, 1), (1, 1, 0, 2), (2, 3, 3, 1);
      INSERT INTO tiles_data VALUES (1, x'01'), (2, x'0202');
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles_shallow
        JOIN tiles_data USING (tile_data_id);
      """,
      // a plain table without an index, and one without row numbers
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      INSERT INTO tiles VALUES (2, 3, 3, x'01'), (1, 1, 0, x'0202'), (1, 0, 1, x'01');
      """,
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data,
        PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
      INSERT INTO tiles VALUES (2, 3, 3, x'01'), (1, 1, 0, x'0202'), (1, 0, 1, x'01');
      """,
      // a view of something else
      """
      CREATE TABLE t (z, x, y, d); INSERT INTO t VALUES
        (2, 3, 3, x'01'), (1, 1, 0, x'0202'), (1, 0, 1, x'01'), (1, 5, 0, x'03'), ('a', 0, 0, 1);
      CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row, d AS tile_data
        FROM t;
      """,
    ])
  func foreignTables(sql: String) throws {
    guard let sqlite = BuiltProgram.installed("sqlite3") else {
      try Test.cancel("sqlite3 is not installed")
    }
    let result = try sqlite.run([folder("f.mbtiles"), sql])
    #expect(result.code == 0, "\(result.error)")
    let set = try openTileSet(folder("f.mbtiles"))
    let found = try walk(set)
    let named = Dictionary(
      uniqueKeysWithValues: found.map { ("\($0.key.z)/\($0.key.x)/\($0.key.y)", $0.value) })
    #expect(named == ["1/0/0": [1], "1/1/1": [2, 2], "2/3/0": [1]])
    for (tile, content) in found {
      var bytes: [UInt8] = []
      let run = try #require(try set.find(tile))
      try set.read(run, into: &bytes)
      #expect(bytes == content)
    }
    #expect(try set.find(#require(TileID(z: 1, x: 0, y: 1))) == nil)
  }

  @Test("a database without tiles is no tile set, and pictures are not read")
  func otherDatabases() throws {
    guard let sqlite = BuiltProgram.installed("sqlite3") else {
      try Test.cancel("sqlite3 is not installed")
    }
    _ = try sqlite.run([folder("a.db"), "CREATE TABLE a (b)"])
    #expect(throws: TileSetError.notATileSet(path: folder("a.db"))) {
      _ = try openTileSet(folder("a.db"))
    }
    _ = try sqlite.run([
      folder("b.db"),
      """
      CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
      CREATE TABLE metadata (name, value); INSERT INTO metadata VALUES ('format', 'png');
      """,
    ])
    #expect(throws: TileSetError.unsupported(path: folder("b.db"), feature: "png tiles")) {
      _ = try openTileSet(folder("b.db"))
    }
  }
}
