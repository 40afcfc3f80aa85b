import Compression
import MapMath
import TileArchive
import TileEncoding

/// Makes batches of merged tiles; one for each task.
struct MergeWorker: ~Copyable {
  /// The most bytes that a tile may expand to.
  private static let largestTile = 1 << 30

  private let sets: [any TileSetReader]
  private let merger: TileMerger
  private let mustOpen: Bool
  private let gzip: Bool
  private var compressor: GzipCompressor
  private var decompressor: GzipDecompressor

  init(
    _ sets: [any TileSetReader], _ layerNames: [String: String], gzip: Bool
  ) throws(GzipError) {
    let compressor = try GzipCompressor()
    let decompressor = try GzipDecompressor()
    self.compressor = compressor
    self.decompressor = decompressor
    (self.sets, self.gzip) = (sets, gzip)
    merger = TileMerger(renaming: layerNames)
    mustOpen = !layerNames.isEmpty
  }

  mutating func batch(
    of pieces: ArraySlice<MergePlan.Piece>, sequence: Int
  ) throws -> TileBatch {
    var batch = TileBatch()
    batch.sequence = sequence
    var known: [[UInt64]: Range<Int>] = [:]
    for piece in pieces {
      let key = piece.sources.flatMap {
        [UInt64($0.set), $0.run.content.place, $0.run.content.length]
      }
      let range: Range<Int>
      if let earlier = known[key] {
        range = earlier
      } else {
        let start = batch.bytes.count
        try append(piece, to: &batch.bytes)
        range = start..<batch.bytes.count
        known[key] = range
      }
      for step in 0..<UInt64(piece.count) {
        guard let tile = TileID(hilbertID: piece.id + step) else { continue }
        batch.tiles.append(tile)
        batch.ranges.append(range)
      }
    }
    return batch
  }

  private mutating func append(_ piece: MergePlan.Piece, to bytes: inout [UInt8]) throws {
    var stored: [UInt8] = []
    guard piece.sources.count > 1 || mustOpen else {
      let (set, run) = piece.sources[0]
      try sets[set].read(run, into: &stored)
      let isGzip = GzipDecompressor.isGzip(stored.span)
      if isGzip == gzip {
        bytes += stored
      } else if gzip {
        try compressor.compress(stored.span, into: &bytes)
      } else {
        bytes += try expanded(stored, piece, source: 0)
      }
      return
    }
    var tiles: [[UInt8]] = []
    for (index, (set, run)) in piece.sources.enumerated() {
      try sets[set].read(run, into: &stored)
      tiles.append(
        GzipDecompressor.isGzip(stored.span)
          ? try expanded(stored, piece, source: index) : stored)
    }
    let merged: [UInt8]
    do throws(TileMerger.Failure) {
      merged = try merger.merge(tiles)
    } catch .malformed(let index) {
      throw failure(piece, source: index, "is no vector tile")
    } catch .extents(let layer, let one, let other) {
      throw failure(
        piece, source: 0,
        "layer '\(layer)' has extents of \(one) and \(other), of which none divides the other")
    }
    if gzip {
      try compressor.compress(merged.span, into: &bytes)
    } else {
      bytes += merged
    }
  }

  private mutating func expanded(
    _ stored: [UInt8], _ piece: MergePlan.Piece, source: Int
  ) throws(TileSetMerger.Failure) -> [UInt8] {
    do throws(GzipError) {
      var plain: [UInt8] = []
      try decompressor.expand(stored.span, limit: Self.largestTile, into: &plain)
      return plain
    } catch {
      throw failure(piece, source: source, "is damaged gzip")
    }
  }

  private func failure(
    _ piece: MergePlan.Piece, source: Int, _ problem: String
  ) -> TileSetMerger.Failure {
    let (set, run) = piece.sources[source]
    return .tile(
      path: sets[set].path, TileID(hilbertID: piece.id) ?? run.tile, problem: problem)
  }
}
