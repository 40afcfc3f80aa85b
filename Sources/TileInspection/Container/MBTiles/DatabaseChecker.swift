internal import JSONText
internal import MapMath
internal import TileArchive

/// Holds an MBTiles file to the rules of its container, by queries of its own.
///
/// - SeeAlso: MBTiles 1.3.
struct DatabaseChecker {
  /// "MPBX", the application id that MBTiles files may carry.
  private static let applicationID = 0x4d50_4258
  private static let tileColumns = ["zoom_level", "tile_column", "tile_row", "tile_data"]

  private let database: SQLiteDatabase

  init(_ database: SQLiteDatabase) { self.database = database }

  func check(_ tally: inout FindingTally) throws(SQLiteDatabase.Failure) {
    if let fault = try first("PRAGMA integrity_check"), fault != "ok" {
      tally.add(.databaseBroken, fault)
    }
    if try first("PRAGMA application_id").flatMap({ Int($0) }) != Self.applicationID {
      tally.add(.databaseID, "no application id of MBTiles")
    }
    try checkMetadata(&tally)
    let columns = try columns(of: "tiles")
    guard Set(Self.tileColumns).isSubset(of: columns) else {
      return tally.add(.databaseTables, "tiles has the columns \(columns.joined(separator: ", "))")
    }
    if columns != Self.tileColumns {
      tally.add(.databaseTables, "tiles has the columns \(columns.joined(separator: ", "))")
    }
    try checkTypes(&tally)
    try checkAddresses(&tally)
    try checkIndex(&tally)
    try checkRowOrder(&tally)
  }

  private func checkMetadata(_ tally: inout FindingTally) throws(SQLiteDatabase.Failure) {
    let columns = try columns(of: "metadata")
    guard columns == ["name", "value"] else {
      return tally.add(
        .databaseTables,
        columns.isEmpty
          ? "no table metadata" : "metadata has the columns \(columns.joined(separator: ", "))")
    }
    try forEach("SELECT name, count(*) FROM metadata GROUP BY name HAVING count(*) > 1") { row in
      tally.add(.rowsRepeated, "\(row.text(0) ?? "NULL"), \(row.text(1) ?? "") times")
    }
    try forEach("SELECT value FROM metadata WHERE name = 'version'") { row in
      let version = row.text(0) ?? ""
      if Double(version) == nil { tally.add(.rowsVersion, "version \"\(version)\"") }
    }
    try forEach("SELECT value FROM metadata WHERE name = 'json'") { row in
      guard let inner = try? JSONValue(parsing: row.text(0) ?? ""),
        case .array(let layers)? = inner["vector_layers"]
      else { return }
      for layer in layers {
        guard case .object(let fields)? = layer["fields"] else { continue }
        for field in fields {
          guard case .string(let word) = field.value,
            !["Number", "Boolean", "String"].contains(word)
          else { continue }
          tally.add(
            .rowsFieldWords,
            "\"\(field.name)\" in \(layer["id"]?.text() ?? "a layer") is \"\(word)\"")
        }
      }
    }
  }

  private func checkTypes(_ tally: inout FindingTally) throws(SQLiteDatabase.Failure) {
    try forEach(
      """
      SELECT typeof(zoom_level), typeof(tile_column), typeof(tile_row), typeof(tile_data), count(*)
        FROM tiles GROUP BY 1, 2, 3, 4
      """
    ) { row in
      let types = (0..<4).map { row.text($0) ?? "" }
      if types != ["integer", "integer", "integer", "blob"] {
        tally.add(
          .databaseTypes, count: row.integer(4) ?? 1,
          zip(Self.tileColumns, types).map { "\($0) \($1)" }.joined(separator: ", "))
      }
    }
  }

