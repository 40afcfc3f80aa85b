import CFileSystem
import JSONText
import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A directory in which an output grows; locked while it is open.
struct StagingDirectory: ~Copyable, Sendable {
  let descriptor: Descriptor
  let name: String
}

/// Where an output shall stand: a name in an open directory. What is made for it grows beside it
/// under a name of its own and is put in place in one step.
///
///     PARENT/.NAME.partial-PID    grows here, locked while its process lives
///     PARENT/.NAME.replaced-PID   the old output, for the moment of the swap
struct OutputPlace: ~Copyable, Sendable {
  /// What stands in the place.
  enum Kind: Sendable { case directory, archive }

  let parent: Descriptor
  let name: String
  let kind: Kind

  /// Finds the parent of `path`, which must exist. Where `path` itself exists, symbolic links are
  /// followed, so that what they point to is replaced and not the link.
  init(_ path: String, kind: Kind = .directory) throws(ArchiveError) {
    self.kind = kind
    var real = path
    if let found = realpath(path, nil) {
      real = String(cString: found)
      free(found)
    }
    let parts = real.split(separator: "/", omittingEmptySubsequences: true)
    guard let last = parts.last, last != ".", last != ".." else {
      throw path.isEmpty || real != "/"
        ? .io(operation: "create", path: path, errno: ENOENT) : .notOurs(path: path)
    }
    let root = real.hasPrefix("/") ? "/" : ""
    let above = root + parts.dropLast().joined(separator: "/")
    parent = try .directory(above.isEmpty ? "." : above)
    name = String(last)
  }

  /// The place in the folder of `other` whose name is the other's and `suffix`.
  init(
    beside other: borrowing OutputPlace, suffix: String, kind: Kind
  ) throws(ArchiveError) {
    parent = try other.parent.again()
    name = other.name + suffix
    self.kind = kind
  }

  /// The output's path.
  var path: String {
    switch parent.path {
    case ".": name
    case "/": "/" + name
    default: parent.path + "/" + name
    }
  }

  /// Throws unless the place is free, or `replace` is set and what stands there may go: a tile set
  /// of this program and nothing else, or an empty directory.
  func check(replace: Bool) throws(ArchiveError) {
    guard let present = parent.identity(name) else { return }
    switch kind {
    case .archive:
      guard !present.isDirectory, ArchiveMark.isOurs(path) else { throw .notOurs(path: path) }
      guard replace else { throw .exists(path: path) }
    case .directory:
      guard present.isDirectory else { throw .notOurs(path: path) }
      let directory = try parent.directory(name)
      guard try isReplaceable(directory) else { throw .notOurs(path: path) }
      guard replace else { throw .exists(path: path) }
      if let other = try foreignEntry(of: directory) {
        throw .holdsOthers(path: path, name: other)
      }
    }
  }

  /// Makes a directory for the output to grow in, and locks it.
  func makeStaging() throws(ArchiveError) -> StagingDirectory {
    for attempt in 0..<1000 {
      let staging = ".\(name).partial-\(getpid())" + (attempt == 0 ? "" : "-\(attempt)")
      guard mkdirat(parent.number, staging, 0o777) == 0 else {
        if errno == EEXIST { continue }
        throw .io(operation: "create", path: path, errno: errno)
      }
      // A sweep may have taken it for a leftover before it was locked.
      guard let directory = try? parent.directory(staging), directory.lock(),
        parent.identity(staging) == directory.identity
      else { continue }
      return StagingDirectory(descriptor: directory, name: staging)
    }
    throw .io(operation: "create", path: path, errno: EEXIST)
  }

