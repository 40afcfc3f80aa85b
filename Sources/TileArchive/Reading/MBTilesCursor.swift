internal import MapMath
import Synchronization

/// A walk through an MBTiles file, zoom by zoom, with a connection of its own.
struct MBTilesCursor: TileCursor {
  private let walk: Walk

  init(
    _ path: String, _ layout: MBTilesLayout, _ selection: TileSelection
  ) throws(TileSetError) {
    walk = try Walk(path, layout, selection.zooms.flatMap(selection.ranges))
  }

  mutating func next(_ limit: Int, into runs: inout [TileRun]) throws(TileSetError) {
    try walk.next(limit, into: &runs)
  }
}

/// The statement of a walk. A cursor is used by one thread at a time.
private final class Walk: @unchecked Sendable {
  private let path: String
  private let layout: MBTilesLayout
  private let statement: SQLiteStatement
  /// Rectangles that are still to come, the next one last.
  private var ranges: [TileRange]
  /// The zoom of the rows that the statement gives.
  private var zoom: Int?
  private var last: TileID?

  init(_ path: String, _ layout: MBTilesLayout, _ ranges: [TileRange]) throws(TileSetError) {
    (self.path, self.layout, self.ranges) = (path, layout, ranges.reversed())
    do throws(SQLiteDatabase.Failure) {
      let database = try SQLiteDatabase.reading(path)
      statement = try SQLiteStatement(layout.walkQuery, of: database)
    } catch {
      throw TileSetError(error, path: path)
    }
  }

  func next(_ limit: Int, into runs: inout [TileRun]) throws(TileSetError) {
    runs.removeAll(keepingCapacity: true)
    do throws(SQLiteDatabase.Failure) {
      while runs.count < limit, try step() {
        guard let zoom, let column = statement.integer(0), let row = statement.integer(1),
          let tile = TileID(z: zoom, x: column, tmsRow: row), tile != last
        else { continue }
        last = tile
        runs.append(TileRun(tile: tile, content: layout.key(of: tile, row: statement.integer(2))))
      }
    } catch {
      throw TileSetError(error, path: path)
    }
  }

  /// Goes to the next row, of the next rectangle if need be; `false` at the end.
  private func step() throws(SQLiteDatabase.Failure) -> Bool {
    while true {
      if zoom != nil, try statement.step() { return true }
      zoom = nil
      guard let range = ranges.popLast() else { return false }
      zoom = range.z
      let top = (1 << range.z) - 1
      statement.bind(1, range.z)
      statement.bind(2, range.x.lowerBound)
      statement.bind(3, range.x.upperBound - 1)
      statement.bind(4, top - (range.y.upperBound - 1))
      statement.bind(5, top - range.y.lowerBound)
    }
  }
}
