import Foundation
import TestSupport
import Testing

/// The polygons of testdata/polygons, among them all that fuzzing found.
@Suite("testdata/polygons")
struct KeptPolygonsTests {
  private static let folder = packageRoot.appendingPathComponent("testdata/polygons")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { $0 != "README.md" }.sorted()
  }

  @Test("repair and clip leave them valid", arguments: names)
  func isValid(name: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name))
    #expect(PolygonBytes.fault([UInt8](bytes)) == nil)
  }

  @Test("there are some")
  func some() { #expect(Self.names.count > 3) }
}
