import Foundation
import TestSupport
import Testing

/// How an output is kept, and how it comes to be.
struct LifeCase: CustomTestStringConvertible, Equatable, Sendable {
  enum Mode: String, CaseIterable, Sendable { case fresh, replace, incremental }

  let output: String
  let mode: Mode

  static let all = ["set", "set.pmtiles", "set.mbtiles"].flatMap { output in
    Mode.allCases.map { LifeCase(output: output, mode: $0) }
  }

  var testDescription: String { "\(output), \(mode)" }

  /// The files of the output: below a folder, or an archive and those beside it.
  var names: [String] { output == "set" ? [output] : [output, output + ".files"] }

  /// The options of a build.
  var options: [String] {
    switch mode {
    case .fresh: []
    case .replace: ["--replace"]
    case .incremental: ["--incremental"]
    }
  }
}

/// A folder in which an output lives, and the two states that it may have: as it was, and as a
/// build makes it.
struct LifeFolder {
  let tilegen = BuiltProgram("tilegen")
  let life: LifeCase
  let folder: TemporaryFolder
  /// What stands there when nothing was done, and when all was.
  let (old, new): ([String: Data], [String: Data])

  /// Makes both states, each by a build that nobody disturbs.
  init(_ life: LifeCase) throws {
    (self.life, folder) = (life, try TemporaryFolder())
    try folder.write(Array(Self.document(change: false).utf8), to: "old.ndjson")
    try folder.write(Array(Self.document(change: true).utf8), to: "new.ndjson")
    let incremental = life.mode == .incremental ? ["--incremental"] : []
    for name in ["old", "new"] {
      try folder.write([], to: "\(name)/input.ndjson")
      try FileManager.default.removeItem(at: Self.url(folder, "\(name)/input.ndjson"))
      try FileManager.default.copyItem(
        at: Self.url(folder, "\(name).ndjson"), to: Self.url(folder, "\(name)/input.ndjson"))
      let run = try tilegen.run(
        Self.build(life, incremental), in: folder.url.appendingPathComponent(name))
      guard run.code == 0 else { throw Failure(text: run.error) }
      try FileManager.default.removeItem(at: Self.url(folder, "\(name)/input.ndjson"))
    }
    old = life.mode == .fresh ? [:] : try Self.files(folder.url.appendingPathComponent("old"))
    new = try Self.files(folder.url.appendingPathComponent("new"))
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Self.url(folder, "new.ndjson"), to: work.appendingPathComponent("input.ndjson"))
  }

  struct Failure: Error { var text: String }

  /// Where the output lives.
  var work: URL { folder.url.appendingPathComponent("work") }

  /// The command that makes the new state of the old one.
  var command: [String] { Self.build(life, life.options) }

  private static func build(_ life: LifeCase, _ options: [String]) -> [String] {
    ["build", "input.ndjson", "-o", life.output, "-z", "6", "-q"] + options
  }

  private static func url(_ folder: TemporaryFolder, _ name: String) -> URL {
    folder.url.appendingPathComponent(name)
  }

  /// Puts the old state in place, whatever stands there.
  func reset() throws {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: work.path) where name != "input.ndjson" {
      try manager.removeItem(at: work.appendingPathComponent(name))
    }
    guard life.mode != .fresh else { return }
    for name in life.names {
      try manager.copyItem(
        at: folder.url.appendingPathComponent("old/\(name)"), to: work.appendingPathComponent(name))
    }
  }

  /// Every file of the output, and what else lies there.
  func state() throws -> [String: Data] {
    var files = try Self.files(work)
    files["input.ndjson"] = nil
    return files
  }

  /// Every file below a folder, hidden ones too.
  static func files(_ folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        files[path] = try Data(contentsOf: file)
      }
    }
    return files
  }

  /// Points, lines and areas all over the world; with `change`, some are gone, moved and new.
  private static func document(change: Bool) -> String {
    var generator = SeededGenerator(seed: 5)
    var text = ""
    for id in 0..<120 {
      let x = Double.random(in: -170...150, using: &generator).rounded()
      let y = Double.random(in: -70...60, using: &generator).rounded() + (change && id == 7 ? 2 : 0)
      if change, id == 70 { continue }
      let geometry =
        switch id % 3 {
        case 0: #""Point","coordinates":[\#(x),\#(y)]"#
        case 1: #""LineString","coordinates":[[\#(x),\#(y)],[\#(x + 8),\#(y + 9)]]"#
        default:
          #""Polygon","coordinates":[[[\#(x),\#(y)],[\#(x + 9),\#(y)],[\#(x),\#(y + 9)],[\#(x),\#(y)]]]"#
        }
      text += """
        {"type":"Feature","id":\(id),"properties":{"n":\(change && id > 115 ? -id : id)},\
        "geometry":{"type":\(geometry)}}

        """
    }
    return text
  }
}
