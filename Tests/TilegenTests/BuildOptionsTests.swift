import Foundation
import MapMath
import Testing
import TileArchive
import TilePipeline

@testable import tilegen

@Suite("Options of build")
struct BuildOptionsTests {
  func options(_ words: String...) throws(UsageError) -> BuildOptions {
    try BuildCommand.options(from: ArgumentParser(BuildCommand.allParameters).parse(words))
  }

  @Test("without options they are the defaults of the library")
  func defaults() throws {
    var expected = BuildOptions()
    expected.inputs = [.init(path: "a.geojson")]
    expected.output = "out"
    // Beside the output, where there is room for it.
    expected.scratchDirectory = ProcessInfo.processInfo.environment["TMPDIR"] ?? "."
    #expect(try options("a.geojson", "--output", "out") == expected)
  }

  @Test("every option arrives")
  func everyOption() throws {
    var expected = BuildOptions()
    expected.inputs = [.init(path: "a"), .init(path: "b=c", layer: "roads"), .init(path: "-")]
    expected.output = "o"
    (expected.minZoom, expected.maxZoom, expected.extent, expected.buffer) = (2, 9, 4096, 64)
    expected.cell = try #require(TileID(z: 3, x: 7, y: 4))
    (expected.simplify, expected.edges, expected.antimeridian) = (0, .lnglat, .planar)
    (expected.baseURL, expected.maplibreJS) = ("https://a.b/c", "m.js")
    (expected.compress, expected.replace, expected.strict) = (false, true, true)
    (expected.threads, expected.memory, expected.unescapePolyline) = (3, 1 << 29, true)
    (expected.reportFile, expected.pathPrecision) = ("r.json", 6)
    expected.scratchDirectory = "/tmp"
    expected.baseStyles = [
      .init(mapType: "a1", path: "b=c"), .init(mapType: "normal", path: "/x y/l"),
      .init(mapType: "normal", isDark: true, path: "d"),
    ]
    expected.mbtilesSchema = .deduplicated
    let found = try options(
      "a", "--layer", "roads=b=c", "-", "-o", "o", "-Z", "2", "-z", "9", "--extent", "4096",
      "--tiles", "3/7/4",
      "--buffer", "64", "--simplify", "0", "--edges", "lnglat", "--antimeridian", "planar",
      "--base-url", "https://a.b/c", "--maplibre-js", "m.js", "--no-gzip", "--replace",
      "--strict", "--threads", "3", "--memory", "512M", "--unescape-polyline", "--report", "r.json",
      "--path-precision", "6", "--temp", "/tmp",
      "--base-style", "a1=b=c", "--base-style", "normal=file://localhost/x%20y/l",
      "--base-style", "normal:dark=d", "--mbtiles-schema", "deduplicated")
    #expect(found == expected)
  }

  @Test("limits arrive, with the suffixes of sizes")
  func limits() throws {
    let found = try options(
      "a", "-o", "o", "--max-tile-bytes", "500K", "--max-tile-features", "none")
    #expect(found.limits.bytes == 512_000)
    #expect(found.limits.features == nil)
    #expect(try options("a", "-o", "o", "--max-tile-features", "7").limits.features == 7)
    #expect(try options("a", "-o", "o").limits == TileLimits())
  }

  @Test("strategies arrive, and what contradicts itself is refused")
  func strategies() throws {
    let found = try options(
      "a", "-o", "o", "--cluster", "40", "--cluster-max-zoom", "9", "--accumulate", "a=b=sum",
      "--accumulate", "n=concat")
    #expect(
      found.cluster
        == MarkerClustering(
          distance: 40, maxZoom: 9,
          accumulations: [.init("a=b", .sum), .init("n", .concat)]))
    #expect(try options("a", "-o", "o", "--drop-rate", "2.5").dropRate == 2.5)
    let both = try options(
      "a", "-o", "o", "--coalesce", "--drop-smallest", "--max-tile-features", "9")
    #expect(both.coalesce && both.dropSmallest)
    for words in [
      ["--accumulate", "n=sum"], ["--cluster-max-zoom", "3"], ["--accumulate", "n=median"],
      ["--drop-smallest"], ["--cluster", "40", "--drop-rate", "2"], ["--cluster", "0"],
      ["--drop-rate", "0.5"],
      ["--cluster", "40", "--accumulate", "n=sum", "--accumulate", "n=max"],
    ] {
      #expect(throws: UsageError.self, "\(words)") {
        try BuildCommand.options(
          from: ArgumentParser(BuildCommand.allParameters).parse(["a", "-o", "o"] + words))
      }
    }
  }

  @Test("inputs and layers keep the order of the command line, and composed names their bytes")
  func order() throws {
    let found = try options(
      "-L", "caf\u{e9}=x", "y", "-L", "cafe\u{301}=z", "-o", "o", "--buffer", "auto")
    #expect(found.inputs.map(\.path) == ["x", "y", "z"])
    #expect(found.inputs.map { $0.layer?.utf8.count } == [5, nil, 6])
    #expect(found.buffer == nil)
  }

  @Test(
    "what is missing or contradicts itself is refused",
    arguments: [
      (["-o", "o"], "INPUT is missing"),
      (["a", "-o", "o", "--tiles", "3/7/4", "--incremental"], "--incremental with --tiles"),
      (["a", "-o", "o", "-z", "2", "--tiles", "3/7/4"], "allowed is a tile of a zoom up to 2"),
      (["a", "-o", "o", "--base-style", "none=b"], "for maps without a base; allowed are normal"),
      (["a", "-o", "o", "--base-style", "hybrid:dark=b"], "is the dark form of pictures"),
      (
        ["a", "-o", "o", "--base-style", "terrain:dark=b"], "a dark form needs --base-style terrain"
      ),
      (
        ["a", "-o", "o", "--base-style", "normal=b", "--base-style", "normal=c"],
        "is a second style for its type"
      ),
      (["a"], "--output OUT is missing"),
      (["a", "-o", "o", "-Z", "5", "-z", "3"], "allowed is 0 <= min <= max <= 24"),
      (["a", "-o", "o", "--extent", "256", "--buffer", "300"], "allowed is auto or 0 to 256"),
      (["-", "-", "-o", "o"], "it can be read once"),
      (["a", "-o", "o", "-L", "=f"], "allowed is NAME=FILE"),
      (["a", "-o", "o", "-L", "name"], "allowed is NAME=FILE"),
      (["a", "-o", "o.mbtiles", "--no-gzip"], "tiles of MBTiles are always gzip"),
      (["/dev/null", "-o", "o", "--report", "/dev/../dev/null"], "would take its place"),
    ])
  func refusals(words: [String], reason: String) {
    let error = #expect(throws: UsageError.self) {
      try BuildCommand.options(from: ArgumentParser(BuildCommand.allParameters).parse(words))
    }
    #expect(error?.message.contains(reason) == true)
  }
}
