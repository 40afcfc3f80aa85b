internal import MapMath

/// The tiles of a set that are kept, zoom by zoom along the Hilbert curve.
struct KeptTiles: Sendable {
  /// Bytes and tiles that are handed out at once.
  private static let batchBytes = 1 << 20, batchTiles = 1 << 16

  private let earlier: any TileSetReader
  private let isDirty: @Sendable (TileID) -> Bool
  private var zoom = -1
  /// Those of the zoom with their numbers along the curve, the next one last.
  private var tiles: [(id: UInt64, run: TileRun)] = []
  private var scratch: [UInt8] = []

  init(
    _ earlier: any TileSetReader, except isDirty: @escaping @Sendable (TileID) -> Bool
  ) throws(TileSetError) {
    (self.earlier, self.isDirty) = (earlier, isDirty)
    try fill()
  }

  /// Whether a kept tile comes before `tile`; `nil` stands for the end.
  func hasTile(before tile: TileID?) -> Bool {
    guard let next = tiles.last else { return false }
    return tile.map { next.id < $0.hilbertID } ?? true
  }

  /// The next tiles before `tile`, as many as shall be in memory at once; `nil` stands for the end.
  mutating func next(before tile: TileID?) throws(TileSetError) -> TileBatch {
    var batch = TileBatch()
    var last: (content: ContentKey, range: Range<Int>)?
    let end = tile?.hilbertID ?? .max
    while batch.bytes.count < Self.batchBytes, batch.tiles.count < Self.batchTiles,
      let next = tiles.last?.run, tiles[tiles.count - 1].id < end
    {
      tiles.removeLast()
      if last?.content != next.content {
        let start = batch.bytes.count
        try earlier.read(next, into: &scratch)
        batch.bytes += scratch
        last = (next.content, start..<batch.bytes.count)
      }
      batch.tiles.append(next.tile)
      batch.ranges.append(last?.range ?? 0..<0)
      try fill()
    }
    return batch
  }

  /// Lists the next zoom that has tiles, when all of this one are through.
  private mutating func fill() throws(TileSetError) {
    guard tiles.isEmpty else { return }
    var runs: [TileRun] = []
    while tiles.isEmpty, zoom < TileID.deepestZoom {
      zoom += 1
      var cursor = try earlier.cursor(over: TileSelection(zooms: zoom...zoom))
      repeat {
        try cursor.next(4096, into: &runs)
        for run in runs {
          for tile in run.tiles where tile.z == zoom && !isDirty(tile) {
            tiles.append((tile.hilbertID, TileRun(tile: tile, content: run.content)))
          }
        }
      } while !runs.isEmpty
    }
    tiles.sort { $0.id > $1.id }
  }
}
