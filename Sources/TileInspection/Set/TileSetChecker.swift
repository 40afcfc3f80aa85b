internal import JSONText
internal import MapMath
public import TileArchive

/// What is checked, and how.
public struct CheckOptions: Sendable {
  /// Which tiles.
  public var selection = TileSelection()
  /// Workers.
  public var threads = 1
  /// Whether tiles are compared with their neighbours.
  public var checksSeams = true
  /// How far apart neighbours may show the same thing, tile units.
  public var tolerance = 0.0
  /// Whether features of different ids are told apart at borders.
  public var seamsByID = false
  /// Whether the world's eastern side borders on the western.
  public var wraps = false
  /// Findings that are kept of each rule.
  public var examples = 5

  /// Everything, by one worker.
  public init() {}
}

/// Checks a whole tile set: each tile, each border, and what the container says of them.
public struct TileSetChecker: Sendable {
  private let reader: any TileSetReader
  private let options: CheckOptions

  /// Checks the tile set at `path`: its container by that one's own rules, and then all that is in
  /// it. Where the container is so broken that its tiles cannot be reached, the report says what is
  /// wrong with it, and counts no tiles.
  ///
  /// - Throws: ``TileSetError`` when nothing at `path` can be judged.
  public static func run(
    _ path: String, options: CheckOptions = .init()
  ) async throws(TileSetError) -> CheckReport {
    var tally = FindingTally(limit: options.examples)
    try completeInterruptedRun(path)
    try ContainerFile.check(path, &tally)
    do throws(TileSetError) {
      return try await TileSetChecker(try openTileSet(path), options: options).run(tally)
    } catch {
      guard case .damaged = error, tally.sorted.contains(where: { $0.level == .must }) else {
        throw error
      }
      var report = CheckReport()
      report.entries = tally.sorted
      return report
    }
  }

  /// Prepares a check.
  public init(_ reader: any TileSetReader, options: CheckOptions = .init()) {
    (self.reader, self.options) = (reader, options)
  }

  /// Checks. The report is the same for any number of workers.
  ///
  /// - Throws: ``TileSetError`` when the container cannot be read.
  public func run() async throws(TileSetError) -> CheckReport {
    try await run(FindingTally(limit: options.examples))
  }

  /// Checks, and adds what is found to `findings`.
  private func run(_ findings: FindingTally) async throws(TileSetError) -> CheckReport {
    let seams = SeamTable(wraps: options.wraps)
    let memory = ContentMemory()
    let walk = TileSetWalk(reader, selection: options.selection, threads: options.threads)
    let workers = try await walk.run { [options] in
      CheckWorker(options: options, seams: seams, memory: memory)
    }
    var report = CheckReport()
    var tally = findings
    var survey = LayerSurvey()
    var extent = TileExtents()
    for worker in workers {
      tally.add(worker.tally)
      survey.add(worker.survey)
      extent.add(worker.extents)
      report.tiles += worker.report.tiles
      report.contents += worker.report.contents
      report.features += worker.report.features
      report.vertices += worker.report.vertices
      report.storedBytes += worker.report.storedBytes
      report.borders += worker.report.borders
    }
    if options.checksSeams { try judgeLeftovers(of: seams, &tally, &report) }
    let isWhole = options.selection == TileSelection()
    let container = ContainerChecker(
      reader: reader, survey: survey, extents: extent, isWhole: isWhole)
    try container.check(&tally)
    report.entries = tally.sorted
    return report
  }

  /// Borders of which only one side was met.
  private func judgeLeftovers(
    of seams: SeamTable, _ tally: inout FindingTally, _ report: inout CheckReport
  ) throws(TileSetError) {
    let comparison = BorderComparison(tolerance: options.tolerance)
    for leftover in seams.leftovers() {
      guard options.selection.contains(leftover.neighbour) else { continue }
      var findings = TileFindings(limit: options.examples)
      if try reader.find(leftover.neighbour) == nil {
        guard leftover.side.crosses else { continue }
        let differences = comparison.differences(
          first: leftover.isFirst ? leftover.side : nil,
          second: leftover.isFirst ? nil : leftover.side)
        guard let first = differences.first else { continue }
        let place = SeamPlace(leftover)
        findings.add(
          .seamTile,
          .init(
            .seamTile, place: place.place(first.position), detail: "no tile \(place.neighbour)"))
      } else {
        report.borders += 1
        SeamPlace(leftover).add(
          comparison.differences(
            first: leftover.isFirst ? leftover.side : nil,
            second: leftover.isFirst ? nil : leftover.side), to: &findings)
      }
      if !findings.isEmpty { tally.add(findings, tile: leftover.tile) }
    }
  }
}

/// One worker of a check.
private struct CheckWorker: TileVisitor {
  private let options: CheckOptions
  private let seams: SeamTable
  private let memory: ContentMemory
  private let comparison: BorderComparison

