import Foundation
import JSONText
import MapMath
import TestSupport
import Testing

@testable import TileArchive

/// Builds a batch from addresses and contents; equal contents share their bytes.
private func batch(_ tiles: [(z: Int, x: Int, y: Int, content: String)]) throws -> TileBatch {
  var batch = TileBatch()
  var known: [String: Range<Int>] = [:]
  for tile in tiles {
    batch.tiles.append(try #require(TileID(z: tile.z, x: tile.x, y: tile.y)))
    let range =
      known[tile.content]
      ?? {
        let start = batch.bytes.count
        batch.bytes += Array(tile.content.utf8)
        return start..<batch.bytes.count
      }()
    known[tile.content] = range
    batch.ranges.append(range)
  }
  return batch
}

private func metadata() -> TileSetMetadata {
  var metadata = TileSetMetadata()
  metadata.layers = [.init(id: "stroke", fields: [("color", "String")], minZoom: 0, maxZoom: 14)]
  return metadata
}

struct DirectorySinkTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("tiles, given files and descriptions stand in the output, and nothing beside it")
  func writes() throws {
    let sink = try DirectorySink(path: folder("out"))
    try sink.add(batch([(0, 0, 0, "world")]))
    try sink.add(batch([(2, 3, 1, "a"), (2, 0, 2, "b"), (2, 3, 0, "c"), (2, 1, 1, "")]))
    try sink.addFile(name: "style.json", bytes: Array("{}".utf8))
    #expect(folder.names() == [".out.lock", ".out.partial-\(getpid())"])
    try sink.finish(metadata())
    #expect(folder.names() == ["out"])
    #expect(
      folder.names("out") == [
        ".htaccess", "0", "2", "manifest.json", "metadata.json", "style.json", "tiles.json",
      ])
    #expect(folder.bytes("out/0/0/0.mvt") == Array("world".utf8))
    #expect(folder.names("out/2") == ["0", "3"])
    #expect(folder.names("out/2/3") == ["0.mvt", "1.mvt"])
    #expect(folder.bytes("out/2/3/1.mvt") == Array("a".utf8))
    #expect(folder.bytes("out/2/0/2.mvt") == Array("b".utf8))
    #expect(folder.bytes("out/style.json") == Array("{}".utf8))
  }

  @Test("tiles of one batch with the same bytes are one file with several names")
  func links() throws {
    let sink = try DirectorySink(path: folder("out"))
    try sink.add(batch([(1, 0, 0, "same"), (1, 0, 1, "same"), (1, 1, 1, "same"), (1, 1, 0, "x")]))
    try sink.finish(metadata())
    func inode(_ name: String) throws -> Int {
      try #require(
        FileManager.default.attributesOfItem(atPath: folder(name))[.systemFileNumber] as? Int)
    }
    #expect(try inode("out/1/0/0.mvt") == inode("out/1/0/1.mvt"))
    #expect(try inode("out/1/0/0.mvt") == inode("out/1/1/1.mvt"))
    #expect(try inode("out/1/0/0.mvt") != inode("out/1/1/0.mvt"))
    #expect(folder.bytes("out/1/1/1.mvt") == Array("same".utf8))
  }

  @Test("batches from many threads all arrive, and the manifest does not depend on their order")
  func threads() async throws {
    func build(_ name: String, order: [Int]) async throws {
      let sink = try DirectorySink(path: folder(name))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for column in order {
          group.addTask {
            try sink.add(batch((0..<64).map { (6, column, $0, "tile \(column) \($0 % 5)") }))
          }
        }
        try await group.waitForAll()
      }
      try sink.finish(metadata())
    }
    try await build("a", order: Array(0..<64))
    try await build("b", order: (0..<64).reversed())
    #expect(folder.names("a/6").count == 64)
    for column in 0..<64 {
      for row in 0..<64 {
        let bytes = folder.bytes("a/6/\(column)/\(row).mvt")
        #expect(bytes == Array("tile \(column) \(row % 5)".utf8))
      }
    }
    #expect(folder.bytes("a/manifest.json") == folder.bytes("b/manifest.json"))
    let text = try #require(folder.bytes("a/manifest.json"))
    let zoom = try #require(try JSONValue(parsing: text)["zooms"]?[0])
    #expect(zoom["zoom"] == 6 && zoom["tiles"] == 4096)
    // "tile C R" is 8 bytes for a one-digit column, 9 for two digits: 10 x 64 x 8 + 54 x 64 x 9.
    #expect(zoom["bytes"] == .int(10 * 64 * 8 + 54 * 64 * 9))
  }

  @Test("the digest tells any change of address or bytes")
  func digest() throws {
    func hash(_ z: Int, _ x: Int, _ y: Int, _ text: String) throws -> UInt64 {
      let tile = try #require(TileID(z: z, x: x, y: y))
      return Manifest.hash(tile, Array(text.utf8).span.bytes)
    }
    let hashes = try [
      hash(3, 1, 2, "abcdefghij"), hash(3, 2, 1, "abcdefghij"), hash(4, 1, 2, "abcdefghij"),
      hash(3, 1, 2, "abcdefghik"), hash(3, 1, 2, "bbcdefghij"), hash(3, 1, 2, "abcdefgh"),
      hash(3, 1, 2, "abcdefgh\0"), hash(3, 1, 2, ""),
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  @Test("a file that stands there is kept when it was given")
  func givenManifest() throws {
    let sink = try DirectorySink(path: folder("out"))
    try sink.addFile(name: "manifest.json", bytes: [0x7b, 0x7d])
    try sink.finish(metadata())
    #expect(folder.bytes("out/manifest.json") == [0x7b, 0x7d])
  }

  @Test("Apache is told of gzip only when tiles are gzip")
  func htaccess() throws {
    for compressed in [true, false] {
      let sink = try DirectorySink(path: folder("\(compressed)"))
      var metadata = metadata()
      metadata.compressed = compressed
      try sink.finish(metadata)
      let text = String(
        decoding: try #require(folder.bytes("\(compressed)/.htaccess")), as: UTF8.self)
      #expect(text.contains("AddEncoding gzip .mvt") == compressed)
      #expect(text.contains("AddType application/vnd.mapbox-vector-tile .mvt"))
    }
  }
}

struct OutputPlaceTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func build(_ name: String, replace: Bool = false, tile: String = "new") throws {
    let sink = try DirectorySink(path: folder(name), replace: replace)
    try sink.add(batch([(0, 0, 0, tile)]))
    try sink.finish(metadata())
  }

  @Test("what stands there is refused without replace, whatever it is")
  func exists() throws {
    try folder.write("file", "x")
    try folder.write("full/notes.txt", "x")
    try FileManager.default.createDirectory(
      atPath: folder("empty"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder("dangling"), withDestinationPath: folder("nowhere"))
    try build("ours")
    for name in ["empty", "ours"] {
      #expect(throws: ArchiveError.exists(path: folder(name))) { try build(name) }
    }
    for name in ["file", "full", "dangling"] {
      let error = #expect(throws: ArchiveError.self) { try build(name) }
      guard case .notOurs? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
    #expect(folder.names() == ["dangling", "empty", "file", "full", "ours"])
  }

  @Test("replace takes an output of ours or an empty directory")
  func replaces() throws {
    try build("out", tile: "old")
    try folder.write("out/.DS_Store", "old")
    try build("out", replace: true)
    #expect(folder.bytes("out/0/0/0.mvt") == Array("new".utf8))
    #expect(folder.bytes("out/.DS_Store") == nil)
    try FileManager.default.createDirectory(
      atPath: folder("empty"), withIntermediateDirectories: true)
    try build("empty", replace: true)
    try build("free", replace: true)
    #expect(folder.names() == ["empty", "free", "out"])
  }

  @Test(
    "what others have put into an output of ours is never lost with it",
    arguments: ["notes.txt", "vendor/", "25/", "-1/", "style.json.gz"])
  func holdsOthers(name: String) throws {
    try build("out", tile: "old")
    try folder.write("out/\(name)\(name.hasSuffix("/") ? "a" : "")", "mine")
    #expect(throws: ArchiveError.holdsOthers(path: folder("out"), name: name)) {
      try build("out", replace: true)
    }
    #expect(folder.bytes("out/0/0/0.mvt") == Array("old".utf8))
    #expect(throws: ArchiveError.exists(path: folder("out"))) { try build("out") }
    try build("next", tile: "old")
    let sink = try DirectorySink(path: folder("next"), replace: true)
    try folder.write("next/\(name)\(name.hasSuffix("/") ? "a" : "")", "mine")
    #expect(throws: ArchiveError.holdsOthers(path: folder("next"), name: name)) {
      try sink.finish(metadata())
    }
  }

  @Test("an output that does not tell its files is replaced as it is")
  func withoutFiles() throws {
    try folder.write("out/manifest.json", #"{"generator":"OverlayTiles","manifest":1,"zooms":[]}"#)
    try folder.write("out/notes.txt", "x")
    try build("out", replace: true)
    #expect(folder.bytes("out/notes.txt") == nil)
  }

  @Test("replace never takes anything else")
  func notOurs() throws {
    try folder.write("file", "x")
    try folder.write("full/notes.txt", "x")
    try folder.write("other/tiles.json", #"{"tilejson":"3.0.0","generator":"tippecanoe"}"#)
    try folder.write("broken/tiles.json", "{")
    try FileManager.default.createDirectory(
      atPath: folder("odd/tiles.json"), withIntermediateDirectories: true)
    for name in ["file", "full", "other", "broken", "odd"] {
      #expect(throws: ArchiveError.notOurs(path: folder(name))) { try build(name, replace: true) }
    }
    #expect(folder.bytes("full/notes.txt") == [0x78])
    #expect(folder.names() == ["broken", "file", "full", "odd", "other"])
  }

  @Test("what comes to stand there during the run is not replaced either")
  func appears() throws {
    for (replace, name) in [(false, "a"), (true, "b")] {
      let sink = try DirectorySink(path: folder(name), replace: replace)
      try folder.write("\(name)/notes.txt", "x")
      #expect(throws: ArchiveError.notOurs(path: folder(name))) { try sink.finish(metadata()) }
      sink.discard()
      #expect(folder.names(name) == ["notes.txt"])
    }
    #expect(folder.names() == ["a", "b"])
  }

  @Test("an output reached by a link or with a slash at the end is replaced where it really is")
  func links() throws {
    try build("real", tile: "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("real"))
    try build("link/", replace: true)
    #expect(folder.bytes("real/0/0/0.mvt") == Array("new".utf8))
    #expect(folder.names() == ["link", "real"])
  }

  @Test("a missing parent is named")
  func missingParent() {
    let path = folder("no/out")
    #expect(throws: ArchiveError.io(operation: "open", path: folder("no"), errno: ENOENT)) {
      try DirectorySink(path: path)
    }
    #expect(throws: ArchiveError.io(operation: "create", path: "", errno: ENOENT)) {
      try DirectorySink(path: "")
    }
    #expect(throws: ArchiveError.notOurs(path: "/")) { try DirectorySink(path: "/", replace: true) }
  }

  @Test("a path without folders is taken from the working directory")
  func relative() throws {
    let name = "overlaytiles-relative-\(getpid())"
    let sink = try DirectorySink(path: name)
    #expect(FileManager.default.fileExists(atPath: ".\(name).partial-\(getpid())"))
    sink.discard()
    #expect(!FileManager.default.fileExists(atPath: ".\(name).partial-\(getpid())"))
  }

  @Test("a sink that is discarded or forgotten leaves nothing, and an old output as it was")
  func discards() throws {
    try build("out", tile: "old")
    do {
      let sink = try DirectorySink(path: folder("out"), replace: true)
      try sink.add(batch([(0, 0, 0, "new")]))
      sink.discard()
      sink.discard()
      let forgotten = try DirectorySink(path: folder("out"), replace: true)
      try forgotten.add(batch([(3, 4, 5, "new")]))
    }
    #expect(folder.names() == ["out"])
    #expect(folder.bytes("out/0/0/0.mvt") == Array("old".utf8))
  }

  @Test("leftovers of dead runs go; those of other outputs, and what links lead to, stay")
  func sweeps() throws {
    try folder.write(".out.lock", "")
    try folder.write(".out.partial-999999/0/0/0.mvt", "x")
    try folder.write(".out.partial-12-3/deep/deeper/file", "x")
    try FileManager.default.createSymbolicLink(
      atPath: folder(".out.partial-12-3/link"), withDestinationPath: folder("keep"))
    try folder.write("keep/file", "x")
    try folder.write(".outer.partial-999999/file", "x")
    let sink = try DirectorySink(path: folder("out"))
    #expect(
      folder.names() == [
        ".out.lock", ".out.partial-\(getpid())", ".outer.partial-999999", "keep",
      ])
    #expect(folder.names("keep") == ["file"])
    sink.discard()
    #expect(folder.names() == [".outer.partial-999999", "keep"])
  }

  @Test("an old output that a dying run had moved aside comes back")
  func restores() throws {
    try build("out", tile: "old")
    try FileManager.default.moveItem(atPath: folder("out"), toPath: folder(".out.replaced-999999"))
    #expect(throws: ArchiveError.exists(path: folder("out"))) { try build("out") }
    #expect(folder.bytes("out/0/0/0.mvt") == Array("old".utf8))
    #expect(folder.names() == ["out"])
  }

  @Test("a file system without an exchange swaps by two renames")
  func putsAside() throws {
    try build("out", tile: "old")
    try build("next", tile: "new")
    let place = try OutputPlace(folder("out"))
    try place.putAside("next", old: ".out.replaced-1")
    #expect(folder.bytes("out/0/0/0.mvt") == Array("new".utf8))
    #expect(folder.bytes(".out.replaced-1/0/0/0.mvt") == Array("old".utf8))
    #expect(throws: ArchiveError.io(operation: "rename", path: folder("none"), errno: ENOENT)) {
      try place.putAside("none", old: ".out.replaced-2")
    }
    #expect(folder.bytes("out/0/0/0.mvt") == Array("new".utf8))
  }

  @Test("a tile that cannot be written names its path")
  func writeFails() throws {
    let sink = try DirectorySink(path: folder("out"))
    let staging = ".out.partial-\(getpid())"
    try folder.write("\(staging)/4", "in the way")
    #expect(
      throws: ArchiveError.io(operation: "open", path: folder("\(staging)/4"), errno: ENOTDIR)
    ) { try sink.add(batch([(4, 1, 1, "x")])) }
    try folder.write("\(staging)/5/1/1.mvt", "in the way")
    #expect(
      throws: ArchiveError.io(
        operation: "create", path: folder("\(staging)/5/1/1.mvt"), errno: EEXIST)
    ) { try sink.add(batch([(5, 1, 1, "x")])) }
  }
}
