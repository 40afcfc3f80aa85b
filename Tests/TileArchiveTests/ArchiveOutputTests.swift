import Foundation
import MapMath
import Testing

@testable import TileArchive

@Suite("Archives and the files beside them")
struct ArchiveOutputTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("the files stand in a folder beside the archive, with a manifest; nothing else is left")
  func files() throws {
    try folder.build("a.pmtiles", tile: "one")
    #expect(folder.names() == ["a.pmtiles", "a.pmtiles.files"])
    #expect(folder.names("a.pmtiles.files") == ["manifest.json", "style.json"])
    #expect(folder.bytes("a.pmtiles.files/style.json") == Array("one".utf8))
  }

  @Test("an archive of ours is replaced with its files when that is allowed, and not before")
  func replace() throws {
    try folder.build("a.pmtiles", tile: "one")
    let before = folder.bytes("a.pmtiles")
    #expect(throws: ArchiveError.exists(path: folder("a.pmtiles"))) {
      try folder.build("a.pmtiles", tile: "two")
    }
    #expect(folder.bytes("a.pmtiles") == before)
    try folder.build("a.pmtiles", tile: "two", replace: true)
    #expect(folder.bytes("a.pmtiles") != before)
    #expect(folder.bytes("a.pmtiles.files/style.json") == Array("two".utf8))
    #expect(folder.names() == ["a.pmtiles", "a.pmtiles.files"])
    try folder.build("a.pmtiles", tile: "three", replace: true, files: false)
    #expect(folder.names() == ["a.pmtiles"])
  }

  @Test("what others made is left alone: a file, a folder, a folder of files")
  func foreign() throws {
    try folder.write("a.pmtiles", "PMTiles, I said")
    try folder.write("b.pmtiles/notes", "mine")
    try folder.write("c.pmtiles.files/notes", "mine")
    for (name, inTheWay) in [
      ("a.pmtiles", "a.pmtiles"), ("b.pmtiles", "b.pmtiles"), ("c.pmtiles", "c.pmtiles.files"),
    ] {
      #expect(throws: ArchiveError.notOurs(path: folder(inTheWay))) {
        try folder.build(name, tile: "x", replace: true)
      }
    }
    #expect(folder.names() == ["a.pmtiles", "b.pmtiles", "c.pmtiles.files"])
    #expect(folder.bytes("c.pmtiles.files/notes") == Array("mine".utf8))
  }

  @Test("a discarded archive leaves nothing, and the old one as it was")
  func discard() throws {
    try folder.build("a.pmtiles", tile: "one")
    let before = folder.bytes("a.pmtiles")
    let sink = try makeSink(path: folder("a.pmtiles"), replace: true)
    try sink.addFile(name: "style.json", bytes: [1])
    sink.discard()
    sink.discard()
    #expect(folder.names() == ["a.pmtiles", "a.pmtiles.files"])
    #expect(folder.bytes("a.pmtiles") == before)
  }

  @Test("the output's ending says the format")
  func format() {
    #expect(OutputFormat(path: "a/b.pmtiles") == .pmtiles)
    #expect(OutputFormat(path: "a/b.mbtiles") == .mbtiles)
    #expect(OutputFormat(path: "a/b.pmtiles/") == .directory)
    #expect(OutputFormat(path: "a/pmtiles") == .directory)
    #expect(OutputFormat.filesFolder(of: "a/b.pmtiles") == "a/b.pmtiles.files")
    #expect(OutputFormat.filesFolder(of: "a/b") == "a/b")
  }
}
