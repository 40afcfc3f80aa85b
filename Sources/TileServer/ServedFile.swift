#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A plain file that may be handed out.
struct ServedFile {
  let path: String
  let size: UInt64
  /// Changes when the file does.
  let tag: String

  /// The file at `path` below `folder`, or `nil` when it is missing, no plain file or hidden, or
  /// when the path leads out of the folder by "..". Symbolic links are followed.
  init?(_ path: String, below folder: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.hasPrefix(".") }) else { return nil }
    self.init(folder + "/" + parts.joined(separator: "/"))
  }

  /// The file at `path`, or `nil` when it is missing or no plain file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    size = UInt64(max(0, status.st_size))
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    tag =
      "\"\(String(size, radix: 36))-\(String(Int(time.tv_sec), radix: 36))"
      + "-\(String(Int(time.tv_nsec), radix: 36))\""
  }

  /// All bytes, or `nil` when they cannot be read or are more than `limit`.
  func contents(limit: UInt64 = 64 << 20) -> [UInt8]? {
    guard size <= limit else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }

  /// The media type by the end of a name.
  static func mediaType(of name: String) -> String {
    let types = [
      ("json", "application/json"), ("html", "text/html; charset=utf-8"), ("png", "image/png"),
      ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("css", "text/css; charset=utf-8"),
      ("js", "text/javascript; charset=utf-8"), ("svg", "image/svg+xml"),
      ("mvt", "application/vnd.mapbox-vector-tile"), ("pbf", "application/x-protobuf"),
      ("pmtiles", "application/vnd.pmtiles"), ("mbtiles", "application/vnd.sqlite3"),
      ("txt", "text/plain; charset=utf-8"), ("geojson", "application/geo+json"),
    ]
    let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types.first { $0.0 == suffix }?.1 ?? "application/octet-stream"
  }
}
