/// MBTiles files that break one rule of their container each, as statements that make them.
public enum BrokenDatabases {
  /// One file.
  public struct Case: Sendable, CustomStringConvertible {
    /// The rule that it breaks, by our name and by that of the checker in `../shared/check`.
    public var rule: String, foreign: String
    /// What it breaks with that.
    public var also: Set<String> = []
    /// What makes the file.
    public var statements: String
    /// The rule.
    public var description: String { rule }

    init(
      _ rule: String, _ foreign: String, also: Set<String> = [], _ text: String = "",
      with replacement: String = "", then more: String = ""
    ) {
      (self.rule, self.foreign, self.also) = (rule, foreign, also)
      var good = BrokenDatabases.good
      if !text.isEmpty {
        precondition(good.contains(text))
        good.replace(text, with: replacement)
      }
      statements = good + more
    }
  }

  private static let layers =
    #"{"vector_layers":[{"id":"a","fields":{"n":"Number"},"minzoom":0,"maxzoom":1}]}"#

  /// A good file with the tiles 0/0/0 and 1/0/0, the latter in the northern row.
  public static var good: String {
    let tile = plainGzip(PlainArchive.tiles[0]).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return """
      PRAGMA application_id = 1297105496;
      CREATE TABLE metadata (name TEXT, value TEXT);
      INSERT INTO metadata VALUES ('name', 'n');
      INSERT INTO metadata VALUES ('format', 'pbf');
      INSERT INTO metadata VALUES ('bounds', '-180,45,180,85');
      INSERT INTO metadata VALUES ('center', '0,50,1');
      INSERT INTO metadata VALUES ('minzoom', '0');
      INSERT INTO metadata VALUES ('maxzoom', '1');
      INSERT INTO metadata VALUES ('version', '1.2');
      INSERT INTO metadata VALUES ('json', '\(layers)');
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row);
      INSERT INTO tiles VALUES (0, 0, 0, x'\(tile)');
      INSERT INTO tiles VALUES (1, 0, 1, x'\(tile)');

      """
  }

  /// For each rule one file.
  public static let cases: [Case] = [
    Case("database-tables", "mb-schema", then: "ALTER TABLE metadata ADD COLUMN more TEXT;"),
    Case("database-tables", "mb-schema", then: "ALTER TABLE tiles ADD COLUMN more TEXT;"),
    Case("rows-missing", "mb-name", "INSERT INTO metadata VALUES ('name', 'n');"),
    Case("rows-missing", "mb-json", layers, with: "{}"),
    Case(
      "rows-repeated", "mb-dup-metadata", then: "INSERT INTO metadata VALUES ('name', 'again');"),
    Case("rows-suggested", "mb-suggested", "INSERT INTO metadata VALUES ('center', '0,50,1');"),
    Case("rows-format", "mb-values", "-180,45,180,85", with: "10,20,5,30"),
    Case("rows-version", "mb-version", "'1.2'", with: "'one'"),
    Case("rows-field-words", "vl-field-types", "\"Number\"", with: "\"number\""),
    Case(
      "file-repeated", "mb-dup-tile", also: ["database-index"],
      "CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row);",
      then: "INSERT INTO tiles SELECT * FROM tiles WHERE zoom_level = 0;"),
    Case(
      "database-types", "mb-types",
      also: [
        "compression-mixed", "compression-undeclared", "tile-empty", "field-unknown", "wire-broken",
      ],
      then: "UPDATE tiles SET tile_data = 'text' WHERE zoom_level = 0;"),
    Case(
      "tile-outside", "tile-range",
      then: "INSERT INTO tiles SELECT 1, 2, 0, tile_data FROM tiles"
        + " WHERE zoom_level = 0;"),
    Case(
      "rows-from-north", "mb-tms", also: ["bounds-exceeded"], "VALUES (1, 0, 1,",
      with: "VALUES (1, 0, 0,"),
    Case(
      "database-index", "mb-index",
      "CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row);"),
    Case("database-id", "mb-magic", "PRAGMA application_id = 1297105496;"),
    Case(
      "compression-undeclared", "mb-gzip", also: ["compression-mixed"],
      then: "UPDATE tiles SET tile_data = x'"
        + PlainArchive.tiles[0].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        + "' WHERE zoom_level = 0;"),
  ]

  /// A gzip stream of one stored block.
  public static func plainGzip(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    func little(_ value: UInt32, _ count: UInt32) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let length = UInt32(bytes.count)
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(length, 2) + little(~length, 2)
      + bytes + little(~crc, 4) + little(length, 4)
  }
}
