internal import Foundation

extension BuiltProgram {
  /// A program of the system, found in PATH, or `nil` where it is not installed.
  public static func installed(_ name: String) -> BuiltProgram? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    let isThere = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
    return isThere ? BuiltProgram(name) : nil
  }
}
