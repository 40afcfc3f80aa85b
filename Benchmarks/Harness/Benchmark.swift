/// One thing to measure.
public struct Benchmark: Sendable {
  /// STAGE/CASE, as "clip/lines".
  public let name: String
  /// Whether all its work is done in the calling thread, so that its instructions can be counted.
  public let isSingleThreaded: Bool
  /// Makes the input, and returns what is to be measured: equal work each time it is called.
  let prepare: @Sendable () throws -> () throws -> Work

  /// Creates a benchmark.
  ///
  /// - Parameters:
  ///   - name: STAGE/CASE; the part before the slash names the file of thresholds.
  ///   - isSingleThreaded: Whether all its work is done in the calling thread.
  ///   - prepare: Makes the input by seed and returns the closure to measure. Called once.
  public init(
    _ name: String, isSingleThreaded: Bool = true,
    prepare: @escaping @Sendable () throws -> () throws -> Work
  ) {
    (self.name, self.isSingleThreaded, self.prepare) = (name, isSingleThreaded, prepare)
  }

  /// The part of the name before the slash.
  public var stage: String { String(name.prefix { $0 != "/" }) }
}

/// What one call of a measured closure did.
///
/// Counted from the results, so the optimiser cannot leave out the work that makes them.
public struct Work: Equatable, Sendable {
  /// Vertices taken in.
  public var vertices = 0
  /// Bytes made; bytes taken in by stages that only read.
  public var bytes = 0
  /// Tiles made.
  public var tiles = 0
  /// Features made.
  public var features = 0

  /// Counts of what was done.
  public init(vertices: Int = 0, bytes: Int = 0, tiles: Int = 0, features: Int = 0) {
    (self.vertices, self.bytes) = (vertices, bytes)
    (self.tiles, self.features) = (tiles, features)
  }
}
