/// `tilegen help [COMMAND]`.
struct HelpCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show what a command does and all its options",
    usage: "help [COMMAND]")
  static let topic = Argument("COMMAND", required: false, help: "The command to explain")
  static let parameters = [topic.parameter]

  private let text: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let name = arguments[Self.topic].first else {
      text = HelpText.overview
      return
    }
    text = HelpText.page(of: try command(named: name))
  }

  func run() async throws(Failure) -> ExitCode {
    try Console.output.write(text)
    return .good
  }
}
