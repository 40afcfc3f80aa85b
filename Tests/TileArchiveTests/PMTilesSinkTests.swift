import Foundation
import MapMath
import TestSupport
import Testing

@testable import TileArchive

struct PMTilesSinkTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  func metadata() -> TileSetMetadata {
    var metadata = TileSetMetadata()
    metadata.name = "caf\u{e9}"
    metadata.attribution = "\u{a9} somebody"
    metadata.maxZoom = 9
    metadata.bounds = (-10.5, -20, 30.25, 40)
    metadata.center = (1.5, 2, 3)
    metadata.layers = [.init(id: "stroke", fields: [("color", "String")], minZoom: 0, maxZoom: 9)]
    return metadata
  }

  /// Writes `tiles` from several tasks, out of turn.
  func write(_ tiles: RandomTiles, to name: String, seed: UInt64, batchSize: Int = 50) async throws
  {
    let sink = try makeSink(path: folder(name))
    var generator = SeededGenerator(seed: seed)
    let batches = tiles.batches(of: batchSize).shuffled(using: &generator)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for start in 0..<4 {
        group.addTask {
          for i in stride(from: start, to: batches.count, by: 4) { try sink.add(batches[i]) }
        }
      }
      try await group.waitForAll()
    }
    try sink.finish(metadata())
  }

  @Test("tiles read back by a plain reader are those written, equal ones once", arguments: 0..<4)
  func roundTrip(seed: UInt64) async throws {
    let tiles = RandomTiles(seed: seed, count: 700, deepest: 9)
    try await write(tiles, to: "a.pmtiles", seed: seed)
    #expect(folder.names() == ["a.pmtiles"])
    let archive = try ReferenceArchive(#require(folder.bytes("a.pmtiles")))
    for (tile, content) in zip(tiles.tiles, tiles.contents) {
      #expect(archive.tile(Int(tile.hilbertID)) == content)
    }
    let ids = Set(tiles.tiles.map { Int($0.hilbertID) })
    for id in 0..<4000 where !ids.contains(id) { #expect(archive.tile(id) == nil) }

    let distinct = Set(tiles.contents)
    let runs = zip(tiles.tiles.indices.dropFirst(), tiles.tiles.indices).count { next, last in
      tiles.contents[next] != tiles.contents[last]
        || tiles.tiles[next].hilbertID != tiles.tiles[last].hilbertID + 1
    }
    #expect(Array(archive.numbers[8...]) == [tiles.tiles.count, runs + 1, distinct.count])
    #expect(archive.numbers[7] == distinct.reduce(0) { $0 + $1.count })
    // Clustered: each content follows all before it, or is one of them.
    var reach = 0
    for entry in archive.entries {
      #expect(entry.offset <= reach)
      reach = max(reach, entry.offset + entry.length)
    }
  }

  @Test("the order in which batches come does not change a byte, nor does their size")
  func determinism() async throws {
    let tiles = RandomTiles(seed: 11, count: 500, deepest: 8)
    try await write(tiles, to: "a.pmtiles", seed: 1)
    try await write(tiles, to: "b.pmtiles", seed: 2)
    try await write(tiles, to: "c.pmtiles", seed: 3, batchSize: 7)
    #expect(folder.bytes("a.pmtiles") == folder.bytes("b.pmtiles"))
    #expect(folder.bytes("a.pmtiles") == folder.bytes("c.pmtiles"))
  }

  @Test("an archive beyond the buffer keeps 16 KiB for the root, and many entries get leaves")
  func leaves() throws {
    let sink = try makeSink(path: folder("a.pmtiles"))
    var batch = TileBatch()
    // Every third tile of zoom 10, 100 bytes each, all different: no two entries join.
    var id: UInt64 = 349_525
    while let tile = TileID(hilbertID: id), tile.z == 10, batch.tiles.count < 30_000 {
      let content = (0..<25).flatMap { i in
        withUnsafeBytes(of: (UInt32(id) &* 2_654_435_761) ^ UInt32(i)) { Array($0) }
      }
      batch.ranges.append(batch.bytes.count..<batch.bytes.count + content.count)
      batch.bytes += content
      batch.tiles.append(tile)
      id += 3 + id % 11
    }
    let copy = batch
    try sink.add(batch)
    try sink.finish(metadata())
    let bytes = try #require(folder.bytes("a.pmtiles"))
    let archive = try ReferenceArchive(bytes)
    #expect(archive.numbers[0] == 127 && archive.numbers[0] + archive.numbers[1] <= 16384)
    #expect(archive.numbers[6] == 16384)
    #expect(archive.root.allSatisfy { $0.run == 0 } && archive.root.count > 1)
    #expect(archive.numbers[5] == archive.root.reduce(0) { $0 + $1.length })
    // As `pmtiles verify` has it: the sections are all there is.
    #expect(bytes.count == 16384 + archive.numbers[3] + archive.numbers[5] + archive.numbers[7])
    #expect(archive.entries.map(\.id) == copy.tiles.map { Int($0.hilbertID) })
    for (entry, range) in zip(archive.entries, copy.ranges) {
      let start = archive.numbers[6] + entry.offset
      #expect(bytes[start..<start + entry.length] == copy.bytes[range])
    }
  }

  @Test("the header says what the metadata say, and small archives have no gap")
  func header() throws {
    let sink = try makeSink(path: folder("a.pmtiles"))
    var batch = TileBatch()
    batch.tiles = [try #require(TileID(z: 1, x: 1, y: 1))]
    batch.bytes = Array("tile".utf8)
    batch.ranges = [0..<4]
    try sink.add(batch)
    try sink.finish(metadata())
    let bytes = try #require(folder.bytes("a.pmtiles"))
    let archive = try ReferenceArchive(bytes)
    // Tile 1/1/1 has the id 3 in the specification's table.
    #expect(archive.entries == [.init(id: 3, run: 1, length: 4, offset: 0)])
    #expect(bytes.count == 127 + archive.numbers[1] + archive.numbers[3] + 4)
    #expect(Array(bytes[96..<102]) == [1, 2, 2, 1, 0, 9])
    let degrees = [102, 106, 110, 114, 119, 123].map { at in
      Double(Int32(truncatingIfNeeded: ReferenceArchive.integer(bytes, at, 4))) / 1e7
    }
    #expect(degrees == [-10.5, -20, 30.25, 40, 1.5, 2])
    #expect(bytes[118] == 3)
    #expect(archive.metadata["name"] as? String == "caf\u{e9}")
    #expect(archive.metadata["attribution"] as? String == "\u{a9} somebody")
    #expect(archive.metadata["generator"] as? String == "OverlayTiles")
    let layers = archive.metadata["vector_layers"] as? [[String: Any]]
    #expect(layers?.first?["id"] as? String == "stroke")
    #expect(layers?.first?["fields"] as? [String: String] == ["color": "String"])
  }

  @Test("a set without tiles is an archive without entries")
  func empty() throws {
    let sink = try makeSink(path: folder("a.pmtiles"))
    try sink.finish(metadata())
    let archive = try ReferenceArchive(#require(folder.bytes("a.pmtiles")))
    #expect(archive.entries.isEmpty && Array(archive.numbers[8...]) == [0, 0, 0])
    let set = try openTileSet(folder("a.pmtiles"))
    var (cursor, runs) = (try set.cursor(over: TileSelection()), [TileRun]())
    try cursor.next(10, into: &runs)
    #expect(runs.isEmpty)
    #expect(try TileID(z: 0, x: 0, y: 0).flatMap { try set.find($0) } == nil)
  }
}
