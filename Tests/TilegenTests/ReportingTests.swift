import OverlayModel
import Testing
import TileArchive
import TilePipeline

@testable import tilegen

@Suite("What is said about a build")
struct ReportingTests {
  @Test(
    "numbers for people",
    arguments: [
      (Quantity.count(0), "0"), (Quantity.count(999), "999"), (Quantity.count(1000), "1,000"),
      (Quantity.count(1_234_567), "1,234,567"), (Quantity.count(-12_345), "-12,345"),
      (Quantity.bytes(999), "999 B"), (Quantity.bytes(1000), "1.0 kB"),
      (Quantity.bytes(999_960), "1.0 MB"), (Quantity.bytes(6_650_000_000), "6.7 GB"),
      (Quantity.time(seconds: 0.04), "0.0 s"), (Quantity.time(seconds: 9.96), "10.0 s"),
      (Quantity.time(seconds: 59.4), "59 s"), (Quantity.time(seconds: 185), "3 min 5 s"),
      (Quantity.time(seconds: 7800), "2 h 10 min"),
    ])
  func quantities(text: String, expected: String) { #expect(text == expected) }

  @Test("a log says nothing for five seconds, then a line each five")
  func logPace() {
    var log = ProgressLog(style: .log)
    let progress = BuildProgress.tiling(units: 1, of: 4, tiles: 100)
    #expect(log.take(progress, at: 0) == nil)
    #expect(log.take(progress, at: 4.9) == nil)
    #expect(log.take(progress, at: 5) == "tiling  25 %  100 tiles  20/s  ETA 15 s")
    #expect(log.take(progress, at: 9.9) == nil)
    #expect(log.take(progress, at: 10) != nil)
  }

  @Test("a terminal line is renewed with each phase, and ten times a second within one")
  func linePace() {
    var log = ProgressLog(style: .line)
    #expect(
      log.take(.reading(bytes: 50, of: 100, features: 3), at: 0) == "reading  50 %  3 features")
    #expect(log.take(.reading(bytes: 60, of: 100, features: 3), at: 0.05) == nil)
    #expect(log.take(.reading(bytes: 60, of: nil, features: 3), at: 0.2) == "reading  3 features")
    #expect(log.take(.tiling(units: 0, of: 9, tiles: 0), at: 0.21) == "tiling  0 %  0 tiles")
    #expect(log.take(.finishing, at: 0.22) == "finishing")
  }

  @Test("JSON progress is one object a line")
  func json() {
    var log = ProgressLog(style: .json)
    #expect(
      log.take(.reading(bytes: 5, of: 10, features: 2), at: 1.25)
        == #"{"phase": "reading", "done": 5, "total": 10, "features": 2, "seconds": 1.3}"#)
    #expect(
      log.take(.tiling(units: 1, of: 2, tiles: 3), at: 1.3)
        == #"{"phase": "tiling", "done": 1, "total": 2, "tiles": 3, "seconds": 1.3}"#)
    #expect(log.take(.finishing, at: 2) == #"{"phase": "finishing", "seconds": 2.0}"#)
  }

  @Test("the summary has a row for each zoom and names the report only when there is one to read")
  func summary() {
    var summary = BuildSummary()
    summary.featuresRead = 1
    for (zoom, tiles, bytes) in [(0, 1, 900), (1, 1234, 1_100_000)] {
      var row = BuildSummary.Zoom()
      (row.zoom, row.tiles, row.bytes) = (zoom, tiles, bytes)
      summary.zooms.append(row)
    }
    summary.biggestTile = (1, 0, 1, 2345)
    #expect(
      SummaryText(summary: summary, output: "out", seconds: 0.31).text == """
        1 feature read, 0 skipped, 0 altered
         zoom       tiles       bytes
            0           1       900 B
            1       1,234      1.1 MB
          all       1,235      1.1 MB
        biggest tile: 1/0/1, 2.3 kB
        out: done in 0.3 s

        """)
    summary.findings = [Self.finding]
    let text = SummaryText(summary: summary, output: "out/", seconds: 1).text
    #expect(text.contains("1 skipped, 0 altered"))
    #expect(text.hasSuffix("what was skipped or altered: out/report.json\n"))
  }

  static let finding = Finding(
    .skipped, .memberRange, at: SourceLocation(input: 0, line: 7, feature: 3), id: "17",
    member: "overlay.strokeWidth", found: "-1", allowed: "allowed is 0 or more")

  @Test("a finding names file, line, feature, id, member, what was found and what is allowed")
  func findings() {
    #expect(
      findingLine(Self.finding, path: "a.geojson", severity: "warning") == """
        a.geojson:7: warning: feature 3 (id 17): overlay.strokeWidth: found -1; \
        allowed is 0 or more; skipped
        """)
  }

  @Test(
    "each failure has its exit code and its words",
    arguments: [
      (
        Failure.build(.input(path: "a", errno: 2)), 74,
        "a: error: cannot be read: No such file or directory"
      ),
      (
        .build(.malformed(path: "-", line: 4, column: 9, problem: "no JSON")), 65,
        "<stdin>:4:9: error: no JSON"
      ),
      (
        .build(.malformed(path: "a", line: 0, column: 0, problem: "the file is empty")), 65,
        "a: error: the file is empty"
      ),
      (
        .build(.strict(path: "a", finding: finding)), 1,
        """
        a:7: error: feature 3 (id 17): overlay.strokeWidth: found -1; allowed is 0 or more
        """
      ),
      (
        .build(.output(.exists(path: "o"))), 73,
        "o: error: is there already; --replace replaces it"
      ),
      (
        .build(.output(.notOurs(path: "o"))), 73,
        "o: error: is there already and was not made by tilegen, so --replace leaves it alone"
      ),
      (
        .build(.output(.holdsOthers(path: "o", name: "notes/"))), 73,
        "o: error: holds notes/, which tilegen did not make and --replace would remove; move it"
          + " away, or name another output"
      ),
      (
        .build(.output(.io(operation: "mkdir", path: "o", errno: 13))), 73,
        "o: error: cannot mkdir: Permission denied"
      ),
      (
        .build(.output(.io(operation: "write", path: "o", errno: 28))), 74,
        "o: error: cannot write: No space left on device"
      ),
      (.build(.cancelled), 130, "tilegen: stopped; no output was written"),
      (.signal(2), 130, "tilegen: stopped; no output was written"),
      (.signal(15), 143, "tilegen: stopped; no output was written"),
      (
        .usage(.missing("INPUT"), command: "build"), 64, "tilegen: error: INPUT is missing"
      ),
      (.closedPipe, 0, nil),
      (.writing(errno: 28), 74, "tilegen: error: cannot write the output: No space left on device"),
      (
        .reading(path: "a", errno: 13), 74, "a: error: cannot be read: Permission denied"
      ),
      (.tile(path: "a", problem: "is cut short"), 65, "a: error: is cut short"),
    ] as [(Failure, Int32, String?)])
  func failures(failure: Failure, code: Int32, line: String?) {
    #expect(failure.exitCode.rawValue == code)
    #expect(failure.lines.first == line)
  }
}
