import Compression
import MapMath
import TileArchive
import TileEncoding

/// `tilegen decode PATH [Z/X/Y]`.
struct DecodeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Write tiles as GeoJSON",
    usage: "decode PATH [Z/X/Y] [OPTIONS]",
    discussion: [
      """
      Each feature has the members "layer", its source layer, and "tile", its tile. What lies in \
      a tile's buffer is written too, so a feature may stand in several tiles. Zooms ascend; \
      within one, tiles come in the order of the container.
      """
    ],
    examples: [
      ("tilegen decode out 3/7/4", "One tile of a tile set"),
      ("tilegen decode out/3/7/4.mvt", "The same, as a file"),
      ("tilegen decode out --layer stroke -z 0-5 --lines", "Lines of zooms 0 to 5, one by one"),
      ("tilegen decode out.pmtiles -z 14 -b 9.1,45.4,9.3,45.5", "What lies around a town"),
    ])

  static let path = Argument(
    "PATH", help: "A tile set (a folder of tiles z/x/y, or an archive), or one tile file")
  static let tile = Argument(
    "Z/X/Y", required: false, allowed: "zoom/column/row, such as 3/7/4",
    help: "The tile to write; without it all, or what the file's path says",
    accepts: { TileID(path: $0) != nil })
  static let layer = Option<String?>(
    "layer", short: "L", "NAME", .text("a name"), default: nil, repeats: true,
    help: "Only this source layer")
  static let linesFlag = Flag(
    "lines", help: "A feature a line, and no collection around them")

  static let parameters = [
    path.parameter, tile.parameter, layer.parameter, TileSetOptions.zooms.parameter,
    TileSetOptions.box.parameter, linesFlag.parameter,
  ]

  private let path: String
  private let tile: TileID?
  private let layers: [[UInt8]]
  private let selection: TileSelection
  private let lines: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let path = arguments[Self.path].first else { throw .missing("PATH") }
    self.path = path
    tile = arguments[Self.tile].first.flatMap { TileID(path: $0) }
    layers = arguments.all(Self.layer).compactMap { $0.map { Array($0.utf8) } }
    selection = TileSetOptions.selection(arguments)
    lines = arguments[Self.linesFlag]
  }

  func run() async throws(Failure) -> ExitCode {
    var writer = FeatureWriter(lines: lines)
    if isTileFile {
      guard let tile = tile ?? TileID(endOf: path) else {
        throw .usage(.missing("Z/X/Y, which the path '\(path)' does not say,"), command: "decode")
      }
      writer.begin()
      try write(try contents(of: path), tile, named: path, to: &writer)
    } else {
      let set = try TileSetOptions.open(path)
      writer.begin()
      try write(set, to: &writer)
    }
    try writer.end()
    return .good
  }

  /// Whether the path names one tile and no set.
  private var isTileFile: Bool {
    DirectoryTileSet.extensions.contains { path.hasSuffix("." + $0) } && !isFolder(path)
  }

  private func write(
    _ set: any TileSetReader, to writer: inout FeatureWriter
  ) throws(Failure) {
    var stored: [UInt8] = []
    if let tile {
      guard let run = try Self.asked({ () throws(TileSetError) in try set.find(tile) }) else {
        throw .tile(path: path, problem: "has no tile \(tile.z)/\(tile.x)/\(tile.y)")
      }
      try Self.asked { () throws(TileSetError) in try set.read(run, into: &stored) }
      return try write(stored, tile, named: name(of: run, tile, in: set), to: &writer)
    }
    var cursor = try Self.asked { () throws(TileSetError) in
      try set.cursor(over: selection)
    }
    var runs: [TileRun] = []
    repeat {
      try Self.asked { () throws(TileSetError) in try cursor.next(256, into: &runs) }
      for run in runs {
        let tiles = run.tiles.filter(selection.contains)
        guard !tiles.isEmpty else { continue }
        try Self.asked { () throws(TileSetError) in try set.read(run, into: &stored) }
        for tile in tiles {
          try write(stored, tile, named: name(of: run, tile, in: set), to: &writer)
        }
      }
    } while !runs.isEmpty
  }

  /// How messages call a tile.
  private func name(of run: TileRun, _ tile: TileID, in set: any TileSetReader) -> String {
    (set as? DirectoryTileSet)?.file(of: run) ?? "\(path): \(tile.z)/\(tile.x)/\(tile.y)"
  }

  private static func asked<Value>(
    _ ask: () throws(TileSetError) -> Value
  ) throws(Failure) -> Value {
    do throws(TileSetError) {
      return try ask()
    } catch {
      throw .set(error)
    }
  }

  private func write(
    _ stored: [UInt8], _ id: TileID, named name: String, to writer: inout FeatureWriter
  ) throws(Failure) {
    var bytes = stored
    if GzipDecompressor.isGzip(stored.span) {
      do throws(GzipError) {
        bytes = try gunzip(stored.span, limit: Self.largestTile)
      } catch {
        throw .tile(path: name, problem: Self.message(error))
      }
    }
    var tile: DecodedTile
    do throws(TileDecodingError) {
      tile = try VectorTileDecoder.decode(bytes.span)
    } catch {
      throw .tile(path: name, problem: error.message)
    }
    if !layers.isEmpty {
      tile.layers.removeAll { !layers.contains(Array($0.name.utf8)) }
    }
    try writer.write(tile, id)
  }

  /// More than any client can draw, and less than a hostile file can make of nothing.
  private static let largestTile = 1 << 30

  private static func message(_ error: GzipError) -> String {
    if case .tooLarge(let limit) = error { return "holds more than \(Quantity.bytes(limit))" }
    return "is broken or cut short as a gzip file"
  }
}

/// Writes features to standard output as a collection or as lines.
private struct FeatureWriter: ~Copyable {
  private static let chunk = 1 << 18

  private let lines: Bool
  private var buffer: [UInt8] = []
  private var isFirst = true

  init(lines: Bool) { self.lines = lines }

  mutating func begin() {
    if !lines { buffer.append(contentsOf: #"{"type":"FeatureCollection","features":["#.utf8) }
  }

  mutating func write(_ tile: DecodedTile, _ id: TileID) throws(Failure) {
    guard tile.layers.contains(where: { !$0.features.isEmpty }) else { return }
    if !lines { buffer.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
    isFirst = false
    TileGeoJSON.features(
      of: tile, z: id.z, x: id.x, y: id.y, into: &buffer, lineDelimited: lines, namesTile: true)
    if buffer.count >= Self.chunk { try flush() }
  }

  mutating func end() throws(Failure) {
    if !lines { buffer.append(contentsOf: "\n]}\n".utf8) }
    try flush()
  }

  private mutating func flush() throws(Failure) {
    try Console.output.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
