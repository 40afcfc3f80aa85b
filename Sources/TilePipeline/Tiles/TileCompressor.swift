import Compression

/// Compresses tiles with an effort that depends on what is in them. One for each worker.
///
/// Coordinates hardly repeat: trying longer takes twice the time and leaves tiles of lines and
/// areas as large as they were, and points with two attributes 2 % smaller. Attributes repeat, and so
/// do areas in their outlines: where attributes are most of a tile, or it has shapes of both kinds,
/// the longer search saves up to 15 %.
struct TileCompressor: ~Copyable {
  private var quick: GzipCompressor
  private var thorough: GzipCompressor

  /// - Throws: ``GzipError/setup(level:)``.
  init() throws(GzipError) {
    let quick = try GzipCompressor(level: 1)
    let thorough = try GzipCompressor()
    self.quick = quick
    self.thorough = thorough
  }

  /// Appends the compressed form of a tile to `output`.
  ///
  /// - Parameter counts: What was encoded as `encoded`.
  mutating func compress(
    _ encoded: Span<UInt8>, of counts: borrowing TileCounts, into output: inout [UInt8]
  ) throws(GzipError) {
    // Two numbers for each attribute and for each vertex.
    let isTags = counts.tags > 4 * counts.vertices
    if isTags || counts.firstType != counts.lastType {
      try thorough.compress(encoded, into: &output)
    } else {
      try quick.compress(encoded, into: &output)
    }
  }
}
