#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads whole files.
package enum FileContents {
  /// All bytes of the file `path`.
  package static func all(of path: String) throws(TileSetError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(path, into: &bytes)
    return bytes
  }

  /// Replaces `bytes` with those of the file `path`.
  static func read(_ path: String, into bytes: inout [UInt8]) throws(TileSetError) {
    bytes.removeAll(keepingCapacity: true)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .io(operation: "open", path: path, errno: errno) }
    defer { close(descriptor) }
    var room = 1 << 14
    while true {
      var failure: Int32 = 0
      let before = bytes.count
      bytes.append(addingCapacity: room) { span in
        span.withUnsafeMutableBufferPointer { target, initialized in
          #if canImport(Glibc)
            let count = Glibc.read(descriptor, target.baseAddress, room)
          #else
            let count = Darwin.read(descriptor, target.baseAddress, room)
          #endif
          failure = count < 0 ? errno : 0
          initialized = max(count, 0)
        }
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw .io(operation: "read", path: path, errno: failure) }
      if bytes.count - before < room {
        if bytes.count == before { return }
      } else {
        room = min(room * 4, 1 << 24)
      }
    }
  }
}
