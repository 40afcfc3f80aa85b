#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file beside the output, such as a report for a program to read.
public enum WholeFile {
  /// Writes `bytes` to `path`, whose folder must exist, in place of a file that stands there. A
  /// plain file appears whole or not at all; a device or a pipe is written to as it is.
  public static func write(_ bytes: [UInt8], to path: String) throws(ArchiveError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last.map(String.init), !path.hasSuffix("/") else {
      throw .io(operation: "create", path: path, errno: EISDIR)
    }
    let above = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    let folder = try Descriptor.directory(above.isEmpty ? "." : above)
    let isPlain = folder.isPlainFile(name)
    let target = isPlain == false ? name : ".\(name).partial-\(getpid())"
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      if isPlain == false {
        try folder.overwriteFile(target, bytes)
      } else {
        try? folder.remove(target, isDirectory: false)
        try folder.makeFile(target, bytes)
      }
    }
    guard target != name else { return }
    guard renameat(folder.number, target, folder.number, name) == 0 else {
      let error = folder.failure("rename", name)
      try? folder.remove(target, isDirectory: false)
      throw error
    }
  }
}
