import OverlayModel
import OverlayReader
import TileArchive

/// Builds a tile set: reads the inputs, tiles them, writes the output. See ARCHITECTURE.md.
package struct TileSetBuilder: Sendable {
  /// What to build.
  package let options: BuildOptions

  /// Prepares a build; nothing is opened yet.
  package init(_ options: BuildOptions) { self.options = options }

  /// Runs the build. The output appears whole or not at all.
  package func build(
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
  ) async throws(BuildError) -> BuildSummary {
    if options.incremental { return try await update(progress) }
    // First, so that an output that cannot be made stops the build before it reads.
    let sink = try TileSet.openSink(
      options.output, replace: options.replace, schema: options.mbtilesSchema)
    do throws(BuildError) {
      return try await TileSet(options, progress: progress).write(to: sink, progress: progress)
    } catch {
      sink.discard()
      throw error
    }
  }

  private func update(
    _ progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws(BuildError) -> BuildSummary {
    // An output that cannot be replaced stops the build before it reads.
    try TileSet.openSink(
      options.output, replace: true, schema: options.mbtilesSchema
    ).discard()
    return try await TileSet(options, progress: progress).update(options.output, progress: progress)
  }
}
