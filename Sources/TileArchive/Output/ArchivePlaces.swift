#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where an archive and the files beside it stand, which are put in place together.
///
/// No system exchanges two names in one step. So the archive first goes into the folder of the
/// files, under the hidden name ``pendingName``; the folder takes its place, which is the step that
/// counts; and then the archive takes its own. A run that dies between the two leaves an archive
/// that waits in the folder: ``openTileSet(_:)`` reads it instead of the old one, and the next run
/// moves it.
struct ArchivePlaces: ~Copyable, Sendable {
  /// The archive's name in the folder of the files while it waits for its place.
  static let pendingName = ".archive"

  let archive: OutputPlace
  let files: OutputPlace

  /// The places of the archive `place`.
  init(_ place: borrowing OutputPlace) throws(ArchiveError) {
    let archive = try OutputPlace(beside: place, suffix: "", kind: .archive)
    files = try OutputPlace(beside: place, suffix: OutputFormat.filesSuffix, kind: .directory)
    self.archive = archive
  }

  /// Removes what killed runs have left, and completes what one of them had begun to put in place.
  func prepare() throws(ArchiveError) {
    files.sweep()
    let isFree = archive.parent.identity(archive.name) == nil
    guard Self.pending(archive.path) != nil, isFree || ArchiveMark.isOurs(archive.path) else {
      return
    }
    try takePending()
  }

  /// The archive that waits for the place `path`, if one does.
  static func pending(_ path: String) -> String? {
    guard OutputFormat(path: path) != .directory else { return nil }
    let pending = OutputFormat.filesFolder(of: path) + "/" + pendingName
    return ArchiveMark.isOurs(pending) ? pending : nil
  }

  /// Puts the folder `staging`, named from the parent, and the archive that waits in it in place.
  ///
  /// The files that stood there are removed, or else are in `staging` afterwards.
  func put(_ staging: String, replace: Bool) throws(ArchiveError) {
    try archive.check(replace: replace)
    try files.put(staging, replace: replace)
    try takePending()
  }

  /// Moves the archive that waits in the folder of the files to its place.
  private func takePending() throws(ArchiveError) {
    try archive.parent.rename(files.name + "/" + Self.pendingName, to: archive.name)
    // Goes only when nothing else was in it: an archive without files beside it.
    unlinkat(files.parent.number, files.name, AT_REMOVEDIR)
    try archive.parent.synchronize()
  }
}
