#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder in `TMPDIR` that goes when nobody holds it any more.
final class ScratchFolder {
  private let folder: String

  /// It could not be made.
  struct Failure: Error { var folder: String, errno: Int32 }

  init() throws(Failure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/tilebench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(folder: parent, errno: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = system("rm -rf '\(folder)'") }

  /// The path of `name` in it.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws(Failure) -> String {
    let path = path(name)
    guard let file = fopen(path, "w") else { throw Failure(folder: folder, errno: errno) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw Failure(folder: folder, errno: errno)
    }
    return path
  }
}
