import Foundation
import TestSupport
import Testing

/// Names on the command line that nothing in the inputs has.
@Suite("Options that name what is not there")
struct UnusedNameTests {
  let tilegen = BuiltProgram("tilegen")
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      {"type":"Feature","properties":{"name":"a","kind":"b"},\
      "geometry":{"type":"Point","coordinates":[50,40]}}

      """
    try folder.write(Array(text.utf8), to: "a.ndjson")
    try folder.write(Array(#"{"type":"FeatureCollection","features":[]}"#.utf8), to: "none.json")
  }

  private func build(_ arguments: String...) throws -> BuiltProgram.Result {
    try tilegen.run(["build", "-o", "out", "-z", "2"] + arguments, in: folder.url)
  }

  @Test(
    "are named, with what may have been meant",
    arguments: [
      (
        ["--include", "naem"],
        "--include naem: no feature has a property of this name; did you mean name?"
      ),
      (
        ["--exclude", "kind", "--exclude", "secret"],
        "--exclude secret: no feature has a property of this name; there are kind, name"
      ),
      (
        ["--layer-zooms", "markers=0-1"],
        "--layer-zooms markers: no source layer has this name; did you mean marker?"
      ),
      (
        ["--cluster", "20", "--accumulate", "pop=sum"],
        "--accumulate pop: no feature has a property of this name; there are kind, name"
      ),
    ])
  func warns(arguments: [String], message: String) throws {
    let run = try tilegen.run(
      ["build", "a.ndjson", "-o", "out", "-z", "2"] + arguments, in: folder.url)
    #expect(run.code == 0)
    #expect(run.error == "tilegen: warning: \(message)\n")
    let report = try String(
      contentsOf: folder.url.appendingPathComponent("out/report.json"), encoding: .utf8)
    #expect(report.contains(#""option": "\#(arguments[arguments.count - 2])""#), "\(report)")
  }

  @Test("fail a strict build, which then writes nothing")
  func strict() throws {
    let run = try build("a.ndjson", "--strict", "--exclude", "naem")
    #expect(run.code == 1)
    #expect(
      run.error == """
        tilegen: error: --exclude naem: no feature has a property of this name; did you mean name?

        """)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/out"))
  }

  @Test("are fine where a feature has them, filtered or not, and where there are no features")
  func silent() throws {
    let run = try build(
      "a.ndjson", "--include", "name", "--layer-zooms", "marker=1-2", "--filter", "false")
    let noTiles = "tilegen: warning: no overlay has anything in these tiles, so there are none\n"
    #expect(run.error == noTiles)
    let empty = try build("none.json", "--exclude", "secret", "--strict", "--replace")
    #expect((empty.code, empty.error) == (0, noTiles))
  }

  @Test("progress for programs ends with an object that says how the build ended")
  func lastObject() throws {
    let good = try build("a.ndjson", "--progress", "json")
    let last = try #require(good.error.split(separator: "\n").last)
    let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    #expect(object?["phase"] as? String == "done")
    #expect(object?["features"] as? Int == 1)
    #expect(object?["tiles"] as? Int == 3)
    #expect(object?["skipped"] as? Int == 0)
    let bad = try build("a.ndjson", "--progress", "json")
    #expect(bad.code == 73)
    #expect(bad.error.contains(#"{"phase": "failed", "exit": 73, "seconds": "#), "\(bad.error)")
  }
}
