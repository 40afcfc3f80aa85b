internal import Compression
import Synchronization

/// Reads directories of a PMTiles archive and remembers those used last.
final class DirectoryCache: Sendable {
  /// Entries that are remembered in all: about 32 MB.
  private static let limit = 1 << 20
  /// The most bytes that a directory or the metadata may expand to.
  private static let largest = 256 << 20

  fileprivate struct State: Sendable {
    var directories: [Int: (directory: PMTilesDirectory, use: Int)] = [:]
    var entries = 0
    var uses = 0
  }

  private let path: String
  private let source: any RangeSource
  private let compression: UInt8
  private let state = Mutex(State())

  init(_ path: String, _ source: any RangeSource, _ header: PMTilesHeader) {
    (self.path, self.source, compression) = (path, source, header.internalCompression)
  }

  /// The directory at `range` of the archive, of which `beginning` are the first bytes.
  func directory(
    _ range: Range<Int>, _ beginning: [UInt8] = []
  ) throws(TileSetError) -> PMTilesDirectory {
    var bytes: [UInt8] = []
    try expand(range, beginning, .directory, into: &bytes)
    guard let directory = PMTilesDirectory(bytes.span) else {
      throw .damaged(path: path, part: .directory)
    }
    return directory
  }

  /// The leaf directory at `range`, from memory where it was read before.
  func leaf(_ range: Range<Int>) throws(TileSetError) -> PMTilesDirectory {
    let known = state.withLock { state in
      state.uses += 1
      state.directories[range.lowerBound]?.use = state.uses
      return state.directories[range.lowerBound]?.directory
    }
    if let known { return known }
    let directory = try directory(range)
    state.withLock { $0.keep(directory, at: range.lowerBound, limit: Self.limit) }
    return directory
  }

  /// Replaces `bytes` with what `range` of the archive holds, expanded.
  func expand(
    _ range: Range<Int>, _ beginning: [UInt8], _ part: ContainerPart, into bytes: inout [UInt8]
  ) throws(TileSetError) {
    var packed: [UInt8] = []
    if range.upperBound <= beginning.count {
      packed = Array(beginning[range])
    } else {
      try source.read(range, into: &packed)
      guard packed.count == range.count else { throw .damaged(path: path, part: part) }
    }
    switch PMTilesHeader.Compression(rawValue: compression) {
    case .none?: bytes = packed
    case .gzip? where packed.isEmpty: bytes = []
    case .gzip?:
      do throws(GzipError) {
        bytes = try gunzip(packed.span, limit: Self.largest)
      } catch {
        throw .damaged(path: path, part: part)
      }
    case .brotli?: throw .unsupported(path: path, feature: "brotli")
    case .zstd?: throw .unsupported(path: path, feature: "zstd")
    case .unknown?, nil: throw .damaged(path: path, part: .header)
    }
  }
}

extension DirectoryCache.State {
  /// Remembers `directory`, and forgets those whose use lies longest ago.
  fileprivate mutating func keep(_ directory: PMTilesDirectory, at place: Int, limit: Int) {
    if directories.updateValue((directory, uses), forKey: place) == nil {
      entries += directory.entries.count
    }
    while entries > limit, directories.count > 1,
      let oldest = directories.min(by: { $0.value.use < $1.value.use })
    {
      directories[oldest.key] = nil
      entries -= oldest.value.directory.entries.count
    }
  }
}
