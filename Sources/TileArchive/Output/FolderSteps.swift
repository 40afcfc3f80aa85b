import CFileSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is to be done in a folder, in order.
struct FolderSteps {
  /// As `cfs_take_steps` wants them.
  private var bytes: [UInt8] = []
  /// Folders whose entries change.
  private var folders: Set<String> = ["."]

  /// Moves all that is in `source`, tiles first; what has no folder yet goes with its own.
  mutating func move(
    _ source: borrowing Descriptor, from path: String, to place: String,
    _ target: borrowing Descriptor
  ) throws(ArchiveError) {
    var entries: [(isFile: Int, name: String)] = []
    try source.forEachName { (name, isDirectory) throws(ArchiveError) in
      entries.append((isDirectory ? 0 : 1, String(cString: name)))
      return true
    }
    for (isFile, name) in entries.sorted(by: <) {
      if isFile == 0, target.identity(name) != nil {
        try move(
          try source.directory(name), from: path + name + "/", to: place + name + "/",
          try target.directory(name))
      } else {
        add("r", path + name, place + name)
        folders.insert(place.isEmpty ? "." : String(place.dropLast()))
      }
    }
  }

  /// Removes a file, and the folders above it that are empty then.
  mutating func remove(_ path: String) {
    add("u", path)
    var parts = path.split(separator: "/").dropLast()
    while !parts.isEmpty {
      add("d", parts.joined(separator: "/"))
      folders.insert(parts.joined(separator: "/"))
      parts.removeLast()
    }
  }

  private mutating func add(_ letter: Character, _ paths: String...) {
    bytes += Array(String(letter).utf8)
    for path in paths { bytes += Array(path.utf8) + [0] }
  }

  /// Takes all steps in `folder`, and waits until the disk has them.
  func take(in folder: borrowing Descriptor) throws(ArchiveError) {
    let taken = bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cfs_take_steps(folder.number, $0.baseAddress, bytes.count)
      }
    }
    guard taken == bytes.count else {
      throw .io(operation: "bring up to date", path: folder.path, errno: errno)
    }
    // Few are waited for one by one; see ``Descriptor/flush(fileCount:)``.
    guard folders.count <= 100 else { return try folder.flush(fileCount: folders.count) }
    for path in folders.sorted() {
      guard let changed = try? folder.directory(path) else { continue }
      try changed.synchronize()
    }
  }
}
