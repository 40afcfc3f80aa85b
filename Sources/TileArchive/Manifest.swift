internal import JSONText
internal import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What manifest.json tells: how many tiles each zoom has, their bytes, and a digest of them; and
/// the files beside the tiles.
///
/// The digest of a zoom is the sum, modulo 2^64, of one 64-bit hash a tile over its address and
/// stored bytes. A sum does not depend on the order in which tiles came.
package struct Manifest: Sendable, Equatable {
  /// One zoom.
  struct Zoom: Sendable, Equatable {
    var tiles = 0, bytes = 0
    var digest: UInt64 = 0
  }
  /// Zooms with tiles.
  var zooms: [Int: Zoom] = [:]

  init() {}

  /// What a batch adds.
  init(of batch: borrowing TileBatch) {
    let bytes = batch.bytes.span.bytes
    for (tile, range) in zip(batch.tiles, batch.ranges) where !range.isEmpty {
      add(tile, bytes.extracting(range))
    }
  }

  /// Reads what ``text(files:ledger:)`` wrote; `nil` when it is none of ours.
  init?(_ document: JSONValue) {
    guard document["generator"] == .string(TileJSON.generator), document["manifest"] == 1,
      case .array(let rows) = document["zooms"]
    else { return nil }
    for row in rows {
      guard case .int(let zoom) = row["zoom"], case .int(let tiles) = row["tiles"],
        case .int(let bytes) = row["bytes"], case .string(let digits) = row["digest"],
        let digest = UInt64(digits, radix: 16)
      else { return nil }
      zooms[zoom] = Zoom(tiles: tiles, bytes: bytes, digest: digest)
    }
  }

  /// Tiles of all zooms.
  var tileCount: Int { zooms.values.reduce(0) { $0 + $1.tiles } }

  /// Adds one tile.
  mutating func add(_ tile: TileID, _ bytes: RawSpan) {
    zooms[tile.z, default: Zoom()].tiles += 1
    zooms[tile.z, default: Zoom()].bytes += bytes.byteCount
    zooms[tile.z, default: Zoom()].digest &+= Self.hash(tile, bytes)
  }

  /// Takes away one tile that was added.
  mutating func remove(_ tile: TileID, _ bytes: RawSpan) {
    var zoom = zooms[tile.z, default: Zoom()]
    zoom.tiles -= 1
    zoom.bytes -= bytes.byteCount
    zoom.digest &-= Self.hash(tile, bytes)
    zooms[tile.z] = zoom.tiles > 0 ? zoom : nil
  }

  /// Adds what another manifest counted.
  mutating func add(_ other: Manifest) {
    for (zoom, part) in other.zooms {
      zooms[zoom, default: Zoom()].tiles += part.tiles
      zooms[zoom, default: Zoom()].bytes += part.bytes
      zooms[zoom, default: Zoom()].digest &+= part.digest
    }
  }

  /// The file's content: `files`, the names of the files beside the tiles, zooms ascending, and then
  /// what the next build shall know.
  func text(files: some Collection<String>, ledger: [UInt8]) -> [UInt8] {
    let head: JSONValue = .object([
      .init("generator", .string(TileJSON.generator)),
      .init("manifest", 1),
      .init("files", .array(files.sorted().map(JSONValue.string))),
      .init("zooms", zoomRows),
    ])
    return ManifestText.make(head, ledger: ledger)
  }

  /// The ledger that a build has left beside its tiles; `nil` when there is none.
  ///
  /// - Parameter path: That build's output.
  package static func ledger(beside path: String) throws(ArchiveError) -> [UInt8]? {
    var text: [UInt8] = []
    do throws(ArchiveError) {
      text = try WholeFile.read(OutputFormat.filesFolder(of: path) + "/" + fileName, limit: .max)
    } catch .io(_, _, let code) where code == ENOENT || code == ENOTDIR {
      return nil
    }
    let manifest = ManifestText(text)
    guard manifest.document?["generator"] == .string(TileJSON.generator) else { return nil }
    return manifest.ledger
  }

  /// The file's name.
  static let fileName = "manifest.json"

  private var zoomRows: JSONValue {
    .array(
      zooms.keys.sorted().map { zoom in
        let part = zooms[zoom, default: Zoom()]
        let digits = String(part.digest, radix: 16)
        return [
          "zoom": .int(zoom), "tiles": .int(part.tiles), "bytes": .int(part.bytes),
          "digest": .string(String(repeating: "0", count: 16 - digits.count) + digits),
        ]
      })
  }

  /// The names of files that ``text(files:ledger:)`` tells; `nil` where it tells none.
  static func files(of document: JSONValue) -> Set<String>? {
    guard case .array(let names) = document["files"] else { return nil }
    return names.reduce(into: []) { if case .string(let name) = $1 { $0.insert(name) } }
  }

  /// A hash of the address and the bytes.
  static func hash(_ tile: TileID, _ bytes: RawSpan) -> UInt64 {
    var hash = ContentHash()
    hash.mix(UInt64(tile.z))
    hash.mix(UInt64(tile.x))
    hash.mix(UInt64(tile.y))
    hash.mix(bytes)
    return hash.value ^ hash.value >> 32
  }
}