  private func checkAddresses(_ tally: inout FindingTally) throws(SQLiteDatabase.Failure) {
    try forEach(
      """
      SELECT zoom_level, tile_column, tile_row FROM tiles WHERE typeof(zoom_level) = 'integer'
        AND (zoom_level NOT BETWEEN 0 AND 30 OR tile_column < 0 OR tile_row < 0
        OR tile_column >= 1 << zoom_level OR tile_row >= 1 << zoom_level)
        ORDER BY zoom_level, tile_column, tile_row
      """
    ) { row in
      tally.add(.tileOutside, "zoom, column, row " + Self.address(row))
    }
    try forEach(
      """
      SELECT zoom_level, tile_column, tile_row, count(*) FROM tiles GROUP BY 1, 2, 3
        HAVING count(*) > 1
      """
    ) { row in
      tally.add(.fileRepeated, "zoom, column, row \(Self.address(row)) \(row.text(3) ?? "") times")
    }
  }

  private static func address(_ row: SQLiteStatement) -> String {
    (0..<3).map { row.text($0) ?? "" }.joined(separator: "/")
  }

  /// An index by address finds a tile without looking at all; a view has it in the tables below.
  private func checkIndex(_ tally: inout FindingTally) throws(SQLiteDatabase.Failure) {
    let isView = try first("SELECT type FROM sqlite_master WHERE name = 'tiles'") == "view"
    let tables =
      isView
      ? ["map", "tiles_shallow"].filter { (try? columns(of: $0).isEmpty) == false } : ["tiles"]
    for table in tables {
      let index = try first("SELECT name FROM pragma_index_list('\(table)') WHERE \"unique\" = 1")
      if index == nil { tally.add(.databaseIndex, "\(table) has none") }
    }
  }

  /// Whether rows count from the south: judged by the declared bounds, and only where all tiles but
  /// none upside down lie in them.
  private func checkRowOrder(_ tally: inout FindingTally) throws(SQLiteDatabase.Failure) {
    guard let text = try first("SELECT value FROM metadata WHERE name = 'bounds'") else { return }
    let sides = text.split(separator: ",").compactMap { Double($0) }
    guard sides.count == 4, sides[1] <= sides[3] else { return }
    let top = max(0, Mercator.worldY(latitude: sides[3]))
    let bottom = min(1, Mercator.worldY(latitude: sides[1]))
    var (outside, outsideTurned) = (0, 0)
    try forEach(
      """
      SELECT zoom_level, min(tile_row), max(tile_row) FROM tiles
        WHERE zoom_level BETWEEN 0 AND 30 GROUP BY zoom_level
      """
    ) { row in
      guard let zoom = row.integer(0), let low = row.integer(1), let high = row.integer(2) else {
        return
      }
      let side = Double(1 << zoom)
      // A quarter of a tile is left to buffers.
      func isOutside(_ first: Double, _ last: Double) -> Bool {
        first + 1.25 < top * side || last - 0.25 > bottom * side || first + 1.25 < top * side
      }
      let (north, south) = (side - 1 - Double(high), side - 1 - Double(low))
      if isOutside(north, south) { outside += 1 }
      if isOutside(Double(low), Double(high)) { outsideTurned += 1 }
    }
    if outside > 0, outsideTurned == 0 {
      tally.add(.rowsFromNorth, "in \(outside) zooms rows lie in the bounds only when turned over")
    }
  }

  private func columns(of table: String) throws(SQLiteDatabase.Failure) -> [String] {
    var names: [String] = []
    try forEach("SELECT name FROM pragma_table_info('\(table)')") { row in
      if let name = row.text(0) { names.append(name) }
    }
    return names
  }

  private func first(_ query: String) throws(SQLiteDatabase.Failure) -> String? {
    let row = try SQLiteStatement(query, of: database)
    defer { row.reset() }
    return try row.step() ? row.text(0) : nil
  }

  private func forEach(
    _ query: String, _ body: (SQLiteStatement) -> Void
  ) throws(SQLiteDatabase.Failure) {
    let row = try SQLiteStatement(query, of: database)
    while try row.step() { body(row) }
  }
}
