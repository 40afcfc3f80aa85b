/// A verb of the program. Shaped like ArgumentParser's `AsyncParsableCommand`.
protocol Command: Sendable {
  /// Name, summary and the rest of its help page.
  static var configuration: CommandConfiguration { get }
  /// Its options and arguments, in the order of the help.
  static var parameters: [Parameter] { get }
  /// Resolves what was read; contradictions between options are found here.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// Does it.
  func run() async throws(Failure) -> ExitCode
}

/// What a command says about itself.
struct CommandConfiguration: Sendable {
  /// The word on the command line.
  let commandName: String
  /// One line for the list of commands, without a full stop.
  let abstract: String
  /// The words after `tilegen`.
  let usage: String
  /// Paragraphs below the options.
  var discussion: [String] = []
  /// Command lines, each with what it does.
  var examples: [(line: String, meaning: String)] = []
}

extension Command {
  /// `-h`, which every command takes.
  static var helpFlag: Flag { Flag("help", short: "h", help: "Show this help") }

  /// All parameters, `--help` among them.
  static var allParameters: [Parameter] { parameters + [helpFlag.parameter] }
}
