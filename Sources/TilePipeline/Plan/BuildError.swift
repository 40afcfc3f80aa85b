public import OverlayModel
public import TileArchive

/// Why a build stopped.
public enum BuildError: Error, Sendable {
  /// An input cannot be opened or read.
  case input(path: String, errno: Int32)
  /// An address on the web cannot be read, and why.
  case web(address: String, problem: String)
  /// An input was written to or cut while it was read.
  case inputChanged(path: String)
  /// Text that is no JSON, a cut file, an empty file: the input's path, the line (0: none), what is wrong.
  case malformed(path: String, line: Int, column: Int, problem: String)
  /// A finding under `strict`, with the input's path.
  case strict(path: String, finding: Finding)
  /// Names in the options that nothing in the inputs has, of a build that is strict.
  case unusedNames([UnusedName])
  /// Tiles over the limits, of a build that is strict.
  case overfull(OverfullTiles)
  /// An output could not be made.
  case output(ArchiveError)
  /// A file that stands in for memory could not be made or written: what was tried, and where.
  case scratch(operation: String, directory: String, errno: Int32)
  /// Something that should not happen: a bug of ours, or no memory.
  case internalFault(String)
  /// The build was cancelled (Ctrl-C).
  case cancelled
}
