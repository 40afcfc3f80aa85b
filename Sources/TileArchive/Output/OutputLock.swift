#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The sole right to write an output: a lock on the hidden file `.NAME.lock` beside it.
///
/// The system gives the lock back when the process ends, however it ends; a file without a lock is
/// a leftover that stops nobody.
struct OutputLock: ~Copyable, Sendable {
  private let file: CInt
  private let name: String

  /// Takes the lock for the output `place`.
  ///
  /// - Throws: ``ArchiveError/busy(path:)`` when another run has it.
  init(_ place: borrowing OutputPlace) throws(ArchiveError) {
    let name = ".\(place.name).lock"
    file = try Self.lock(name, for: place)
    self.name = name
  }

  private static func lock(
    _ name: String, for place: borrowing OutputPlace
  ) throws(ArchiveError) -> CInt {
    let folder = place.parent.number
    while true {
      let file = repeatedCall {
        openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o666))
      }
      // People are told of their output, not of a name that they have never seen.
      guard file >= 0 else { throw .io(operation: "create", path: place.path, errno: errno) }
      guard repeatedCall({ flock(file, LOCK_EX | LOCK_NB) }) == 0 else {
        let failure = errno
        close(file)
        if failure == EWOULDBLOCK { throw .busy(path: place.path) }
        throw .io(operation: "lock", path: place.path, errno: failure)
      }
      // Its last owner may have removed it between the two calls.
      var status = stat()
      if fstat(file, &status) == 0, place.parent.identity(name) == FileIdentity(status) {
        return file
      }
      close(file)
    }
  }

  /// Gives the lock back and removes its file.
  consuming func release(in folder: borrowing Descriptor) {
    unlinkat(folder.number, name, 0)
  }

  deinit { close(file) }
}
