#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All bytes of the file at `path`; throws ``Failure/reading(path:errno:)``.
func contents(of path: String) throws(Failure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .reading(path: path, errno: errno) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var room = 1 << 16
  while true {
    var failure: Int32 = 0
    let before = bytes.count
    bytes.append(addingCapacity: room) { span in
      span.withUnsafeMutableBufferPointer { target, initialized in
        let count = read(descriptor, target.baseAddress, room)
        failure = count < 0 ? errno : 0
        initialized = max(count, 0)
      }
    }
    if failure == EINTR { continue }
    guard failure == 0 else { throw .reading(path: path, errno: failure) }
    if bytes.count == before { return bytes }
    room = min(room * 2, 1 << 24)
  }
}

/// The names in the folder at `path`, in no order; throws ``Failure/reading(path:errno:)``.
func names(in path: String) throws(Failure) -> [String] {
  guard let folder = opendir(path) else { throw .reading(path: path, errno: errno) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
  }
  return names.filter { $0 != "." && $0 != ".." }
}

/// Whether `path` is a folder; `false` where nothing is.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
