import Foundation
import TestSupport
import Testing

@Suite("Two runs on one output")
struct ConcurrentBuildTests {
  let tilegen = BuiltProgram("tilegen")

  /// Starts a build that waits for its input, and runs `rest` meanwhile.
  private func meanwhile(_ output: String, _ rest: String) throws -> BuiltProgram.Result {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo pipe; exec 3<>pipe
      "$0" build pipe -o \(output) -q -z 2 3>&- & first=$!
      for i in $(seq 200); do [ -e .\(output).lock ] && break; sleep 0.05; done
      point='{"type": "Point", "coordinates": [1, 5]}'
      \(rest)
      """
    return try BuiltProgram("/bin/bash").run(["-c", script, tilegen.path], in: folder.url)
  }

  @Test(
    "the second is refused, and the first goes on",
    arguments: ["out", "out.pmtiles", "out.mbtiles"])
  func refused(output: String) throws {
    let run = try meanwhile(
      output,
      """
      echo "$point" > a.ndjson
      "$0" build a.ndjson -o \(output) -z 1 --replace 3>&-; echo $?
      "$0" build a.ndjson -o another -z 1 -q 3>&-; echo $?
      "$0" merge another -o \(output) --replace 3>&-; echo $?
      printf '%s\\n' "$point" >&3; exec 3>&-; wait $first; echo $?; ls -A
      """)
    var names = ["a.ndjson", "another", output]
    if output != "out" { names.append("\(output).files") }
    #expect(run.output == (["73", "0", "73", "0"] + names + ["pipe", ""]).joined(separator: "\n"))
    #expect(
      run.error.hasPrefix("\(output): error: another run is writing it; wait until it has ended"),
      "\(run.error)")
  }

  @Test("a killed one stops nobody, and the next run removes what it has left")
  func killed() throws {
    let run = try meanwhile(
      "out.pmtiles",
      """
      kill -9 $first; wait $first 2>/dev/null; ls -A; exec 3>&-
      echo "$point" > a.ndjson
      "$0" build a.ndjson -o out.pmtiles -z 1 -q; echo $?; ls -A
      """)
    #expect(
      run.output.split(separator: "\n") == [
        ".out.pmtiles.lock", "pipe", "0",
        "a.ndjson", "out.pmtiles", "out.pmtiles.files", "pipe",
      ])
  }
}
