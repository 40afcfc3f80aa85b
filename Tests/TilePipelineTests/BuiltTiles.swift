import Foundation
import JSONText
import TestSupport
import TilePipeline

/// Builds tiles of documents given as text, in a folder that goes with it.
final class BuiltTiles {
  let summary: BuildSummary
  private let folder: URL

  /// Raw tiles of `documents`, with what `change` sets beside zooms 0 to 4 and extent 4096. Beside
  /// the documents lie `files`.
  init(
    _ documents: [String], files: [String: [UInt8]] = [:],
    change: (inout BuildOptions) -> Void = { _ in }
  ) async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("BuiltTiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    var options = BuildOptions()
    for (index, document) in documents.enumerated() {
      let file = folder.appendingPathComponent("\(index).geojson")
      try Data(document.utf8).write(to: file)
      options.inputs.append(BuildOptions.Input(path: file.path))
    }
    options.output = folder.appendingPathComponent("tiles").path
    (options.maxZoom, options.extent, options.compress) = (4, 4096, false)
    change(&options)
    summary = try await TileSetBuilder(options).build()
  }

  /// Another file of the output.
  func text(_ name: String) throws -> String? {
    let file = folder.appendingPathComponent("tiles/\(name)")
    return (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every file of the output by its path, but for those of `except`.
  func files(except: Set<String> = []) throws -> [String: Data] {
    let output = folder.appendingPathComponent("tiles")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: output.path)
    var files: [String: Data] = [:]
    for path in paths where !except.contains(path) {
      let file = output.appendingPathComponent(path)
      if !file.hasDirectoryPath { files[path] = try Data(contentsOf: file) }
    }
    return files
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A file that stands beside the tiles; `nil` where there is none.
  func file(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appendingPathComponent("tiles/" + name))).map { [UInt8]($0) }
  }

  /// A JSON file that stands beside the tiles.
  func json(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: file(name) ?? [])
  }

  /// A tile, read by a reader that shares no code with the encoder; `nil` where there is none.
  func tile(_ z: Int, _ x: Int, _ y: Int) throws -> ReferenceTile? {
    let file = folder.appendingPathComponent("tiles/\(z)/\(x)/\(y).mvt")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try ReferenceTileReader.read([UInt8](data))
  }
}

/// A feature as text.
func feature(
  _ type: String, _ coordinates: String, id: Int = 1, properties: String = "{}",
  overlay: String? = nil
) -> String {
  """
  {"type":"Feature","id":\(id),"properties":\(properties),\(overlay.map { "\"overlay\":\($0)," } ?? "")\
  "geometry":{"type":"\(type)","coordinates":\(coordinates)}}
  """
}
