import JSONText
import MapMath
import TileArchive
import TileInspection

/// `tilegen stats PATH`.
struct StatsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count what is in a tile set",
    usage: "stats PATH [OPTIONS]",
    discussion: [
      """
      Tiles, features, vertices and bytes by zoom and layer, the largest tiles, and attributes \
      with their types and some of their values. Sizes are as stored unless they say "expanded". \
      Percentiles are exact to 1.6 %.
      """
    ],
    examples: [
      ("tilegen stats out", "All of a folder"),
      ("tilegen stats out.pmtiles --zoom 14 --json", "One zoom of an archive, for a program"),
    ])

  static let biggest = Option(
    "biggest", short: "n", "N", .integer(0...1000), default: 5, help: "How many large tiles to name"
  )

  static let parameters = [
    TileSetOptions.path.parameter, TileSetOptions.zooms.parameter, TileSetOptions.box.parameter,
    biggest.parameter, TileSetOptions.json.parameter, TileSetOptions.threads.parameter,
  ]

  private let path: String
  private let selection: TileSelection
  private let threads: Int
  private let biggest: Int
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let path = arguments[TileSetOptions.path].first else { throw .missing("PATH") }
    self.path = path
    selection = TileSetOptions.selection(arguments)
    threads = TileSetOptions.threadCount(arguments)
    biggest = arguments[Self.biggest]
    isJSON = arguments[TileSetOptions.json]
  }

  func run() async throws(Failure) -> ExitCode {
    let report: StatsReport
    do throws(TileSetError) {
      report = try await TileSetStatistics(
        try openTileSet(path), selection: selection, threads: threads, biggest: biggest
      ).run()
    } catch {
      throw .set(error)
    }
    if isJSON {
      try Console.output.write(StatsText.json(report, path: path).serialized(.pretty))
    } else {
      try Console.output.write(StatsText.table(report))
    }
    guard let tile = report.firstUnreadable else { return .good }
    Console.error.report(
      "\(path): error: \(Quantity.plural(report.unreadable, "tile")) cannot be read, the first is"
        + " \(tile.z)/\(tile.x)/\(tile.y); 'tilegen check' says why\n")
    return .found
  }
}
