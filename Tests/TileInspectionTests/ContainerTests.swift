import Foundation
import TestSupport
import Testing
import TileArchive

@testable import TileInspection

@Suite("What a folder of tiles says of itself")
struct ContainerTests {
  /// What is changed in a good set, and the rule that it breaks.
  struct Case: Sendable, CustomStringConvertible {
    var rule: String
    var files: [String: String] = [:]
    var removed: String?
    var also: Set<String> = []
    var description: String { rule }
  }

  static let one = TileBytes.tile(
    .layer(
      keys: ["n"], values: [TileBytes().number(4, 7)],
      [
        .feature(type: 1, tags: [0, 0], [9, 10, 10])
      ]))

  static func tileJSON(_ change: (String, String) = ("", "")) -> String {
    let text = #"""
      {"tilejson":"3.0.0","tiles":["https://a.org/{z}/{x}/{y}.mvt"],"minzoom":0,"maxzoom":1,
       "bounds":[-180,0,180,85],"center":[0,10,1],"version":"1.0.0","scheme":"xyz","name":"n",
       "vector_layers":[{"id":"a","fields":{"n":"Number"},"minzoom":0,"maxzoom":1}]}
      """#
    return change.0.isEmpty ? text : text.replacingOccurrences(of: change.0, with: change.1)
  }

  static func rows(_ change: (String, String) = ("", "")) -> String {
    let text = #"""
      {"name":"n","format":"pbf","minzoom":"0","maxzoom":"1","bounds":"-180,0,180,85",
       "center":"0,10,1","type":"overlay",
       "json":"{\"vector_layers\":[{\"id\":\"a\",\"fields\":{\"n\":\"Number\"},\"minzoom\":0,\"maxzoom\":1}]}"}
      """#
    return change.0.isEmpty ? text : text.replacingOccurrences(of: change.0, with: change.1)
  }

  static func style(_ change: (String, String) = ("", "")) -> String {
    let text = #"""
      {"version":8,"sources":{"s":{"type":"vector","tiles":["https://a.org/{z}/{x}/{y}.mvt"],
       "minzoom":0,"maxzoom":1}},
       "layers":[{"id":"b","type":"background"},{"id":"l","type":"circle","source":"s","source-layer":"a"}]}
      """#
    return change.0.isEmpty ? text : text.replacingOccurrences(of: change.0, with: change.1)
  }

  static let cases: [Case] = [
    Case(rule: "tile-outside", files: ["1/2/0.mvt": ""]),
    Case(
      rule: "zoom-undeclared",
      files: [
        "tiles.json": tileJSON(("\"minzoom\":0,\"maxzoom\":1,\n", "\"minzoom\":1,\"maxzoom\":1,\n"))
      ],
      also: ["vector-layers", "layer-zooms", "documents-differ", "style-zooms"]),
    Case(
      rule: "zoom-unused",
      files: ["tiles.json": tileJSON(("\"maxzoom\":1,\n", "\"maxzoom\":3,\n"))],
      also: ["documents-differ", "style-zooms"]),
    Case(
      rule: "bounds-exceeded", files: ["tiles.json": tileJSON(("[-180,0", "[100,0"))],
      also: ["documents-differ", "tilejson-center"]),
    Case(
      rule: "layer-undeclared", files: ["tiles.json": tileJSON(("\"id\":\"a\"", "\"id\":\"b\""))],
      also: ["layer-unseen", "style-layer", "documents-differ"]),
    Case(
      rule: "layer-zooms",
      files: [
        "tiles.json": tileJSON(("\"minzoom\":0,\"maxzoom\":1}", "\"minzoom\":1,\"maxzoom\":1}"))
      ],
      also: ["documents-differ"]),
    Case(
      rule: "field-undeclared", files: ["tiles.json": tileJSON(("\"n\":\"Number\"", ""))],
      also: ["documents-differ"]),
    Case(
      rule: "field-unseen",
      files: ["tiles.json": tileJSON(("\"n\":\"Number\"", "\"n\":\"Number\",\"m\":\"String\""))],
      also: ["documents-differ"]),
    Case(
      rule: "field-type", files: ["tiles.json": tileJSON(("\"Number\"", "\"String\""))],
      also: ["documents-differ"]),
    Case(rule: "document-broken", files: ["tiles.json": "[1]"]),
    Case(rule: "document-broken", files: ["metadata.json": "{"]),
    Case(rule: "document-broken", files: ["style.json": "nothing"]),
    Case(rule: "document-missing", removed: "tiles.json"),
    Case(
      rule: "vector-layers",
      files: ["tiles.json": tileJSON(("\"fields\":{\"n\":\"Number\"},", ""))],
      also: ["field-undeclared", "documents-differ"]),
    Case(rule: "tilejson-version", files: ["tiles.json": tileJSON(("3.0.0", "2.2.0"))]),
    Case(rule: "tilejson-tiles", files: ["tiles.json": tileJSON(("https://a.org/", ""))]),
    Case(rule: "tilejson-template", files: ["tiles.json": tileJSON(("{y}", "y"))]),
    Case(
      rule: "tilejson-zooms",
      files: [
        "tiles.json": tileJSON(
          ("\"minzoom\":0,\"maxzoom\":1,\n", "\"minzoom\":0,\"maxzoom\":31,\n"))
      ],
      also: ["zoom-unused", "documents-differ", "style-zooms"]),
    Case(
      rule: "tilejson-bounds", files: ["tiles.json": tileJSON(("[-180,0,180", "[-190,0,180"))],
      also: ["documents-differ"]),
    Case(rule: "tilejson-center", files: ["tiles.json": tileJSON(("[0,10,1]", "[0,-10,1]"))]),
    Case(rule: "tilejson-center", files: ["tiles.json": tileJSON(("[0,10,1]", "[0,10,5]"))]),
    Case(rule: "tilejson-members", files: ["tiles.json": tileJSON(("\"1.0.0\"", "\"1\""))]),
    Case(rule: "tilejson-members", files: ["tiles.json": tileJSON(("\"xyz\"", "\"zyx\""))]),
    Case(
      rule: "tilejson-members", files: ["tiles.json": tileJSON(("\"name\":\"n\"", "\"name\":5"))]),
    Case(rule: "rows-missing", files: ["metadata.json": rows(("\"name\":\"n\",", ""))]),
    Case(rule: "rows-format", files: ["metadata.json": rows(("\"pbf\"", "\"mvt\""))]),
    Case(rule: "rows-format", files: ["metadata.json": rows(("-180,0,180,85", "0,0,1"))]),
    Case(rule: "rows-format", files: ["metadata.json": rows(("\"0,10,1\"", "\"0,10,1.5\""))]),
    Case(rule: "rows-text", files: ["metadata.json": rows(("\"minzoom\":\"0\"", "\"minzoom\":0"))]),
    Case(rule: "rows-suggested", files: ["metadata.json": rows(("\"center\":\"0,10,1\",", ""))]),
    Case(
      rule: "documents-differ", files: ["metadata.json": rows(("-180,0,180,85", "-180,1,180,85"))]),
    Case(rule: "file-stray", files: ["notes.txt": ""]),
    Case(rule: "file-stray", files: ["1/0/notes.txt": ""]),
    Case(
      rule: "file-repeated", files: ["0/0/0.pbf": ""], also: ["file-extension", "extensions-mixed"]),
    Case(rule: "folder-empty", files: ["1/1/x.json": ""], also: ["file-stray"]),
    Case(
      rule: "style-source", files: ["style.json": style(("\"source\":\"s\"", "\"source\":\"t\""))]),
    Case(
      rule: "style-layer",
      files: ["style.json": style(("\"source-layer\":\"a\"", "\"source-layer\":\"c\""))]),
    Case(rule: "style-zooms", files: ["style.json": style(("\"maxzoom\":1", "\"maxzoom\":14"))]),
  ]

  func rules(_ change: Case?) async throws -> Set<String> {
    let folder = try TemporaryFolder()
    var files = [
      "tiles.json": Self.tileJSON(), "metadata.json": Self.rows(), "style.json": Self.style(),
    ]
    for (name, text) in change?.files ?? [:] { files[name] = text }
    if let removed = change?.removed { files[removed] = nil }
    for name in ["0/0/0.mvt", "1/0/0.mvt"] { try folder.write(Self.one, to: name) }
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    let report = try await TileSetChecker(openTileSet(folder.url.path)).run()
    return Set(report.entries.map(\.rule))
  }

  @Test("a good folder has no finding")
  func good() async throws {
    #expect(try await rules(nil) == [])
  }

  @Test("each rule is found where it is broken", arguments: cases)
  func broken(change: Case) async throws {
    let found = try await rules(change)
    #expect(found.contains(change.rule))
    #expect(found.subtracting(change.also) == [change.rule])
  }

  @Test("extensions other than .mvt, and two of them")
  func extensions() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.one, to: "0/0/0.pbf")
    try folder.write(Self.one, to: "1/0/0.mvt")
    let report = try await TileSetChecker(openTileSet(folder.url.path)).run()
    #expect(
      Set(report.entries.map(\.rule)) == ["document-missing", "extensions-mixed", "file-extension"])
  }
}
