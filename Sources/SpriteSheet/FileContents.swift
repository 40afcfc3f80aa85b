#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads image files.
enum FileContents {
  /// Bytes of a file that are read at most.
  static let largestFile = 64 << 20

  /// All bytes of the file at `path`; `nil` when there is none.
  static func bytes(of path: String) throws(ImageError) -> [UInt8]? {
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
    return bytes
  }
}
