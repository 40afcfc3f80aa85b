import JSONText
import TileArchive
import TileInspection

/// `tilegen check PATH`.
struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find what is wrong with a tile set",
    usage: "check PATH [OPTIONS]",
    discussion: [
      """
      Holds every tile to the rules of Mapbox Vector Tiles 2.1, compares it with its neighbours, \
      and holds what the set says of itself (tiles.json, metadata, style.json) to the tiles. \
      Archives are held to the rules of their container too: header, directories and counts of \
      PMTiles, tables and rows of MBTiles. It shares no code with the encoder, and reads tile \
      sets of any program.
      """,
      """
      MUST: a rule of a format, or something that clients break on; one of them makes the exit \
      code 1. SHOULD: an advice of a format, or a limit of clients. NOTE: worth knowing.
      """,
      """
      At a border, what lines and polygons do must be the same in both tiles, to the unit \
      (--tolerance 0). Where a tile's buffer ends, the cut is rounded, and half a unit is allowed.
      """,
    ],
    examples: [
      ("tilegen check out", "Everything"),
      ("tilegen check out --zoom 0-5 --json", "Zooms 0 to 5, for a program"),
      (
        "tilegen check other.pmtiles --tolerance 1 --max-findings 20",
        "Tiles of a program that is less exact at borders"
      ),
    ])

  static let tolerance = Option(
    "tolerance", "UNITS", .number(0...4096), default: 0,
    help: "How far apart, in units of the tile, two neighbours may show the same thing")
  static let noSeams = Flag("no-seams", help: "Do not compare neighbours")
  static let wrap = Flag(
    "wrap", help: "Compare the world's eastern side with its western side too")
  static let byID = Flag(
    "seams-by-id",
    help: "At borders, tell features of different ids apart; only where an id means the same in"
      + " all tiles")
  static let strict = Flag("strict", help: "A broken SHOULD makes the exit code 1 too")
  static let maxFindings = Option(
    "max-findings", short: "n", "N", .integer(1...1_000_000), default: 5,
    help: "Findings shown of each rule")

  static let parameters = [
    TileSetOptions.path.parameter, TileSetOptions.zooms.parameter, TileSetOptions.box.parameter,
    tolerance.parameter, noSeams.parameter, wrap.parameter, byID.parameter, strict.parameter,
    maxFindings.parameter, TileSetOptions.json.parameter, TileSetOptions.threads.parameter,
  ]

  private let path: String
  private var options = CheckOptions()
  private let isStrict: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let path = arguments[TileSetOptions.path].first else { throw .missing("PATH") }
    self.path = path
    options.selection = TileSetOptions.selection(arguments)
    options.threads = TileSetOptions.threadCount(arguments)
    options.checksSeams = !arguments[Self.noSeams]
    options.tolerance = arguments[Self.tolerance]
    options.seamsByID = arguments[Self.byID]
    options.wraps = arguments[Self.wrap]
    options.examples = arguments[Self.maxFindings]
    isStrict = arguments[Self.strict]
    isJSON = arguments[TileSetOptions.json]
  }

  func run() async throws(Failure) -> ExitCode {
    let report: CheckReport
    do throws(TileSetError) {
      report = try await TileSetChecker.run(path, options: options)
    } catch {
      throw .set(error)
    }
    let isGood = report.isClean(upTo: isStrict ? .should : .must)
    if isJSON {
      try Console.output.write(
        CheckText.json(report, path: path, isGood: isGood).serialized(.pretty))
    } else {
      try Console.output.write(CheckText.table(report, path: path, isGood: isGood))
    }
    return isGood ? .good : .found
  }
}
