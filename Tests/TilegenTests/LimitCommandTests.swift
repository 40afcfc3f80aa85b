import Foundation
import TestSupport
import Testing

@Suite("tilegen build with limits")
struct LimitCommandTests {
  let tilegen = BuiltProgram("tilegen")

  /// 40 markers near each other.
  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let lines = (1...40).map { i in
      """
      {"type":"Feature","id":\(i),"properties":{"n":\(i)},\
      "geometry":{"type":"Point","coordinates":[\(10 + Double(i) / 1000),20]}}

      """
    }
    try folder.write(Array(lines.joined().utf8), to: "pins.ndjson")
    return folder
  }

  @Test("tiles over a limit are named on standard error, in the summary and in the report")
  func warns() throws {
    let folder = try folder()
    let run = try tilegen.run(
      [
        "build", "pins.ndjson", "-o", "out", "-z", "6", "--max-tile-features", "30",
        "--max-tile-bytes", "1K",
      ], in: folder.url)
    #expect(run.code == 0)
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 6, "\(run.error)")
    #expect(lines[0].hasPrefix("tilegen: warning: tile "), "\(lines[0])")
    #expect(lines[0].hasSuffix("40 features (10 over the limit): marker 40"), "\(lines[0])")
    #expect(lines[5] == "tilegen: warning: and 2 more tiles over the limits")
    #expect(run.output.contains("\n7 tiles over the limits: out/report.json\n"), "\(run.output)")
    let report = try String(
      contentsOf: folder.url.appendingPathComponent("out/report.json"), encoding: .utf8)
    #expect(report.contains(#""featuresOver": 10"#), "\(report)")
  }

  @Test("clusters: as many markers as there are, counted in the report")
  func clusters() throws {
    let folder = try folder()
    let run = try tilegen.run(
      [
        "build", "pins.ndjson", "-o", "out", "-z", "3", "--cluster", "20", "--accumulate",
        "n=max", "--no-gzip",
      ], in: folder.url)
    #expect(run.code == 0, "\(run.error)")
    #expect(
      run.output.contains("\nwhat was left out or put together at each zoom: out/report.json\n"))
    let report = try String(
      contentsOf: folder.url.appendingPathComponent("out/report.json"), encoding: .utf8)
    #expect(report.contains(#""markersInClusters": 40"#), "\(report)")
    let decoded = try tilegen.run(["decode", "out", "0/0/0", "--lines"], in: folder.url)
    #expect(
      decoded.output.contains(
        #""cluster":true,"point_count":40,"point_count_abbreviated":"40","n":40"#),
      "\(decoded.output)")
    #expect(try tilegen.run(["check", "out"], in: folder.url).code == 0)
  }

  @Test("what goes and what is put together is counted, and then --strict passes")
  func strategies() throws {
    let folder = try folder()
    let words = ["build", "pins.ndjson", "-o", "out", "-z", "3", "--max-tile-features", "30"]
    let run = try tilegen.run(words + ["--drop-smallest", "--strict"], in: folder.url)
    #expect(run.code == 0, "\(run.error)")
    let report = folder.url.appendingPathComponent("out/report.json")
    #expect(
      try String(contentsOf: report, encoding: .utf8).contains(#""smallestDropped": 10"#))
    let merged = try tilegen.run(
      words + ["--coalesce", "--exclude", "n", "--strict", "--replace"], in: folder.url)
    #expect(merged.code == 0, "\(merged.error)")
    #expect(try String(contentsOf: report, encoding: .utf8).contains(#""featuresMerged": 39"#))
    let checked = try tilegen.run(["check", "out", "--strict"], in: folder.url)
    #expect(checked.code == 0, "\(checked.output)")
    let alone = try tilegen.run(
      ["build", "pins.ndjson", "-o", "no", "--drop-smallest"], in: folder.url)
    #expect(alone.code == 64)
    #expect(alone.error.contains("--drop-smallest without a limit"), "\(alone.error)")
  }

  @Test("under --strict they end the build with exit code 1, and nothing is written")
  func strict() throws {
    let folder = try folder()
    let run = try tilegen.run(
      ["build", "pins.ndjson", "-o", "out", "-z", "2", "--max-tile-features", "30", "--strict"],
      in: folder.url)
    #expect(run.code == 1)
    #expect(run.error.contains("tilegen: error: tile "), "\(run.error)")
    #expect(run.error.contains("no output was written"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left == ["pins.ndjson"])
    // What is within the limits passes.
    let good = try tilegen.run(
      ["build", "pins.ndjson", "-o", "out", "-z", "2", "--max-tile-features", "40", "--strict"],
      in: folder.url)
    #expect(good.code == 0, "\(good.error)")
  }
}
