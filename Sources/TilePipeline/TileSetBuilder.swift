/// Builds a tile set: reads the inputs, tiles them, writes the output. See ARCHITECTURE.md.
public struct TileSetBuilder: Sendable {
  /// What to build.
  public let options: BuildOptions

  /// Prepares a build; nothing is opened yet.
  public init(_ options: BuildOptions) { self.options = options }

  /// Runs the build. The output appears whole or not at all.
  public func build(
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
  ) async throws(BuildError) -> BuildSummary {
    BuildSummary()
  }
}
