import Synchronization

/// The right to make the output at a path, which one run at a time has.
///
/// Taking it removes what killed runs have left there, and completes what one of them had begun to
/// put in place. It ends with the output, with ``release()``, or with the process.
public final class OutputClaim: Sendable {
  /// The output's path; links to it have been followed.
  public var path: String { place.path }

  /// Where the output shall stand.
  let place: OutputPlace
  let format: OutputFormat
  let replace: Bool
  private let lock: Mutex<OutputLock?>

  /// Takes the output `path`, whose parent must exist.
  ///
  /// - Parameter replace: Whether an output of this program that stands there may go.
  /// - Throws: ``ArchiveError/busy(path:)`` when another run has it; ``ArchiveError/exists(path:)``
  ///   when something stands there, or under the name of an archive and `.files`, and `replace` is
  ///   false; ``ArchiveError/notOurs(path:)`` when that was not made by this program;
  ///   ``ArchiveError/io(operation:path:errno:)`` when the parent is missing or closed to us.
  public init(_ path: String, replace: Bool = false) throws(ArchiveError) {
    format = OutputFormat(path: path)
    self.replace = replace
    place = try OutputPlace(path, kind: format == .directory ? .directory : .archive)
    lock = Mutex(try OutputLock(place))
    do throws(ArchiveError) {
      place.sweep()
      if format == .directory {
        try FolderChanges.complete(in: place)
      } else {
        try ArchivePlaces(place).prepare()
      }
      try Self.check(place, replace: replace)
    } catch {
      release()
      throw error
    }
  }

  deinit { release() }

  /// Lets other runs have the output.
  public func release() {
    lock.withLock { $0.take() }?.release(in: place.parent)
  }

  /// Throws what taking the output `path` would throw, and changes nothing.
  public static func check(_ path: String, replace: Bool) throws(ArchiveError) {
    let isFolder = OutputFormat(path: path) == .directory
    try check(OutputPlace(path, kind: isFolder ? .directory : .archive), replace: replace)
  }

  private static func check(
    _ place: borrowing OutputPlace, replace: Bool
  ) throws(ArchiveError) {
    try place.check(replace: replace)
    if place.kind == .archive { try ArchivePlaces(place).files.check(replace: replace) }
  }
}
