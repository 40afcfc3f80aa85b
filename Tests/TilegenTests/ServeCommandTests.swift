import Foundation
import TestSupport
import Testing

@Suite("tilegen serve")
struct ServeCommandTests {
  let tilegen = BuiltProgram("tilegen")

  @Test("says its address, hands out tiles, and ends in order at Ctrl-C")
  func serves() async throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write(DecodeCommandTests.point, to: "out/0/0/0.mvt")
    let server = try tilegen.start(
      ["serve", "out", "--port", "0"], in: folder.url, scratch: scratch)
    var address = ""
    for _ in 0..<600 where address.isEmpty {
      let said = try String(
        contentsOf: scratch.url.appendingPathComponent("stdout"), encoding: .utf8)
      if let match = said.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\//) {
        address = String(match.output)
      } else {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    let curl = try BuiltProgram("/usr/bin/env").run(
      ["curl", "-s", "-o", "tile", "-w", "%{http_code} %{content_type}", address + "0/0/0.mvt"],
      in: folder.url)
    #expect(curl.output == "200 application/vnd.mapbox-vector-tile")
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("tile"))
    #expect(Array(bytes) == DecodeCommandTests.point)
    // The shell that started it has become the program.
    #expect(kill(server.identifier, SIGINT) == 0)
    let end = try server.wait()
    #expect(end.code == 0)
    #expect(end.error == "")
  }

  @Test(
    "what cannot be served has its code",
    arguments: [
      (["serve", "none"], 74, "none: error: cannot be read"),
      (["serve", "out", "--host", "here"], 64, "tilegen: error: --host"),
      (["serve", "out", "--port", "70000"], 64, "tilegen: error: --port"),
      (["serve", "out", "--host", "203.0.113.1"], 74, "tilegen: error: cannot listen"),
    ] as [([String], Int32, String)])
  func failures(words: [String], code: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(DecodeCommandTests.point, to: "out/0/0/0.mvt")
    let run = try tilegen.run(words, in: folder.url)
    #expect(run.code == code)
    #expect(run.error.hasPrefix(message), "\(run.error)")
  }
}
