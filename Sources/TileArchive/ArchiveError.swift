/// What can go wrong with an output.
public enum ArchiveError: Error, Equatable, Sendable {
  /// A file could not be made, written or renamed: what was done, to which path, `errno`.
  case io(operation: String, path: String, errno: Int32)
  /// Another run is making the output.
  case busy(path: String)
  /// The output stands there already.
  case exists(path: String)
  /// The output stands there and is not a tile set of this program: it is never removed.
  case notOurs(path: String)
  /// The output that stands there is ours, but `name` in it is not, and would be lost.
  case holdsOthers(path: String, name: String)
  /// The output that stands there is broken, so that nothing can be taken over from it.
  case damaged(path: String)
  /// Memory ran out.
  case outOfMemory
}

extension ArchiveError {
  /// What went wrong with an output that is read.
  package init(_ error: TileSetError) {
    switch error {
    case .io(let operation, let path, let errno):
      self = .io(operation: operation, path: path, errno: errno)
    case .interrupted(let path, let errno):
      self = .io(operation: "bring up to date", path: path, errno: errno)
    case .damaged(let path, _): self = .damaged(path: path)
    case .notATileSet(let path), .unsupported(let path, _),
      .web(let path, _):
      self = .notOurs(path: path)
    }
  }
}
