import CFileSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file or directory, closed when it goes out of use. Interrupted calls are repeated.
///
/// Names are relative to the directory, so a directory that is renamed meanwhile stays the same.
struct Descriptor: ~Copyable, Sendable {
  let number: CInt
  /// Where it was opened, for messages.
  let path: String

  private init(number: CInt, path: String) { (self.number, self.path) = (number, path) }

  deinit { close(number) }

  /// Opens the directory `path` of the file system.
  static func directory(_ path: String) throws(ArchiveError) -> Descriptor {
    let number = repeatedCall { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw .io(operation: "open", path: path, errno: errno) }
    return Descriptor(number: number, path: path)
  }

  /// Opens the directory `name` inside this one; a symbolic link is refused.
  func directory(_ name: String) throws(ArchiveError) -> Descriptor {
    let number = name.withCString { name in
      repeatedCall { openat(self.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }
    guard number >= 0 else { throw failure("open", name) }
    return Descriptor(number: number, path: path + "/" + name)
  }

  /// The same directory, opened once more.
  func again() throws(ArchiveError) -> Descriptor {
    let number = repeatedCall { openat(self.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw .io(operation: "open", path: path, errno: errno) }
    return Descriptor(number: number, path: path)
  }

  /// Makes the directory `name` where it is missing; `true` when this call made it.
  @discardableResult
  func makeDirectory(_ name: String) throws(ArchiveError) -> Bool {
    if name.withCString({ mkdirat(number, $0, 0o777) }) == 0 { return true }
    guard errno == EEXIST else { throw failure("create directory", name) }
    return false
  }

  /// Makes the file `name` of `bytes`. Nothing of that name may stand there.
  func makeFile(
    _ name: String, _ bytes: UnsafeRawBufferPointer
  ) throws(ArchiveError) {
    // A string handed to C as it is would be copied to memory of its own.
    let file = name.withCString { name in
      repeatedCall {
        openat(number, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
      }
    }
    guard file >= 0 else { throw failure("create", name) }
    defer { close(file) }
    try writeAll(bytes, to: file, name)
  }

  /// Writes `bytes` into the file, device or pipe `name`, which stands there.
  func overwriteFile(
    _ name: String, _ bytes: UnsafeRawBufferPointer
  ) throws(ArchiveError) {
    let file = repeatedCall { openat(number, name, O_WRONLY | O_TRUNC | O_CLOEXEC) }
    guard file >= 0 else { throw failure("open", name) }
    defer { close(file) }
    try writeAll(bytes, to: file, name)
  }

  func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: CInt, _ name: String
  ) throws(ArchiveError) {
    var done = 0
    while done < bytes.count {
      let written = repeatedCall {
        write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      guard written > 0 else { throw failure("write", name) }
      done += written
    }
  }

  /// Whether `name` is a plain file, symbolic links followed; `nil` when nothing stands there.
  func isPlainFile(_ name: String) -> Bool? {
    var status = stat()
    guard fstatat(number, name, &status, 0) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads the file `name`, up to `limit` bytes; `nil` when it is missing, no plain file or longer.
  func readFile(_ name: String, limit: Int) -> [UInt8]? {
    let file = repeatedCall { openat(number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        repeatedCall { read(file, buffer.baseAddress?.advanced(by: done), buffer.count - done) }
      }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }

  /// Gives the entry `name` the name `other`, in place of a file that has it.
  func rename(_ name: String, to other: String) throws(ArchiveError) {
    guard renameat(number, name, number, other) == 0 else { throw failure("rename", name) }
  }

  /// Whether nothing is in the directory.
  func isEmpty() throws(ArchiveError) -> Bool {
    var isEmpty = true
    try forEachName { (_, _) throws(ArchiveError) in
      isEmpty = false
      return false
    }
    return isEmpty
  }

  /// Device and inode of `name`, symbolic links not followed; `nil` when nothing stands there.
  func identity(_ name: String) -> FileIdentity? {
    var status = stat()
    guard fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileIdentity(status)
  }

  /// Device and inode of the open file itself.
  var identity: FileIdentity? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    return FileIdentity(status)
  }

  /// Waits until all that is in the directory is on the disk.
  ///
  /// - Parameter fileCount: About how many files that is. Few are waited for one by one; with many
  ///   it is faster to have the whole file system written, whoever else writes to it.
  func flush(fileCount: Int) throws(ArchiveError) {
    if fileCount <= 100 { return try flushEntries() }
    guard repeatedCall({ cfs_flush(number) }) == 0 else {
      throw .io(operation: "flush", path: path, errno: errno)
    }
  }

  private func flushEntries() throws(ArchiveError) {
    try forEachName { (name, isDirectory) throws(ArchiveError) in
      let name = String(cString: name)
      if isDirectory {
        try directory(name).flushEntries()
      } else {
        try synchronize(name)
      }
      return true
    }
    try synchronize()
  }

  /// Waits until the names in the directory are on the disk, where the file system can say so.
  func synchronize() throws(ArchiveError) {
    guard repeatedCall({ fsync(number) }) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .io(operation: "flush", path: path, errno: errno)
    }
  }

  /// Waits until the file `name` is on the disk.
  func synchronize(_ name: String) throws(ArchiveError) {
    let file = repeatedCall { openat(number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    guard file >= 0 else { throw failure("open", name) }
    defer { close(file) }
    guard repeatedCall({ fsync(file) }) == 0 else { throw failure("flush", name) }
  }

  /// Takes the lock that tells a directory in use from one that a killed run left behind.
  /// The system gives it back when the process ends, however it ends.
  func lock() -> Bool { repeatedCall { flock(number, LOCK_EX | LOCK_NB) } == 0 }

  /// An error about `name` with the current `errno`.
  func failure(_ operation: String, _ name: String) -> ArchiveError {
    .io(operation: operation, path: path + "/" + name, errno: errno)
  }
}

/// What makes two names the same file.
struct FileIdentity: Equatable {
  let device: UInt64, inode: UInt64
  let isDirectory: Bool

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

extension Descriptor {
  /// Calls `body` with each name in the directory, "." and ".." left out, in no order, and whether
  /// it is a directory, until `body` returns `false`. Names are bytes, not always text.
  func forEachName(
    _ body: (UnsafePointer<CChar>, _ isDirectory: Bool) throws(ArchiveError) -> Bool
  ) throws(ArchiveError) {
    // A second descriptor, since closing the stream closes what it reads.
    let copy = repeatedCall { openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard copy >= 0, let stream = fdopendir(copy) else {
      let error = errno
      if copy >= 0 { close(copy) }
      throw .io(operation: "read", path: path, errno: error)
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
      guard try body(name, entry.pointee.d_type == UInt8(DT_DIR)) else { return }
    }
  }

  /// Removes `name` and all below it. Symbolic links are removed, never followed; what vanishes
  /// meanwhile is no error. Recurses once a level of directories.
  func remove(_ name: UnsafePointer<CChar>, isDirectory: Bool) throws(ArchiveError) {
    if !isDirectory {
      if unlinkat(number, name, 0) == 0 || errno == ENOENT { return }
      // The type was not known, or changed: EISDIR on Linux, EPERM elsewhere.
      guard errno == EISDIR || errno == EPERM else {
        throw failure("remove", String(cString: name))
      }
    }
    let inside = repeatedCall {
      openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    if inside < 0 && errno == ENOENT { return }
    guard inside >= 0 else { throw failure("open", String(cString: name)) }
    let directory = Descriptor(number: inside, path: path + "/" + String(cString: name))
    try directory.forEachName { (name, isDirectory) throws(ArchiveError) in
      try directory.remove(name, isDirectory: isDirectory)
      return true
    }
    guard unlinkat(number, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw failure("remove", String(cString: name))
    }
  }
}

/// Calls until the call is not interrupted by a signal.
func repeatedCall<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
