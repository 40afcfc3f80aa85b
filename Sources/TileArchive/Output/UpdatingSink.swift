internal import MapMath
import Synchronization

/// Writes an archive anew with the tiles that it has, but for some, and with tiles that are added.
///
/// What is kept is copied as it is stored, in its place among the tiles that come, so that the
/// archive is the same as one that was made in one go.
final class UpdatingSink: TileSetSink {
  private struct State: Sendable {
    var kept: KeptTiles
    /// Batches that came before their turn.
    var waiting: [Int: TileBatch] = [:]
    var turn = 0
    var sequence = 0
    var batch = TileBatch()
    /// The content that was appended last, and where it stands in the batch.
    var lastKept: (content: ContentKey, range: Range<Int>)?
  }

  /// Bytes that go on at once.
  private static let batchBytes = 1 << 20

  private let base: any TileSetSink
  private let state: Mutex<State>

  /// - Parameters:
  ///   - base: Takes all tiles.
  ///   - earlier: The archive that stands there.
  init(
    _ base: any TileSetSink, keeping earlier: any TileSetReader,
    except isDirty: @escaping @Sendable (TileID) -> Bool
  ) throws(ArchiveError) {
    self.base = base
    state = Mutex(State(kept: try KeptTiles(earlier, except: isDirty)))
  }

  func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    try state.withLock { (state) throws(ArchiveError) in
      state.waiting[batch.sequence] = batch
      while let next = state.waiting.removeValue(forKey: state.turn) {
        state.turn += 1
        try append(next, &state)
      }
    }
  }

  private func append(_ batch: TileBatch, _ state: inout State) throws(ArchiveError) {
    for (tile, range) in zip(batch.tiles, batch.ranges) where !range.isEmpty {
      try appendKept(before: tile, &state)
      let start = state.batch.bytes.count
      state.batch.bytes += batch.bytes[range]
      state.batch.tiles.append(tile)
      state.batch.ranges.append(start..<state.batch.bytes.count)
      try passOn(&state, from: Self.batchBytes)
    }
  }

  private func appendKept(before tile: TileID?, _ state: inout State) throws(ArchiveError) {
    while let next = state.kept.next, tile.map({ next.tile.hilbertID < $0.hilbertID }) ?? true {
      if state.lastKept?.content != next.content {
        let start = state.batch.bytes.count
        try state.kept.readNext(into: &state.batch.bytes)
        state.lastKept = (next.content, start..<state.batch.bytes.count)
      }
      state.batch.tiles.append(next.tile)
      state.batch.ranges.append(state.lastKept?.range ?? 0..<0)
      try state.kept.advance()
      try passOn(&state, from: Self.batchBytes)
    }
  }

  private func passOn(_ state: inout State, from size: Int) throws(ArchiveError) {
    guard state.batch.bytes.count >= size || state.batch.tiles.count >= 1 << 16 else { return }
    var batch = TileBatch()
    swap(&batch, &state.batch)
    batch.sequence = state.sequence
    state.sequence += 1
    state.lastKept = nil
    try base.add(batch)
  }

  func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    try base.addFile(name: name, bytes: bytes)
  }

  func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    try state.withLock { (state) throws(ArchiveError) in
      precondition(state.waiting.isEmpty, "a batch is missing")
      try appendKept(before: nil, &state)
      if !state.batch.tiles.isEmpty { try passOn(&state, from: 0) }
    }
    try base.finish(metadata)
  }

  func discard() { base.discard() }
}

/// The tiles of a set that are kept, zoom by zoom along the Hilbert curve.
private struct KeptTiles: Sendable {
  private let earlier: any TileSetReader
  private let isDirty: @Sendable (TileID) -> Bool
  private var zoom = -1
  /// Those of the zoom, the next one last.
  private var tiles: [TileRun] = []
  private var scratch: [UInt8] = []

  init(
    _ earlier: any TileSetReader, except isDirty: @escaping @Sendable (TileID) -> Bool
  ) throws(ArchiveError) {
    (self.earlier, self.isDirty) = (earlier, isDirty)
    try fill()
  }

  var next: TileRun? { tiles.last }

  mutating func advance() throws(ArchiveError) {
    tiles.removeLast()
    try fill()
  }

  /// Appends the bytes of ``next``.
  mutating func readNext(into bytes: inout [UInt8]) throws(ArchiveError) {
    guard let next else { return }
    do throws(TileSetError) {
      try earlier.read(next, into: &scratch)
    } catch {
      throw ArchiveError(error)
    }
    bytes += scratch
  }

  /// Lists the next zoom that has tiles, when all of this one are through.
  private mutating func fill() throws(ArchiveError) {
    guard tiles.isEmpty else { return }
    do throws(TileSetError) {
      var runs: [TileRun] = []
      while tiles.isEmpty, zoom < TileID.deepestZoom {
        zoom += 1
        var cursor = try earlier.cursor(over: TileSelection(zooms: zoom...zoom))
        repeat {
          try cursor.next(4096, into: &runs)
          for run in runs {
            for tile in run.tiles where tile.z == zoom && !isDirty(tile) {
              tiles.append(TileRun(tile: tile, content: run.content))
            }
          }
        } while !runs.isEmpty
      }
    } catch {
      throw ArchiveError(error)
    }
    tiles.sort { $0.tile.hilbertID > $1.tile.hilbertID }
  }
}

extension ArchiveError {
  /// What went wrong with the archive that stands there.
  fileprivate init(_ error: TileSetError) {
    switch error {
    case .io(let operation, let path, let errno):
      self = .io(operation: operation, path: path, errno: errno)
    case .notATileSet(let path), .damaged(let path, _), .unsupported(let path, _),
      .web(let path, _):
      self = .notOurs(path: path)
    }
  }
}
