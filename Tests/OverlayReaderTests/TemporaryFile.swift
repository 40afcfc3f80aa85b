#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that lives as long as this value.
struct TemporaryFile: ~Copyable {
  let path: String

  struct Failure: Error {}

  private init(path: String) { self.path = path }

  static func holding(_ bytes: [UInt8]) throws -> TemporaryFile {
    var template = Array("/tmp/overlay-reader-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let name = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    guard descriptor >= 0, let name else { throw Failure() }
    defer { close(descriptor) }
    let file = TemporaryFile(path: name)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard count > 0 else { throw Failure() }
      written += count
    }
    return file
  }

  deinit { unlink(path) }
}
