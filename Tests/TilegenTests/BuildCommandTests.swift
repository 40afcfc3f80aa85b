import Foundation
import TestSupport
import Testing

@Suite("tilegen build")
struct BuildCommandTests {
  let tilegen = BuiltProgram("tilegen")

  /// Three markers, the second with a width that is no number and the third beyond the pole.
  static let document = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "id": 1, "properties": {"name": "a"},
     "geometry": {"type": "Point", "coordinates": [10, 10]}},
    {"type": "Feature", "id": 2, "properties": {"name": "b"},
     "geometry": {"type": "LineString", "coordinates": [[0, 0], [20, 20]]},
     "overlay": {"strokeWidth": 4}},
    {"type": "Feature", "id": 3, "properties": {"name": "c"},
     "geometry": {"type": "Point", "coordinates": [10, 95]}}]}

    """

  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.document.utf8), to: "a.geojson")
    return folder
  }

  func build(_ words: String..., in folder: TemporaryFolder, input: String = "") throws
    -> BuiltProgram.Result
  {
    try tilegen.run(["build"] + words, in: folder.url, input: input)
  }

  /// Every file below a folder with its bytes.
  func files(_ folder: URL) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var files: [String: Data] = [:]
    for path in paths {
      let url = folder.appendingPathComponent(path)
      if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { continue }
      files[path] = try Data(contentsOf: url)
    }
    return files
  }

  @Test("makes the folder, names what it skipped, and sums up")
  func output() throws {
    let folder = try folder()
    let run = try build("a.geojson", "-o", "out", "-z", "2", in: folder)
    #expect(run.code == 0)
    #expect(run.error.hasPrefix("a.geojson:7: warning: feature 2 (id 3): "), "\(run.error)")
    #expect(run.error.contains("95"))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(run.output.hasPrefix("3 features read, 1 skipped, 0 altered\n zoom  "), "\(run.output)")
    #expect(run.output.contains("what was skipped or altered: out/report.json"))
    let files = try files(folder.url.appendingPathComponent("out"))
    for name in ["0/0/0.mvt", "tiles.json", "metadata.json", "style.json", "index.html"] {
      #expect(files[name] != nil, "\(name)")
    }
    let report = try JSONSerialization.jsonObject(with: files["report.json"] ?? Data())
    let skipped = (report as? [String: Any])?["skipped"] as? [[String: Any]]
    #expect(skipped?.count == 1)
    #expect(skipped?.first?["line"] as? Int == 7)
    #expect(skipped?.first?["file"] as? String == "a.geojson")
    #expect((skipped?.first?["message"] as? String)?.contains("95") == true)
  }

  @Test("gives the same bytes for one worker and for two", arguments: ["city-routes.geojson"])
  func determinism(name: String) throws {
    let folder = try TemporaryFolder()
    let document = packageRoot.appendingPathComponent("testdata/overlays/\(name)").path
    for threads in ["1", "2"] {
      let run = try build(
        document, "-o", "out\(threads)", "-z", "12", "--threads", threads, in: folder)
      #expect(run.code == 0, "\(run.error)")
    }
    let one = try files(folder.url.appendingPathComponent("out1"))
    let two = try files(folder.url.appendingPathComponent("out2"))
    #expect(one.count > 20)
    #expect(one == two)
  }

  @Test("leaves an output alone unless told to replace it, and never touches what is not its own")
  func replacing() throws {
    let folder = try folder()
    #expect(try build("a.geojson", "-o", "out", "-z", "0", in: folder).code == 0)
    let before = try files(folder.url.appendingPathComponent("out"))
    let again = try build("a.geojson", "-o", "out", "-z", "1", in: folder)
    #expect(again.code == 73)
    #expect(again.error.contains("out: error: is there already; --replace replaces it"))
    #expect(try files(folder.url.appendingPathComponent("out")) == before)
    #expect(try build("a.geojson", "-o", "out", "-z", "1", "--replace", in: folder).code == 0)
    #expect(try files(folder.url.appendingPathComponent("out"))["1/1/0.mvt"] != nil)
    try folder.write([1], to: "photos/a.jpg")
    let foreign = try build("a.geojson", "-o", "photos", "--replace", in: folder)
    #expect(foreign.code == 73)
    #expect(foreign.error.contains("photos: error: is there already and was not made by tilegen"))
    #expect(try files(folder.url.appendingPathComponent("photos")).count == 1)
  }

  @Test(
    "a failed build has its code and its place, and leaves nothing",
    arguments: [
      (["none.geojson"], 74, "none.geojson: error: cannot be read: No such file or directory"),
      (["cut.geojson"], 65, "cut.geojson:2"),
      (["empty.geojson"], 65, "empty.geojson: error: "),
      (["a.geojson", "--strict"], 1, "a.geojson:7: error: feature 2 (id 3): "),
    ] as [([String], Int32, String)])
  func failures(words: [String], code: Int32, message: String) throws {
    let folder = try folder()
    try folder.write(
      Array("{\"type\": \"FeatureCollection\",\n\"features\": [{".utf8), to: "cut.geojson")
    try folder.write([], to: "empty.geojson")
    let run = try tilegen.run(["build", "-o", "out"] + words, in: folder.url)
    #expect(run.code == code)
    #expect(run.error.hasPrefix(message), "\(run.error)")
    #expect(run.output.isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(left == ["a.geojson", "cut.geojson", "empty.geojson"])
  }

  @Test("reads standard input, names it in messages, and --quiet says nothing")
  func standardInput() throws {
    let folder = try TemporaryFolder()
    let loud = try build("-", "-o", "one", "-z", "0", in: folder, input: Self.document)
    #expect(loud.error.hasPrefix("<stdin>:7: warning: "), "\(loud.error)")
    let quiet = try build("-", "-o", "two", "-z", "0", "-q", in: folder, input: Self.document)
    #expect(quiet.code == 0)
    #expect(quiet.output.isEmpty)
    #expect(quiet.error.isEmpty)
  }

  @Test("warns of an output without tiles, but not where an incremental build makes none")
  func nothing() throws {
    let folder = try folder()
    let warning = "no overlay has anything in these tiles"
    let strict = "strict readers refuse such an archive"
    let away = ["a.geojson", "--tiles", "3/0/0", "-z", "4"]
    for (output, isArchive) in [("out", false), ("out.pmtiles", true), ("out.mbtiles", false)] {
      let run = try tilegen.run(["build"] + away + ["-o", output], in: folder.url)
      #expect(run.code == 0 && run.error.contains(warning), "\(run.error)")
      #expect(run.error.contains(strict) == isArchive)
    }
    for _ in 0..<2 {
      let run = try build("a.geojson", "-o", "daily", "--incremental", "-z", "2", in: folder)
      #expect(run.code == 0 && !run.error.contains(warning), "\(run.error)")
    }
  }

  @Test("prints twenty findings and counts the rest")
  func manyFindings() throws {
    let folder = try TemporaryFolder()
    let record = #"{"type": "Point", "coordinates": [0, 95]}"# + "\n"
    let good = #"{"type": "Point", "coordinates": [0, 5]}"# + "\n"
    let text = good + String(repeating: record, count: 25)
    let run = try build("-", "-o", "out", "-z", "0", in: folder, input: text)
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "and 5 more, see out/report.json")
  }

  @Test("--progress json writes an object a line, in the order of the work")
  func jsonProgress() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array(#"{"type": "Point", "coordinates": [1, 5]}"#.utf8), to: "a.geojson")
    let run = try build("a.geojson", "-o", "out", "-z", "3", "--progress", "json", in: folder)
    let phases = try run.error.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["seconds"] is Double)
      return object?["phase"] as? String ?? ""
    }
    let order = ["reading", "tiling", "finishing", "done"]
    #expect(Set(phases) == Set(order))
    #expect(phases.count { $0 == "done" } == 1)
    #expect(
      phases.map { order.firstIndex(of: $0) ?? -1 }.sorted()
        == phases.map { order.firstIndex(of: $0) ?? -1 })
  }

  @Test("on a terminal progress is one line, written over and taken away at the end")
  func terminal() throws {
    let folder = try folder()
    let script = "import pty, sys; pty.spawn(sys.argv[1:])"
    let run = try BuiltProgram("/usr/bin/env").run(
      ["python3", "-c", script, tilegen.path, "build", "a.geojson", "-o", "out", "-z", "3"],
      in: folder.url)
    #expect(run.output.contains("\rtiling"), "\(run.output)")
    let shown = try #require(run.output.range(of: "a.geojson:7: warning"))
    #expect(run.output[..<shown.lowerBound].hasSuffix(" \r"))
  }

  /// Starts a build that waits for more of its input, sends it a signal, and runs `rest` after.
  private func interrupt(
    _ number: Int32, in folder: TemporaryFolder, then rest: String
  ) throws -> BuiltProgram.Result {
    // The shell holds the pipe open; the build itself must not, or it would wait for itself.
    let script = """
      mkfifo pipe; exec 3<>pipe
      \(Self.unhardened) "$0" build pipe -o out --progress json 2>errors 3>&- & tilegen=$!
      printf '{"type": "Point", "coordinates": [1, 5]}\\n' >&3
      sleep 0.7; kill -\(number) $tilegen; \(rest)
      """
    return try BuiltProgram("/bin/bash").run(["-c", script, tilegen.path], in: folder.url)
  }

  /// Where tests run under nohup, the program would ignore SIGHUP as it should.
  #if os(Linux)
    private static let unhardened = "env --default-signal=HUP"
  #else
    private static let unhardened = ""
  #endif

  @Test(
    "a signal ends the run with its code and leaves nothing",
    arguments: [(SIGHUP, 129), (SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func signals(number: Int32, code: Int32) throws {
    let folder = try TemporaryFolder()
    let run = try interrupt(
      number, in: folder, then: "sleep 0.2; exec 3>&-; wait $tilegen; echo $?; tail -n 1 errors")
    #expect(run.output == "\(code)\ntilegen: stopped; no output was written\n", "\(run.error)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(left == ["errors", "pipe"])
  }

  @Test(
    "a run that waits for input ends too: at a second signal, or ten seconds after the first",
    arguments: ["sleep 0.2; kill -15 $tilegen;", ""])
  func signalWhileWaiting(more: String) throws {
    let folder = try TemporaryFolder()
    let run = try interrupt(15, in: folder, then: more + " wait $tilegen; echo $?")
    #expect(run.output == "143\n", "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/out"))
  }
}
