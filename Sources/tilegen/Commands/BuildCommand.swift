import MapMath
import OverlayModel
import TilePipeline

/// `tilegen build INPUT... --output OUT`.
struct BuildCommand: Command {
  /// Most findings printed one by one.
  private static let shownFindings = 20

  private let options: BuildOptions
  private let progress: ProgressChoice
  private let quiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try Self.options(from: arguments)
    progress = arguments[Self.progressOption]
    quiet = arguments[Self.quietFlag]
  }

  func run() async throws(Failure) -> ExitCode {
    let reporter = style.map(ProgressReporter.init(style:))
    let start = ContinuousClock.now
    let result = await build(reporter)
    reporter?.end(result)
    let summary = try result.get()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if options.dryRun { try Console.output.write(summary.changes.map(Self.line).joined()) }
    if !quiet && !options.dryRun {
      let text = SummaryText(summary: summary, output: options.output, seconds: seconds)
      report(summary, listedIn: text.report)
      try Console.output.write(text.text)
    }
    return .good
  }

  /// A tile of a dry run.
  private static func line(_ change: BuildSummary.TileChange) -> String {
    let tile = change.tile
    return (change.isMade ? "make   " : "remove ") + "\(tile.z)/\(tile.x)/\(tile.y)\n"
  }

  /// Runs the build in a task that signals cancel.
  private func build(_ reporter: ProgressReporter?) async -> Result<BuildSummary, Failure> {
    let builder = TileSetBuilder(options)
    let state = SignalWatch.State()
    let (watched, begin) = AsyncStream<Void>.makeStream()
    let task = Task { () -> Result<BuildSummary, BuildError> in
      // A signal that came before anyone watches would leave what the task has made.
      for await _ in watched {}
      do throws(BuildError) {
        return .success(
          try await builder.build {
            if case .finishing = $0 { state.endsSoon() }
            reporter?.show($0)
          })
      } catch {
        return .failure(error)
      }
    }
    let signals = SignalWatch(state) { task.cancel() }
    begin.finish()
    return await task.value.mapError { error in
      if case .cancelled = error, let number = signals.signalNumber { return .signal(number) }
      return .build(error)
    }
  }

  private var style: ProgressLog.Style? {
    switch progress {
    case _ where quiet: nil
    case .none: nil
    case .json: .json
    case .text: Console.error.isTerminal ? .line : .log
    }
  }

  /// Names the first findings on standard error.
  private func report(_ summary: BuildSummary, listedIn file: String) {
    for finding in summary.findings.prefix(Self.shownFindings) {
      let path =
        options.inputs.indices.contains(finding.location.input)
        ? options.inputs[finding.location.input].path : "tilegen"
      Console.error.report(findingLine(finding, path: path, severity: "warning") + "\n")
    }
    let rest = summary.findings.count - Self.shownFindings
    if rest > 0 { Console.error.report("and \(Quantity.count(rest)) more, see \(file)\n") }
    Console.error.report(summary.unusedNames.map { "tilegen: warning: \($0.advice)\n" }.joined())
    if let option = summary.holdingOption {
      Console.error.report(
        "tilegen: warning: --memory: overlays took more, as \(option) looks at all of them at once\n"
      )
    }
    // An incremental build makes none where nothing changed.
    if summary.zooms.isEmpty && !options.incremental {
      Console.error.report(
        "tilegen: warning: no overlay has anything in these tiles, so there are none"
          + (options.output.hasSuffix(".pmtiles") ? "; strict readers refuse such an archive" : "")
          + "\n")
    }
    let overfull = LimitText(overfull: summary.overfull).lines
    Console.error.report(overfull.map { "tilegen: warning: \($0)\n" }.joined())
  }
}
