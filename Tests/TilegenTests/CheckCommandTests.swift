import Foundation
import TestSupport
import Testing

@Suite("tilegen check")
struct CheckCommandTests {
  let tilegen = BuiltProgram("tilegen")

  /// A line that its eastern neighbour shows three units further south.
  func brokenSet() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      TileBytes.tile(.layer(name: "roads", [.line([(0, 90), (4100, 90), (4160, 91)])])),
      to: "set/1/0/0.mvt")
    try folder.write(
      TileBytes.tile(.layer(name: "roads", [.line([(-96, 93), (4, 93), (64, 94)])])),
      to: "set/1/1/0.mvt")
    return folder
  }

  @Test("what is found comes with rule, tile and place, and the exit code 1")
  func table() throws {
    let folder = try brokenSet()
    let run = try tilegen.run(["check", "set"], in: folder.url)
    #expect(run.code == 1)
    #expect(run.error == "")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first == "2 tiles (2 different), 2 features, 6 vertices, 1 border compared")
    #expect(lines.contains { $0.hasPrefix("MUST  seam-line: 2 in 1 tile") })
    #expect(lines.contains("    1/0/0 at 4096, 90: here and not in 1/1/0"))
    #expect(lines.last == "set: faults found; rules broken: 1 MUST, 1 SHOULD, 0 NOTE")
  }

  @Test("the same for programs")
  func json() throws {
    let folder = try brokenSet()
    let run = try tilegen.run(["check", "set", "--json"], in: folder.url)
    #expect(run.code == 1)
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(report?["good"] as? Bool == false)
    #expect(report?["tiles"] as? Int == 2)
    let rules = try #require(report?["rules"] as? [[String: Any]])
    #expect(rules.map { $0["rule"] as? String } == ["seam-line", "document-missing"])
    let finding = try #require((rules[0]["findings"] as? [[String: Any]])?.first)
    #expect(finding["tile"] as? String == "1/0/0")
    #expect(finding["at"] as? [Double] == [4096, 90])
  }

  @Test(
    "options choose what counts",
    arguments: [
      (["--tolerance", "3"], 0), (["--no-seams"], 0), (["--tolerance", "3", "--strict"], 1),
      (["--zoom", "0"], 0), (["--bbox", "-170,10,-10,80"], 0), (["--threads", "3"], 1),
      (["--max-findings", "1"], 1),
    ] as [([String], Int32)])
  func options(words: [String], code: Int32) throws {
    let folder = try brokenSet()
    let run = try tilegen.run(["check", "set"] + words, in: folder.url)
    #expect(run.code == code, "\(run.output)\(run.error)")
  }

  @Test(
    "what cannot be checked has its code",
    arguments: [
      (["check", "none"], 74, "none: error: cannot be read: No such file"),
      (["check", "empty"], 65, "empty: error: is no tile set"),
      (["check"], 64, "tilegen: error: PATH is missing"),
      (["check", "set", "--zoom", "5-3"], 64, "tilegen: error: --zoom"),
      (["check", "set", "--bbox", "1,2,3"], 64, "tilegen: error: --bbox"),
      (["check", "set", "--bbox", "1,2,3,north"], 64, "tilegen: error: --bbox"),
    ] as [([String], Int32, String)])
  func failures(words: [String], code: Int32, message: String) throws {
    let folder = try brokenSet()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let run = try tilegen.run(words, in: folder.url)
    #expect(run.code == code)
    #expect(run.error.hasPrefix(message), "\(run.error)")
  }

  @Test(
    "what tilegen builds has no fault",
    arguments: ["delivery-areas.geojson", "polygon-hollow.geojson", "circle-far-north.geojson"])
  func ownTiles(document: String) throws {
    let folder = try TemporaryFolder()
    let input = packageRoot.appendingPathComponent("testdata/overlays/" + document).path
    let build = try tilegen.run(
      ["build", input, "--output", "out", "--max-zoom", "10", "--quiet"], in: folder.url)
    #expect(build.code == 0, "\(build.error)")
    let run = try tilegen.run(["check", "out", "--strict"], in: folder.url)
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }
}
