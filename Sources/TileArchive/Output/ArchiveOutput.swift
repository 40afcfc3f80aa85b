internal import JSONText

/// An archive that grows beside its place, with the files that go beside it.
///
///     PARENT/.NAME.partial-PID/archive    the archive grows here
///     PARENT/.NAME.partial-PID/files/     and the files beside it here
///     PARENT/NAME                         both are put in place one after the other,
///     PARENT/NAME.files/                  the files first
struct ArchiveOutput: ~Copyable, Sendable {
  /// The archive's name while it grows.
  static let archiveName = "archive"
  private static let filesName = "files"

  private let place: OutputPlace
  private let filesPlace: OutputPlace
  /// Where the archive and everything that it needs meanwhile grows.
  let staging: StagingDirectory
  private let replace: Bool

  /// Prepares the output `path`, whose parent must exist.
  init(_ path: String, replace: Bool) throws(ArchiveError) {
    let place = try OutputPlace(path, kind: .archive)
    let filesPlace = try OutputPlace(besides: place, suffix: OutputFormat.filesSuffix)
    place.sweep()
    filesPlace.sweep()
    try place.check(replace: replace)
    try filesPlace.check(replace: replace)
    let staging = try place.makeStaging()
    self.place = place
    self.filesPlace = filesPlace
    self.staging = staging
    self.replace = replace
  }

  /// The archive's path while it grows.
  var growingPath: String { staging.descriptor.path + "/" + Self.archiveName }

  /// Makes a file that goes beside the archive; the first one makes their folder.
  func addFile(_ name: String, _ bytes: [UInt8]) throws(ArchiveError) {
    try staging.descriptor.makeDirectory(Self.filesName)
    let files = try staging.descriptor.directory(Self.filesName)
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      try files.makeFile(name, bytes)
    }
  }

  /// Puts everything in place. The archive must be on the disk already.
  ///
  /// - Parameter manifest: Goes to the other files, where there are any.
  func put(_ manifest: Manifest) throws(ArchiveError) {
    let hasFiles = staging.descriptor.identity(Self.filesName) != nil
    if hasFiles { try addFile("manifest.json", manifest.document.serialized(.pretty)) }
    if replace { try staging.descriptor.flushFileSystem() }
    if hasFiles { try filesPlace.put(staging.name + "/" + Self.filesName, replace: replace) }
    try place.put(staging.name + "/" + Self.archiveName, replace: replace)
    if !hasFiles { filesPlace.remove() }
    discard()
  }

  /// Removes what is not in place. What cannot be removed now, the next run removes.
  func discard() { try? place.parent.remove(staging.name, isDirectory: true) }
}
