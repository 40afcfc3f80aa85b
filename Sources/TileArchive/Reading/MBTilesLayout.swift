internal import MapMath

/// How an MBTiles file keeps its tiles, and the queries that fit.
struct MBTilesLayout: Sendable, Equatable {
  /// Where contents are.
  private enum Kind: Equatable {
    /// In the rows of the table `tiles`.
    case rows
    /// In `contents`, to which the column `key` of `addresses` leads.
    case shared(addresses: String, contents: String, key: String)
    /// Anywhere: the view `tiles` finds them.
    case view
  }
  private let kind: Kind

  init(_ database: SQLiteDatabase) throws(SQLiteDatabase.Failure) {
    func has(_ table: String, _ columns: Set<String>) throws(SQLiteDatabase.Failure) -> Bool {
      try columns.isSubset(of: Self.columns(of: table, database))
    }
    let address: Set = ["zoom_level", "tile_column", "tile_row"]
    let row = try SQLiteStatement(
      "SELECT type FROM sqlite_master WHERE name = 'tiles'", of: database)
    let isView = try row.step() && row.text(0) == "view"
    row.reset()
    kind =
      if !isView {
        Self.hasRowID("tiles", database) ? .rows : .view
      } else if try has("map", address.union(["tile_id"])),
        try has("images", ["tile_id", "tile_data"]), Self.hasRowID("images", database)
      {
        .shared(addresses: "map", contents: "images", key: "tile_id")
      } else if try has("tiles_shallow", address.union(["tile_data_id"])),
        try has("tiles_data", ["tile_data_id", "tile_data"]),
        Self.hasRowID("tiles_data", database)
      {
        .shared(addresses: "tiles_shallow", contents: "tiles_data", key: "tile_data_id")
      } else {
        .view
      }
  }

  /// Names of the columns of a table or view; none where it is missing.
  static func columns(
    of table: String, _ database: SQLiteDatabase
  ) throws(SQLiteDatabase.Failure) -> Set<String> {
    let row = try SQLiteStatement("SELECT name FROM pragma_table_info('\(table)')", of: database)
    var names: Set<String> = []
    while try row.step() {
      if let name = row.text(0) { names.insert(name) }
    }
    return names
  }

  private static func hasRowID(_ table: String, _ database: SQLiteDatabase) -> Bool {
    (try? SQLiteStatement("SELECT rowid FROM \(table)", of: database)) != nil
  }

  /// Whether ``readQuery`` asks for a tile's address, and not for a row.
  var readsByAddress: Bool { kind == .view }

  /// Which bytes `tile` has, found in `row`.
  func key(of tile: TileID, row: Int?) -> ContentKey {
    guard let row, !readsByAddress else { return ContentKey(place: tile.hilbertID, length: 1) }
    return ContentKey(place: UInt64(bitPattern: Int64(row)), length: 0)
  }

  private var source: (tables: String, address: String, row: String) {
    switch kind {
    case .rows: ("tiles", "tiles", "tiles.rowid")
    case .view: ("tiles", "tiles", "NULL")
    case .shared(let addresses, let contents, let key):
      (
        "\(addresses) JOIN \(contents) ON \(contents).\(key) = \(addresses).\(key)", addresses,
        "\(contents).rowid"
      )
    }
  }

  /// Gives the row of a tile: zoom, column and row from the south.
  var findQuery: String {
    let (tables, address, row) = source
    return """
      SELECT \(row) FROM \(tables) WHERE \(address).zoom_level = ? AND \(address).tile_column = ?
        AND \(address).tile_row = ? LIMIT 1
      """
  }

  /// Gives column, row from the south and row of the contents, columns and then rows from the
  /// north: zoom, first and last column, first and last row.
  var walkQuery: String {
    let (tables, address, row) = source
    return """
      SELECT \(address).tile_column, \(address).tile_row, \(row) FROM \(tables)
        WHERE \(address).zoom_level = ? AND \(address).tile_column BETWEEN ? AND ?
        AND \(address).tile_row BETWEEN ? AND ?
        ORDER BY \(address).tile_column, \(address).tile_row DESC
      """
  }

  /// Gives the bytes of a tile.
  var readQuery: String {
    switch kind {
    case .rows: "SELECT tile_data FROM tiles WHERE rowid = ?"
    case .shared(_, let contents, _): "SELECT tile_data FROM \(contents) WHERE rowid = ?"
    case .view:
      """
      SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1
      """
    }
  }
}
