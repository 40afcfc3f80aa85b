internal import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which tables an MBTiles file has.
public enum MBTilesSchema: String, Sendable, CaseIterable {
  /// A table `tiles` with a row for each tile.
  case flat
  /// Tables `map` and `images`, which holds equal tiles once, and a view `tiles`. The key of an
  /// image is the MD5 sum of its bytes.
  case deduplicated
}

/// Writes tiles as one MBTiles file.
///
/// Rows come in the order of zooms and the Hilbert curve, in one transaction without a journal, and
/// the index is made at the end, so the file's bytes depend on the tiles alone (and on the version
/// of SQLite, which writes its number into the file).
///
/// - SeeAlso: MBTiles 1.3, <https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md>.
struct MBTilesWriter: ArchiveWriter {
  private let database: SQLiteDatabase
  private let path: String
  private let schema: MBTilesSchema
  private let insert: SQLiteStatement
  private let insertImage: SQLiteStatement?

  /// Makes the file `path`.
  init(_ path: String, schema: MBTilesSchema) throws(ArchiveError) {
    do throws(SQLiteDatabase.Failure) {
      let database = try SQLiteDatabase.making(path)
      try database.run(Self.settings + Self.tables(schema) + "BEGIN;")
      switch schema {
      case .flat:
        insert = try SQLiteStatement("INSERT INTO tiles VALUES (?, ?, ?, ?)", of: database)
        insertImage = nil
      case .deduplicated:
        insert = try SQLiteStatement("INSERT INTO map VALUES (?, ?, ?, ?)", of: database)
        insertImage = try SQLiteStatement(
          "INSERT OR IGNORE INTO images (tile_id, tile_data) VALUES (?, ?)", of: database)
      }
      self.database = database
    } catch {
      throw ArchiveError(error, path: path)
    }
    self.path = path
    self.schema = schema
  }

  func write(_ batch: borrowing TileBatch, _ places: Range<Int>) throws(ArchiveError) {
    let (tiles, ranges) = (batch.tiles[places], batch.ranges[places])
    var last = (range: 0..<0, id: "")
    do throws(SQLiteDatabase.Failure) {
      for (tile, range) in zip(tiles, ranges) where !range.isEmpty {
        insert.bind(1, tile.z)
        insert.bind(2, tile.x)
        insert.bind(3, tile.tmsRow)
        let content = batch.bytes.span.extracting(range)
        guard let insertImage else {
          try insert.step(4, blob: content)
          continue
        }
        if range != last.range {
          last = (range, MD5.text(of: content))
          insertImage.bind(1, last.id)
          try insertImage.step(2, blob: content)
        }
        insert.bind(4, last.id)
        try insert.step()
      }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Writes the metadata and makes the indexes.
  func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    do throws(SQLiteDatabase.Failure) {
      let row = try SQLiteStatement("INSERT INTO metadata VALUES (?, ?)", of: database)
      for (name, value) in MBTilesMetadata.rows(metadata) {
        row.bind(1, name)
        row.bind(2, value)
        try row.step()
      }
      let table = schema == .flat ? "tiles" : "map"
      try database.run(
        """
        CREATE UNIQUE INDEX tile_index ON \(table) (zoom_level, tile_column, tile_row);
        COMMIT;
        """)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// 0x4d504258 is "MPBX", which tells MBTiles from other databases.
  private static let settings = """
    PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA auto_vacuum = NONE;
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -16384; PRAGMA application_id = 0x4d504258;

    """

  private static func tables(_ schema: MBTilesSchema) -> String {
    let address = "zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER"
    let metadata = """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE UNIQUE INDEX name ON metadata (name);

      """
    switch schema {
    case .flat:
      return metadata + "CREATE TABLE tiles (\(address), tile_data BLOB);\n"
    case .deduplicated:
      return metadata + """
        CREATE TABLE map (\(address), tile_id TEXT);
        CREATE TABLE images (tile_data BLOB, tile_id TEXT);
        CREATE UNIQUE INDEX images_id ON images (tile_id);
        CREATE VIEW tiles AS
          SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
            map.tile_row AS tile_row, images.tile_data AS tile_data
          FROM map JOIN images ON images.tile_id = map.tile_id;

        """
    }
  }
}

extension ArchiveError {
  /// What SQLite refused about the file `path` that grows.
  init(_ failure: SQLiteDatabase.Failure, path: String) {
    let code = failure.errno == 0 ? EIO : failure.errno
    self =
      switch failure.kind {
      case .noMemory: .outOfMemory
      case .full: .io(operation: "write", path: path, errno: ENOSPC)
      case .cannotOpen: .io(operation: "create", path: path, errno: code)
      case .damage, .other: .io(operation: "write", path: path, errno: code)
      }
  }
}
