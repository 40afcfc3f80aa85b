import Foundation
import JSONText
import OverlayTiles
import TestSupport

/// A document of testdata/overlays cut down to some of its features, as a file.
struct ExampleDocument {
  /// The file.
  let path: String
  private let folder: TemporaryFolder

  /// The features of `name` with these ids, without properties, and all else as it stands there.
  init(_ name: String, ids: [Int]) throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("\(name).geojson").path
    let images = Self.folder.appendingPathComponent("images")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("images"), withDestinationURL: images)
    let text = try Data(contentsOf: Self.folder.appendingPathComponent("\(name).geojson"))
    var document = try JSONValue(parsing: [UInt8](text))
    guard case .array(let features)? = document["features"] else { throw Missing(name: name) }
    let chosen = try ids.map { id in
      guard let feature = features.first(where: { $0["id"] == .int(id) }) else {
        throw Missing(name: "\(name), feature \(id)")
      }
      return feature.replacing("properties", by: [:])
    }
    document = document.replacing("features", by: .array(chosen))
    try Data(document.serialized()).write(to: URL(fileURLWithPath: path))
  }

  static let folder = packageRoot.appendingPathComponent("testdata/overlays")

  struct Missing: Error { var name: String }
}

extension JSONValue {
  /// The object with another value for a member that it has.
  fileprivate func replacing(_ name: String, by value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
