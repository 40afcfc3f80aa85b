extension DirectoryTileSet {
  /// What stands in a folder of tiles; paths are relative to it.
  public enum Name: Sendable, Equatable {
    /// A tile file; column and row may lie outside of the zoom.
    case tile(z: Int, x: Int, row: Int, suffix: String)
    /// A tile file whose tile is there already under another name.
    case again(path: String)
    /// A file that is no tile.
    case stray(path: String)
    /// A folder of a zoom or column that holds no tile.
    case emptyFolder(path: String)
  }

  /// Calls `body` with everything in the folder, sorted by name within each folder. Folders that
  /// are no zooms and no columns are not entered more than once; one listing is in memory a level.
  public func forEachName(_ body: (Name) -> Void) throws(TileSetError) {
    let root = try FolderListing(path)
    for entry in root.sorted {
      guard root.isFolder(entry) else {
        body(.stray(path: entry.name))
        continue
      }
      guard let z = FolderListing.number(entry.name), z <= 62 else {
        try forEachStray(below: entry.name, body)
        continue
      }
      var isEmpty = true
      let zoom = try FolderListing("\(path)/\(z)")
      for column in zoom.sorted {
        guard zoom.isFolder(column), let x = FolderListing.number(column.name) else {
          body(.stray(path: "\(z)/\(column.name)"))
          continue
        }
        isEmpty = false
        try forEachName(z: z, x: x, body)
      }
      if isEmpty { body(.emptyFolder(path: "\(z)")) }
    }
  }

  /// Tile files whose zoom, column or row there cannot be.
  public func tilesOutside() throws(TileSetError) -> Int {
    var count = 0
    try forEachName { name in
      if case .tile(let z, let x, let row, _) = name, Self.isOutside(z: z, x: x, y: row) {
        count += 1
      }
    }
    return count
  }

  private func forEachName(z: Int, x: Int, _ body: (Name) -> Void) throws(TileSetError) {
    var rows: Set<Int> = []
    for entry in try FolderListing("\(path)/\(z)/\(x)").sorted {
      guard let (row, suffix) = DirectoryCursor.row(of: entry.name) else {
        body(.stray(path: "\(z)/\(x)/\(entry.name)"))
        continue
      }
      if rows.insert(row).inserted {
        body(.tile(z: z, x: x, row: row, suffix: Self.extensions[suffix]))
      } else {
        body(.again(path: "\(z)/\(x)/\(entry.name)"))
      }
    }
    if rows.isEmpty { body(.emptyFolder(path: "\(z)/\(x)")) }
  }

  private func forEachStray(below name: String, _ body: (Name) -> Void) throws(TileSetError) {
    for entry in try FolderListing("\(path)/\(name)").sorted {
      body(.stray(path: "\(name)/\(entry.name)"))
    }
  }

  /// The text of a file beside the tiles, or `nil` where there is none that can be read.
  public func file(named name: String) -> [UInt8]? {
    try? FileContents.all(of: path + "/" + name)
  }
}
