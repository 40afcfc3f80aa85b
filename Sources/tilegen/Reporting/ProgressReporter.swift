import Synchronization
import TilePipeline

/// Shows on standard error how far a build is; safe to call from any thread.
final class ProgressReporter: Sendable {
  private struct State {
    var log: ProgressLog
    /// Columns of the line that stands on the terminal.
    var lineLength = 0
  }
  private let state: Mutex<State>
  private let style: ProgressLog.Style
  private let start = ContinuousClock.now

  /// A reporter in the given style.
  init(style: ProgressLog.Style) {
    self.style = style
    state = Mutex(State(log: ProgressLog(style: style)))
  }

  /// Seconds since the reporter was made.
  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Shows `progress`, unless something was shown just now.
  func show(_ progress: BuildProgress) {
    let seconds = seconds
    state.withLock { state in
      guard let text = state.log.take(progress, at: seconds) else { return }
      guard style == .line else { return Console.error.report(text + "\n") }
      let fitting = String(text.prefix(max(0, Console.error.columns - 1)))
      let erasing = String(repeating: " ", count: max(0, state.lineLength - fitting.count))
      Console.error.report("\r" + fitting + erasing)
      state.lineLength = fitting.count
    }
  }

  /// Shows how the build ended: for people the line goes, for programs there is a last object.
  func end(_ result: Result<BuildSummary, Failure>) {
    clear()
    guard style == .json else { return }
    Console.error.report(ProgressState.lastJSON(result, at: seconds) + "\n")
  }

  /// Takes the line away, so that messages start at the left.
  func clear() {
    state.withLock { state in
      guard state.lineLength > 0 else { return }
      Console.error.report("\r" + String(repeating: " ", count: state.lineLength) + "\r")
      state.lineLength = 0
    }
  }
}
