import CMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program: reads the command line, runs one command, and tells the shell how it went.
@main
enum Tilegen {
  static func main() async {
    // A reader that goes away is no fault: writing then fails with EPIPE instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that grows beyond what may be written: writing then fails with EFBIG.
    signal(SIGXFSZ, SIG_IGN)
    cmem_return_large_blocks()
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs the command line without the program's own name.
  static func run(_ words: [String]) async -> ExitCode {
    do throws(Failure) {
      return try await dispatch(words)
    } catch {
      for line in error.lines { Console.error.report(line + "\n") }
      return error.exitCode
    }
  }

  private static func dispatch(_ words: [String]) async throws(Failure) -> ExitCode {
    guard let name = words.first else {
      Console.error.report(HelpText.short)
      return .usage
    }
    switch name {
    case "--version":
      try Console.output.write("tilegen \(Version.text)\n")
      return .good
    case "--help", "-h":
      try Console.output.write(HelpText.overview)
      return .good
    default:
      break
    }
    guard !name.hasPrefix("-") else {
      let known = ["--version", "--help"]
      throw .usage(.unknownOption(name, nearest: nearestName(to: name, among: known)), command: nil)
    }
    let command: any Command.Type
    do throws(UsageError) {
      command = try tilegen.command(named: name)
    } catch {
      throw .usage(error, command: nil)
    }
    return try await run(command, Array(words.dropFirst()))
  }

  private static func run(
    _ type: any Command.Type, _ words: [String]
  ) async throws(Failure) -> ExitCode {
    let options = words.prefix { $0 != "--" }
    guard !options.contains("--help"), !options.contains("-h") else {
      try Console.output.write(HelpText.page(of: type))
      return .good
    }
    let command: any Command
    do throws(UsageError) {
      command = try type.init(ArgumentParser(type.allParameters).parse(words))
    } catch {
      throw .usage(error, command: type.configuration.commandName)
    }
    return try await command.run()
  }
}
