import MapMath
import TileArchive
import TilePipeline

/// `tilegen merge SET... --output OUT`.
struct MergeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join tile sets into one, or convert one",
    usage: "merge SET... --output OUT [OPTIONS]",
    discussion: [
      """
      A tile has the layers of all sets. Where a layer is in several, it gets the features of all; \
      of features with one id the last set's is kept. Tiles that one set alone has are copied as \
      they are, so that converting changes no byte (MBTiles holds gzip only: plain tiles are \
      packed for it).
      """,
      """
      Sets are folders, PMTiles and MBTiles files, and addresses of PMTiles on the web, of any \
      program. Tiles and metadata are written, no style.
      """,
    ],
    examples: [
      ("tilegen merge a.pmtiles -o a", "An archive as a folder"),
      ("tilegen merge base.mbtiles routes -o all.pmtiles", "Two sets in one archive"),
      (
        "tilegen merge https://example.org/all.pmtiles -o part -b 13,52,14,53 -z 0-9",
        "A part of an archive on the web"
      ),
      ("tilegen merge a b -o c --rename roads=streets", "With another name for a layer"),
    ])

  static let sets = Argument(
    "SET", required: false, repeats: true,
    help: "Tile sets; where both have a feature, later ones win")
  static let output = Option<String?>(
    "output", short: "o", "OUT", .text("a name"), default: nil,
    help: "Folder to make, or archive when the name ends in .pmtiles or .mbtiles")
  static let rename = Option<String?>(
    "rename", short: "L", "OLD=NEW", .text("OLD=NEW", accepts: isRenaming), default: nil,
    repeats: true, help: "Give a source layer another name; layers of one name are joined")
  static let name = Option<String?>(
    "name", "TEXT", .text("a name"), default: nil, defaultText: "that of the first set",
    help: "Name of the new set")
  static let baseURL = Option<String?>(
    "base-url", "URL", .absoluteURL, default: nil, section: .output,
    help: "The output's own address")
  static let mbtilesSchema = Option<MBTilesSchema>(
    "mbtiles-schema", "KIND", .choice, default: .flat, section: .output,
    help: "Tables of an MBTiles file: flat has a row a tile, deduplicated keeps equal tiles once")
  static let replaceFlag = Flag(
    "replace", section: .output, help: "Replace an output of tilegen that is there already")
  static let quietFlag = Flag(
    "quiet", short: "q", section: .running, help: "Nothing but errors")

  static let parameters = [
    sets.parameter, output.parameter, TileSetOptions.zooms.parameter, TileSetOptions.box.parameter,
    rename.parameter, name.parameter, baseURL.parameter, mbtilesSchema.parameter,
    replaceFlag.parameter, TileSetOptions.threads.parameter, quietFlag.parameter,
  ]

  private let paths: [String]
  private let output: String
  private var options = TileSetMerger.Options()
  private let schema: MBTilesSchema
  private let replace: Bool
  private let quiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments[Self.sets]
    guard !paths.isEmpty else { throw .missing("SET") }
    guard let output = arguments[Self.output] else { throw .missing("--output OUT") }
    self.output = output
    options.selection = TileSetOptions.selection(arguments)
    options.threads = TileSetOptions.threadCount(arguments)
    options.name = arguments[Self.name]
    options.tileURL =
      (arguments[Self.baseURL].flatMap(BaseURL.init) ?? BaseURL.placeholder).tiles
    for case let text? in arguments.all(Self.rename) {
      let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
      options.layerNames[halves[0]] = halves[1]
    }
    schema = arguments[Self.mbtilesSchema]
    replace = arguments[Self.replaceFlag]
    quiet = arguments[Self.quietFlag]
  }

  func run() async throws(Failure) -> ExitCode {
    let start = ContinuousClock.now
    var sets: [any TileSetReader] = []
    for path in paths { sets.append(try TileSetOptions.open(path)) }
    let summary = try await merge(TileSetMerger(sets, options: options)).get()
    if !quiet {
      for set in sets {
        let outside = (try? set.tilesOutside()) ?? 0
        guard outside > 0 else { continue }
        let count = "\(Quantity.count(outside)) \(outside == 1 ? "tile" : "tiles")"
        Console.error.report(
          "\(set.path): warning: \(count) beyond the edges of the world or zoom "
            + "\(TileID.deepestZoom) left out\n")
      }
      let joined = summary.joined == 0 ? "" : ", \(Quantity.count(summary.joined)) of several sets"
      let time = Quantity.time(seconds: (ContinuousClock.now - start) / .seconds(1))
      try Console.output.write(
        "\(output): \(Quantity.count(summary.tiles)) tiles\(joined), done in \(time)\n")
    }
    return .good
  }

  /// Runs the merge in a task that signals cancel.
  private func merge(_ merger: TileSetMerger) async -> Result<TileSetMerger.Summary, Failure> {
    let (output, replace, schema) = (output, replace, schema)
    let (watched, begin) = AsyncStream<Void>.makeStream()
    let task = Task { () -> Result<TileSetMerger.Summary, TileSetMerger.Failure> in
      for await _ in watched {}
      do throws(ArchiveError) {
        let sink = try makeSink(path: output, replace: replace, schema: schema)
        do throws(TileSetMerger.Failure) {
          return .success(try await merger.run(into: sink, format: OutputFormat(path: output)))
        } catch {
          sink.discard()
          return .failure(error)
        }
      } catch {
        return .failure(.output(error))
      }
    }
    let signals = SignalWatch { task.cancel() }
    begin.finish()
    return await task.value.mapError { error in
      switch error {
      case .set(let error): .set(error)
      case .output(let error): .build(.output(error))
      case .tile(let path, let tile, let problem):
        .tile(path: "\(path): tile \(tile.z)/\(tile.x)/\(tile.y)", problem: problem)
      case .cancelled: signals.signalNumber.map(Failure.signal) ?? .build(.cancelled)
      }
    }
  }

  /// Two names with an equals sign between them.
  private static func isRenaming(_ text: String) -> Bool {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return halves.count == 2 && !halves[0].isEmpty && !halves[1].isEmpty
  }
}
