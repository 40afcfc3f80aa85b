import Foundation
import MapMath
import Testing

@testable import TileArchive

@Suite("One run at a time makes an output")
struct OutputClaimTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("a second run is refused until the first has ended", arguments: ["a", "a.pmtiles"])
  func busy(name: String) throws {
    let first = try OutputClaim(folder(name))
    #expect(folder.names() == [".\(name).lock"])
    #expect(throws: ArchiveError.busy(path: folder(name))) { try OutputClaim(folder(name)) }
    #expect(throws: ArchiveError.busy(path: folder(name))) { try makeSink(path: folder(name)) }
    // Another output of the same folder is free.
    try OutputClaim(folder("b")).release()
    first.release()
    #expect(folder.names().isEmpty)
    try OutputClaim(folder(name)).release()
    #expect(folder.names().isEmpty)
  }

  @Test(
    "what a living run has made stays, and its lock goes with it",
    arguments: ["a", "a.pmtiles", "a.mbtiles"])
  func living(name: String) throws {
    let sink = try makeSink(path: folder(name))
    let before = folder.names()
    #expect(before == [".\(name).lock", ".\(name).partial-\(getpid())"])
    #expect(throws: ArchiveError.busy(path: folder(name))) {
      try makeSink(path: folder(name), replace: true)
    }
    #expect(folder.names() == before)
    try sink.finish(TileSetMetadata())
    #expect(folder.names() == [name])
    // The sink is still there, but its output is free.
    try makeSink(path: folder(name), replace: true).discard()
    #expect(folder.names() == [name])
  }

  @Test("a claim that is refused leaves no lock")
  func refused() throws {
    try folder.write("a", "mine")
    #expect(throws: ArchiveError.notOurs(path: folder("a"))) { try OutputClaim(folder("a")) }
    #expect(throws: ArchiveError.notOurs(path: folder("a"))) {
      try OutputClaim(folder("a"), replace: true)
    }
    #expect(throws: ArchiveError.notOurs(path: folder("a"))) {
      try OutputClaim.check(folder("a"), replace: true)
    }
    #expect(folder.names() == ["a"])
  }

  @Test("an output reached by two names has one lock")
  func links() throws {
    try DirectorySink(path: folder("real")).finish(TileSetMetadata())
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("real"))
    let claim = try OutputClaim(folder("link"), replace: true)
    #expect(throws: ArchiveError.busy(path: folder("real"))) {
      try OutputClaim(folder("real"), replace: true)
    }
    claim.release()
  }

  @Test("a lock that is a link to another file is not followed")
  func linkedLock() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder(".a.lock"), withDestinationPath: folder("elsewhere"))
    #expect(throws: ArchiveError.io(operation: "create", path: folder("a"), errno: ELOOP)) {
      try OutputClaim(folder("a"))
    }
    #expect(folder.names() == [".a.lock"])
  }
}
