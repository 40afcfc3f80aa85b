import Foundation
import Testing

/// Real clients draw a style of ours and a sprite of ours over tiles that a foreign writer made.
///
/// Needs the render scripts in `../shared/render` and, in `RENDER_PYTHON`, a Python with their
/// requirements; their README tells how to make one.
struct RenderTools {
  let python: String, scripts: URL

  static let found: RenderTools? = {
    guard let python = ProcessInfo.processInfo.environment["RENDER_PYTHON"] else { return nil }
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let scripts = root.appendingPathComponent("../shared/render").standardizedFileURL
    let known = FileManager.default.fileExists(
      atPath: scripts.appendingPathComponent("render_browser.py").path)
    return known ? RenderTools(python: python, scripts: scripts) : nil
  }()

  /// Runs Python; the exit status and what it printed.
  func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, text: String) {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONPATH": scripts.path, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Runs `body` in a folder that goes away after it.
  static func inScratchFolder(_ body: (URL, RenderTools) throws -> Void) throws {
    let tools = try #require(found)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("overlaytiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder, tools)
  }

  /// Keeps a picture for the eye where `RENDER_KEEP` names a folder.
  static func keep(_ picture: Data, as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["RENDER_KEEP"] else { return }
    try picture.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name + ".png"))
  }
}

extension Trait where Self == ConditionTrait {
  /// Only where real clients are at hand.
  static var withClients: Self {
    .enabled(
      if: RenderTools.found != nil,
      "Set RENDER_PYTHON to a Python with the requirements of ../shared/render to draw.")
  }
}
