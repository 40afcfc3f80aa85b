import Foundation
import TestSupport
import Testing

@Suite("tilegen build --memory")
struct MemoryCommandTests {
  let tilegen = BuiltProgram("tilegen")

  /// Lines of 1.2 million vertices in all: 24 MB, more than a quarter of 64 MB.
  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 3)
    var text: [UInt8] = []
    for id in 1...60 {
      var place = (
        x: Double.random(in: -170...170, using: &random),
        y: Double.random(in: -80...80, using: &random)
      )
      let positions = (0..<20_000).map { _ in
        place.x += Double.random(in: -0.001...0.001, using: &random)
        place.y += Double.random(in: -0.001...0.001, using: &random)
        return "[\(place.x),\(place.y)]"
      }
      text += Array(
        """
        {"type":"Feature","id":\(id),"properties":{},"geometry":\
        {"type":"LineString","coordinates":[\(positions.joined(separator: ","))]}}

        """.utf8)
    }
    try folder.write(text, to: "lines.ndjson")
    return folder
  }

  @Test("the bytes are the same with little memory, and no scratch file is left")
  func sameBytes() throws {
    let folder = try folder()
    for (output, memory) in [("big.pmtiles", "1G"), ("small.pmtiles", "64M")] {
      let run = try tilegen.run(
        ["build", "lines.ndjson", "-o", output, "-z", "9", "--memory", memory, "--temp", "."],
        in: folder.url)
      #expect(run.code == 0, "\(run.error)")
    }
    let big = try Data(contentsOf: folder.url.appendingPathComponent("big.pmtiles"))
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("small.pmtiles")) == big)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(
      left.sorted() == [
        "big.pmtiles", "big.pmtiles.files", "lines.ndjson", "small.pmtiles", "small.pmtiles.files",
      ])
  }

  @Test("a disk without room for scratch files is an error, and the earlier output stays")
  func noRoom() throws {
    let folder = try folder()
    let first = try tilegen.run(
      ["build", "lines.ndjson", "-o", "out", "-z", "3"], in: folder.url)
    #expect(first.code == 0, "\(first.error)")
    let before = try Data(contentsOf: folder.url.appendingPathComponent("out/manifest.json"))
    // A limit on the size of files stands for the full disk.
    let command = "build lines.ndjson -o out --replace -z 3 --memory 64M --temp . --quiet"
    let run = try BuiltProgram("sh").run(
      ["-c", "trap '' XFSZ; ulimit -f 4000; exec '\(tilegen.path)' \(command)"], in: folder.url)
    #expect(run.code == 74, "\(run.error)")
    #expect(run.error.hasPrefix(".: error: cannot write a scratch file: "), "\(run.error)")
    #expect(run.error.contains("--temp names another folder"), "\(run.error)")
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("out/manifest.json")) == before)
  }

  @Test("a folder for scratch files that is none is refused before anything is read")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    for place in ["nowhere", "file"] {
      try Data().write(to: folder.url.appendingPathComponent("file"))
      let run = try tilegen.run(
        ["build", "missing.json", "-o", "out", "--temp", place], in: folder.url)
      #expect(run.code == 64)
      #expect(
        run.error.hasPrefix(
          "tilegen: error: --temp \(place) is not a folder where files can be made"),
        "\(run.error)")
      #expect(
        !FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("out").path))
    }
  }

  @Test("a folder that TMPDIR names and that is not there is an error where it is needed")
  func noTemporaryFolder() throws {
    let folder = try folder()
    let command = "build lines.ndjson -o out -z 3 --memory 64M --quiet"
    let run = try BuiltProgram("sh").run(
      ["-c", "TMPDIR=nowhere exec '\(tilegen.path)' \(command)"], in: folder.url)
    #expect(run.code == 73, "\(run.error)")
    #expect(
      run.error.hasPrefix(
        "nowhere: error: cannot create a scratch file: No such file or directory\n"),
      "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("out").path))
  }

  /// 130,000 markers: 22 MB of features, rows and parts, more than a quarter of 64 MB.
  func markers() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 4)
    var text: [UInt8] = []
    for id in 0..<130_000 {
      let x = Double.random(in: -180...180, using: &random)
      let y = Double.random(in: -85...85, using: &random)
      text += Array(
        """
        {"type":"Feature","properties":{"number":\(id)},"geometry":\
        {"type":"Point","coordinates":[\(x),\(y)]}}

        """.utf8)
    }
    try folder.write(text, to: "markers.ndjson")
    return folder
  }

  @Test("many overlays give the same bytes with little memory; a full disk is an error")
  func manyOverlays() throws {
    let folder = try markers()
    for (output, memory) in [("big.pmtiles", "1G"), ("small.pmtiles", "64M")] {
      let run = try tilegen.run(
        ["build", "markers.ndjson", "-o", output, "-z", "4", "--memory", memory, "--temp", "."],
        in: folder.url)
      #expect(run.code == 0, "\(run.error)")
    }
    let big = try Data(contentsOf: folder.url.appendingPathComponent("big.pmtiles"))
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("small.pmtiles")) == big)
    let command = "build markers.ndjson -o out -z 3 --memory 64M --temp . --quiet"
    let run = try BuiltProgram("sh").run(
      ["-c", "trap '' XFSZ; ulimit -f 1000; exec '\(tilegen.path)' \(command)"], in: folder.url)
    #expect(run.code == 74, "\(run.error)")
    #expect(run.error.hasPrefix(".: error: cannot write a scratch file: "), "\(run.error)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(
      left.sorted() == [
        "big.pmtiles", "big.pmtiles.files", "markers.ndjson", "small.pmtiles",
        "small.pmtiles.files",
      ])
  }

  @Test("what looks at all overlays at once holds them, and says so")
  func heldOverlays() throws {
    let folder = try markers()
    func build(_ memory: String) throws -> String {
      let run = try tilegen.run(
        [
          "build", "markers.ndjson", "-o", "out", "-z", "3", "--replace", "--drop-rate", "2.5",
          "--memory", memory, "--temp", ".",
        ], in: folder.url)
      #expect(run.code == 0, "\(run.error)")
      return run.error
    }
    #expect(
      try build("64M").contains(
        "tilegen: warning: --memory: overlays took more, as --drop-rate looks at all of them at once\n"
      ))
    #expect(try !build("1G").contains("--memory"))
  }
}
