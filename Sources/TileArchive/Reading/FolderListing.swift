#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The names in a folder, read at once.
struct FolderListing {
  /// One entry.
  struct Entry {
    var name: String
    var inode: UInt64
    /// `nil` where the file system does not say.
    var isFolder: Bool?
  }
  private(set) var entries: [Entry] = []
  let path: String
  /// Number of the file system.
  private(set) var device: UInt64 = 0

  /// Reads the folder `path`.
  init(_ path: String) throws(TileSetError) {
    self.path = path
    guard let folder = opendir(path) else {
      throw .io(operation: "open", path: path, errno: errno)
    }
    defer { closedir(folder) }
    var status = stat()
    if fstat(dirfd(folder), &status) == 0 {
      device = UInt64(truncatingIfNeeded: status.st_dev)
    }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      let isFolder: Bool? =
        switch entry.pointee.d_type {
        case UInt8(DT_DIR): true
        case UInt8(DT_REG): false
        default: nil
        }
      entries.append(Entry(name: name, inode: UInt64(entry.pointee.d_ino), isFolder: isFolder))
    }
  }

  /// All names.
  var names: [String] { entries.map(\.name) }

  /// By name.
  var sorted: [Entry] { entries.sorted { $0.name < $1.name } }

  /// Folders whose names are numbers as tile paths have them, ascending.
  var numbers: [Int] {
    entries.compactMap { entry in
      guard let number = Self.number(entry.name), isFolder(entry) else { return nil }
      return number
    }.sorted()
  }

  /// Folders that are zooms, ascending.
  var zooms: [Int] { numbers.filter { $0 <= 30 } }

  /// Whether `entry` is a folder, or a link to one.
  func isFolder(_ entry: Entry) -> Bool {
    if let known = entry.isFolder { return known }
    var status = stat()
    return stat(path + "/" + entry.name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The number that digits alone make, without needless zeros in front.
  static func number(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), digits.first != 0x30 || digits.count == 1
    else { return nil }
    return Int(text)
  }
}
