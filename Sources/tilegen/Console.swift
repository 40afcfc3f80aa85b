#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A standard stream, written without a buffer of its own.
struct Console: Sendable {
  /// Standard output.
  static let output = Console(descriptor: STDOUT_FILENO)
  /// Standard error.
  static let error = Console(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Whether a person looks at it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal; 80 where it does not say.
  var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes all of `text`; throws ``Failure/closedPipe`` when nobody reads any more.
  func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  /// Writes all of `bytes`; throws ``Failure/closedPipe`` when nobody reads any more.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw .closedPipe
      } else if errno != EINTR {
        throw .writing(errno: errno)
      }
    }
  }

  /// Writes `text` if it can be written; for messages, whose loss must not stop the work.
  func report(_ text: String) {
    try? write(text)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
