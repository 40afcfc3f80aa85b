internal import Compression

/// Takes the gzip off tiles; one for each worker.
struct TileExpander: Sendable {
  /// More than any client can draw, and less than a hostile file can make of nothing.
  static let largestTile = 1 << 30

  /// The tile that was expanded last.
  private(set) var bytes: [UInt8] = []
  /// Whether it was gzip.
  private(set) var isGzip = false

  /// Expands a tile; `false`, with a finding, when it cannot be.
  mutating func expand(_ stored: [UInt8], findings: inout TileFindings) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    isGzip = GzipDecompressor.isGzip(stored.span)
    guard isGzip else {
      if stored.count >= 2, stored[0] == 0x78, (Int(stored[0]) << 8 | Int(stored[1])) % 31 == 0 {
        findings.add(.zlibStream, .init(.zlibStream))
        return false
      }
      bytes += stored
      return true
    }
    do throws(GzipError) {
      var decompressor = try GzipDecompressor()
      try decompressor.expand(stored.span, limit: Self.largestTile, into: &bytes)
    } catch {
      if case .damaged(let member) = error, member > 0 {
        findings.add(
          .gzipTrailing, .init(.gzipTrailing, detail: "bytes from \(member) on are no gzip"))
      } else {
        findings.add(.gzipBroken, .init(.gzipBroken, detail: Self.text(error)))
      }
      return false
    }
    // A single member, as clients expect it, ends with the length of what it holds.
    let stated = stored.suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    if stated != UInt32(truncatingIfNeeded: bytes.count) {
      findings.add(
        .gzipTrailing, .init(.gzipTrailing, detail: "more than one stream, or zeros at the end"))
    }
    return true
  }

  private static func text(_ error: GzipError) -> String {
    if case .tooLarge(let limit) = error { return "expands to more than \(limit) bytes" }
    return "broken or cut short"
  }
}
