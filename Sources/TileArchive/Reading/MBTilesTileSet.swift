internal import JSONText
public import MapMath
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An MBTiles file of this program or any other.
///
/// Tables that keep equal tiles once are known (`map` and `images`; `tiles_shallow` and
/// `tiles_data`), and such tiles have one ``ContentKey``. Any other view `tiles` is read by address.
public struct MBTilesTileSet: TileSetReader {
  /// The path of the file.
  public let path: String
  /// What the set says of itself.
  public let description: TileSetDescription
  /// How the tiles are kept.
  public var container: TileContainer { .mbtiles }
  private let layout: MBTilesLayout
  private let connections: Connections

  /// Opens the file `path`, which must not change meanwhile.
  ///
  /// - Throws: ``TileSetError``.
  public init(_ path: String) throws(TileSetError) {
    do throws(SQLiteDatabase.Failure) {
      let database = try SQLiteDatabase.reading(path)
      guard try MBTilesLayout.columns(of: "tiles", database).contains("tile_data") else {
        throw SQLiteDatabase.Failure.noTiles
      }
      layout = try MBTilesLayout(database)
      description = try Self.description(database)
    } catch {
      throw error == .noTiles ? .notATileSet(path: path) : TileSetError(error, path: path)
    }
    let format = description.document("metadata")?["format"]?.string
    guard format == nil || format == "pbf" else {
      throw .unsupported(path: path, feature: "\(format ?? "") tiles")
    }
    self.path = path
    connections = Connections(path, layout)
  }

  private static func description(
    _ database: SQLiteDatabase
  ) throws(SQLiteDatabase.Failure) -> TileSetDescription {
    var description = TileSetDescription()
    var members: [JSONValue.Member] = []
    if try !MBTilesLayout.columns(of: "metadata", database).isEmpty {
      let row = try SQLiteStatement("SELECT name, value FROM metadata", of: database)
      while try row.step() {
        guard let name = row.text(0), let value = row.text(1) else { continue }
        members.append(.init(name, .string(value)))
      }
    }
    let rows = JSONValue.object(members)
    description.documents = [.init(name: "metadata", content: rows)]
    description.add(rows: rows)
    if rows["format"]?.string == "pbf" { description.compression = .gzip }
    return description
  }

  /// Rows whose zoom, column or row there cannot be.
  public func tilesOutside() throws(TileSetError) -> Int {
    do throws(SQLiteDatabase.Failure) {
      let rows = try SQLiteStatement(
        """
        SELECT count(*) FROM tiles WHERE zoom_level NOT BETWEEN 0 AND \(TileID.deepestZoom)
        OR tile_column NOT BETWEEN 0 AND (1 << zoom_level) - 1
        OR tile_row NOT BETWEEN 0 AND (1 << zoom_level) - 1
        """, of: try SQLiteDatabase.reading(path))
      return try rows.step() ? rows.integer(0) ?? 0 : 0
    } catch {
      throw TileSetError(error, path: path)
    }
  }

  /// Starts a walk. By zoom, column and row.
  public func cursor(over selection: TileSelection) throws(TileSetError) -> any TileCursor {
    try MBTilesCursor(path, layout, selection)
  }

  /// The run that holds `tile`, or `nil` where the set has none.
  public func find(_ tile: TileID) throws(TileSetError) -> TileRun? {
    try connections.use { (connection) throws(SQLiteDatabase.Failure) in
      let statement = connection.find
      statement.bind(1, tile.z)
      statement.bind(2, tile.x)
      statement.bind(3, tile.tmsRow)
      guard try statement.step() else { return nil }
      defer { statement.reset() }
      return TileRun(tile: tile, content: layout.key(of: tile, row: statement.integer(0)))
    }
  }

  /// Replaces `bytes` with those of a tile as they are stored.
  public func read(_ run: TileRun, into bytes: inout [UInt8]) throws(TileSetError) {
    bytes.removeAll(keepingCapacity: true)
    let isThere = try connections.use { (connection) throws(SQLiteDatabase.Failure) in
      let statement = connection.read
      if layout.readsByAddress {
        statement.bind(1, run.tile.z)
        statement.bind(2, run.tile.x)
        statement.bind(3, run.tile.tmsRow)
      } else {
        statement.bind(1, Int(bitPattern: UInt(run.content.place)))
      }
      guard try statement.step() else { return false }
      defer { statement.reset() }
      return statement.append(0, to: &bytes)
    }
    guard isThere else { throw .damaged(path: path, part: .tile) }
  }
}

/// Statements of one connection, used by one thread at a time.
private final class Connection: @unchecked Sendable {
  let find: SQLiteStatement
  let read: SQLiteStatement

  init(_ path: String, _ layout: MBTilesLayout) throws(SQLiteDatabase.Failure) {
    let database = try SQLiteDatabase.reading(path)
    find = try SQLiteStatement(layout.findQuery, of: database)
    read = try SQLiteStatement(layout.readQuery, of: database)
  }
}

/// As many connections as are used at once.
private final class Connections: Sendable {
  private let path: String
  private let layout: MBTilesLayout
  private let free = Mutex<[Connection]>([])

  init(_ path: String, _ layout: MBTilesLayout) { (self.path, self.layout) = (path, layout) }

  func use<Result>(
    _ body: (Connection) throws(SQLiteDatabase.Failure) -> Result
  ) throws(TileSetError) -> Result {
    do throws(SQLiteDatabase.Failure) {
      let connection: Connection
      if let idle = free.withLock({ $0.popLast() }) {
        connection = idle
      } else {
        connection = try Connection(path, layout)
      }
      defer { free.withLock { $0.append(connection) } }
      return try body(connection)
    } catch {
      throw TileSetError(error, path: path)
    }
  }
}

extension TileSetError {
  /// What SQLite refused about the file `path` that is read.
  package init(_ failure: SQLiteDatabase.Failure, path: String) {
    self =
      failure.kind == .damage
      ? .damaged(path: path, part: .tables)
      : .io(operation: "read", path: path, errno: failure.errno == 0 ? EIO : failure.errno)
  }
}
