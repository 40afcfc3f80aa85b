#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads image files.
enum FileContents {
  /// Bytes of a file that are read at most.
  static let largestFile = 64 << 20

  /// How often a file that somebody writes is read again.
  private static let attempts = 3

  /// All bytes of the file at `path`; `nil` when there is none. One that is written to meanwhile is
  /// read again, and refused when that does not end.
  static func bytes(of path: String) throws(ImageError) -> [UInt8]? {
    for _ in 0..<attempts {
      guard let read = try readOnce(path) else { return nil }
      if read.isWhole { return read.bytes }
    }
    throw .changed(path: path)
  }

  private static func readOnce(
    _ path: String
  ) throws(ImageError) -> (bytes: [UInt8], isWhole: Bool)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 && (errno == ENOENT || errno == ENOTDIR) { return nil }
    guard file >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestFile else {
      throw .noImage(path: path)
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(file, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
      if count == 0 { break }
      done += count
    }
    var after = stat()
    guard fstat(file, &after) == 0 else { throw .unreadable(path: path, errno: errno) }
    return (bytes, done == bytes.count && FileVersion(status) == FileVersion(after))
  }
}

/// What changes with the content of a file.
private struct FileVersion: Equatable {
  private let size: Int
  private let (seconds, nanoseconds): (Int, Int)

  init(_ status: stat) {
    size = Int(status.st_size)
    #if canImport(Glibc)
      (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    #else
      (seconds, nanoseconds) = (
        Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec)
      )
    #endif
  }
}
