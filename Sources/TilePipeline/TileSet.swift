import CMemory
public import OverlayModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Overlays ready to be tiled: the step between reading them and making tiles of them.
///
/// Tiles are made when they are asked for, one or all; they are the same bytes either way, and the
/// same that `tilegen build` writes.
///
///     let tiles = try await TileSet(map)
///     let tile = try tiles.tile(TileID(z: 4, x: 14, y: 9))
///     try await tiles.write(to: "out")
public struct TileSet: Sendable {
  /// What it was told.
  public internal(set) var options: BuildOptions
  /// Overlays skipped or altered, and why, in input order, as far as reading them shows; what
  /// making tiles shows ``write(to:replace:progress:)`` adds.
  public let findings: [Finding]
  /// Overlays read, those skipped included.
  public let featuresRead: Int
  /// Overlays that the selection's filter did not take.
  public let featuresFiltered: Int

  /// Names in the options that nothing in the inputs has.
  public let unusedNames: [UnusedName]
  /// The option for which overlays are held that memory has no room for.
  let holdingOption: String?

  let strategyCounts: StrategyCounts
  let survey: OverlaySurvey
  let overlays: PreparedOverlays
  let plans: [ZoomPlan]
  let images: MarkerImages
  let documents: [OverlayDocument]
  let grounds: GroundOverlays
  let baseMaps: BaseMaps

  /// Prepares overlays that are given as values.
  ///
  /// - Parameter options: How to tile them; its inputs are not looked at.
  /// - Throws: ``BuildError/strict(path:finding:)`` when an overlay is skipped and the options are
  ///   strict; ``BuildError/cancelled``.
  public init(
    _ map: OverlayMap, options: BuildOptions = BuildOptions()
  ) async throws(BuildError) {
    var options = options
    options.inputs = [BuildOptions.Input(map)]
    try await self.init(options)
  }

  /// Reads and prepares the inputs of `options`, on all cores.
  public init(
    _ options: BuildOptions, progress: @escaping @Sendable (BuildProgress) -> Void = { _ in }
  ) async throws(BuildError) {
    do {
      try await self.init(reading: options, progress)
    } catch {
      throw BuildError(error, inputs: options.inputs)
    }
  }