  /// Removes what killed runs for this output have left, and puts an old output back that such a
  /// run had moved aside. What cannot be removed stays.
  func sweep() {
    let partial = ".\(name).partial-", replaced = ".\(name).replaced-"
    var leftovers: [String] = []
    try? parent.forEachName { (entry, _) throws(ArchiveError) in
      let entry = String(cString: entry)
      if entry.hasPrefix(partial) || entry.hasPrefix(replaced) { leftovers.append(entry) }
      return true
    }
    for leftover in leftovers {
      guard let directory = try? parent.directory(leftover), directory.lock() else { continue }
      if leftover.hasPrefix(replaced), parent.identity(name) == nil,
        renameat(parent.number, leftover, parent.number, name) == 0
      {
        continue
      }
      try? parent.remove(leftover, isDirectory: true)
    }
  }

  /// Puts the directory `staging`, named from the parent, in place; the place then holds the old
  /// output or the new one, whole, at every moment but on file systems without an exchange (a
  /// moment without either, which the next run's ``sweep()`` heals).
  func put(_ staging: String, replace: Bool) throws(ArchiveError) {
    try check(replace: replace)
    guard parent.identity(name) != nil else {
      guard cfs_rename_new(parent.number, staging, name) == 0 else {
        if errno == EEXIST || errno == ENOTEMPTY { throw .exists(path: path) }
        throw parent.failure("rename", staging)
      }
      return try parent.synchronize()
    }
    var old = staging
    if cfs_exchange(parent.number, staging, name) != 0 {
      guard errno == EINVAL || errno == ENOSYS || errno == ENOTSUP else {
        throw parent.failure("rename", staging)
      }
      old = ".\(name).replaced-\(getpid())"
      let locked = try parent.directory(name)
      _ = locked.lock()
      try putAside(staging, old: old)
    }
    // The old output goes only when the new name is on the disk. What is left of it in spite of
    // that, the next run removes: the new output stands, so it is no failure of this run.
    try parent.synchronize()
    try? parent.remove(old, isDirectory: true)
  }

  func putAside(_ staging: String, old: String) throws(ArchiveError) {
    guard renameat(parent.number, name, parent.number, old) == 0 else {
      throw parent.failure("rename", name)
    }
    guard renameat(parent.number, staging, parent.number, name) == 0 else {
      let error = parent.failure("rename", staging)
      _ = renameat(parent.number, old, parent.number, name)
      throw error
    }
  }

  /// Whether a directory is empty or carries our mark in tiles.json or manifest.json.
  private func isReplaceable(_ directory: borrowing Descriptor) throws(ArchiveError) -> Bool {
    try directory.isEmpty() || isMarked(directory, "tiles.json")
      || isMarked(directory, Manifest.fileName)
  }

  /// Something in a directory of ours that this program has not put there; what file browsers
  /// leave everywhere does not count.
  private func foreignEntry(of directory: borrowing Descriptor) throws(ArchiveError) -> String? {
    guard let text = directory.readFile(Manifest.fileName, limit: 1 << 30),
      let document = ManifestText(text).document, let files = Manifest.files(of: document)
    else { return nil }
    let passed = files.union([ArchivePlaces.pendingName, ".DS_Store", "Thumbs.db", "desktop.ini"])
    var others: [String] = []
    try directory.forEachName { (entry, isDirectory) throws(ArchiveError) in
      let entry = String(cString: entry)
      let isOurs =
        isDirectory
        ? Int(entry).map((0...TileID.deepestZoom).contains) ?? false : passed.contains(entry)
      if !isOurs { others.append(entry + (isDirectory ? "/" : "")) }
      return true
    }
    return others.min()
  }

  private func isMarked(_ directory: borrowing Descriptor, _ file: String) -> Bool {
    guard let text = directory.readFile(file, limit: 1 << 30) else { return false }
    // A manifest with a ledger is long; it need not be parsed.
    if text.starts(with: Array("{\n  \"generator\": \"\(TileJSON.generator)\",".utf8)) {
      return true
    }
    guard let value = try? JSONValue(parsing: text) else { return false }
    return value["generator"] == .string(TileJSON.generator)
  }
}
