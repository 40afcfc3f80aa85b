import Compression
import Foundation
import MapMath
import TestSupport
import Testing

/// Archives in the form that planetiler gives them, written here from the specifications.
///
/// PMTiles: contents first, then the metadata, then leaf directories; of equal tiles only some are
/// stored once; texts as metadata, some with names of its own. MBTiles: the tables `tiles_shallow`,
/// which has no row ids, and `tiles_data`, and the view `tiles`.
@Suite("Archives of planetiler")
struct PlanetilerArchiveTests {
  let tilegen = BuiltProgram("tilegen")
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // An area that covers many tiles, which are equal then, and lines.
    var text = """
      {"type":"Feature","id":1,"properties":{"name":"sea"},"geometry":{"type":"Polygon",\
      "coordinates":[[[-80,-50],[60,-50],[60,50],[-80,50],[-80,-50]]]}}

      """
    for id in 2..<40 {
      let (x, y) = (Double(id * 37 % 160) - 80, Double(id * 23 % 100) - 50)
      text += """
        {"type":"Feature","id":\(id),"properties":{"name":"road \(id)"},"geometry":\
        {"type":"LineString","coordinates":[[\(x),\(y)],[\(x + 9),\(y + 4)]]}}

        """
    }
    try folder.write(Array(text.utf8), to: "a.ndjson")
    let built = try run("build", "a.ndjson", "-o", "own", "-z", "6", "-q")
    #expect(built.code == 0, "\(built.error)")
  }

  private func run(_ words: String...) throws -> BuiltProgram.Result {
    try tilegen.run(words, in: folder.url)
  }

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  /// All tiles of a folder of tiles with their bytes.
  private func tiles(_ name: String) throws -> [TileID: [UInt8]] {
    var tiles: [TileID: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: url(name).path) {
      let numbers = path.dropLast(4).split(separator: "/").compactMap { Int($0) }
      guard path.hasSuffix(".mvt"), numbers.count == 3 else { continue }
      let tile = try #require(TileID(z: numbers[0], x: numbers[1], y: numbers[2]))
      tiles[tile] = try Array(Data(contentsOf: url(name).appendingPathComponent(path)))
    }
    return tiles
  }

  private static let texts = """
    "name":"Made by hand","description":"as planetiler writes","attribution":"<a>b</a>",\
    "version":"3.15.0","type":"baselayer","planetiler:version":"0.8.4",\
    "planetiler:githash":"889c834","planetiler:buildtime":"2025-02-01T03:04:05Z"
    """

  /// The layers as tiles.json of our own set has them.
  private func layers() throws -> String {
    let own = try JSONSerialization.jsonObject(with: Data(contentsOf: url("own/tiles.json")))
    let layers = try #require((own as? [String: Any])?["vector_layers"])
    return String(
      decoding: try JSONSerialization.data(withJSONObject: layers), as: UTF8.self)
  }

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var compressor = try GzipCompressor(level: 6)
    var packed: [UInt8] = []
    try compressor.compress(bytes.span, into: &packed)
    return packed
  }

  private func writePMTiles(_ tiles: [TileID: [UInt8]]) throws {
    typealias Entry = (id: UInt64, run: Int, offset: Int, length: Int)
    var (data, entries): ([UInt8], [Entry]) = ([], [])
    var known: [[UInt8]: Int] = [:]
    for tile in tiles.keys.sorted(by: { $0.hilbertID < $1.hilbertID }) {
      let bytes = tiles[tile, default: []]
      // Only what is thought to repeat is looked for.
      let isHashed = tile.z % 3 != 0
      let offset = isHashed ? known[bytes, default: data.count] : data.count
      if let last = entries.last, isHashed, last.offset == offset,
        last.id + UInt64(last.run) == tile.hilbertID
      {
        entries[entries.count - 1].run += 1
        continue
      }
      if offset == data.count { data += bytes }
      if isHashed { known[bytes] = offset }
      entries.append((tile.hilbertID, 1, offset, bytes.count))
    }
    func varint(_ number: Int) -> [UInt8] {
      number < 128 ? [UInt8(number)] : [UInt8(number & 127 | 128)] + varint(number >> 7)
    }
    func directory(_ entries: some Collection<Entry>) throws -> [UInt8] {
      var (bytes, last) = (varint(entries.count), UInt64(0))
      for entry in entries {
        bytes += varint(Int(entry.id - last))
        last = entry.id
      }
      for entry in entries { bytes += varint(entry.run) }
      for entry in entries { bytes += varint(entry.length) }
      var end = -1
      for entry in entries {
        bytes += varint(entry.offset == end ? 0 : entry.offset + 1)
        end = entry.offset + entry.length
      }
      return try gzip(bytes)
    }
    var (leaves, pointers): ([UInt8], [Entry]) = ([], [])
    for start in stride(from: 0, to: entries.count, by: 50) {
      let leaf = try directory(entries[start..<min(start + 50, entries.count)])
      pointers.append((entries[start].id, 0, leaves.count, leaf.count))
      leaves += leaf
    }
    let root = try directory(pointers)
    let metadata = try gzip(Array("{\"vector_layers\":\(layers()),\(Self.texts)}".utf8))
    var header = Array("PMTiles".utf8) + [3]
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { header.append(contentsOf: $0) }
    }
    let dataEnd = 16384 + data.count
    for number in [
      127, root.count, dataEnd, metadata.count, dataEnd + metadata.count, leaves.count, 16384,
      data.count, tiles.count, entries.count, Set(entries.map(\.offset)).count,
    ] {
      add(UInt64(number))
    }
    header += [1, 2, 2, 1, 0, 6]
    for side in [-1_800_000_000, -850_511_287, 1_800_000_000, 850_511_287] { add(Int32(side)) }
    header.append(0)
    for _ in 0..<2 { add(Int32(0)) }
    let padding = [UInt8](repeating: 0, count: 16384 - header.count - root.count)
    let archive = header + root + padding + data + metadata + leaves
    try folder.write(archive, to: "set.pmtiles")
  }

  private func writeMBTiles(_ tiles: [TileID: [UInt8]]) throws {
    var numbers: [[UInt8]: Int] = [:]
    var sql = """
      PRAGMA application_id = 0x4d504258;
      CREATE TABLE metadata (name text, value text); CREATE UNIQUE INDEX name ON metadata (name);
      CREATE TABLE tiles_shallow (zoom_level integer, tile_column integer, tile_row integer,
        tile_data_id integer, primary key (zoom_level, tile_column, tile_row)) WITHOUT ROWID;
      CREATE TABLE tiles_data (tile_data_id integer primary key, tile_data blob);
      CREATE VIEW tiles AS SELECT tiles_shallow.zoom_level AS zoom_level,
        tiles_shallow.tile_column AS tile_column, tiles_shallow.tile_row AS tile_row,
        tiles_data.tile_data AS tile_data FROM tiles_shallow
        JOIN tiles_data ON tiles_shallow.tile_data_id = tiles_data.tile_data_id;
      BEGIN;

      """
    for (tile, bytes) in tiles.sorted(by: { $0.key.hilbertID < $1.key.hilbertID }) {
      if numbers[bytes] == nil {
        numbers[bytes] = numbers.count
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        sql += "INSERT INTO tiles_data VALUES (\(numbers.count - 1), x'\(digits.joined())');\n"
      }
      let row = (1 << tile.z) - 1 - tile.y
      sql += """
        INSERT INTO tiles_shallow VALUES (\(tile.z), \(tile.x), \(row), \(numbers[bytes] ?? -1));

        """
    }
    let texts = try JSONSerialization.jsonObject(with: Data("{\(Self.texts)}".utf8))
    var rows = try #require(texts as? [String: String])
    rows["json"] = "{\"vector_layers\":\(try layers())}"
    rows["format"] = "pbf"
    rows["compression"] = "gzip"
    (rows["minzoom"], rows["maxzoom"]) = ("0", "6")
    rows["bounds"] = "-180,-85.05113,180,85.05113"
    for (name, value) in rows.sorted(by: { $0.key < $1.key }) {
      sql += "INSERT INTO metadata VALUES ('\(name)', '\(value)');\n"
    }
    try folder.write(Array((sql + "COMMIT;\n").utf8), to: "set.sql")
    let made = try BuiltProgram("/bin/bash").run(
      ["-c", "sqlite3 set.mbtiles < set.sql"], in: folder.url)
    #expect(made.code == 0, "\(made.error)")
  }

  @Test(
    "are read, decoded, checked, joined, and converted both ways without a changed byte",
    arguments: ["set.pmtiles", "set.mbtiles"])
  func everything(name: String) throws {
    if name == "set.mbtiles", BuiltProgram.installed("sqlite3") == nil {
      try Test.cancel("sqlite3 is not installed")
    }
    let own = try tiles("own")
    #expect(Set(own.values).count < own.count / 2)
    if name == "set.pmtiles" { try writePMTiles(own) } else { try writeMBTiles(own) }

    let stats = try run("stats", name, "--json")
    #expect(stats.code == 0, "\(stats.error)")
    let counted = try JSONSerialization.jsonObject(with: Data(stats.output.utf8)) as? [String: Any]
    let total = counted?["total"] as? [String: Any]
    #expect(total?["tiles"] as? Int == own.count, "\(stats.output.prefix(300))")
    let check = try run("check", name)
    #expect(check.code == 0, "\(check.output)")
    let decoded = try run("decode", name, "--lines", "--zoom", "2-6")
    #expect(decoded.code == 0, "\(decoded.error)")
    // A folder has its own order.
    let expected = try run("decode", "own", "--lines", "--zoom", "2-6").output
    #expect(expected.contains(#""name":"road 39""#))
    #expect(
      decoded.output.split(separator: "\n").sorted() == expected.split(separator: "\n").sorted())

    for ending in ["", ".pmtiles", ".mbtiles"] {
      let there = try run("merge", name, "-o", "there" + ending, "-q")
      #expect(there.code == 0, "\(there.error)")
      let back = try run("merge", "there" + ending, "-o", "back" + ending + ".d", "-q")
      #expect(back.code == 0, "\(back.error)")
      #expect(try tiles("back" + ending + ".d") == own)
    }
    #expect(try tiles("there") == own)
    let text = try String(contentsOf: url("there/tiles.json"), encoding: .utf8)
    for part in ["Made by hand", "<a>b</a>", "as planetiler writes"] {
      #expect(text.contains(part), "\(text)")
    }
    // Joined with another set, and with itself.
    #expect(try run("merge", name, "own", "-o", "joined", "-q").code == 0)
    #expect(try tiles("joined").count == own.count)
  }
}
