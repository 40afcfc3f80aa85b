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
    do {
      // First, so that an output that cannot be made stops the build before it reads.
      if options.dryRun {
        try OutputClaim.check(options.output, replace: true)
        return try await TileSet(options, progress: progress).dryRun(progress: progress)
      }
      let claim = try OutputClaim(options.output, replace: options.replace || options.incremental)
      defer { claim.release() }
      let set = try await TileSet(options, progress: progress)
      return options.incremental
        ? try await set.update(claim, progress: progress)
        : try await set.write(to: claim, progress: progress)
    } catch {
      throw BuildError(error, inputs: options.inputs)
    }
  }
}