  private(set) var tally: FindingTally
  private(set) var survey = LayerSurvey()
  private(set) var extents = TileExtents()
  private(set) var report = CheckReport()

  private var inspector = TileInspector()
  private var collector: BorderCollector
  private var expander = TileExpander()
  private var findings: TileFindings

  init(options: CheckOptions, seams: SeamTable, memory: ContentMemory) {
    (self.options, self.seams, self.memory) = (options, seams, memory)
    comparison = BorderComparison(tolerance: options.tolerance)
    tally = FindingTally(limit: options.examples)
    collector = BorderCollector(byID: options.seamsByID)
    findings = TileFindings(limit: options.examples)
  }

  mutating func knows(_ run: TileRun, _ tiles: [TileID]) -> Bool {
    guard let outcome = memory.outcome(of: run.content) else { return false }
    for layer in outcome.layers { survey.add(layer, z: run.tile.z) }
    take(outcome, tiles)
    return true
  }

  mutating func visit(_ run: TileRun, _ tiles: [TileID], stored: [UInt8]) {
    findings.removeAll()
    var figures = TileInspector.Figures()
    var layers: [String] = []
    if stored.count > 500_000 {
      findings.add(.tileLarge, .init(.tileLarge, detail: "\(stored.count) bytes"))
    }
    if expander.expand(stored, findings: &findings) {
      extents.add(isGzip: expander.isGzip, tile: tiles[0])
      // Moved out and back, since the closure must not reach into the inspector's owner.
      var (survey, collector) = (LayerSurvey(), BorderCollector(byID: options.seamsByID))
      swap(&survey, &self.survey)
      swap(&collector, &self.collector)
      let checksSeams = options.checksSeams
      let bytes = expander.bytes
      figures = inspector.inspect(bytes.span, findings: &findings) { layer, bytes in
        survey.add(layer, bytes, z: run.tile.z)
        layers.append(layer.name)
        if checksSeams { collector.add(layer) }
      }
      swap(&survey, &self.survey)
      swap(&collector, &self.collector)
    }
    let outcome = ContentOutcome(
      findings: findings, borders: collector.finish(), layers: layers, figures: figures)
    if memory.keep(outcome, for: run.content) {
      report.contents += 1
      report.storedBytes += stored.count
    }
    take(outcome, tiles)
  }

  /// Counts a content for each tile that has it.
  private mutating func take(_ outcome: ContentOutcome, _ tiles: [TileID]) {
    report.tiles += tiles.count
    report.features += outcome.figures.features * tiles.count
    report.vertices += outcome.figures.vertices * tiles.count
    for tile in tiles {
      extents.add(tile)
      if !outcome.findings.isEmpty { tally.add(outcome.findings, tile: tile) }
      guard options.checksSeams else { continue }
      for meeting in seams.meet(tile, outcome.borders) {
        report.borders += 1
        let differences = comparison.differences(
          first: meeting.firstSide, second: meeting.secondSide)
        guard !differences.isEmpty else { continue }
        var seamFindings = TileFindings(limit: options.examples)
        SeamPlace(meeting).add(differences, to: &seamFindings)
        tally.add(seamFindings, tile: meeting.first)
      }
    }
  }
}

/// Where a border is, for findings.
private struct SeamPlace {
  /// The tile on the other side, in words.
  let neighbour: String
  private let isHorizontal: Bool
  /// Whether the finding stands under the western or northern tile.
  private let isFirst: Bool
  private let extent: Double

  init(_ meeting: SeamTable.Meeting) {
    let tile = meeting.first
    let x = meeting.isHorizontal ? tile.x : (tile.x + 1) % (1 << tile.z)
    neighbour = "\(tile.z)/\(x)/\(tile.y + (meeting.isHorizontal ? 1 : 0))"
    isHorizontal = meeting.isHorizontal
    isFirst = true
    extent = Double((meeting.firstSide ?? meeting.secondSide)?.extent ?? 4096)
  }

  init(_ leftover: SeamTable.Leftover) {
    let tile = leftover.neighbour
    neighbour = "\(tile.z)/\(tile.x)/\(tile.y)"
    isHorizontal = leftover.isHorizontal
    isFirst = leftover.isFirst
    extent = Double(leftover.side.extent)
  }

  /// A position along the border, in the units of the tile of the finding.
  func place(_ position: Double) -> TileFinding.Place {
    let across = isFirst ? extent : 0
    return isHorizontal ? .init(x: position, y: across) : .init(x: across, y: position)
  }

  func add(_ differences: [BorderComparison.Difference], to findings: inout TileFindings) {
    for difference in differences {
      let isHere = difference.isInFirst == isFirst
      findings.add(
        difference.rule,
        .init(
          difference.rule, place: place(difference.position),
          detail: isHere ? "here and not in \(neighbour)" : "in \(neighbour) and not here"))
    }
  }
}
