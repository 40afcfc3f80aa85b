import Foundation
import TestSupport
import Testing

@testable import TileArchive
@testable import TileInspection

@Suite("What archives are held to")
struct ArchiveRuleTests {
  private func rules(_ bytes: [UInt8]) async throws -> Set<String> {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "set.pmtiles")
    let path = folder.url.appendingPathComponent("set.pmtiles").path
    return Set(try await TileSetChecker.run(path).entries.map(\.rule))
  }

  @Test("a good archive has no finding, with and without leaves")
  func good() async throws {
    #expect(try await rules(PlainArchive().bytes) == [])
    #expect(try await rules(BrokenArchives.goodWithLeaves.bytes) == [])
  }

  @Test("each rule is found where it is broken", arguments: BrokenArchives.cases)
  func broken(change: BrokenArchives.Case) async throws {
    let found = try await rules(change.archive.bytes)
    #expect(found.contains(change.rule))
    #expect(found.subtracting(change.also) == [change.rule])
  }

  @Test("every rule of archives has a case")
  func complete() {
    let names = SetRule.allCases.map(\.rawValue).filter { $0.hasPrefix("archive-") }
    #expect(Set(names).isSubset(of: BrokenArchives.cases.map(\.rule)))
    for rule in SetRule.allCases { #expect(!rule.meaning.isEmpty) }
  }

  @Test("archives broken by chance end in findings or in an error, and never in more")
  func chance() async throws {
    var random = SeededGenerator(seed: 4)
    var judged = 0
    for step in 0..<400 {
      var bytes = step % 2 == 0 ? PlainArchive().bytes : BrokenArchives.goodWithLeaves.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count - 127, using: &random))
      }
      if (try? await rules(bytes)) != nil { judged += 1 }
    }
    #expect(judged > 200)
  }

  @Test("a file that is cut short is reported with what is missing")
  func cut() async throws {
    let bytes = PlainArchive().bytes
    #expect(try await rules(Array(bytes.dropLast(3))).contains("archive-sections"))
  }
}

@Suite("What MBTiles files are held to")
struct DatabaseRuleTests {
  private func rules(_ statements: String) async throws -> Set<String> {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("set.mbtiles").path
    try SQLiteDatabase.making(path).run(statements)
    return Set(try await TileSetChecker.run(path).entries.map(\.rule))
  }

  @Test("a good file has no finding, with tiles in a table and in a view")
  func good() async throws {
    #expect(try await rules(BrokenDatabases.good) == [])
    let view = """
      ALTER TABLE tiles RENAME TO map;
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map;
      """
    #expect(try await rules(BrokenDatabases.good + view) == [])
  }

  @Test("each rule is found where it is broken", arguments: BrokenDatabases.cases)
  func broken(change: BrokenDatabases.Case) async throws {
    let found = try await rules(change.statements)
    #expect(found.contains(change.rule))
    #expect(found.subtracting(change.also) == [change.rule])
  }

  @Test("a database with a damaged page fails the check of integrity")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("set.mbtiles").path
    try SQLiteDatabase.making(path).run(BrokenDatabases.good)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // The pages of the index and of the tiles are the last.
    for i in bytes.count - 4096..<bytes.count { bytes[i] ^= 0x5a }
    try folder.write(bytes, to: "set.mbtiles")
    let report = try await TileSetChecker.run(path)
    #expect(report.entries.contains { $0.rule == "database-broken" })
  }
}
