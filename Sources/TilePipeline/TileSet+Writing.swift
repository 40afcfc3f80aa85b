import MapMath
import TileArchive

extension TileSet {
  /// Makes all tiles and writes them with style, sprite, report and viewer.
  ///
  /// The output appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The directory or, by its ending, the archive to make; its parent must exist.
  ///   - replace: Whether an earlier output that stands there may be replaced.
  @discardableResult
  public func write(
    to path: String, replace: Bool = false,
    progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
  ) async throws(BuildError) -> BuildSummary {
    do {
      var set = self
      set.options.output = path
      return try await set.write(
        to: OutputClaim(path, replace: replace), progress: progress)
    } catch {
      throw BuildError(error, inputs: options.inputs)
    }
  }

  /// Makes all tiles, or those of `work`, and writes them to the output that `claim` names.
  ///
  /// - Parameters:
  ///   - work: The tiles to make; the others are taken over from the output that stands there.
  ///   - ledger: What the next build shall know of this one, and the numbers of its overlays; it
  ///     is completed by what tiling shows.
  func write(
    to claim: OutputClaim, _ work: TileWork = TileWork(),
    ledger: (ledger: OverlayLedger, features: [Int32])? = nil,
    progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws -> BuildSummary {
    let sink = try makeSink(
      claim, schema: options.mbtilesSchema,
      replacing: work.dirty.map { dirty in
        StaleTiles(list: dirty.tiles(atMost: StaleTiles.mostListed), contains: dirty.contains)
      })
    do {
      return try await write(to: sink, work, ledger, progress)
    } catch {
      sink.discard()
      throw error
    }
  }

  private func write(
    to sink: any TileSetSink, _ work: TileWork,
    _ ledger: (ledger: OverlayLedger, features: [Int32])?,
    _ progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws -> BuildSummary {
    let tally = try await makeTiles(work, progress: progress) { try sink.add($0) }
    let summary = summary(tally)
    if options.strict, summary.overfull.count > 0 { throw BuildError.overfull(summary.overfull) }
    progress(.finishing)
    let description = description
    try description.write(to: sink, images: images, summary: summary)
    try Task.checkCancellation()
    var metadata = description.metadata
    if var ledger {
      ledger.ledger.complete(ledger.features, tally.outcomes, tally.notes)
      metadata.ledger = ledger.ledger.bytes
    }
    try sink.finish(metadata)
    return summary
  }

  /// What stands beside the tiles.
  var description: OutputDescription {
    OutputDescription(
      options: options, survey: survey, plans: plans, documents: documents, grounds: grounds,
      baseMaps: baseMaps)
  }

  /// What reading and `tally` together say.
  func summary(_ tally: TileStage.Tally) -> BuildSummary {
    var summary = BuildSummary()
    summary.featuresRead = featuresRead
    summary.featuresFiltered = featuresFiltered
    summary.unusedNames = unusedNames
    summary.holdingOption = holdingOption
    summary.strategies = strategyCounts
    for note in tally.notes where note.merged > 0 {
      summary.strategies.zooms[note.tile.z, default: StrategyCounts.Zoom()].merged += note.merged
    }
    summary.findings = (findings + tally.findings).inInputOrder
    summary.hidden = tally.hidden
    summary.overfull = OverfullTiles(
      tally.notes, limits: options.limits, layers: survey.layers.map(\.name))
    summary.zooms = tally.zooms.values.sorted { $0.zoom < $1.zoom }
    if let (tile, bytes) = tally.biggest {
      summary.biggestTile = (tile.z, tile.x, tile.y, bytes)
    }
    return summary
  }
}