  private init(
    reading options: BuildOptions, _ progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws {
    let baseMaps = try BaseMaps(options.baseStyles)
    let scratch = ScratchSpace(
      directory: options.scratchDirectory ?? BuildOptions.scratchDirectory, budget: options.memory)
    let copies = options.spilledCopies
    var read = try await ReadStage(
      options: options, threads: options.workers, scratch: scratch, copies: copies
    ).run(progress: progress)
    try await SharedBorders(
      isOn: options.sharedBorders, threads: options.workers,
      tolerances: ZoomPlan.borderTolerances(options), visibility: RingVisibility(options),
      scratch: scratch, copies: copies
    ).measure(&read.chunks)
    let images = MarkerImages(options.inputs)
    var spans = SpanStyling(documents: read.documents, stamps: images)
    spans.drawsSprites = options.spriteStamps
    for i in read.chunks.indices { spans.apply(to: &read.chunks[i]) }
    let grounds = GroundOverlays(read.chunks, inputs: options.inputs)
    var findings = (read.findings + grounds.findings).inInputOrder
    if options.strict, let first = findings.first(where: { $0.effect == .skipped }) {
      throw BuildError.strict(path: options.inputs[first.location.input].path, finding: first)
    }
    featuresRead = read.chunks.reduce(0) { $0 + $1.recordCount }
    featuresFiltered = read.chunks.reduce(0) { $0 + $1.filteredCount }
    var counts = OverlayStrategies(options: options).apply(to: &read.chunks)
    let builder = FeatureTableBuilder(
      paint: images.paint, layerNames: options.inputs.map(\.layer),
      zooms: options.minZoom...options.maxZoom,
      layerZooms: options.layerZooms, spans: spans)
    holdingOption = scratch.refusesRecords ? options.holdingOption : nil
    let shelf = try OverlayShelf(
      &read.chunks, builder, scratch: scratch, extent: options.extent,
      isNeeded: options.maysShelve && scratch.refusesRecords)
    var numbered = builder.build(
      &read.chunks, builder.naming(of: read.chunks), extent: options.extent)
    survey = shelf?.survey ?? numbered.survey
    unusedNames =
      featuresRead == 0
      ? []
      : UnusedName.find(
        in: options, properties: read.propertyNames, layers: survey.layers.map(\.name))
    if options.strict, !unusedNames.isEmpty { throw BuildError.unusedNames(unusedNames) }
    if options.coalesce { CoalescedRows.find(in: &numbered.table) }
    numbered.table.scratch = scratch
    read.chunks = []
    // What reading needed goes back to the system before tiling needs memory.
    cmem_release_free()
    findings = (findings + images.findings()).inInputOrder
    let buffer = options.buffer ?? Self.buffer(forStroke: survey.widestStroke, options.extent)
    plans = (options.minZoom...options.maxZoom).map { zoom in
      ZoomPlan(
        zoom: zoom, maxZoom: options.maxZoom, extent: options.extent, buffer: buffer,
        simplify: options.simplify, tiny: options.tiny)
    }
    if options.dropSmallest {
      let dropped = try await DropStage(
        attributes: numbered.attributes, plans: plans, compress: options.compress,
        threads: options.workers, unitVertices: options.unitVertices(of: numbered.table),
        limits: options.limits,
        progress: progress
      ).run(&numbered.table)
      for (zoom, count) in dropped {
        counts.zooms[zoom, default: StrategyCounts.Zoom()].smallest = count
      }
    }
    strategyCounts = counts
    self.options = options
    self.findings = findings
    overlays =
      shelf.map { .shelved($0, DrawingRecord(features: $0.featureCount)) }
      ?? .numbered(
        numbered,
        SingleTiles(numbered, compress: options.compress, workers: options.workers))
    self.images = images
    self.grounds = grounds
    self.baseMaps = baseMaps
    documents = read.documents
  }

  /// The overlays, which lie in memory as one table, or in a scratch space; and what single tiles
  /// are made with.
  enum PreparedOverlays: Sendable {
    case numbered(FeatureTableBuilder.Result, SingleTiles)
    case shelved(OverlayShelf, DrawingRecord)
  }

  /// Units beyond a tile's edge so that strokes of `width` points are not cut short: the whole
  /// width, as a tile is 512 points, and 128 of 8192 units at least.
  static func buffer(forStroke width: Double, _ extent: Int) -> Int {
    max(extent / 64, Int((width * Double(extent) / 512).rounded(.up)))
  }
}

extension BuildOptions {
  /// Where files go that stand in for memory, unless the options say it.
  fileprivate static let scratchDirectory = "/tmp"

  /// The copies of vertices that are kept where they do not fit in memory: all of them, and those
  /// of some zooms.
  fileprivate var spilledCopies: [SpilledCopy] {
    ([maxZoom] + stride(from: maxZoom - 3, through: minZoom, by: -3)).map { zoom in
      // What a build is compared by are the vertices as they were read.
      let isPacked = extent.nonzeroBitCount == 1 && !incremental
      return SpilledCopy(
        threshold: zoom == maxZoom ? 0 : threshold(atZoom: zoom),
        places: isPacked ? extent.trailingZeroBitCount + zoom + VertexPacking.guardPlaces : nil)
    }
  }

  /// Importance that a vertex must have to be drawn at a zoom, squared world units.
  func threshold(atZoom zoom: Int) -> Float {
    ZoomPlan(
      zoom: zoom, maxZoom: maxZoom, extent: extent, buffer: 0, simplify: simplify, tiny: tiny
    ).threshold
  }

  /// Tasks that work at once.
  var workers: Int { threads ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
