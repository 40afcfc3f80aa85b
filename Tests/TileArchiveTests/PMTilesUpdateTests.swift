import MapMath
import TestSupport
import Testing

@testable import TileArchive

/// An archive of which few tiles change must have the bytes of one that is made anew.
@Suite("PMTiles archives of which few tiles change")
struct PMTilesUpdateTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func write(
    _ contents: [TileID: [UInt8]], to sink: any TileSetSink
  ) throws {
    let tiles = contents.keys.sorted { $0.hilbertID < $1.hilbertID }
    for (sequence, start) in stride(from: 0, to: tiles.count, by: 50).enumerated() {
      var batch = TileBatch()
      batch.sequence = sequence
      for tile in tiles[start..<min(start + 50, tiles.count)] {
        let first = batch.bytes.count
        batch.bytes += contents[tile, default: []]
        batch.tiles.append(tile)
        batch.ranges.append(first..<batch.bytes.count)
      }
      try sink.add(batch)
    }
    try sink.addFile(name: "style.json", bytes: [])
    try sink.finish(TileSetMetadata())
  }

  @Test(
    "tiles that change, come and go, of contents that others have too",
    arguments: 1...24 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: 4000 + seed)
    let start = RandomTiles(seed: seed, count: 600, deepest: 5 + Int(seed % 3), kinds: 9)
    var contents = Dictionary(uniqueKeysWithValues: zip(start.tiles, start.contents))
    try write(contents, to: makeSink(path: folder("set.pmtiles")))
    for _ in 1...2 {
      var stale: Set<TileID> = []
      // The first tiles too, so that contents lose the tile that needed them first.
      for tile in start.tiles.prefix(3) + start.tiles.shuffled(using: &random).prefix(40) {
        stale.insert(tile)
        let child = TileID(z: tile.z + 1, x: 2 * tile.x, y: 2 * tile.y + 1)
        if let child, contents[child] == nil { stale.insert(child) }
      }
      var fresh: [TileID: [UInt8]] = [:]
      var last: [UInt8] = [1, 2, 3]
      for tile in stale.sorted(by: { $0.hilbertID < $1.hilbertID }) {
        contents[tile] = nil
        switch Int.random(in: 0..<5, using: &random) {
        case 0: continue
        case 1: fresh[tile] = start.contents.randomElement(using: &random)
        case 2: fresh[tile] = last
        default:
          fresh[tile] = (0..<Int.random(in: 1...400, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
          }
        }
        last = fresh[tile] ?? last
      }
      contents.merge(fresh) { $1 }
      let claim = try OutputClaim(folder("set.pmtiles"), replace: true)
      let list = stale
      let sink = try makeSink(
        claim, replacing: StaleTiles(list: Array(list), contains: { list.contains($0) }))
      #expect(sink is PMTilesUpdate)
      try write(fresh, to: sink)
      try write(contents, to: makeSink(path: folder("whole.pmtiles"), replace: true))
      #expect(folder.bytes("set.pmtiles") == folder.bytes("whole.pmtiles"))
      #expect(
        folder.bytes("set.pmtiles.files/manifest.json")
          == folder.bytes("whole.pmtiles.files/manifest.json"))
    }
  }

  @Test("nothing that changes leaves the archive as it is")
  func nothing() throws {
    let start = RandomTiles(seed: 7, count: 100, deepest: 4)
    let contents = Dictionary(uniqueKeysWithValues: zip(start.tiles, start.contents))
    try write(contents, to: makeSink(path: folder("set.pmtiles")))
    let place = try OutputPlace(folder("set.pmtiles"), kind: .archive)
    let before = place.parent.identity(place.name)
    let claim = try OutputClaim(folder("set.pmtiles"), replace: true)
    let sink = try makeSink(claim, replacing: StaleTiles(list: [], contains: { _ in false }))
    try write([:], to: sink)
    #expect(before != nil)
    #expect(place.parent.identity(place.name) == before)
  }
}
