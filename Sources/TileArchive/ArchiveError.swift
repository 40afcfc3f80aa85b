/// What can go wrong with an output.
public enum ArchiveError: Error, Equatable, Sendable {
  /// A file could not be made, written or renamed: what was done, to which path, `errno`.
  case io(operation: String, path: String, errno: Int32)
  /// The output stands there already.
  case exists(path: String)
  /// The output stands there and is not a tile set of this program: it is never removed.
  case notOurs(path: String)
  /// Memory ran out.
  case outOfMemory
}
