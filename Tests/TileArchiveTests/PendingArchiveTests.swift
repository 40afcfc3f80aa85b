import Foundation
import MapMath
import Testing

@testable import TileArchive

/// An archive and the files beside it change places in two steps. Here a run dies between them.
@Suite("Archives that wait for their place")
struct PendingArchiveTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The output "set", as it is when a run that makes `new` of it dies after the first step.
  private func die(_ old: String?, _ new: String, ending: String, files: Bool = true) throws {
    if let old { try folder.build("set" + ending, tile: old) }
    try folder.build("new" + ending, tile: new, files: files)
    if !files {
      try FileManager.default.createDirectory(
        atPath: folder("new\(ending).files"), withIntermediateDirectories: true)
    }
    try FileManager.default.moveItem(
      atPath: folder("new\(ending)"), toPath: folder("new\(ending).files/.archive"))
    let place = try OutputPlace(folder("set\(ending).files"), kind: .directory)
    try place.put("new\(ending).files", replace: true)
  }

  private func tile(_ name: String) throws -> String {
    let set = try openTileSet(folder(name))
    let world = try #require(TileID(z: 0, x: 0, y: 0))
    let run = try #require(try set.find(world))
    var bytes: [UInt8] = []
    try set.read(run, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func style(_ name: String) -> String {
    String(decoding: folder.bytes("\(name).files/style.json") ?? [], as: UTF8.self)
  }

  @Test(
    "readers see what belongs together, and the next run completes it",
    arguments: ["old", nil], [".pmtiles", ".mbtiles"])
  func completes(old: String?, ending: String) throws {
    try die(old, "new", ending: ending)
    #expect(try tile("set\(ending)") == "new")
    #expect(style("set\(ending)") == "new")
    #expect(throws: ArchiveError.exists(path: folder("set\(ending)"))) {
      try OutputClaim(folder("set\(ending)"))
    }
    #expect(folder.names() == ["set\(ending)", "set\(ending).files"])
    #expect(folder.names("set\(ending).files") == ["manifest.json", "style.json"])
    #expect(try tile("set\(ending)") == "new")
    #expect(style("set\(ending)") == "new")
  }

  @Test("an archive that had files beside it and has none any more")
  func withoutFiles() throws {
    try die("old", "new", ending: ".pmtiles", files: false)
    #expect(try tile("set.pmtiles") == "new")
    try OutputClaim(folder("set.pmtiles"), replace: true).release()
    #expect(folder.names() == ["set.pmtiles"])
    #expect(try tile("set.pmtiles") == "new")
  }

  @Test("what is not ours neither takes a place nor gives it")
  func foreign() throws {
    try die("old", "new", ending: ".pmtiles")
    try folder.write("set.pmtiles", "mine")
    #expect(throws: ArchiveError.notOurs(path: folder("set.pmtiles"))) {
      try OutputClaim(folder("set.pmtiles"), replace: true)
    }
    #expect(folder.bytes("set.pmtiles") == Array("mine".utf8))
    try folder.write("b.pmtiles.files/.archive", "mine")
    #expect(throws: ArchiveError.notOurs(path: folder("b.pmtiles.files"))) {
      try OutputClaim(folder("b.pmtiles"), replace: true)
    }
    #expect(folder.names("b.pmtiles.files") == [".archive"])
  }
}
