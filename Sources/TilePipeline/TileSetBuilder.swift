import MapMath
import MapStyle
import OverlayModel
import OverlayReader
import Synchronization
import TileArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    let sink: any TileSetSink
    do throws(ArchiveError) {
      sink = try makeSink(path: options.output, replace: options.replace)
    } catch {
      throw .output(error)
    }
    do {
      return try await build(into: sink, progress: progress)
    } catch {
      sink.discard()
      throw buildError(error)
    }
  }

  private func build(
    into sink: any TileSetSink, progress: @escaping @Sendable (BuildProgress) -> Void
  ) async throws -> BuildSummary {
    let threads = options.threads ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    var read = try await ReadStage(options: options, threads: threads).run(progress: progress)
    var summary = BuildSummary()
    summary.featuresRead = read.chunks.reduce(0) { $0 + $1.recordCount }
    let address = OutputAddress(options)
    let grounds = GroundOverlays(read.chunks, inputs: options.inputs, base: address.files)
    summary.findings = sortedFindings(read, grounds.findings)
    if options.strict, let first = summary.findings.first(where: { $0.effect == .skipped }) {
      throw BuildError.strict(path: options.inputs[first.location.input].path, finding: first)
    }
    let images = MarkerImages(paths: options.inputs.map(\.path))
    let builder = FeatureTableBuilder(
      paint: images.paint, layerNames: options.inputs.map(\.layer),
      zooms: options.minZoom...options.maxZoom)
    let numbered = builder.build(&read.chunks, extent: options.extent)
    read.chunks = []
    summary.findings += images.findings()

    let buffer = options.buffer ?? Self.buffer(forStroke: numbered.widestStroke, options.extent)
    let plans = (options.minZoom...options.maxZoom).map { zoom in
      ZoomPlan(
        zoom: zoom, maxZoom: options.maxZoom, extent: options.extent, buffer: buffer,
        simplify: options.simplify, tiny: options.tiny)
    }
    let stage = TileStage(
      table: numbered.table, attributes: numbered.attributes, plans: plans,
      compress: options.compress, threads: threads,
      unitVertices: options.unitVertices, sink: sink)
    let tally = try await stage.run(progress: progress)
    summary.hidden = tally.hidden
    summary.findings = inInputOrder(summary.findings + tally.findings)

    progress(.finishing)
    let description = OutputDescription(
      options: options, address: address, numbered: numbered, documents: read.documents,
      grounds: grounds)
    try description.write(to: sink, images: images, summary: summary)
    try Task.checkCancellation()
    try sink.finish(description.metadata)
    summary.zooms = tally.zooms.values.sorted { $0.zoom < $1.zoom }
    if let (tile, bytes) = tally.biggest {
      summary.biggestTile = (tile.z, tile.x, tile.y, bytes)
    }
    return summary
  }

  /// Units beyond a tile's edge so that strokes of `width` points are not cut short: the whole
  /// width, as a tile is 512 points, and 128 of 8192 units at least.
  static func buffer(forStroke width: Double, _ extent: Int) -> Int {
    max(extent / 64, Int((width * Double(extent) / 512).rounded(.up)))
  }

  /// All findings in input order.
  private func sortedFindings(_ read: ReadStage.Result, _ more: [Finding]) -> [Finding] {
    let all =
      read.documents.flatMap(\.findings) + unusedMaps(read.documents)
      + read.chunks.flatMap(\.findings) + more
    return inInputOrder(all)
  }

  private func inInputOrder(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().sorted { a, b in
      (a.element.location.input, a.element.location.feature, a.offset)
        < (b.element.location.input, b.element.location.feature, b.offset)
    }.map(\.element)
  }

  /// One finding for each `map` that another document's `map` overrules.
  private func unusedMaps(_ documents: [OverlayDocument]) -> [Finding] {
    let maps = documents.enumerated().compactMap { input, document in
      document.map.map { (input: input, map: $0) }
    }
    guard let first = maps.first else { return [] }
    return maps.dropFirst().filter { $0.map != first.map }.map { other in
      Finding(
        .altered, .mapOption, at: SourceLocation(input: other.input, line: 1, feature: -1),
        member: "map", found: "a second map that differs from the first document's",
        allowed: "the first document's map is used")
    }
  }

  /// What a failure inside the build is to its caller.
  private func buildError(_ error: any Error) -> BuildError {
    switch error {
    case let error as BuildError: return error
    case let error as ArchiveError: return .output(error)
    case let failure as InputQueue.Failure:
      return BuildError(failure.error, path: options.inputs[failure.input].path)
    case is CancellationError: return .cancelled
    default: return .internalFault(String(describing: error))
    }
  }
}

extension BuildError {
  /// A reader's error about the input `path`.
  init(_ error: ReaderError, path: String) {
    func malformed(_ line: Int, _ problem: String, column: Int = 0) -> BuildError {
      .malformed(path: path, line: line, column: column, problem: problem)
    }
    self =
      switch error {
      case .io(let path, let code): .input(path: path, errno: code)
      case .emptyInput: malformed(0, "empty input")
      case .malformed(let line, let column, let problem):
        malformed(line, problem.description, column: column)
      case .truncatedGzip(let bytes):
        malformed(0, "the gzip stream is cut off after \(bytes) bytes of text")
      case .corruptGzip(let bytes):
        malformed(0, "the gzip stream is damaged after \(bytes) bytes of text")
      case .unsupportedFormat(let format):
        malformed(0, "\(format.rawValue) is not supported; overlay documents and GeoJSON are")
      case .unsupportedCRS(let name, let line, let feature):
        malformed(
          line,
          "the crs is \(name); positions must be longitude and latitude"
            + (feature.map {
              " (first feature: \($0.id.map { "id \($0), " } ?? "")index \($0.index), line \($0.line))"
            } ?? ""))
      case .notGeoJSON(let line, let found):
        malformed(line, "\(found) where a GeoJSON type should stand")
      case .recordTooLarge(let line, let limit):
        malformed(line, "a feature of more than \(limit) bytes")
      case .outOfMemory: .internalFault("no memory for the parser")
      }
  }
}
