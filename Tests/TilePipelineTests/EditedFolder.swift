import Foundation
import TestSupport
import TilePipeline

/// A folder with a document that is edited, and outputs made of it.
final class EditedFolder {
  private let folder: URL

  init() throws {
    folder = scratchRoot.appendingPathComponent("EditedFolder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func build(
    _ overlays: [OverlaySketch], into output: String,
    change: (inout BuildOptions) -> Void = { _ in }
  ) async throws -> BuildSummary {
    let document = url("overlays.ndjson")
    try FileManager.default.createDirectory(
      at: url(output).deletingLastPathComponent(), withIntermediateDirectories: true)
    // A document without overlays says so; an empty file would be an error.
    let text =
      overlays.isEmpty
      ? #"{"type":"FeatureCollection","features":[]}"#
      : overlays.map { $0.text + "\n" }.joined()
    try Data(text.utf8).write(to: document)
    var options = BuildOptions()
    options.inputs = [BuildOptions.Input(path: document.path)]
    options.output = url(output).path
    (options.maxZoom, options.extent, options.incremental) = (4, 4096, true)
    options.unitVertices = 200
    change(&options)
    return try await TileSetBuilder(options).build()
  }

  /// Every file below `output`, by its path, or an archive and the files beside it.
  func files(_ output: String) throws -> [String: Data] {
    guard url(output).pathExtension.isEmpty else {
      var files = try self.files(at: output + ".files")
      files["archive"] = try Data(contentsOf: url(output))
      return files
    }
    return try files(at: output)
  }

  private func files(at folder: String) throws -> [String: Data] {
    try paths(folder).reduce(into: [:]) { files, path in
      files[path] = try Data(contentsOf: url(folder).appendingPathComponent(path))
    }
  }

  /// Inode and time of change of every file.
  func identities(_ output: String) throws -> [String: String] {
    try paths(output).reduce(into: [:]) { files, path in
      let attributes = try FileManager.default.attributesOfItem(
        atPath: url(output).appendingPathComponent(path).path)
      files[path] =
        "\(attributes[.systemFileNumber] ?? 0) \(attributes[.modificationDate] ?? 0)"
    }
  }

  private func paths(_ output: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url(output).path).filter {
      !url(output).appendingPathComponent($0).hasDirectoryPath
    }
  }
}
