#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens the tile set at `path`, whatever its container: a folder, a PMTiles or MBTiles file told
/// by its first bytes, or the address of a PMTiles archive (http, https).
///
/// Of an archive that a run was putting in place when it died, the new one is opened, to which the
/// files beside it belong. What such a run had begun to change in a folder is completed first.
///
/// - Throws: ``TileSetError``.
public func openTileSet(_ path: String) throws(TileSetError) -> any TileSetReader {
  if WebRanges.isAddress(path) { return try PMTilesTileSet(path) }
  let path = ArchivePlaces.pending(path) ?? path
  var status = stat()
  guard stat(path, &status) == 0 else {
    throw .io(operation: "open", path: path, errno: errno)
  }
  if status.st_mode & S_IFMT == S_IFDIR {
    try completeInterruptedRun(path)
    return try DirectoryTileSet(path)
  }
  let file = try FileRanges(path)
  var beginning: [UInt8] = []
  try file.read(0..<16, into: &beginning)
  if beginning.starts(with: PMTilesHeader.magic) { return try PMTilesTileSet(path, file) }
  if beginning.starts(with: Array("SQLite format 3\0".utf8)) { return try MBTilesTileSet(path) }
  throw .notATileSet(path: path)
}

/// Completes in the folder `path` what a run had begun to change in it when it died. Nothing is done
/// where there is no such folder.
///
/// - Throws: ``TileSetError/interrupted(path:errno:)`` where it cannot be done.
package func completeInterruptedRun(_ path: String) throws(TileSetError) {
  if !WebRanges.isAddress(path) { try FolderChanges.completeBeforeReading(path) }
}
