internal import Synchronization
public import TileArchive

public import struct MapMath.TileID

/// One worker's part of a walk through a tile set.
public protocol TileVisitor: Sendable {
  /// Looks at the tiles of a run that are wanted, at least one; `stored` are their bytes.
  mutating func visit(_ run: TileRun, _ tiles: [TileID], stored: [UInt8])
  /// Whether the run need not be read, since its content is known; it has taken note of the tiles.
  mutating func knows(_ run: TileRun, _ tiles: [TileID]) -> Bool
}

/// Takes several workers through a tile set, each tile to one of them. In memory are a batch of
/// addresses and one tile a worker.
public struct TileSetWalk: Sendable {
  /// Runs that a worker takes at once.
  private static let batch = 64

  private let reader: any TileSetReader
  private let selection: TileSelection
  private let threads: Int

  /// Prepares a walk by `threads` workers, at least 1.
  public init(_ reader: any TileSetReader, selection: TileSelection, threads: Int) {
    (self.reader, self.selection, self.threads) = (reader, selection, max(1, threads))
  }

  /// Walks once, and returns the workers.
  ///
  /// - Throws: ``TileSetError`` when the container cannot be read; broken tiles are the visitors'
  ///   to find.
  public func run<Visitor: TileVisitor>(
    _ make: @Sendable @escaping () -> Visitor
  ) async throws(TileSetError) -> [Visitor] {
    let source = RunSource(try reader.cursor(over: selection))
    let results = await withTaskGroup(
      of: Result<Visitor, TileSetError>.self, returning: [Result<Visitor, TileSetError>].self
    ) { group in
      for _ in 0..<threads {
        group.addTask { [reader, selection] in
          var visitor = make()
          do throws(TileSetError) {
            try Self.work(reader, selection, source, &visitor)
            return .success(visitor)
          } catch {
            source.stop()
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var visitors: [Visitor] = []
    for result in results { visitors.append(try result.get()) }
    return visitors
  }

  private static func work<Visitor: TileVisitor>(
    _ reader: any TileSetReader, _ selection: TileSelection, _ source: RunSource,
    _ visitor: inout Visitor
  ) throws(TileSetError) {
    var runs: [TileRun] = []
    var stored: [UInt8] = []
    while true {
      try source.next(batch, into: &runs)
      guard !runs.isEmpty else { return }
      for run in runs {
        let tiles = run.tiles.filter(selection.contains)
        guard !tiles.isEmpty, !visitor.knows(run, tiles) else { continue }
        try reader.read(run, into: &stored)
        visitor.visit(run, tiles, stored: stored)
      }
    }
  }
}

/// A cursor that several workers share.
private final class RunSource: Sendable {
  private struct State: Sendable {
    var cursor: any TileCursor
    var isStopped = false
  }
  private let state: Mutex<State>

  init(_ cursor: any TileCursor) { state = Mutex(State(cursor: cursor)) }

  func next(_ limit: Int, into runs: inout [TileRun]) throws(TileSetError) {
    let result = state.withLock { state -> Result<[TileRun], TileSetError> in
      var next: [TileRun] = []
      guard !state.isStopped else { return .success([]) }
      do throws(TileSetError) {
        try state.cursor.next(limit, into: &next)
        return .success(next)
      } catch {
        return .failure(error)
      }
    }
    runs = try result.get()
  }

  func stop() { state.withLock { $0.isStopped = true } }
}
