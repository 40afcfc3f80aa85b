import Foundation
import TestSupport
import Testing

/// Runs that are ended at random moments and at every step that changes names.
///
/// `OVERLAYTILES_KILLS` says how often in each case; without it there is a quick form.
@Suite("Runs that are killed", .serialized)
struct KillTests {
  private static let wanted =
    ProcessInfo.processInfo.environment["OVERLAYTILES_KILLS"].flatMap { Int($0) }

  @Test(
    "leave the earlier output or the new one, whole, and the next run cleans up",
    arguments: LifeCase.all)
  func kill(life: LifeCase) throws {
    let place = try LifeFolder(life)
    var ends: [String: Int] = [:]
    try forEachRound(place, signals: 1) { random, moment in
      let run = try end(place, SIGKILL, after: moment)
      let name = try cleanUp(place)
      ends[name, default: 0] += 1
      #expect(run.code == -SIGKILL || name == "new")
    }
    print("killed \(life.testDescription): \(ends.sorted { $0.key < $1.key })")
  }

  @Test(
    "the same before each step that changes a name or waits for the disk",
    arguments: wanted == nil ? [1, 2, 4].map { LifeCase.all[$0] } : LifeCase.all)
  func steps(life: LifeCase) throws {
    guard let strace = BuiltProgram.installed("strace") else {
      try Test.cancel("strace is not installed")
    }
    let place = try LifeFolder(life)
    var ends: [String: Int] = [:]
    for call in ["renameat", "renameat2", "fsync", "syncfs", "mkdirat", "unlinkat"] {
      // Hundreds of files of an old output are removed one like the other.
      for number in 1...(Self.wanted == nil ? 4 : 12) {
        try place.reset()
        let run = try strace.run(
          [
            "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=KILL:when=\(number)", place.tilegen.path,
          ] + place.command, in: place.work)
        if run.code == 1, run.error.contains("trace") {
          try Test.cancel("no program may watch another here: \(run.error)")
        }
        let name = try cleanUp(place)
        ends[name, default: 0] += 1
        if run.code == 0 {
          #expect(name == "new")
          break
        }
      }
    }
    print("killed before steps of \(life.testDescription): \(ends.sorted { $0.key < $1.key })")
  }

  /// Finds which state stands there, and lets the next run clean up.
  private func cleanUp(_ place: LifeFolder) throws -> String {
    var known = end(of: try place.state(), place)
    if known.name.hasPrefix("decided") {
      let reader = try place.tilegen.run(["stats", place.life.output], in: place.work)
      #expect(reader.code == 0, "\(reader.error)")
      #expect(try place.state() == place.new)
      known.files = place.new
    }
    // The next run is refused where something stands, and builds where nothing does.
    let next = try place.tilegen.run(
      place.command.filter { $0 != "--replace" && $0 != "--incremental" }, in: place.work)
    #expect(next.code == (known.files.isEmpty ? 0 : 73), "\(next.error)")
    if !known.files.isEmpty { #expect(try place.state() == known.files) }
    #expect(try names(place.work) == place.life.names)
    return known.name
  }

  @Test(
    "SIGINT and SIGTERM leave the earlier output and nothing else, or come too late",
    arguments: LifeCase.all)
  func interrupt(life: LifeCase) throws {
    let place = try LifeFolder(life)
    try forEachRound(place, signals: 2) { random, moment in
      let signal = Bool.random(using: &random) ? SIGINT : SIGTERM
      let run = try end(place, signal, after: moment)
      // On a machine that is very busy a run cannot end in order within its time.
      if run.error.contains("stopped at once") {
        _ = try cleanUp(place)
        return
      }
      // Until it can listen to signals, a run ends as the system ends it.
      #expect([0, 128 + signal, -signal].contains(run.code), "\(run.error)")
      #expect(try place.state() == (run.code == 0 ? place.new : place.old))
      let isEmpty = run.code != 0 && life.mode == .fresh
      #expect(try names(place.work) == (isEmpty ? [] : life.names))
      if run.code > 0 {
        #expect(run.error == "tilegen: stopped; no output was written\n")
      }
    }
  }

  /// Calls `body` with a random moment of a build, late ones more often: there an output changes.
  private func forEachRound(
    _ place: LifeFolder, signals: UInt64,
    _ body: (inout SeededGenerator, Double) throws -> Void
  ) throws {
    let number = LifeCase.all.firstIndex(of: place.life) ?? 0
    var random = SeededGenerator(seed: signals << 8 + UInt64(number))
    try place.reset()
    let start = ContinuousClock.now
    let whole = try place.tilegen.run(place.command, in: place.work)
    #expect(whole.code == 0, "\(whole.error)")
    #expect(try place.state() == place.new)
    let duration = (ContinuousClock.now - start) / .seconds(1)
    for _ in 0..<(Self.wanted ?? 1) {
      try place.reset()
      let range = Bool.random(using: &random) ? 0...1 : 0.8...1.05
      try body(&random, duration * Double.random(in: range, using: &random))
    }
  }

  private func end(
    _ place: LifeFolder, _ signal: Int32, after seconds: Double
  ) throws -> BuiltProgram.Result {
    let scratch = try TemporaryFolder()
    let run = try place.tilegen.start(place.command, in: place.work, scratch: scratch)
    Thread.sleep(forTimeInterval: seconds)
    Foundation.kill(run.identifier, signal)
    return try run.wait()
  }

  /// Which state stands there, hidden leftovers aside.
  private func end(
    of found: [String: Data], _ place: LifeFolder
  ) -> (name: String, files: [String: Data]) {
    let pending = "\(place.life.output).files/.archive"
    var output = found.filter { !$0.key.hasPrefix(".") }
    if output == place.old { return ("old", place.old) }
    if output == place.new { return ("new", place.new) }
    if output.keys.contains("set/.update/removed") {
      // What is to change is decided; who reads next completes it. Until then each file is whole.
      let visible = output.filter { !$0.key.hasPrefix("set/.update/") }
      for (name, bytes) in visible {
        #expect(bytes == place.old[name] || bytes == place.new[name], "\(name)")
      }
      let moved = visible == place.new ? "all" : visible == place.old ? "none" : "some"
      return ("decided, \(moved) moved", [:])
    }
    // The archive waits among its files: readers see it there.
    output[place.life.output] = output.removeValue(forKey: pending)
    #expect(output == place.new)
    return ("waiting", place.new)
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0 != "input.ndjson" }
  }
}
