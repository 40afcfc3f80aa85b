import Foundation
import JSONText
import OverlayModel
import TestSupport
import Testing
import TilePipeline

@Suite("Images of markers and stamps")
struct ImageFolderTests {
  private let images = packageRoot.appendingPathComponent("testdata/overlays/images")

  /// Builds one document a folder, each with an image `a.png` of its own beside it.
  private func build(
    _ documents: [(image: String, text: String)], _ body: (BuildSummary, URL) throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    var options = BuildOptions()
    for (i, document) in documents.enumerated() {
      try folder.write(Array(document.text.utf8), to: "\(i)/map.geojson")
      let image = try Data(contentsOf: images.appendingPathComponent(document.image))
      try folder.write([UInt8](image), to: "\(i)/a.png")
      options.inputs.append(
        .init(path: folder.url.appendingPathComponent("\(i)/map.geojson").path))
    }
    options.output = folder.url.appendingPathComponent("tiles").path
    (options.maxZoom, options.compress) = (0, false)
    let summary = try await TileSetBuilder(options).build()
    try body(summary, folder.url.appendingPathComponent("tiles"))
  }

  @Test("each document's images are those of its own folder")
  func folders() async throws {
    let marker = feature("Point", "[1,1]", overlay: #"{"icon":"a.png"}"#)
    let line = feature(
      "LineString", "[[0,0],[90,0]]",
      overlay: #"{"strokeWidth":8,"spans":[{"stamp":{"sprite":"a.png"}}]}"#)
    try await build([("house.png", marker), ("floor-plan.png", marker), ("dot.png", line)]) {
      summary, output in
      #expect(summary.findings.isEmpty)
      let tile = try ReferenceTileReader.read(
        [UInt8](Data(contentsOf: output.appendingPathComponent("0/0/0.mvt"))))
      let names = try #require(tile.layer("marker")).features.map { $0.properties["image"] }
      #expect(names == [.string("a.png"), .string("a.png#2")])
      #expect(tile.layer("dot")?.features.first?.properties["image"] == .string("a.png#3|8"))
      let sprite = try JSONValue(
        parsing: [UInt8](Data(contentsOf: output.appendingPathComponent("sprite.json"))))
      #expect(sprite["a.png"]?["width"] != sprite["a.png#2"]?["width"])
      #expect(sprite["a.png#2"]?["width"] == 96 && sprite["a.png#3|8"]?["width"] == 8)
    }
  }

  @Test("an image that cannot be used is named with the feature and the member that name it")
  func missing() async throws {
    let text = """
      {"type":"FeatureCollection","styles":{"walk":{"color":"red","stamp":{"sprite":"no.png"}}},
       "features":[\(feature("Point", "[1,1]")),
      \(feature("Point", "[2,1]", id: 7, overlay: #"{"icon":"no.png"}"#)),
      \(feature("LineString", "[[0,0],[9,0]]", id: 8,
          overlay: #"{"spans":[{"color":"red"},{"style":"walk"},{"style":"run"}]}"#))]}
      """
    try await build([("house.png", text)]) { summary, _ in
      let found = summary.findings.map { "\($0.id ?? "") \($0.member) \($0.code.rawValue)" }
      #expect(
        found.sorted() == [
          "7 overlay.icon imageMissing", "8 overlay.spans[1] imageMissing",
          "8 overlay.spans[2] styleUnknown",
        ])
      let unknown = summary.findings.first { $0.code == .styleUnknown }
      #expect(unknown?.message.contains("allowed are the document's styles walk;") == true)
      let icon = summary.findings.first { $0.member == "overlay.icon" }
      #expect(icon?.message.contains("\"no.png\": no file no.png") == true)
      #expect(icon?.location.line == 3)
    }
  }
}
