import Foundation
import TestSupport

/// A folder that is removed with its last reference.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = scratchRoot.appendingPathComponent("overlaytiles-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Names in `folder`, sorted, hidden ones included.
  func names(_ folder: String = "") -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()) ?? []
  }

  /// Bytes of a file, or `nil`.
  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map(Array.init)
  }

  /// Makes a file, and the folders above it.
  func write(_ name: String, _ text: String) throws {
    let url = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Gives the file `name` the second name `other`.
  func link(_ name: String, _ other: String) throws {
    try FileManager.default.linkItem(atPath: self(name), toPath: self(other))
  }
}
