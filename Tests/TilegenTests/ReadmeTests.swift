import Foundation
import TestSupport
import Testing

@Suite("README.md")
struct ReadmeTests {
  @Test("its commands give the output that it shows")
  func commands() throws {
    let script = packageRoot.appendingPathComponent("tools/readme-run")
    let run = try BuiltProgram(script.path).run([BuiltProgram("tilegen").path])
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }
}
