import Compression
import MapMath
import TileEncoding

/// `tilegen decode PATH [Z/X/Y]`.
struct DecodeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Write tiles as GeoJSON",
    usage: "decode PATH [Z/X/Y] [OPTIONS]",
    discussion: [
      """
      Each feature has the members "layer", its source layer, and "tile", its tile. What lies in \
      a tile's buffer is written too, so a feature may stand in several tiles.
      """
    ],
    examples: [
      ("tilegen decode out 3/7/4", "One tile of a folder"),
      ("tilegen decode out/3/7/4.mvt", "The same, as a file"),
      ("tilegen decode out --layer stroke -z 5 --lines", "Lines of zooms 0 to 5, a feature a line"),
    ])

  static let path = Argument(
    "PATH", help: "A folder of tiles z/x/y.mvt, or one tile file, gzip or not")
  static let tile = Argument(
    "Z/X/Y", required: false, allowed: "zoom/column/row, such as 3/7/4",
    help: "The tile to write; without it all, or what the file's path says",
    accepts: { TileID(path: $0) != nil })
  static let layer = Option<String?>(
    "layer", short: "L", "NAME", .text("a name"), default: nil, repeats: true,
    help: "Only this source layer")
  static let minZoom = Option(
    "min-zoom", short: "Z", "ZOOM", .integer(0...30), default: 0, help: "First zoom of a folder")
  static let maxZoom = Option(
    "max-zoom", short: "z", "ZOOM", .integer(0...30), default: 30, help: "Last zoom of a folder")
  static let linesFlag = Flag(
    "lines", help: "A feature a line, and no collection around them")

  static let parameters = [
    path.parameter, tile.parameter, layer.parameter, minZoom.parameter, maxZoom.parameter,
    linesFlag.parameter,
  ]

  private let path: String
  private let tile: TileID?
  private let layers: [[UInt8]]
  private let zooms: ClosedRange<Int>
  private let lines: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let path = arguments[Self.path].first else { throw .missing("PATH") }
    self.path = path
    tile = arguments[Self.tile].first.flatMap { TileID(path: $0) }
    layers = arguments.all(Self.layer).compactMap { $0.map { Array($0.utf8) } }
    let (first, last) = (arguments[Self.minZoom], arguments[Self.maxZoom])
    guard first <= last else {
      throw .contradiction(
        found: "--min-zoom \(first) lies above --max-zoom \(last)",
        allowed: "allowed is 0 <= min <= max <= 30")
    }
    zooms = first...last
    lines = arguments[Self.linesFlag]
  }

  func run() async throws(Failure) -> ExitCode {
    var writer = FeatureWriter(lines: lines)
    writer.begin()
    if isFolder(path) {
      let folder = TileFolder(path: path)
      if let tile {
        try write(try folder.file(tile), to: &writer)
      } else {
        try folder.forEachFile(in: zooms) { (file) throws(Failure) in
          try write(file, to: &writer)
        }
      }
    } else {
      guard let tile = tile ?? TileID(endOf: path) else {
        throw .usage(.missing("Z/X/Y, which the path '\(path)' does not say,"), command: "decode")
      }
      try write(.init(tile: tile, path: path), to: &writer)
    }
    try writer.end()
    return .good
  }

  private func write(
    _ file: TileFolder.File, to writer: inout FeatureWriter
  ) throws(Failure) {
    var bytes = try contents(of: file.path)
    if GzipDecompressor.isGzip(bytes.span) {
      do throws(GzipError) {
        bytes = try gunzip(bytes.span, limit: Self.largestTile)
      } catch {
        throw .tile(path: file.path, problem: Self.message(error))
      }
    }
    var tile: DecodedTile
    do throws(TileDecodingError) {
      tile = try VectorTileDecoder.decode(bytes.span)
    } catch {
      throw .tile(path: file.path, problem: error.message)
    }
    if !layers.isEmpty {
      tile.layers.removeAll { !layers.contains(Array($0.name.utf8)) }
    }
    try writer.write(tile, file.tile)
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
