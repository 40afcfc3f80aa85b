import TileArchive
import TileServer

/// `tilegen serve PATH`.
struct ServeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show a tile set in a web browser",
    usage: "serve PATH [OPTIONS]",
    discussion: [
      """
      Hands out the viewer page, tiles with the right headers, tiles.json and style.json with \
      this server's addresses, and an archive itself in ranges. Sets of other programs get a plain \
      style and page. A preview for this machine: it encrypts nothing and asks nobody who they are. \
      Ctrl-C ends it.
      """
    ],
    examples: [
      ("tilegen serve out", "At http://127.0.0.1:8080/"),
      ("tilegen serve out.pmtiles --port 0", "An archive, on any free port"),
      ("tilegen serve out --host 0.0.0.0", "For a phone in the same network"),
    ])

  static let port = Option(
    "port", short: "p", "N", .integer(0...65_535), default: 8080,
    help: "Where to listen; 0 takes a free port")
  static let host = Option<String?>(
    "host", "ADDRESS", .text("a numeric address such as 127.0.0.1"), default: "127.0.0.1",
    help: "Which address of this machine to listen on; 0.0.0.0 is all of them")

  static let parameters = [TileSetOptions.path.parameter, port.parameter, host.parameter]

  private let path: String
  private let port: UInt16
  private let host: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let path = arguments[TileSetOptions.path].first else { throw .missing("PATH") }
    self.path = path
    port = UInt16(arguments[Self.port])
    host = arguments[Self.host] ?? "127.0.0.1"
  }

  func run() async throws(Failure) -> ExitCode {
    let site = TileSetSite(try TileSetOptions.open(path))
    let (stopped, stop) = AsyncStream<Void>.makeStream()
    // Watching before listening: who sees the address may stop the server at once.
    let signals = SignalWatch { stop.finish() }
    let server: HTTPServer
    do throws(HTTPServer.Failure) {
      server = try HTTPServer(host: host, port: port) { site.reply(to: $0) }
    } catch {
      switch error {
      case .badAddress(let host):
        throw .usage(
          .notAllowed(
            option: "--host", value: host, allowed: "a numeric address such as 127.0.0.1"),
          command: "serve")
      case .cannotListen(let errno): throw .listening(host: host, port: Int(port), errno: errno)
      }
    }
    let name = host.contains(":") ? "[\(host)]" : host
    try Console.output.write("\(path): http://\(name):\(server.port)/ (Ctrl-C ends it)\n")
    for await _ in stopped {}
    _ = signals.signalNumber
    withExtendedLifetime(server) {}
    return .good
  }
}
