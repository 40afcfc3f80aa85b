public import MapMath

/// Finished tiles of one work unit: addresses in Hilbert order within one zoom, and their bytes.
/// Several tiles may name the same bytes.
public struct TileBatch: Sendable {
  /// Where the batch stands in the build: batches count from 0 without gaps, in (zoom, Hilbert) order.
  public var sequence = 0
  /// The tiles.
  public var tiles: [TileID] = []
  /// Each tile's bytes in `bytes`; ranges may repeat.
  public var ranges: [Range<Int>] = []
  /// Encoded (and compressed) tiles, end to end.
  public var bytes: [UInt8] = []

  /// An empty batch.
  public init() {}
}

/// Where tiles go. Calls to `add` come from several workers at once.
public protocol TileSink: Sendable {
  /// Takes the tiles of one batch; batches may come out of sequence, each exactly once.
  func add(_ batch: consuming TileBatch) throws(ArchiveError)
  /// Called after the last batch, once.
  func finish(_ metadata: TileSetMetadata) throws(ArchiveError)
}

/// A whole output: tiles, and the files that go with them. It appears complete or not at all.
public protocol TileSetSink: TileSink {
  /// Writes a file that goes with the tiles, such as `style.json`. Each name once.
  ///
  /// - Precondition: `name` is a plain file name.
  func addFile(name: String, bytes: [UInt8]) throws(ArchiveError)
  /// Removes all that was written, unless the output is finished. May be called more than once.
  func discard()
}
