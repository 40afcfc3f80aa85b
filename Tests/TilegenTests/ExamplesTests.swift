import Foundation
import TestSupport
import Testing

@Suite("The examples")
struct ExamplesTests {
  @Test("are what tools/make-examples writes")
  func upToDate() throws {
    let script = packageRoot.appendingPathComponent("tools/make-examples")
    let run = try BuiltProgram(script.path).run(["--check"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
  }
}
