import JSONText
import MapMath

/// What manifest.json tells: how many tiles each zoom has, their bytes, and a digest of them.
///
/// The digest of a zoom is the sum, modulo 2^64, of one 64-bit hash a tile over its address and
/// stored bytes. A sum does not depend on the order in which tiles came.
struct Manifest: Sendable {
  /// One zoom.
  struct Zoom: Sendable {
    var tiles = 0, bytes = 0
    var digest: UInt64 = 0
  }
  /// Zooms with tiles.
  var zooms: [Int: Zoom] = [:]

  /// Adds one tile.
  mutating func add(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) {
    zooms[tile.z, default: Zoom()].tiles += 1
    zooms[tile.z, default: Zoom()].bytes += bytes.count
    zooms[tile.z, default: Zoom()].digest &+= Self.hash(tile, bytes)
  }

  /// Adds what another manifest counted.
  mutating func add(_ other: Manifest) {
    for (zoom, part) in other.zooms {
      zooms[zoom, default: Zoom()].tiles += part.tiles
      zooms[zoom, default: Zoom()].bytes += part.bytes
      zooms[zoom, default: Zoom()].digest &+= part.digest
    }
  }

  /// The file's content, zooms ascending.
  var document: JSONValue {
    [
      "generator": .string(TileJSON.generator),
      "manifest": 1,
      "zooms": .array(
        zooms.keys.sorted().map { zoom in
          let part = zooms[zoom, default: Zoom()]
          let digits = String(part.digest, radix: 16)
          return [
            "zoom": .int(zoom), "tiles": .int(part.tiles), "bytes": .int(part.bytes),
            "digest": .string(String(repeating: "0", count: 16 - digits.count) + digits),
          ]
        }),
    ]
  }

  /// A hash of the address and the bytes: multiply and shift, eight bytes at a time.
  static func hash(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    mix(UInt64(tile.z))
    mix(UInt64(tile.x))
    mix(UInt64(tile.y))
    mix(UInt64(bytes.count))
    var i = 0
    while i + 8 <= bytes.count {
      mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)))
      i += 8
    }
    var tail: UInt64 = 0
    while i < bytes.count {
      tail = tail << 8 | UInt64(bytes[i])
      i += 1
    }
    mix(tail)
    return hash ^ hash >> 32
  }
}
