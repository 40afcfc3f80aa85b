import Foundation
import TestSupport
import Testing

@Suite("Whole tiles")
struct GoldenTests {
  let tilegen = BuiltProgram("tilegen")

  @Test("are those of testdata/golden, as a reader of its own finds them")
  func golden() throws {
    let script = packageRoot.appendingPathComponent("tools/golden-update")
    let run = try BuiltProgram(script.path).run([tilegen.path, "--check"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }
}
