internal import Compression
internal import JSONText
public import MapMath
import Synchronization

/// A PMTiles archive, version 3, in a file or behind an address that answers ranges of bytes.
///
/// Opening takes one request for small archives (header, root directory and metadata lie in the
/// first 16 KiB), two for others; a tile takes one more, and one for a leaf directory that is not
/// among those remembered.
public struct PMTilesTileSet: TileSetReader {
  /// The path of the file, or the address.
  public let path: String
  /// What the set says of itself.
  public let description: TileSetDescription
  /// How the tiles are kept.
  public var container: TileContainer { .pmtiles }
  /// The first 127 bytes.
  let header: PMTilesHeader
  let root: PMTilesDirectory
  private let source: any RangeSource
  private let leaves: DirectoryCache

  /// Levels of directories that are followed; the specification advises two.
  static let deepest = 4

  /// Opens the archive at `path`, a file or an address of http or https.
  ///
  /// - Throws: ``TileSetError``.
  public init(_ path: String) throws(TileSetError) {
    try self.init(path, try openRanges(path))
  }

  init(_ path: String, _ source: any RangeSource) throws(TileSetError) {
    var beginning: [UInt8] = []
    try source.read(0..<PMTilesHeader.rootEnd, into: &beginning)
    guard beginning.starts(with: PMTilesHeader.magic), beginning.count > 7 else {
      throw .notATileSet(path: path)
    }
    guard beginning[7] == 3 else {
      throw .unsupported(path: path, feature: "PMTiles version \(beginning[7])")
    }
    guard let header = PMTilesHeader(beginning.span) else {
      throw .damaged(path: path, part: .header)
    }
    guard header.tileType == 1 else {
      throw .unsupported(path: path, feature: "tiles of type \(header.tileType), not vector tiles")
    }
    leaves = DirectoryCache(path, source, header)
    root = try leaves.directory(header.root, beginning)
    var document: [UInt8] = []
    try leaves.expand(header.metadata, beginning, .metadata, into: &document)
    (self.path, self.source, self.header) = (path, source, header)
    description = Self.description(header, try? JSONValue(parsing: document))
  }

  private static func description(
    _ header: PMTilesHeader, _ metadata: JSONValue?
  ) -> TileSetDescription {
    var description = TileSetDescription()
    description.documents = [.init(name: "metadata", content: metadata)]
    let degrees = (header.bounds + header.center).map { Double($0) / 1e7 }
    description.minZoom = Int(header.minZoom)
    description.maxZoom = Int(header.maxZoom)
    description.bounds = TileSelection.Box(sides: Array(degrees[0..<4]))
    description.center = [degrees[4], degrees[5], Double(header.centerZoom)]
    description.compression =
      switch PMTilesHeader.Compression(rawValue: header.tileCompression) {
      case .none?: TileCompression.none
      case .gzip?: .gzip
      case .brotli?: .other("brotli")
      case .zstd?: .other("zstd")
      case .unknown?, nil: nil
      }
    if let metadata { description.add(tileJSON: metadata) }
    return description
  }

  /// Starts a walk. By zoom and along the Hilbert curve; with a box, runs are single tiles.
  public func cursor(over selection: TileSelection) throws(TileSetError) -> any TileCursor {
    PMTilesCursor(self, selection)
  }

  /// The run that holds `tile`, or `nil` where the set has none.
  public func find(_ tile: TileID) throws(TileSetError) -> TileRun? {
    let id = tile.hilbertID
    var directory = root
    for _ in 0..<Self.deepest {
      guard let entry = directory.entry(for: id) else { return nil }
      if entry.runLength > 0 {
        return TileRun(
          tile: tile, content: ContentKey(place: entry.offset, length: entry.length))
      }
      directory = try leaf(entry)
    }
    throw .damaged(path: path, part: .directory)
  }

  /// None: the numbers of tiles along the Hilbert curve name no others.
  public func tilesOutside() -> Int { 0 }

  /// Replaces `bytes` with those of a tile as they are stored.
  public func read(_ run: TileRun, into bytes: inout [UInt8]) throws(TileSetError) {
    let (place, length) = (run.content.place, run.content.length)
    guard place <= UInt64(header.data.count), length <= UInt64(header.data.count) - place else {
      throw .damaged(path: path, part: .tile)
    }
    try readContents(Int(place)..<Int(place + length), into: &bytes)
  }

  /// Replaces `bytes` with a range of the contents, counted from the first.
  func readContents(_ range: Range<Int>, into bytes: inout [UInt8]) throws(TileSetError) {
    guard range.upperBound <= header.data.count else { throw .damaged(path: path, part: .tile) }
    let start = header.data.lowerBound
    try source.read(start + range.lowerBound..<start + range.upperBound, into: &bytes)
    guard bytes.count == range.count else { throw .damaged(path: path, part: .tile) }
  }

  /// The directory to which `entry` points.
  func leaf(_ entry: PMTilesDirectory.Entry) throws(TileSetError) -> PMTilesDirectory {
    guard entry.offset + entry.length <= UInt64(header.leaves.count) else {
      throw .damaged(path: path, part: .directory)
    }
    let start = header.leaves.lowerBound + Int(entry.offset)
    return try leaves.leaf(start..<start + Int(entry.length))
  }
}
