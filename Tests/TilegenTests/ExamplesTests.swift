import Foundation
import OverlayModel
import OverlayReader
import TestSupport
import Testing

@Suite("The examples")
struct ExamplesTests {
  static let folder = packageRoot.appendingPathComponent("testdata/overlays")
  static let documents = documentNames()

  private static func documentNames() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix("json") }.sorted()
  }

  @Test("are what tools/make-examples writes")
  func upToDate() throws {
    let script = packageRoot.appendingPathComponent("tools/make-examples")
    let run = try BuiltProgram(script.path).run(["--check"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(Self.documents.count > 40)
  }

  @Test("are read whole, with nothing to report", arguments: documents)
  func nothingToReport(name: String) throws {
    var source = try RecordSource(path: Self.folder.appendingPathComponent(name).path, input: 0)
    var parser = ChunkParser()
    var features = 0
    while let chunk = try source.next() {
      let batch = try parser.parse(chunk)
      features += batch.features.count
      #expect(batch.findings.isEmpty)
    }
    #expect(source.document.findings.isEmpty)
    #expect(features > 0)
  }
}
