import TileGeometry

/// Any bytes as a polygon, its way through repair, clip and repair, and what went wrong on it.
///
/// Byte 0 says how wide coordinates are (even: one byte, odd: two, little-endian), byte 1 how far
/// tiles of 256 units reach over their borders. Then follow rings: a byte with the number of
/// vertices, modulo 32, and x and y of each.
public enum PolygonBytes {
  /// More vertices would make the slow judge the only thing that runs.
  private static let mostVertices = 40

  /// What is wrong with the polygon after repair, or with its pieces in tiles; `nil` if nothing is.
  public static func fault(_ bytes: [UInt8]) -> String? {
    guard bytes.count > 2 else { return nil }
    let buffer = Int64(bytes[1])
    var rings = rings(bytes)
    var repairer = RingRepairer()
    _ = repairer.repair(&rings)
    if let fault = LatticeTwin.fault(in: lattice(rings)) { return "repair: \(fault)" }
    let ends = rings.ringEnds.map { Int32($0) }
    var cutter = PolygonCutter()
    for (column, row) in [(0, 0), (0, 1), (1, 0), (-1, -1)] as [(Int64, Int64)] {
      let area = GridRect(
        minX: column * 256 - buffer, minY: row * 256 - buffer,
        maxX: (column + 1) * 256 + buffer, maxY: (row + 1) * 256 + buffer)
      var parts = ClippedParts()
      cutter.cut(
        x: rings.x.span, y: rings.y.span, ringEnds: ends.span, first: 0, to: area,
        bending: CutLines(extent: 256, buffer: buffer), into: &parts)
      var pieces = GridRings()
      (pieces.x, pieces.y, pieces.ringEnds) = (parts.x, parts.y, parts.ends)
      if let fault = LatticeTwin.fault(in: lattice(pieces)) { return "clip to \(area): \(fault)" }
      for (x, y) in zip(pieces.x, pieces.y)
      where x < area.minX || x > area.maxX || y < area.minY || y > area.maxY {
        return "clip to \(area): (\(x), \(y)) lies outside"
      }
    }
    return nil
  }

  private static func rings(_ bytes: [UInt8]) -> GridRings {
    let isWide = bytes[0] & 1 == 1
    let stride = isWide ? 4 : 2
    func coordinate(_ at: Int) -> Int64 {
      isWide
        ? Int64(Int16(truncatingIfNeeded: Int(bytes[at]) | Int(bytes[at + 1]) << 8))
        : Int64(Int8(bitPattern: bytes[at]))
    }
    var rings = GridRings()
    var at = 2
    while at < bytes.count && rings.x.count < mostVertices {
      let count = Int(bytes[at] & 31)
      at += 1
      for _ in 0..<count where at + stride <= bytes.count {
        rings.x.append(coordinate(at))
        rings.y.append(coordinate(at + stride / 2))
        at += stride
      }
      rings.ringEnds.append(rings.x.count)
    }
    return rings
  }

  private static func lattice(_ rings: GridRings) -> [LatticeRing] {
    zip([0] + rings.ringEnds, rings.ringEnds).map { start, end in
      (start..<end).map { SIMD2(rings.x[$0], rings.y[$0]) }
    }
  }
}
