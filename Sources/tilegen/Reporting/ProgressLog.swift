import OverlayModel
import TilePipeline

/// Decides which progress is shown and how it reads; knows neither clock nor terminal.
struct ProgressLog: Sendable {
  /// How progress is written.
  enum Style: Sendable, Equatable {
    /// One line that is written over.
    case line
    /// A line now and then.
    case log
    /// A JSON object a line.
    case json
  }
  private let style: Style
  private var shownAt: Double?
  private var phase = ""
  private var phaseStart = 0.0

  /// A log that has shown nothing yet.
  init(style: Style) { self.style = style }

  /// The text to show for `progress`, `seconds` after the start, or `nil` when it is too soon.
  mutating func take(_ progress: BuildProgress, at seconds: Double) -> String? {
    let state = ProgressState(progress)
    if state.phase != phase {
      (phase, phaseStart) = (state.phase, seconds)
      // A log stays silent for runs that are over before anybody waits.
      if style == .json || style == .line { shownAt = nil }
    }
    if let last = shownAt ?? (style == .log ? 0 : nil), seconds - last < interval { return nil }
    shownAt = seconds
    let elapsed = seconds - phaseStart
    return style == .json ? state.json(at: seconds) : state.text(after: elapsed)
  }

  /// Seconds between two lines.
  private var interval: Double {
    switch style {
    case .line: 0.1
    case .log: 5
    case .json: 0.5
    }
  }
}

/// One report of a build in words and in JSON.
struct ProgressState: Sendable {
  /// reading, measuring, tiling or finishing.
  let phase: String
  private let done: Int
  private let total: Int?
  private let unit: String
  private let count: Int

  /// Reads what a build reports.
  init(_ progress: BuildProgress) {
    switch progress {
    case .reading(let bytes, let total, let features):
      (phase, done, self.total, unit, count) = ("reading", bytes, total, "features", features)
    case .tiling(let units, let total, let tiles):
      (phase, done, self.total, unit, count) = ("tiling", units, total, "tiles", tiles)
    case .measuring(let zooms, let total):
      (phase, done, self.total, unit, count) = ("measuring", zooms, total, "", 0)
    case .finishing:
      (phase, done, total, unit, count) = ("finishing", 0, nil, "", 0)
    }
  }

  private var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(done) / Double(total))
  }

  /// `tiling  42 %  12,345 tiles  2,345/s  ETA 12 s`, `seconds` after the phase began.
  func text(after seconds: Double) -> String {
    var parts = [phase]
    if let fraction { parts.append("\(Int(fraction * 100)) %") }
    if !unit.isEmpty {
      parts.append("\(Quantity.count(count)) \(unit)")
      if seconds >= 0.5 { parts.append("\(Quantity.count(Int(Double(count) / seconds)))/s") }
    }
    if let fraction, fraction > 0.01, fraction < 1, seconds >= 0.5 {
      parts.append("ETA " + Quantity.time(seconds: seconds * (1 - fraction) / fraction))
    }
    return parts.joined(separator: "  ")
  }

  /// One JSON object, `seconds` after the start of the run.
  func json(at seconds: Double) -> String {
    var members: [(String, String)] = [("phase", "\"\(phase)\"")]
    if !unit.isEmpty {
      members.append(("done", String(done)))
      if let total { members.append(("total", String(total))) }
      members.append((unit, String(count)))
    }
    members.append(("seconds", Quantity.tenths(seconds)))
    return Self.object(members)
  }

  /// The last object of a run, of phase "done" or "failed", `seconds` after its start.
  static func lastJSON(_ result: Result<BuildSummary, Failure>, at seconds: Double) -> String {
    var members: [(String, String)]
    switch result {
    case .success(let summary):
      let skipped = summary.findings.count { $0.effect == .skipped }
      members = [
        ("phase", "\"done\""), ("features", String(summary.featuresRead)),
        ("tiles", String(summary.tiles)), ("bytes", String(summary.bytes)),
        ("skipped", String(skipped)), ("altered", String(summary.findings.count - skipped)),
      ]
    case .failure(let failure):
      members = [("phase", "\"failed\""), ("exit", String(failure.exitCode.rawValue))]
    }
    members.append(("seconds", Quantity.tenths(seconds)))
    return object(members)
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }
}
