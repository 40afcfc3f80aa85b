import Compression
public import MapMath
import Synchronization
public import TileArchive
import TileEncoding

/// Joins tile sets into one, or converts one to another container.
///
/// A tile that only one set has is copied as it is stored, byte for byte; only where the output
/// must be gzip and the tile is not is it compressed. Memory: some 60 bytes for each tile (or run
/// of equal tiles) of the zoom at work, and a few megabytes a worker.
public struct TileSetMerger: Sendable {
  /// What to do with the sets.
  public struct Options: Sendable {
    /// Which tiles are taken.
    public var selection = TileSelection()
    /// New names of source layers.
    public var layerNames: [String: String] = [:]
    /// The set's name; `nil`: that of the first set.
    public var name: String?
    /// Address of the output.
    public var tileURL = ""
    /// Workers, at least 1.
    public var threads = 1
    /// The defaults.
    public init() {}
  }

  /// Why sets could not be joined.
  public enum Failure: Error, Sendable {
    /// A set cannot be read.
    case set(TileSetError)
    /// The output cannot be written.
    case output(ArchiveError)
    /// A tile is broken, or does not fit: path of its set, tile, what is wrong.
    case tile(path: String, TileID, problem: String)
    /// The task was cancelled.
    case cancelled
  }

  /// What was written.
  public struct Summary: Sendable {
    /// Tiles in all.
    public var tiles = 0
    /// Tiles that were made of several.
    public var joined = 0
  }

  private let sets: [any TileSetReader]
  private let options: Options

  /// Prepares a merge of `sets`, of which later ones win.
  public init(_ sets: [any TileSetReader], options: Options = Options()) {
    (self.sets, self.options) = (sets, options)
  }

  /// Writes all tiles to `sink` and finishes it.
  ///
  /// - Parameter format: The sink's format: MBTiles takes gzip only.
  public func run(
    into sink: any TileSetSink, format: OutputFormat
  ) async throws(Failure) -> Summary {
    do {
      let isGzip = try hasGzip() || format == .mbtiles
      var summary = Summary()
      var (sequence, zooms): (Int, [Int]) = (0, [])
      for zoom in options.selection.zooms {
        let pieces = try MergePlan.pieces(of: sets, zoom: zoom, options.selection)
        guard !pieces.isEmpty else { continue }
        zooms.append(zoom)
        summary.tiles += pieces.reduce(0) { $0 + $1.count }
        summary.joined += pieces.reduce(0) { $0 + ($1.sources.count > 1 ? $1.count : 0) }
        let chunks = MergePlan.chunks(pieces)
        try await write(chunks, from: sequence, gzip: isGzip, into: sink)
        sequence += chunks.count
      }
      try Task.checkCancellation()
      try sink.finish(
        MergedMetadata.make(sets.map(\.description), options, zooms: zooms, gzip: isGzip))
      return summary
    } catch let error as Failure {
      throw error
    } catch let error as TileSetError {
      throw .set(error)
    } catch let error as ArchiveError {
      throw .output(error)
    } catch {
      throw .cancelled
    }
  }

  /// Whether the first tile of any set is gzip.
  private func hasGzip() throws(TileSetError) -> Bool {
    var (runs, bytes): ([TileRun], [UInt8]) = ([], [])
    for set in sets {
      var cursor = try set.cursor(over: options.selection)
      try cursor.next(1, into: &runs)
      guard let run = runs.first else { continue }
      try set.read(run, into: &bytes)
      if GzipDecompressor.isGzip(bytes.span) { return true }
    }
    return false
  }

  private func write(
    _ chunks: [ArraySlice<MergePlan.Piece>], from sequence: Int, gzip: Bool,
    into sink: any TileSetSink
  ) async throws {
    let queue = Queue()
    try await withThrowingTaskGroup { group in
      for _ in 0..<min(options.threads, chunks.count) {
        group.addTask { [sets, options] in
          var worker = try MergeWorker(sets, options.layerNames, gzip: gzip)
          while true {
            try Task.checkCancellation()
            let index = queue.next()
            guard index < chunks.count else { return }
            try sink.add(worker.batch(of: chunks[index], sequence: sequence + index))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Hands out numbers from 0.
  private final class Queue: Sendable {
    private let number = Mutex(0)

    func next() -> Int {
      number.withLock { number in
        defer { number += 1 }
        return number
      }
    }
  }
}
