import MapMath
import TestSupport
import TileArchive

/// Tiles in the order of the Hilbert curve, many of them alike, and their contents.
struct RandomTiles {
  var tiles: [TileID] = []
  var contents: [[UInt8]] = []

  /// About `count` tiles of zooms up to `deepest`, whose contents are `kinds` different ones or new.
  init(seed: UInt64, count: Int, deepest: Int, kinds: Int = 5) {
    var generator = SeededGenerator(seed: seed)
    var ids: Set<UInt64> = []
    while ids.count < count {
      let z = Int.random(in: 0...deepest, using: &generator)
      let side = 1 << z
      guard
        let tile = TileID(
          z: z, x: Int.random(in: 0..<side, using: &generator),
          y: Int.random(in: 0..<side, using: &generator))
      else { continue }
      // Some in a row, so that runs come about.
      for step in 0..<UInt64.random(in: 1...4, using: &generator) {
        let id = tile.hilbertID + step
        if TileID(hilbertID: id)?.z == z { ids.insert(id) }
      }
      if z == 0 && deepest == 0 { break }
    }
    for id in ids.sorted() {
      guard let tile = TileID(hilbertID: id) else { continue }
      tiles.append(tile)
      let kind = Int.random(in: 0..<kinds + 2, using: &generator)
      let length = kind < kinds ? kind * 40 + 1 : Int.random(in: 1...9000, using: &generator)
      contents.append(
        kind < kinds
          ? [UInt8](repeating: UInt8(kind), count: length)
          : (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }

  /// The tiles in batches of one zoom each; equal neighbours share their bytes.
  func batches(of size: Int) -> [TileBatch] {
    var batches: [TileBatch] = []
    for (tile, content) in zip(tiles, contents) {
      if batches.last.map({ $0.tiles.count >= size || $0.tiles[0].z != tile.z }) ?? true {
        var batch = TileBatch()
        batch.sequence = batches.count
        batches.append(batch)
      }
      let index = batches.count - 1
      if let last = batches[index].ranges.last, Array(batches[index].bytes[last]) == content {
        batches[index].ranges.append(last)
      } else {
        let start = batches[index].bytes.count
        batches[index].bytes += content
        batches[index].ranges.append(start..<batches[index].bytes.count)
      }
      batches[index].tiles.append(tile)
    }
    return batches
  }
}
