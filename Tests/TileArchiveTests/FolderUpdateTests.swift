import Foundation
import MapMath
import Testing

@testable import TileArchive

/// A folder of many tiles of which few change, by a run that lives or by one that dies.
@Suite("Folders of which few tiles change")
struct FolderUpdateTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let sink = try makeSink(path: folder("set"))
    for x in 0..<8 {
      for y in 0..<8 { try sink.add(batch([tile(3, x, y)], text: "old \(x) \(y)")) }
    }
    try sink.addFile(name: "style.json", bytes: Array("old".utf8))
    try sink.addFile(name: "sprite.json", bytes: Array("old".utf8))
    try sink.finish(TileSetMetadata())
  }

  private func tile(_ z: Int, _ x: Int, _ y: Int) throws -> TileID {
    try #require(TileID(z: z, x: x, y: y))
  }

  private func batch(_ tiles: [TileID], text: String) -> TileBatch {
    var batch = TileBatch()
    batch.tiles = tiles
    batch.bytes = Array(text.utf8)
    batch.ranges = tiles.map { _ in 0..<batch.bytes.count }
    return batch
  }

  /// Makes one tile anew, one as it was, one where none was; one goes, and so does the sprite.
  private func update() throws {
    let stale = try [tile(3, 1, 1), tile(3, 2, 2), tile(3, 5, 5), tile(4, 9, 9), tile(4, 0, 0)]
    let claim = try OutputClaim(folder("set"), replace: true)
    let sink = try makeSink(
      claim, replacing: StaleTiles(list: stale, contains: { stale.contains($0) }))
    #expect(sink is FolderUpdate)
    try sink.add(batch([stale[0]], text: "new"))
    try sink.add(batch([stale[2]], text: "old 5 5"))
    try sink.add(batch([stale[3]], text: "new"))
    try sink.addFile(name: "style.json", bytes: Array("new".utf8))
    try sink.finish(TileSetMetadata())
  }

  /// Inode and times of every file, and of change of its inode.
  private func identities() throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder("set"))
    return paths.reduce(into: [:]) { result, path in
      var status = stat()
      guard stat(folder("set/" + path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return
      }
      #if canImport(Glibc)
        let (changed, linked) = (status.st_mtim, status.st_ctim)
      #else
        let (changed, linked) = (status.st_mtimespec, status.st_ctimespec)
      #endif
      result[path] =
        "\(status.st_ino) \(changed.tv_sec) \(changed.tv_nsec) \(linked.tv_sec) \(linked.tv_nsec)"
    }
  }

  private func expectUpdated() throws {
    #expect(folder.names() == ["set"])
    #expect(
      folder.names("set") == [
        ".htaccess", "3", "4", "manifest.json", "metadata.json", "style.json", "tiles.json",
      ])
    #expect(folder.bytes("set/3/1/1.mvt") == Array("new".utf8))
    #expect(folder.bytes("set/4/9/9.mvt") == Array("new".utf8))
    #expect(folder.names("set/4") == ["9"])
    #expect(folder.names("set/3/2") == (0..<8).filter { $0 != 2 }.map { "\($0).mvt" })
    #expect(folder.bytes("set/style.json") == Array("new".utf8))
  }

  @Test("nothing else is touched, and what is there is what a whole output would be")
  func touchesNothing() throws {
    let before = try identities()
    try update()
    try expectUpdated()
    let after = try identities()
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(
      changed.sorted() == [
        "3/1/1.mvt", "3/2/2.mvt", "4/9/9.mvt", "manifest.json", "sprite.json", "style.json",
      ])
    let updated = folder.bytes("set/manifest.json")
    let sink = try makeSink(path: folder("set"), replace: true)
    for x in 0..<8 {
      for y in 0..<8 where (x, y) != (2, 2) {
        try sink.add(
          batch([tile(3, x, y)], text: (x, y) == (1, 1) ? "new" : "old \(x) \(y)"))
      }
    }
    try sink.add(batch([tile(4, 9, 9)], text: "new"))
    try sink.addFile(name: "style.json", bytes: Array("new".utf8))
    try sink.finish(TileSetMetadata())
    #expect(folder.bytes("set/manifest.json") == updated)
  }

  @Test("a folder of which many tiles change is exchanged as a whole")
  func many() throws {
    let stale = try (0..<8).flatMap { x in try (0..<2).map { y in try tile(3, x, y) } }
    let claim = try OutputClaim(folder("set"), replace: true)
    let sink = try makeSink(
      claim, replacing: StaleTiles(list: stale, contains: { stale.contains($0) }))
    #expect(sink is DirectorySink)
    sink.discard()
    #expect(folder.names() == ["set"])
  }

  /// Leaves the folder as a run does that dies when the changes are decided and `done` of them in
  /// place.
  private func die(done: [String]) throws {
    try FileManager.default.copyItem(atPath: folder("set"), toPath: folder("new"))
    try FileManager.default.moveItem(atPath: folder("set"), toPath: folder("old"))
    try FileManager.default.moveItem(atPath: folder("new"), toPath: folder("set"))
    try update()
    try FileManager.default.moveItem(atPath: folder("set"), toPath: folder("new"))
    try FileManager.default.moveItem(atPath: folder("old"), toPath: folder("set"))
    for name in ["3/1/1.mvt", "4/9/9.mvt", "manifest.json", "style.json"] {
      let bytes = String(decoding: folder.bytes("new/" + name) ?? [], as: UTF8.self)
      try folder.write((done.contains(name) ? "set/" : "set/.update/files/") + name, bytes)
    }
    for name in ["3/2/2.mvt", "sprite.json"] where done.contains(name) {
      try FileManager.default.removeItem(atPath: folder("set/" + name))
    }
    let list = FolderChanges.list(removing: ["3/2/2.mvt", "sprite.json"])
    try folder.write("set/.update/removed", String(decoding: list, as: UTF8.self))
    try FileManager.default.removeItem(atPath: folder("new"))
  }

  private static let steps = [
    [], ["3/1/1.mvt"], ["3/1/1.mvt", "4/9/9.mvt"],
    ["3/1/1.mvt", "4/9/9.mvt", "manifest.json", "style.json"],
    ["3/1/1.mvt", "4/9/9.mvt", "manifest.json", "style.json", "3/2/2.mvt"],
    ["3/1/1.mvt", "4/9/9.mvt", "manifest.json", "style.json", "3/2/2.mvt", "sprite.json"],
  ]

  @Test("when a run dies meanwhile, the next reader completes what it had begun", arguments: steps)
  func reader(done: [String]) throws {
    try die(done: done)
    let set = try openTileSet(folder("set"))
    try expectUpdated()
    #expect(try set.find(tile(3, 2, 2)) == nil)
    #expect(try set.find(tile(4, 9, 9)) != nil)
  }

  @Test("so does the next run, whether or not it may replace the output", arguments: steps)
  func nextRun(done: [String]) throws {
    try die(done: done)
    #expect(throws: ArchiveError.exists(path: folder("set"))) { try OutputClaim(folder("set")) }
    try expectUpdated()
  }

  @Test("a reader waits for a run that is at work")
  func waits() async throws {
    try die(done: ["3/1/1.mvt"])
    let lock = try OutputLock(OutputPlace(folder("set")))
    let path = folder("set")
    async let set = Task.detached { try openTileSet(path).path }.value
    try await Task.sleep(for: .milliseconds(100))
    #expect(folder.names("set").contains(".update"))
    lock.release(in: try OutputPlace(path).parent)
    #expect(try await set == path)
    try expectUpdated()
  }

  @Test("what is not ours, or names files elsewhere, is left alone")
  func foreign() throws {
    try folder.write("outside.mvt", "mine")
    try folder.write("set/.update/removed", "3/1/1.mvt\n")
    _ = try openTileSet(folder("set"))
    #expect(folder.names("set/.update") == ["removed"])
    let list = FolderChanges.list(removing: ["../outside.mvt", "3/../../outside.mvt", "..", "a/b"])
    try folder.write("set/.update/removed", String(decoding: list, as: UTF8.self))
    _ = try openTileSet(folder("set"))
    #expect(folder.names() == ["outside.mvt", "set"])
    #expect(!folder.names("set").contains(".update"))
    #expect(folder.bytes("set/3/1/1.mvt") == Array("old 1 1".utf8))
  }
}
