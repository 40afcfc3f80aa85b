public import MapMath

/// A tile set that is there already, in any container. Calls come from several threads at once.
///
/// A reader opens once, keeps its file or folder open, and holds no more in memory than a few
/// directories of the container. What it hands out is what is stored: nothing is expanded.
public protocol TileSetReader: Sendable {
  /// The path that was opened.
  var path: String { get }
  /// How the tiles are kept.
  var container: TileContainer { get }
  /// What the set says of itself; nothing in it has been checked against the tiles.
  var description: TileSetDescription { get }

  /// Starts a walk through the tiles of `selection`. A cursor may hand out more than was asked
  /// for, where leaving it out would cost more than passing it on.
  func cursor(over selection: TileSelection) throws(TileSetError) -> any TileCursor
  /// The run that holds `tile`, or `nil` where the set has none. O(log tiles), or a file access.
  func find(_ tile: TileID) throws(TileSetError) -> TileRun?
  /// Replaces `bytes` with those of a tile as they are stored, gzip and all.
  func read(_ run: TileRun, into bytes: inout [UInt8]) throws(TileSetError)
  /// How many tiles the set has beyond the edges of the world, or of zooms there are not: no walk
  /// comes to them. O(tiles).
  func tilesOutside() throws(TileSetError) -> Int
}

extension TileSetReader {
  /// Whether a tile may not lie there.
  static func isOutside(z: Int, x: Int, y: Int) -> Bool {
    z > TileID.deepestZoom || x >> z != 0 || y >> z != 0
  }
}

/// A place in a walk through a tile set.
public protocol TileCursor: Sendable {
  /// Replaces `runs` with the next ones, at most `limit`; none at the end.
  ///
  /// Zooms ascend. Within one, the order is the container's own, the same at every walk: along
  /// the Hilbert curve in PMTiles, by column and row elsewhere.
  mutating func next(_ limit: Int, into runs: inout [TileRun]) throws(TileSetError)
}

/// Tiles that follow each other along the Hilbert curve of a zoom and have the same bytes; in
/// most containers, one tile.
public struct TileRun: Sendable, Hashable {
  /// The first tile.
  public var tile: TileID
  /// How many tiles, at least 1, all of one zoom.
  public var count: Int
  /// Where the bytes are.
  public var content: ContentKey

  /// Creates a run.
  public init(tile: TileID, count: Int = 1, content: ContentKey) {
    (self.tile, self.count, self.content) = (tile, count, content)
  }

  /// The tiles in the order of the curve.
  public var tiles: some Sequence<TileID> {
    let first = tile.hilbertID
    return (0..<UInt64(count)).lazy.compactMap { $0 == 0 ? tile : TileID(hilbertID: first + $0) }
  }
}

/// Which bytes a tile has: runs with equal keys have equal bytes, so that tiles which share theirs
/// need be looked at once. What the numbers mean is the reader's own business.
public struct ContentKey: Sendable, Hashable {
  /// As a rule the place in the file.
  public var place: UInt64
  /// As a rule the length.
  public var length: UInt64
  /// Creates a key.
  public init(place: UInt64, length: UInt64) { (self.place, self.length) = (place, length) }
}

/// How tiles are kept.
public enum TileContainer: String, Sendable {
  /// A folder of files z/x/y.
  case directory
  /// One PMTiles file.
  case pmtiles = "PMTiles"
  /// One SQLite file.
  case mbtiles = "MBTiles"
}

/// What can go wrong with a tile set that is read.
public enum TileSetError: Error, Equatable, Sendable {
  /// A file could not be opened or read: what was done, to which path, `errno`.
  case io(operation: String, path: String, errno: Int32)
  /// A run died while it put changes of a folder in place, and they cannot be completed: `errno`.
  case interrupted(path: String, errno: Int32)
  /// Neither a folder of tiles nor an archive of a kind that is known.
  case notATileSet(path: String)
  /// The container itself is broken, so that tiles cannot be found.
  case damaged(path: String, part: ContainerPart)
  /// The container uses something that exists but cannot be read here, such as "zstd".
  case unsupported(path: String, feature: String)
  /// An address on the web could not be read, and why.
  case web(address: String, problem: String)
}

/// Parts of containers that can be broken.
public enum ContainerPart: String, Sendable {
  /// The beginning of an archive.
  case header
  /// A directory of an archive.
  case directory
  /// The document about the set.
  case metadata
  /// The tables of a database.
  case tables
  /// The bytes of a tile lie outside the file, or are not there.
  case tile
}
