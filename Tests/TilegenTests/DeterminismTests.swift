import Foundation
import TestSupport
import Testing

@Suite("The same input gives the same bytes")
struct DeterminismTests {
  let tilegen = BuiltProgram("tilegen")

  /// Lines, areas with equal insides, and markers, in many work units.
  func document() -> String {
    var generator = SeededGenerator(seed: 77)
    var lines: [String] = []
    func position(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &generator) * 1e6).rounded() / 1e6
    }
    for id in 0..<400 {
      let (x, y) = (position(-170...170), position(-70...70))
      let geometry: String
      switch id % 3 {
      case 0:
        let vertices = (0..<120).map { step in
          "[\(x + Double(step) * 0.05),\(y + position(-1...1))]"
        }
        geometry = #""LineString", "coordinates": [\#(vertices.joined(separator: ","))]"#
      case 1:
        let (e, n) = (min(x + 30, 180), min(y + 20, 80))
        geometry = """
          "Polygon", "coordinates": [[[\(x),\(y)],[\(e),\(y)],[\(e),\(n)],[\(x),\(n)],[\(x),\(y)]]]
          """
      default: geometry = #""Point", "coordinates": [\#(x),\#(y)]"#
      }
      lines.append(
        """
        {"type":"Feature","id":\(id),"properties":{"name":"n\(id % 7)","k\(id % 5)":\(id)},\
        "geometry":{"type":\(geometry)}}
        """)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Every file below a path, or the file itself, with its bytes.
  func files(_ url: URL) throws -> [String: Data] {
    let paths = FileManager.default.subpaths(atPath: url.path) ?? []
    var files: [String: Data] = [:]
    for path in paths + [""] {
      let file = path.isEmpty ? url : url.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        files[path] = try Data(contentsOf: file)
      }
    }
    return files
  }

  @Test(
    "for any thread count, time zone, locale and folder",
    arguments: [
      ["set"], ["set.pmtiles"], ["set.mbtiles"],
      ["set.mbtiles", "--mbtiles-schema", "deduplicated"],
    ])
  func threads(output: [String]) throws {
    let env = try #require(BuiltProgram.installed("env"))
    let text = document()
    var results: [[String: Data]] = []
    for (threads, zone, locale) in [
      ("1", "UTC", "C"), ("2", "Asia/Tokyo", "de_DE.UTF-8"), ("7", "America/Lima", "tr_TR.UTF-8"),
    ] {
      let folder = try TemporaryFolder()
      try folder.write(Array(text.utf8), to: "in.ndjson")
      let result = try env.run(
        ["TZ=\(zone)", "LC_ALL=\(locale)", tilegen.path, "build", "in.ndjson", "-o"] + output
          + ["-z", "5", "--threads", threads, "--quiet"], in: folder.url)
      #expect(result.code == 0, "\(result.error)")
      var all = try files(folder.url.appendingPathComponent(output[0]))
      #expect(!all.isEmpty)
      let beside = try files(folder.url.appendingPathComponent(output[0] + ".files"))
      all.merge(beside.map { ("beside/" + $0.key, $0.value) }) { first, _ in first }
      results.append(all)
    }
    for other in results.dropFirst() {
      #expect(Set(other.keys) == Set(results[0].keys))
      for (name, bytes) in results[0] { #expect(other[name] == bytes, "\(name)") }
    }
  }
}
