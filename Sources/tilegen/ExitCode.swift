/// What the program tells the shell; the numbers are those of sysexits.h.
enum ExitCode: Int32, Sendable {
  /// All is well; a closed output pipe too.
  case good = 0
  /// A check found something, or an overlay was skipped or a tile over a limit under --strict.
  case found = 1
  /// Wrong usage.
  case usage = 64
  /// An input is not what it should be.
  case badInput = 65
  /// A fault of ours.
  case software = 70
  /// An output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case io = 74
  /// Stopped because its terminal was closed.
  case hungUp = 129
  /// Stopped by Ctrl-C.
  case interrupted = 130
  /// Stopped by SIGTERM.
  case terminated = 143
}
