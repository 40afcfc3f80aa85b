#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Changes of a folder of tiles that are decided, and of which some may not be in place yet.
///
/// Where few of many tiles change, exchanging the whole folder would touch every file of it. So
/// the new files, and a list of those that go, come into the folder itself, in one step and when
/// all of it is on the disk. From then on the output is the new one: what is not in its place yet
/// is moved there by the run itself and, should that die meanwhile, by whoever opens the folder
/// next.
///
///     NAME/.update/removed          names of files that go, one a line, after a first line of ours
///     NAME/.update/files/4/9/7.mvt  new files, each at its place
///     NAME/.update/files/style.json
enum FolderChanges {
  /// The folder's name in the output.
  static let name = ".update"
  /// Names in it.
  static let filesName = "files", removedName = "removed"
  /// How often a run that is at work is waited for, a hundredth of a second each time.
  private static let mostWaits = 1000
  private static let firstLine = "OverlayTiles update 1\n"

  /// The list of the files that go: tiles z/x/y.mvt, and plain names.
  static func list(removing paths: [String]) -> [UInt8] {
    Array((firstLine + paths.map { $0 + "\n" }.joined()).utf8)
  }

  /// Puts what waits in the output `place` in place; see ``complete(in:)``.
  static func complete(in place: borrowing OutputPlace) throws(ArchiveError) {
    guard let folder = try? place.parent.directory(place.name) else { return }
    try complete(in: folder)
  }

  /// Puts what waits in the folder `path` in place before it is read, unless the run that is about
  /// to do so lives: then that is waited for.
  ///
  /// - Throws: ``TileSetError/interrupted(path:errno:)`` where it cannot be done, as in a folder
  ///   that is closed to us.
  static func completeBeforeReading(_ path: String) throws(TileSetError) {
    var waits = 0
    while let folder = try? Descriptor.directory(path), removed(in: folder) != nil {
      do throws(ArchiveError) {
        // Whoever claims an output completes it.
        try OutputClaim(path, replace: true).release()
      } catch .io(_, _, let errno) {
        throw .interrupted(path: path, errno: errno)
      } catch {
        guard waits < mostWaits else { throw .interrupted(path: path, errno: EBUSY) }
        waits += 1
        usleep(10_000)
      }
    }
  }

  /// Puts what waits in `folder` in place; nothing is done where nothing waits. For those alone
  /// who have the output's lock.
  static func complete(in folder: borrowing Descriptor) throws(ArchiveError) {
    guard let paths = removed(in: folder) else { return }
    var steps = FolderSteps()
    let update = try folder.directory(name)
    if update.identity(filesName) != nil {
      try steps.move(try update.directory(filesName), from: "\(name)/\(filesName)/", to: "", folder)
    }
    for path in paths { steps.remove(path) }
    try steps.take(in: folder)
    // The list goes last: while it is there, all of this is done again.
    if update.identity(filesName) != nil { try update.remove(filesName, isDirectory: true) }
    try folder.remove(name, isDirectory: true)
  }

  /// The files that go; `nil` where nothing waits, or nothing of ours.
  private static func removed(in folder: borrowing Descriptor) -> [String]? {
    guard folder.identity(name) != nil, let update = try? folder.directory(name),
      let bytes = update.readFile(removedName, limit: 1 << 30)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(firstLine) else { return nil }
    return text.split(separator: "\n").dropFirst().map(String.init).filter(isRemovable)
  }

  /// Whether `path` may go: a tile, or a file beside the tiles.
  private static func isRemovable(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty, last != ".", last != ".." else { return false }
    return parts.count == 1
      || parts.count == 3 && last.hasSuffix(".mvt")
        && parts.dropLast().allSatisfy { FolderListing.number($0) != nil }
  }
}
