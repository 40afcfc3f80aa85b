internal import JSONText
public import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of tiles `{z}/{x}/{y}.mvt` (or .pbf, each also with .gz after it) and the documents
/// beside them, of this program or any other.
///
/// Rows count from the north unless tiles.json or metadata.json says "scheme": "tms". Files that
/// are hard links of one another have one ``ContentKey``. A tile that is there under two names is
/// given once, under the first of `extensions`.
public struct DirectoryTileSet: TileSetReader {
  /// What the names of tile files may end with, in the order of preference.
  public static let extensions = ["mvt", "pbf", "mvt.gz", "pbf.gz"]

  /// The folder.
  public let path: String
  /// What tiles.json says, and metadata.json where the other is silent.
  public let description: TileSetDescription
  /// Always a directory.
  public var container: TileContainer { .directory }
  /// Whether rows count from the south.
  let isTMS: Bool

  /// Opens the folder `path`.
  ///
  /// - Throws: ``TileSetError/io(operation:path:errno:)``, or
  ///   ``TileSetError/notATileSet(path:)`` when it holds no folder of a zoom and no tiles.json.
  public init(_ path: String) throws(TileSetError) {
    self.path = path
    let root = try FolderListing(path)
    var description = TileSetDescription()
    var isTMS = false
    for (name, isRows) in [("tiles.json", false), ("metadata.json", true)] {
      guard root.names.contains(name) else { continue }
      let content = try? JSONValue(parsing: FileContents.all(of: path + "/" + name))
      description.documents.append(.init(name: name, content: content))
      guard let content else { continue }
      if isRows { description.add(rows: content) } else { description.add(tileJSON: content) }
      isTMS = isTMS || content["scheme"]?.string == "tms"
    }
    guard !description.documents.isEmpty || !root.zooms.isEmpty else {
      throw .notATileSet(path: path)
    }
    self.description = description
    self.isTMS = isTMS
  }

  /// Starts a walk by zoom, column and row; one listing is in memory at a time.
  public func cursor(over selection: TileSelection) throws(TileSetError) -> any TileCursor {
    try DirectoryCursor(self, selection)
  }

  /// The tile's file, or `nil` where there is none.
  public func find(_ tile: TileID) throws(TileSetError) -> TileRun? {
    let column = "\(path)/\(tile.z)/\(tile.x)"
    let row = storedRow(tile)
    for (index, suffix) in Self.extensions.enumerated() {
      var status = stat()
      if stat("\(column)/\(row).\(suffix)", &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFREG else { continue }
        return TileRun(
          tile: tile,
          content: Self.key(
            inode: UInt64(status.st_ino), device: UInt64(truncatingIfNeeded: status.st_dev),
            suffix: index))
      }
      guard errno == ENOENT || errno == ENOTDIR else {
        throw .io(operation: "read", path: "\(column)/\(row).\(suffix)", errno: errno)
      }
    }
    return nil
  }

  /// Replaces `bytes` with those of the tile's file.
  public func read(_ run: TileRun, into bytes: inout [UInt8]) throws(TileSetError) {
    try FileContents.read(file(of: run), into: &bytes)
  }

  /// The path of the file that holds the tile of `run`.
  public func file(of run: TileRun) -> String {
    let suffix = Self.extensions[Int(run.content.length & 3)]
    return "\(path)/\(run.tile.z)/\(run.tile.x)/\(storedRow(run.tile)).\(suffix)"
  }

  /// The row in the name of a tile's file.
  func storedRow(_ tile: TileID) -> Int { isTMS ? (1 << tile.z) - 1 - tile.y : tile.y }

  /// Inode and device tell files apart; the low bits keep which name it has.
  static func key(inode: UInt64, device: UInt64, suffix: Int) -> ContentKey {
    ContentKey(place: inode, length: device << 2 | UInt64(suffix))
  }
}
