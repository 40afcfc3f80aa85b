import Synchronization

/// An archive that grows beside its place, with the files that go beside it.
///
///     PARENT/.NAME.partial-PID/archive    the archive grows here
///     PARENT/.NAME.partial-PID/files/     and the files beside it here
///     PARENT/NAME                         both are put in place together
///     PARENT/NAME.files/
final class ArchiveOutput: Sendable {
  /// The archive's name while it grows.
  static let archiveName = "archive"
  private static let filesName = "files"

  private let claim: OutputClaim
  private let places: ArchivePlaces
  /// Where the archive and everything that it needs meanwhile grows.
  let staging: StagingDirectory
  private let files: Descriptor
  /// The output that is brought up to date: what comes out as it was stays the same file.
  private let earlier: EarlierOutput?
  /// Whether there is anything to remove.
  private let isOpen = Atomic(true)

  /// Prepares the output that `claim` names.
  ///
  /// - Parameter updating: Whether what comes out as it was shall stay the same file.
  init(_ claim: OutputClaim, updating: Bool = false) throws(ArchiveError) {
    self.claim = claim
    places = try ArchivePlaces(claim.place)
    staging = try claim.place.makeStaging()
    try staging.descriptor.makeDirectory(Self.filesName)
    files = try staging.descriptor.directory(Self.filesName)
    earlier = updating ? EarlierOutput(in: places.files) : nil
  }

  deinit { discard() }

  /// What is known of the tiles of the output that is brought up to date.
  var earlierManifest: Manifest? { earlier?.manifest }

  /// The archive's path while it grows.
  var growingPath: String { staging.descriptor.path + "/" + Self.archiveName }

  /// Makes a file that goes beside the archive.
  func addFile(_ name: String, _ bytes: [UInt8]) throws(ArchiveError) {
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      if let earlier, earlier.link(name, as: name, in: files, ifEqual: bytes) { return }
      try files.makeFile(name, bytes)
    }
  }

  /// Puts everything in place, all of it on the disk before and after.
  ///
  /// - Parameters:
  ///   - manifest: Goes to the other files, where there are any.
  ///   - ledger: Goes with it.
  func put(_ manifest: Manifest, ledger: [UInt8]) throws(ArchiveError) {
    var names = [Manifest.fileName]
    try files.forEachName { (name, _) throws(ArchiveError) in
      names.append(String(cString: name))
      return true
    }
    if names.count > 1 {
      try addFile(Manifest.fileName, manifest.text(files: names, ledger: ledger))
    }
    let grown = staging.name + "/" + Self.filesName
    let isSameArchive = earlier == nil ? false : try hasSameArchive()
    if !isSameArchive {
      try staging.descriptor.rename(
        Self.archiveName, to: Self.filesName + "/" + ArchivePlaces.pendingName)
      try files.flush(fileCount: 0)
      try places.put(grown, replace: claim.replace)
    } else if try earlier?.hasSameFiles(as: files) == false {
      try files.flush(fileCount: 0)
      try places.files.put(grown, replace: claim.replace)
    }
    discard()
  }

  /// Whether the archive that has grown is the one that stands there.
  private func hasSameArchive() throws(ArchiveError) -> Bool {
    do throws(TileSetError) {
      return try FileRanges(growingPath).hasSameBytes(as: FileRanges(places.archive.path))
    } catch {
      throw ArchiveError(error)
    }
  }

  /// Removes what is not in place; may be called more than once. What cannot be removed now, the
  /// next run removes.
  func discard() {
    guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
    try? claim.place.parent.remove(staging.name, isDirectory: true)
    claim.release()
  }
}
