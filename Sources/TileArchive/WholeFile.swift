#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that are read or written whole, such as a report for a program to read.
public enum WholeFile {
  /// Reads the file at `path`; one of more than `limit` bytes is an error (EFBIG), as is what is no
  /// plain file.
  public static func read(_ path: String, limit: Int) throws(ArchiveError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .io(operation: "open", path: path, errno: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .io(operation: "read", path: path, errno: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EFBIG
      throw .io(operation: "read", path: path, errno: code)
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Self.readSome(file, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      guard count >= 0 else { throw .io(operation: "read", path: path, errno: errno) }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  private static func readSome(_ file: CInt, _ target: UnsafeMutableRawPointer?, _ count: Int)
    -> Int
  {
    while true {
      #if canImport(Glibc)
        let result = Glibc.read(file, target, count)
      #else
        let result = Darwin.read(file, target, count)
      #endif
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Writes `bytes` to `path`, whose folder must exist, in place of a file that stands there. A
  /// plain file appears whole or not at all; a device or a pipe is written to as it is.
  public static func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last.map(String.init), !path.hasSuffix("/") else {
      throw .io(operation: "create", path: path, errno: EISDIR)
    }
    let above = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    let folder = try Descriptor.directory(above.isEmpty ? "." : above)
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      if folder.isPlainFile(name) == false {
        try folder.overwriteFile(name, bytes)
      } else {
        try folder.sweepFiles(".\(name).partial-")
        try folder.makeFile(name, bytes, growingAs: ".\(name).partial-\(getpid())")
        try folder.synchronize()
      }
    }
  }
}

extension Descriptor {
  /// Removes the files whose names begin with `beginning` and that no living run writes.
  fileprivate func sweepFiles(_ beginning: String) throws(ArchiveError) {
    var leftovers: [String] = []
    try forEachName { (name, isDirectory) throws(ArchiveError) in
      let name = String(cString: name)
      if !isDirectory, name.hasPrefix(beginning) { leftovers.append(name) }
      return true
    }
    for name in leftovers {
      let file = repeatedCall {
        openat(number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      }
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlinkat(number, name, 0) }
      close(file)
    }
  }

  /// Makes the file `name` of `bytes`, or puts it in place of one that stands there, whole. It is
  /// locked while it grows.
  fileprivate func makeFile(
    _ name: String, _ bytes: UnsafeRawBufferPointer, growingAs hidden: String
  ) throws(ArchiveError) {
    let file = repeatedCall {
      openat(number, hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
    }
    guard file >= 0 else { throw failure("create", name) }
    defer { close(file) }
    _ = flock(file, LOCK_EX | LOCK_NB)
    do throws(ArchiveError) {
      try writeAll(bytes, to: file, name)
      guard repeatedCall({ fsync(file) }) == 0 else { throw failure("write", name) }
      try rename(hidden, to: name)
    } catch {
      unlinkat(number, hidden, 0)
      throw error
    }
  }
}
