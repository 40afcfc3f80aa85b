import MapMath
import TileArchive
import TilePipeline

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How progress is shown.
enum ProgressChoice: String, Sendable, CaseIterable { case text, json, none }

extension BuildCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Make vector tiles and their style from overlay documents",
    usage: "build INPUT... --output OUT [OPTIONS]",
    discussion: [
      """
      Inputs are drawn in the order of the command line, --layer files included. The output \
      appears when everything is done: a run that fails or is stopped leaves none, and leaves \
      alone what was there.
      """,
      """
      LIMITS: a limit changes no tile. What makes tiles smaller is decided for whole zooms, so \
      that no overlay ends at a tile's border: --drop-smallest and --drop-rate leave overlays out \
      of a zoom whole, and what a zoom shows all deeper zooms show; with --cluster every marker is \
      in one cluster of its zoom or stands alone; --coalesce changes no picture. report.json \
      counts for each zoom what was left out or put together.
      """,
    ],
    examples: [
      ("tilegen build routes.geojson --output out", "Tiles, style and viewer into the folder out"),
      (
        "tilegen build areas.geojson pins.geojson -o out -z 12 --replace",
        "Two documents, zooms 0 to 12, in place of an earlier output"
      ),
      (
        "tilegen build data.ndjson.gz -o out --base-url https://tiles.example.org/out",
        "For the web server that will hold it"
      ),
      (
        "tilegen build routes.geojson -o routes.pmtiles",
        "One archive file, and routes.pmtiles.files"
      ),
      (
        "tilegen build pins.geojson -o out --cluster 40 --accumulate visitors=sum",
        "Markers closer than 40 pixels as discs with their number, and the sum of their visitors"
      ),
      (
        "tilegen build sensors.geojson -o out --drop-rate 2.5 --max-tile-bytes 500K",
        "Fewer points from zoom to zoom, and a report of the tiles that are still too big"
      ),
      ("gzip -dc big.gz | tilegen build - -o out --progress json", "From a pipe, for a program"),
    ])

  static let inputs = Argument(
    "INPUT", required: false, repeats: true,
    help: """
      Overlay documents or plain GeoJSON, one collection or a record a line, or encoded paths, \
      one a line; plain or gzip; - reads standard input
      """)
  static let output = Option<String?>(
    "output", short: "o", "OUT", .text("a name"), default: nil,
    help: """
      Folder to make, or archive when the name ends in .pmtiles or .mbtiles; style, viewer and \
      report go into the folder, or into OUT.files beside the archive
      """)
  static let layer = Option<String?>(
    "layer", short: "L", "NAME=FILE", .text("NAME=FILE", accepts: isNamedFile), default: nil,
    repeats: true,
    help: "Put the overlays of FILE into source layers NAME, NAME-stroke, NAME-stamp, NAME-dot")
  static let strictFlag = Flag(
    "strict",
    help: """
      Stop with exit code 1 at the first overlay that would be skipped, where tiles are over a \
      limit, and where an option names a property or layer that is not there
      """)
  static let unescapeFlag = Flag(
    "unescape-polyline",
    help: "Halve doubled backslashes in encoded paths, as they stand in source code")

  static let pathPrecision = Option(
    "path-precision", "DIGITS", .integer(5...6), default: 5,
    help: "Decimal places of encoded paths in inputs of one path a line; documents say their own")

  static let minZoom = Option(
    "min-zoom", short: "Z", "ZOOM", .integer(0...TileID.deepestZoom), default: 0,
    section: .tiles, help: "First tile zoom")
  static let maxZoom = Option(
    "max-zoom", short: "z", "ZOOM", .integer(0...TileID.deepestZoom), default: 14,
    section: .tiles, help: "Last tile zoom")
  static let tiles = Option<TileID?>(
    "tiles", "Z/X/Y", .tile, default: nil, defaultText: "all", section: .tiles,
    help: "Only this tile and those below it: a share of the work for one of several machines")
  static let extent = Option(
    "extent", "UNITS", .powerOfTwo(256...8192), default: 8192, section: .tiles,
    help: "Units of a tile's side")
  static let buffer = Option<Int?>(
    "buffer", "UNITS", .integer(0...8192, or: "auto"), default: nil, section: .tiles,
    help: "Units kept beyond a tile's edge; auto is what the widest stroke needs")

  static let simplify = Option(
    "simplify", "PIXELS", .number(0...100), default: 0.25, section: .geometry,
    help: """
      How far lines may move, in screen pixels, 512 a tile; 0 keeps every vertex; at the last \
      zoom never more than one unit
      """)
  static let edges = Option<BuildOptions.Edges>(
    "edges", "KIND", .choice, default: .mercator, section: .geometry,
    help: "What the straight line between two vertices is, unless an overlay says geodesic")
  static let antimeridian = Option<BuildOptions.Antimeridian>(
    "antimeridian", "RULE", .choice, default: .auto, section: .geometry,
    help: """
      Edges over 180 degrees: auto takes the short way for overlays and RFC 7946's for plain \
      polygons; short and planar hold for all
      """)

  static let noSharedBordersFlag = Flag(
    "no-shared-borders", section: .geometry,
    help: "Simplify each polygon by itself: gaps and overlaps open between neighbours")
  static let tiny = Option<BuildOptions.Tiny>(
    "tiny", "POLICY", .choice, default: .keep, section: .geometry,
    help: """
      What becomes of shapes smaller than the grid: keep leaves a line as a stub, and of polygons \
      as many squares of a pixel as hold their area; drop leaves them out. report.json names \
      what is not drawn, and from which zoom it is
      """)

  static let baseURL = Option<String?>(
    "base-url", "URL", .absoluteURL, default: nil, defaultText: "filled in by the viewer",
    section: .output, help: "The output's own address, with or without a slash at its end")
  static let noGzipFlag = Flag(
    "no-gzip", section: .output,
    help: "Plain tiles, for servers that cannot send Content-Encoding and for file://")
  static let noSpriteStampsFlag = Flag(
    "no-sprite-stamps", section: .output,
    help: "Draw sprite stamps as textures, cut by the line, for clients without sprite stamps")
  static let mbtilesSchema = Option<MBTilesSchema>(
    "mbtiles-schema", "KIND", .choice, default: .flat, section: .output,
    help: "Tables of an MBTiles file: flat has a row a tile, deduplicated keeps equal tiles once")
  static let replaceFlag = Flag(
    "replace", section: .output, help: "Replace an output of tilegen that is there already")
  static let incrementalFlag = Flag(
    "incremental", section: .output,
    help: """
      Bring an output that is there up to date: only tiles which an added, changed or removed \
      overlay touches are made; keeps in manifest.json what the next one needs
      """)
  static let dryRunFlag = Flag(
    "dry-run", section: .output,
    help: "With --incremental: write nothing, list the tiles that would be made or removed")
  static let maplibreJS = Option<String?>(
    "maplibre-js", "URL", .text("an address"), default: nil, defaultText: "a public address",
    section: .output, help: "Where index.html finds MapLibre GL JS")
  static let baseStyle = Option<String?>(
    "base-style", "TYPE=FILE", .text("TYPE=FILE", accepts: isNamedFile), default: nil,
    repeats: true, section: .output,
    help: """
      MapLibre style to draw below the overlays where the map type is TYPE (normal, satellite, \
      terrain, hybrid) or the mapID is; TYPE:dark for its dark form. FILE may be an address on the \
      web, which is read once a build
      """)
  static let reportFile = Option<String?>(
    "report", "FILE", .text("the name of a file"), default: nil, section: .output,
    help: "Write the report of what was skipped or altered to FILE as well")

  static let threads = Option<Int?>(
    "threads", short: "j", "N", .integer(1...1024, or: "auto"), default: nil, section: .running,
    help: "Workers; auto is one a core; the bytes are the same for any number")
  static let memory = Option(
    "memory", "SIZE", .byteSize((1 << 26)...(1 << 42)), default: 1 << 30, section: .running,
    help: """
      Memory to stay within, about; what has no room waits in files without a name
      """)
  static let temp = Option<String?>(
    "temp", "DIR", .text("a folder"), default: nil, section: .running,
    help: "Where those files are made; without it TMPDIR or, where that is not set, beside OUT")
  static let progressOption = Option<ProgressChoice>(
    "progress", "KIND", .choice, default: .text, section: .running,
    help: "How progress is shown on standard error")
  static let quietFlag = Flag(
    "quiet", short: "q", section: .running, help: "Nothing but errors")

  static let parameters: [Parameter] =
    [
      inputs.parameter, output.parameter, layer.parameter, strictFlag.parameter,
      unescapeFlag.parameter, pathPrecision.parameter,
      filter.parameter, include.parameter, exclude.parameter, idFrom.parameter,
      layerZooms.parameter,
      minZoom.parameter, maxZoom.parameter, tiles.parameter, extent.parameter, buffer.parameter,
      simplify.parameter, edges.parameter, antimeridian.parameter, noSharedBordersFlag.parameter,
      tiny.parameter,
      baseURL.parameter, noGzipFlag.parameter, mbtilesSchema.parameter,
      noSpriteStampsFlag.parameter, replaceFlag.parameter,
      incrementalFlag.parameter, dryRunFlag.parameter,
      maplibreJS.parameter, baseStyle.parameter, reportFile.parameter,
      threads.parameter, memory.parameter, temp.parameter, progressOption.parameter,
      quietFlag.parameter,
    ] + limitParameters

  /// Everything the build is told, or what contradicts itself.
  static func options(from arguments: ParsedArguments) throws(UsageError) -> BuildOptions {
    var options = BuildOptions()
    options.inputs = inputFiles(arguments)
    guard !options.inputs.isEmpty else { throw .missing("INPUT") }
    guard options.inputs.count(where: { $0.path == "-" }) < 2 else {
      throw .contradiction(
        found: "standard input (-) is named twice", allowed: "it can be read once")
    }
    guard let output = arguments[output] else { throw .missing("--output OUT") }
    options.output = output
    (options.minZoom, options.maxZoom) = (arguments[minZoom], arguments[maxZoom])
    guard options.minZoom <= options.maxZoom else {
      throw .contradiction(
        found: "--min-zoom \(options.minZoom) lies above --max-zoom \(options.maxZoom)",
        allowed: "allowed is 0 <= min <= max <= \(TileID.deepestZoom)")
    }
    options.cell = arguments[tiles] ?? .world
    guard options.cell.z <= options.maxZoom else {
      throw .contradiction(
        found:
          "--tiles names zoom \(options.cell.z), deeper than --max-zoom \(options.maxZoom)",
        allowed: "allowed is a tile of a zoom up to \(options.maxZoom)")
    }
    (options.extent, options.buffer) = (arguments[extent], arguments[buffer])
    if let buffer = options.buffer, buffer > options.extent {
      throw .contradiction(
        found: "--buffer \(buffer) is more than one tile (--extent \(options.extent))",
        allowed: "allowed is auto or 0 to \(options.extent)")
    }
    options.simplify = arguments[simplify]
    (options.edges, options.antimeridian) = (arguments[edges], arguments[antimeridian])
    options.tiny = arguments[tiny]
    try setLimits(arguments, &options)
    options.sharedBorders = !arguments[noSharedBordersFlag]
    (options.baseURL, options.maplibreJS) = (arguments[baseURL], arguments[maplibreJS])
    options.baseStyles = try baseStyles(arguments)
    options.reportFile = arguments[reportFile]
    if let report = options.reportFile,
      options.inputs.contains(where: { isSameFile($0.path, report) })
    {
      throw .contradiction(
        found: "--report \(report) is an input", allowed: "the report would take its place")
    }
    (options.compress, options.replace) = (!arguments[noGzipFlag], arguments[replaceFlag])
    options.spriteStamps = !arguments[noSpriteStampsFlag]
    (options.threads, options.memory) = (arguments[threads], arguments[memory])
    if let folder = arguments[temp], !isFolder(folder) || access(folder, W_OK | X_OK) != 0 {
      throw .contradiction(
        found: "--temp \(folder) is not a folder where files can be made",
        allowed: "allowed is a folder that exists")
    }
    options.scratchDirectory = arguments[temp] ?? scratchDirectory(besides: output)
    (options.incremental, options.dryRun) = (arguments[incrementalFlag], arguments[dryRunFlag])
    guard !options.incremental || options.cell == .world else {
      throw .contradiction(
        found: "--incremental with --tiles", allowed: "it brings whole outputs up to date")
    }
    guard options.incremental || !options.dryRun else {
      throw .contradiction(
        found: "--dry-run without --incremental",
        allowed: "it lists what an incremental build would make")
    }
    options.mbtilesSchema = arguments[mbtilesSchema]
    guard options.compress || OutputFormat(path: output) != .mbtiles else {
      throw .contradiction(
        found: "--no-gzip with an MBTiles file", allowed: "tiles of MBTiles are always gzip")
    }
    options.strict = arguments[strictFlag]
    options.unescapePolyline = arguments[unescapeFlag]
    options.pathPrecision = arguments[pathPrecision]
    options.selection = try selection(from: arguments)
    options.layerZooms = layerZooms(from: arguments)
    return options
  }

  /// What TMPDIR says, or the folder of the output.
  private static func scratchDirectory(besides output: String) -> String {
    if let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty {
      return folder
    }
    let parts = output.split(separator: "/", omittingEmptySubsequences: true)
    let root = output.hasPrefix("/") ? "/" : ""
    let above = root + parts.dropLast().joined(separator: "/")
    return above.isEmpty ? "." : above
  }

  /// INPUTs and --layer files in the order of the command line, which is the drawing order.
  private static func inputFiles(_ arguments: ParsedArguments) -> [BuildOptions.Input] {
    arguments.entries.compactMap { entry in
      switch entry.name {
      case inputs.parameter.name: return .init(path: entry.text)
      case layer.parameter.name:
        let halves = entry.text.split(separator: "=", maxSplits: 1).map(String.init)
        return .init(path: halves[1], layer: halves[0])
      default: return nil
      }
    }
  }

  /// A name, an equals sign and a path.
  private static func isNamedFile(_ text: String) -> Bool {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return halves.count == 2 && !halves[0].isEmpty && !halves[1].isEmpty
  }
}
