/// The first 127 bytes of a PMTiles archive.
///
/// - SeeAlso: PMTiles version 3, section 3 (header).
struct PMTilesHeader: Equatable, Sendable {
  /// Bytes of a header.
  static let size = 127
  /// Header and root directory lie within this many bytes from the beginning.
  static let rootEnd = 16384
  static let magic = Array("PMTiles".utf8)

  /// How directories, metadata or tiles are packed.
  enum Compression: UInt8, Sendable { case unknown, none, gzip, brotli, zstd }

  /// Places in the file.
  var root = 0..<0, metadata = 0..<0, leaves = 0..<0, data = 0..<0
  /// Tiles that have an address, entries in all directories, contents; 0 is "not known".
  var addressedTiles = 0, tileEntries = 0, tileContents = 0
  /// Whether contents lie in the order of tile ids.
  var isClustered = true
  /// Code of ``Compression`` of directories and metadata, and of tiles; others exist.
  var internalCompression = Compression.gzip.rawValue, tileCompression = Compression.gzip.rawValue
  /// 1 is MVT.
  var tileType: UInt8 = 1
  var minZoom: UInt8 = 0, maxZoom: UInt8 = 0
  /// Degrees times 10^7: west, south, east, north.
  var bounds: [Int32] = [-1_800_000_000, -850_511_288, 1_800_000_000, 850_511_288]
  var centerZoom: UInt8 = 0
  /// Degrees times 10^7: longitude, latitude.
  var center: [Int32] = [0, 0]

  /// The bytes of the header.
  var bytes: [UInt8] {
    var out = Self.magic + [3]
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { out.append(contentsOf: $0) }
    }
    for range in [root, metadata, leaves, data] {
      add(UInt64(range.lowerBound))
      add(UInt64(range.count))
    }
    for count in [addressedTiles, tileEntries, tileContents] { add(UInt64(count)) }
    out += [isClustered ? 1 : 0, internalCompression, tileCompression, tileType, minZoom, maxZoom]
    bounds.forEach(add)
    out.append(centerZoom)
    center.forEach(add)
    return out
  }

  init() {}

  /// Reads the beginning of a file; `nil` when it is no header of version 3, or a section reaches
  /// beyond what a file can hold.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.size, bytes[7] == 3 else { return nil }
    for i in 0..<7 where bytes[i] != Self.magic[i] { return nil }
    func number<Value: FixedWidthInteger>(at offset: Int, _: Value.Type = Value.self) -> Value {
      var value: Value = 0
      for i in (0..<MemoryLayout<Value>.size).reversed() {
        value = value << 8 | Value(truncatingIfNeeded: bytes[offset + i])
      }
      return value
    }
    func range(at offset: Int) -> Range<Int>? {
      let (start, count) = (number(at: offset, UInt64.self), number(at: offset + 8, UInt64.self))
      guard start < 1 << 62, count < 1 << 62 else { return nil }
      return Int(start)..<Int(start + count)
    }
    func count(at offset: Int) -> Int { Int(clamping: number(at: offset, UInt64.self)) }
    guard let root = range(at: 8), let metadata = range(at: 24), let leaves = range(at: 40),
      let data = range(at: 56)
    else { return nil }
    (self.root, self.metadata, self.leaves, self.data) = (root, metadata, leaves, data)
    (addressedTiles, tileEntries, tileContents) = (count(at: 72), count(at: 80), count(at: 88))
    isClustered = bytes[96] == 1
    (internalCompression, tileCompression, tileType) = (bytes[97], bytes[98], bytes[99])
    (minZoom, maxZoom, centerZoom) = (bytes[100], bytes[101], bytes[118])
    bounds = [102, 106, 110, 114].map { number(at: $0) }
    center = [119, 123].map { number(at: $0) }
  }
}
