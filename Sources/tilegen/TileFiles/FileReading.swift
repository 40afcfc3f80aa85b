import TileArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All bytes of the file at `path`; throws ``Failure/reading(path:errno:)``.
func contents(of path: String) throws(Failure) -> [UInt8] {
  do throws(TileSetError) {
    return try FileContents.all(of: path)
  } catch {
    guard case .io(_, let path, let errno) = error else { throw .set(error) }
    throw .reading(path: path, errno: errno)
  }
}

/// Whether `path` is a folder; `false` where nothing is.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Whether both paths lead to one file that is there.
func isSameFile(_ path: String, _ other: String) -> Bool {
  var (one, two) = (stat(), stat())
  return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
    && one.st_ino == two.st_ino
}
