internal import TileArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A tile set in one file, whose container has rules of its own.
enum ContainerFile {
  /// Looks at the container at `path`: a PMTiles archive, also on the web, or an MBTiles file.
  /// Other sets have no such rules.
  static func check(_ path: String, _ tally: inout FindingTally) throws(TileSetError) {
    var status = stat()
    let isFile = stat(path, &status) == 0
    // Folders have no container, and what is not there is told when it is opened.
    if isFile ? status.st_mode & S_IFMT == S_IFDIR : !path.contains("://") { return }
    let source = try openRanges(path)
    var beginning: [UInt8] = []
    try source.read(0..<16, into: &beginning)
    if beginning.starts(with: Array("PMTiles".utf8)) {
      try ArchiveChecker(source: source, size: isFile ? UInt64(status.st_size) : nil).check(&tally)
    } else if beginning.starts(with: Array("SQLite format 3\0".utf8)) {
      do throws(SQLiteDatabase.Failure) {
        try DatabaseChecker(try SQLiteDatabase.reading(path)).check(&tally)
      } catch {
        guard error.kind == .damage else { throw TileSetError(error, path: path) }
        tally.add(.databaseBroken, "it cannot be read")
      }
    }
  }
}
