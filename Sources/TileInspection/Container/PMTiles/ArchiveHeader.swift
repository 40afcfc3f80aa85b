/// The first 127 bytes of a PMTiles archive, as they stand there: nothing is taken for granted.
///
/// - SeeAlso: PMTiles specification version 3, section 3.
struct ArchiveHeader {
  /// Bytes of a header.
  static let size = 127
  /// Header and root directory must lie within this many bytes from the beginning.
  static let rootEnd: UInt64 = 16_384

  /// A stretch of the file.
  struct Section {
    var name: String
    var start: UInt64, length: UInt64
    /// Where it ends; the largest number when that is beyond counting.
    var end: UInt64 {
      let (end, overflow) = start.addingReportingOverflow(length)
      return overflow ? .max : end
    }
  }

  let root: Section, metadata: Section, leaves: Section, data: Section
  /// Tiles with an address, entries for tiles, contents; 0 is "not known".
  let addressed: UInt64, entries: UInt64, contents: UInt64
  let clustered: UInt8
  /// Codes: 1 none, 2 gzip, 3 brotli, 4 zstd.
  let internalCompression: UInt8, tileCompression: UInt8
  /// 1 is vector tiles.
  let tileType: UInt8
  let minZoom: UInt8, maxZoom: UInt8
  /// Degrees: west, south, east, north; then longitude and latitude.
  let bounds: [Double], center: [Double]
  let centerZoom: UInt8

  var sections: [Section] { [root, metadata, leaves, data] }

  /// Reads the beginning of a file; `nil` when it is shorter, no archive, or of another version.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size, bytes.starts(with: Array("PMTiles\u{3}".utf8)) else {
      return nil
    }
    func number(_ place: Int, _ count: Int) -> UInt64 {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func section(_ name: String, _ place: Int) -> Section {
      Section(name: name, start: number(place, 8), length: number(place + 8, 8))
    }
    func degrees(_ place: Int) -> Double {
      Double(Int32(bitPattern: UInt32(number(place, 4)))) / 1e7
    }
    root = section("root directory", 8)
    metadata = section("metadata", 24)
    leaves = section("leaf directories", 40)
    data = section("tiles", 56)
    (addressed, entries, contents) = (number(72, 8), number(80, 8), number(88, 8))
    (clustered, internalCompression) = (bytes[96], bytes[97])
    (tileCompression, tileType) = (bytes[98], bytes[99])
    (minZoom, maxZoom) = (bytes[100], bytes[101])
    bounds = [102, 106, 110, 114].map(degrees)
    centerZoom = bytes[118]
    center = [119, 123].map(degrees)
  }
}
