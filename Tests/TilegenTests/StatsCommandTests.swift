import Foundation
import TestSupport
import Testing

@Suite("tilegen stats")
struct StatsCommandTests {
  let tilegen = BuiltProgram("tilegen")

  func tiles() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      TileBytes.tile(
        .layer(
          name: "roads", keys: ["n"], values: [TileBytes().number(4, 7)],
          [.feature(type: 2, tags: [0, 0], [9, 0, 0, 10, 2, 2])])), to: "out/2/1/3.mvt")
    return folder
  }

  @Test("a table for people")
  func table() throws {
    let folder = try tiles()
    let run = try tilegen.run(["stats", "out"], in: folder.url)
    #expect(run.code == 0, "\(run.error)")
    let lines = run.output.split(separator: "\n").map(String.init)
    let words = lines[1].split(separator: " ")
    #expect(words.prefix(4) == ["2", "1", "1", "2"])
    #expect(lines.contains { $0.hasPrefix("layer \"roads\", zooms 2: 1 tile, 1 line, 2 vertices") })
    #expect(lines.contains("  n (int) in 1 feature: 7"))
    #expect(lines.last?.hasPrefix("  2/1/3: ") == true)
  }

  @Test("an object for programs")
  func json() throws {
    let folder = try tiles()
    let run = try tilegen.run(["stats", "out", "--json"], in: folder.url)
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let total = report?["total"] as? [String: Any]
    #expect(total?["features"] as? Int == 1)
    #expect((total?["layers"] as? [String: [String: Any]])?["roads"]?["lines"] as? Int == 1)
    let attribute =
      (report?["attributes"] as? [String: [String: [String: Any]]])?["roads"]?["n"]
    #expect(attribute?["samples"] as? [Int] == [7])
    #expect((report?["biggest"] as? [[String: Any]])?.first?["tile"] as? String == "2/1/3")
  }

  @Test("tiles that cannot be read are named, with the exit code 1")
  func unreadable() throws {
    let folder = try tiles()
    try folder.write([0x1a, 9], to: "out/2/1/2.mvt")
    let run = try tilegen.run(["stats", "out"], in: folder.url)
    #expect(run.code == 1)
    #expect(run.error.hasPrefix("out: error: 1 tile cannot be read, the first is 2/1/2"))
    #expect(try tilegen.run(["stats", "none"], in: folder.url).code == 74)
  }
}
