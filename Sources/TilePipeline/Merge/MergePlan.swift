import MapMath
import TileArchive

/// Which tiles of a zoom come from which sets, along the Hilbert curve.
enum MergePlan {
  /// Tiles in a row that all come from the same contents.
  struct Piece: Sendable {
    var id: UInt64
    var count: Int
    /// Numbers of the sets, ascending, and what they have there.
    var sources: [(set: Int, run: TileRun)]
  }

  /// Pieces in a chunk, and tiles: a chunk is one batch.
  private static let chunkPieces = 512, chunkTiles = 1 << 16

  static func pieces(
    of sets: [any TileSetReader], zoom: Int, _ selection: TileSelection
  ) throws(TileSetError) -> [Piece] {
    var selection = selection
    selection.zooms = zoom...zoom
    var all: [(id: UInt64, set: Int, run: TileRun)] = []
    for (number, set) in sets.enumerated() {
      var cursor = try set.cursor(over: selection)
      var runs: [TileRun] = []
      repeat {
        try cursor.next(4096, into: &runs)
        for run in runs where run.count > 1 || selection.contains(run.tile) {
          all.append((run.tile.hilbertID, number, run))
        }
      } while !runs.isEmpty
    }
    all.sort { ($0.id, $0.set) < ($1.id, $1.set) }
    return sweep(all)
  }

  /// Cuts runs where one of another set begins or ends.
  private static func sweep(_ all: [(id: UInt64, set: Int, run: TileRun)]) -> [Piece] {
    var pieces: [Piece] = []
    var open: [(end: UInt64, set: Int, run: TileRun)] = []
    var (next, place): (Int, UInt64) = (0, 0)
    while next < all.count || !open.isEmpty {
      if open.isEmpty { place = all[next].id }
      while next < all.count, all[next].id == place {
        open.append((place + UInt64(all[next].run.count), all[next].set, all[next].run))
        next += 1
      }
      open.sort { $0.set < $1.set }
      var end = open.reduce(UInt64.max) { min($0, $1.end) }
      if next < all.count { end = min(end, all[next].id) }
      pieces.append(
        Piece(id: place, count: Int(end - place), sources: open.map { ($0.set, $0.run) }))
      open.removeAll { $0.end == end }
      place = end
    }
    return pieces
  }

  /// Slices of `pieces` of about equal work.
  static func chunks(_ pieces: [Piece]) -> [ArraySlice<Piece>] {
    var chunks: [ArraySlice<Piece>] = []
    var (start, tiles) = (0, 0)
    for (index, piece) in pieces.enumerated() {
      if index > start, index - start == chunkPieces || tiles + piece.count > chunkTiles {
        chunks.append(pieces[start..<index])
        (start, tiles) = (index, 0)
      }
      tiles += piece.count
    }
    if start < pieces.count { chunks.append(pieces[start...]) }
    return chunks
  }
}
