internal import Compression
internal import JSONText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether a file may be replaced: whether it is an archive that this program made.
enum ArchiveMark {
  /// Whether `path` is an empty file, or an archive whose metadata name us as its generator.
  static func isOurs(_ path: String) -> Bool {
    let file = repeatedCall { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return status.st_size == 0 || isOurPMTiles(file, size: Int(status.st_size))
      || (try? isOurMBTiles(path)) == true
  }

  private static func isOurMBTiles(_ path: String) throws(SQLiteDatabase.Failure) -> Bool {
    let database = try SQLiteDatabase.reading(path)
    let row = try SQLiteStatement(
      "SELECT value FROM metadata WHERE name = 'generator'", of: database)
    return try row.step() && row.text(0) == TileJSON.generator
  }

  private static func isOurPMTiles(_ file: CInt, size: Int) -> Bool {
    let beginning = bytes(of: file, 0..<min(size, PMTilesHeader.size))
    guard let header = PMTilesHeader(beginning.span), header.metadata.upperBound <= size,
      header.internalCompression == PMTilesHeader.Compression.gzip.rawValue,
      let text = try? gunzip(bytes(of: file, header.metadata).span, limit: 64 << 20),
      let metadata = try? JSONValue(parsing: text)
    else { return false }
    return metadata["generator"] == .string(TileJSON.generator)
  }

  private static func bytes(of file: CInt, _ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { room, count in
      count = max(0, pread(file, room.baseAddress, range.count, off_t(range.lowerBound)))
    }
  }
}
