import Glibc
import TestSupport
import Testing
import TileGeometry

@Suite("Polygons with more than clients draw") struct PolygonLimitsTests {
  /// Twice the area of a ring, positive for exteriors.
  private func doubleArea(_ parts: ClippedParts, _ ring: Int) -> Int64 {
    let from = ring == 0 ? 0 : parts.ends[ring - 1]
    let range = from..<parts.ends[ring]
    return range.reduce(0) { sum, i in
      let j = i + 1 == range.upperBound ? from : i + 1
      return sum + parts.x[i] * parts.y[j] - parts.x[j] * parts.y[i]
    }
  }

  /// Rings of each polygon.
  private func polygons(_ parts: ClippedParts) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for ring in parts.ends.indices {
      if doubleArea(parts, ring) > 0 {
        found.append(ring..<ring + 1)
      } else if let last = found.popLast() {
        found.append(last.lowerBound..<ring + 1)
      }
    }
    return found
  }

  private func ring(_ points: [(Int64, Int64)], into parts: inout ClippedParts) {
    for point in points { parts.append(point.0, point.1) }
    parts.close(minimum: 3)
  }

  @Test("2500 holes are all cut out")
  func holes() {
    var parts = ClippedParts()
    parts.appendRectangle(GridRect(minX: -64, minY: -64, maxX: 8256, maxY: 8256))
    for row in 0..<50 as Range<Int64> {
      for column in 0..<50 as Range<Int64> {
        let (x, y) = (column * 160 + 40, row * 160 + 40)
        // The other way round than the exterior.
        ring([(x, y), (x, y + 90), (x + 70, y + 90), (x + 70, y)], into: &parts)
      }
    }
    var cutter = PolygonCutter()
    cutter.split(&parts, mostVertices: 65_535)

    let polygons = polygons(parts)
    #expect(polygons.count > 1)
    #expect(polygons.allSatisfy { $0.count <= 500 })
    // All sides lie along an axis, so cuts round nothing.
    let area = parts.ends.indices.reduce(0) { $0 + doubleArea(parts, $1) } / 2
    #expect(area == 8320 * 8320 - 2500 * 70 * 90)
  }

  @Test("a ring with too many vertices becomes pieces", arguments: 1...8 as ClosedRange<UInt64>)
  func vertices(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 3000
    var parts = ClippedParts()
    ring(
      (0..<count).map { i in
        let angle = 2 * Double.pi * Double(i) / Double(count)
        let radius = 3000 + 900 * sin(7 * angle) + Double.random(in: 0...3, using: &random)
        let (x, y) = (4000 + radius * cos(angle), 4000 + radius * sin(angle))
        return (Int64(x.rounded()), Int64(y.rounded()))
      }, into: &parts)
    var cutter = PolygonCutter()
    // Rounding may have made vertices of the ring meet; a cut that takes all of it repairs that.
    var whole = ClippedParts()
    let (x, y) = (parts.x, parts.y)
    let ends = parts.ends.map { Int32($0) }
    cutter.cut(
      x: x.span, y: y.span, ringEnds: ends.span, first: 0,
      to: GridRect(minX: 0, minY: 4000, maxX: 8000, maxY: 8000), into: &whole)
    let before = whole.ends.indices.reduce(0) { $0 + doubleArea(whole, $1) }
    #expect(whole.x.count > 1000)
    cutter.split(&whole, mostVertices: 100)

    let after = whole.ends.indices.reduce(0) { $0 + doubleArea(whole, $1) }
    for polygon in polygons(whole) {
      let start = polygon.lowerBound == 0 ? 0 : whole.ends[polygon.lowerBound - 1]
      #expect(whole.ends[polygon.upperBound - 1] - start <= 100)
    }
    // Edges are about 10 units long, and each cut moves a few of them by half a unit.
    #expect(abs(after - before) < 2000)
    #expect(before > 10_000_000)
  }

  @Test("what clients draw stays as it is")
  func small() {
    var parts = ClippedParts()
    parts.appendRectangle(GridRect(minX: 0, minY: 0, maxX: 8192, maxY: 8192))
    let x = parts.x
    var cutter = PolygonCutter()
    cutter.split(&parts, mostVertices: 65_535)
    #expect(parts.x == x)
    #expect(parts.ends == [4])
  }
}
