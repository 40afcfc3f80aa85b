import BenchmarkHarness
import MapMath
import TileArchive

/// Finished tiles into an output: 1024 small tiles, of which every fourth is one of the sea.
///
/// Allocations are not those of tiles. PMTiles: the output is claimed, opened and thrown away (names,
/// folders), and each batch counts its tiles. Folders: two for each column of tiles. MBTiles: SQLite
/// takes two for a row.
let archive = [
  Benchmark("archive/directory", isSingleThreaded: false) {
    let scratch = try ScratchFolder()
    let batches = tileBatches()
    return {
      let sink = try DirectorySink(path: scratch.path("directory"), replace: true)
      return try fill(sink, batches, discard: sink.discard)
    }
  },
  Benchmark("archive/pmtiles", isSingleThreaded: false) {
    let scratch = try ScratchFolder()
    let batches = tileBatches()
    return {
      let sink = try makeSink(path: scratch.path("tiles.pmtiles"), replace: true)
      return try fill(sink, batches, discard: sink.discard)
    }
  },
  Benchmark("archive/mbtiles", isSingleThreaded: false) {
    let scratch = try ScratchFolder()
    let batches = tileBatches()
    return {
      let sink = try makeSink(path: scratch.path("tiles.mbtiles"), replace: true)
      return try fill(sink, batches, discard: sink.discard)
    }
  },
]

/// Adds all batches; the output is thrown away, not put in place.
private func fill(
  _ sink: some TileSink, _ batches: [TileBatch], discard: () -> Void
) throws -> Work {
  var work = Work()
  for batch in batches {
    try sink.add(batch)
    work.tiles += batch.tiles.count
    work.bytes += batch.bytes.count
  }
  discard()
  return work
}

/// The tiles of zoom 8 in one cell of zoom 3, in Hilbert order.
private func tileBatches() -> [TileBatch] {
  let tiles = (0..<1024).compactMap { TileID(z: 8, x: 128 + $0 % 32, y: 64 + $0 / 32) }
    .sorted { $0.hilbertID < $1.hilbertID }
  return (0..<16).map { sequence in
    var batch = TileBatch()
    batch.sequence = sequence
    batch.bytes = [UInt8](repeating: 7, count: 60)
    for (index, tile) in tiles[(64 * sequence)..<(64 * sequence + 64)].enumerated() {
      batch.tiles.append(tile)
      guard index % 4 != 0 else {
        batch.ranges.append(0..<60)
        continue
      }
      let start = batch.bytes.count
      for k in 0..<(100 + 16 * index) {
        batch.bytes.append(UInt8(truncatingIfNeeded: k &* (index + sequence)))
      }
      batch.ranges.append(start..<batch.bytes.count)
    }
    return batch
  }
}
