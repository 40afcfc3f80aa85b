import Glibc
import TestSupport
import Testing

@testable import TileGeometry

@Suite("Polygons with more than clients draw")
struct PolygonDividerTests {
  private struct Edge: Hashable {
    var a: SIMD2<Int64>
    var b: SIMD2<Int64>
  }

  private func parts(_ rings: [LatticeRing]) -> ClippedParts {
    var parts = ClippedParts()
    for ring in rings {
      parts.x += ring.map(\.x)
      parts.y += ring.map(\.y)
      parts.ends.append(parts.x.count)
    }
    return parts
  }

  private func rings(_ parts: ClippedParts) -> [LatticeRing] {
    zip([0] + parts.ends, parts.ends).map { start, end in
      (start..<end).map { SIMD2(parts.x[$0], parts.y[$0]) }
    }
  }

  /// The polygons among rings: an exterior and its holes each.
  private func polygons(_ rings: [LatticeRing]) -> [[LatticeRing]] {
    rings.reduce(into: []) { polygons, ring in
      if polygons.isEmpty || LatticeTwin.doubledArea(ring) > 0 {
        polygons.append([ring])
      } else {
        polygons[polygons.count - 1].append(ring)
      }
    }
  }

  private func edges(_ rings: [LatticeRing]) -> [Edge: Int] {
    rings.reduce(into: [:]) { edges, ring in
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        edges[Edge(a: a, b: b), default: 0] += 1
      }
    }
  }

  /// Divides valid polygons, expects that nothing is lost, and returns the pieces.
  ///
  /// Pieces that are valid, and whose edges are those of the whole and, once in each direction,
  /// diagonals, are side by side and cover the whole: each place is enclosed as often as before.
  @discardableResult
  private func divide(
    _ whole: [LatticeRing], mostRings: Int, mostVertices: Int, judging isSmall: Bool = true
  ) -> [[LatticeRing]] {
    var parts = parts(whole)
    var divider = PolygonDivider(mostRings: mostRings, mostVertices: mostVertices)
    divider.divide(&parts)
    let pieces = polygons(rings(parts))
    for piece in pieces {
      #expect(piece.count <= mostRings)
      #expect(piece.reduce(0) { $0 + $1.count + 1 } <= mostVertices)
      let fault = isSmall ? LatticeTwin.fault(in: piece) : faultByGEOS(piece)
      #expect(fault == nil)
    }
    var rest = edges(rings(parts))
    for (edge, count) in edges(whole) { rest[edge, default: 0] -= count }
    let wrong = rest.count { edge, count in
      count != 0 && (count != 1 || rest[Edge(a: edge.b, b: edge.a)] != 1)
    }
    #expect(wrong == 0)
    return pieces
  }

  private func repaired(_ rings: [LatticeRing]) -> [LatticeRing] {
    var rings = GridRings(rings)
    var repairer = RingRepairer()
    _ = repairer.repair(&rings)
    return rings.lattice
  }

  @Test(
    "random polygons, rings of which touch", arguments: 1...12 as ClosedRange<UInt64>)
  func scribbles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var divided = 0
    for _ in 0..<6 {
      let size = Int64.random(in: 10...40, using: &random)
      let scribble = (0..<Int.random(in: 1...6, using: &random)).map { ring in
        (0..<Int.random(in: 3...(ring == 0 ? 30 : 6), using: &random)).map { _ in
          SIMD2(
            Int64.random(in: 0...size, using: &random),
            Int64.random(in: 0...size * 3, using: &random))
        }
      }
      let whole = repaired(scribble)
      let pieces = divide(
        whole, mostRings: Int.random(in: 1...4, using: &random),
        mostVertices: Int.random(in: 4...12, using: &random))
      if pieces.count > polygons(whole).count { divided += 1 }
    }
    #expect(divided > 0)
  }

  @Test("holes that touch the outer ring and each other")
  func touchingHoles() {
    let outer: LatticeRing = [
      SIMD2(0, 0), SIMD2(40, 0), SIMD2(40, 20), SIMD2(30, 20), SIMD2(20, 20), SIMD2(0, 20),
    ]
    func diamond(_ x: Int64, _ y: Int64, _ r: Int64) -> LatticeRing {
      [SIMD2(x, y - r), SIMD2(x - r, y), SIMD2(x, y + r), SIMD2(x + r, y)]
    }
    let whole = [
      outer, diamond(10, 10, 5), diamond(20, 10, 5), diamond(20, 17, 2), diamond(26, 10, 1),
    ]
    let touching = [outer, diamond(20, 15, 5), diamond(20, 8, 2), diamond(30, 15, 5)]
    for limit in 4...30 {
      divide(whole, mostRings: 3, mostVertices: limit)
      divide(touching, mostRings: 2, mostVertices: limit)
    }
  }

  @Test("900 holes are all cut out")
  func holes() {
    var whole: [LatticeRing] = [
      [SIMD2(-64, -64), SIMD2(8256, -64), SIMD2(8256, 8256), SIMD2(-64, 8256)]
    ]
    for row in 0..<30 as Range<Int64> {
      for column in 0..<30 as Range<Int64> {
        let (x, y) = (column * 270 + 40, row * 270 + 40)
        // The other way round than the exterior.
        whole.append(
          [SIMD2(x, y), SIMD2(x, y + 90), SIMD2(x + 70, y + 90), SIMD2(x + 70, y)])
      }
    }
    let pieces = divide(whole, mostRings: 150, mostVertices: 65_535, judging: false)
    #expect(pieces.count > 4 && pieces.count < 100)
  }

  @Test("slanting prongs, each of which reaches over all", arguments: [1, 7, 300] as [Int64])
  func comb(slant: Int64) {
    let prongs = 400 as Int64
    var ring: LatticeRing = []
    for i in 0..<prongs {
      ring += [
        SIMD2(20 * i + slant, 8000 + i % 7), SIMD2(20 * i + 8 + slant, 7990), SIMD2(20 * i + 10, 1),
      ]
    }
    ring += [SIMD2(20 * prongs, 0), SIMD2(0, 0)]
    let whole = repaired([ring])
    for limit in [60, 300] { divide(whole, mostRings: 500, mostVertices: limit, judging: false) }
  }

  @Test("vertices in two columns")
  func columns() {
    let right = (0..<900 as Range<Int64>).map { SIMD2($0 % 2, $0) }
    divide(
      [right + [SIMD2(0, 900), SIMD2(-1, 900), SIMD2(-1, 0)]], mostRings: 500, mostVertices: 20)
    // A side of the tile with many vertices on it.
    let side = (0...900 as ClosedRange<Int64>).map { SIMD2(0, $0) }
    divide([[SIMD2(-5, 900), SIMD2(-5, 0)] + side], mostRings: 500, mostVertices: 20)
    divide([side.map { SIMD2($0.y, 0) } + [SIMD2(400, 3)]], mostRings: 500, mostVertices: 20)
  }

  @Test("a ring with too many vertices becomes pieces", arguments: 1...8 as ClosedRange<UInt64>)
  func vertices(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 3000
    let ring: LatticeRing = (0..<count).map { i in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      let radius = 3000 + 900 * sin(7 * angle) + Double.random(in: 0...3, using: &random)
      let (x, y) = (4000 + radius * cos(angle), 4000 + radius * sin(angle))
      return SIMD2(Int64(x.rounded()), Int64(y.rounded()))
    }
    let whole = repaired([ring])
    let pieces = divide(whole, mostRings: 500, mostVertices: 100, judging: false)
    #expect(pieces.count < 120)
  }

  @Test("coordinates of the deepest grids")
  func wide() {
    let far = 1 << 40 as Int64
    let ring: LatticeRing = (0..<300 as Range<Int64>).map {
      SIMD2($0 * far / 300, $0 % 2 * 3 - far)
    }
    divide([ring + [SIMD2(far, far)]], mostRings: 500, mostVertices: 40)
  }

  @Test("what clients draw stays as it is")
  func small() {
    var parts = ClippedParts()
    parts.appendRectangle(GridRect(minX: 0, minY: 0, maxX: 8192, maxY: 8192))
    let x = parts.x
    var divider = PolygonDivider()
    divider.divide(&parts)
    #expect(parts.x == x)
    #expect(parts.ends == [4])
  }

  @Test("what is no valid polygon stays as it is")
  func invalid() {
    let bow: LatticeRing = [SIMD2(0, 0), SIMD2(10, 10), SIMD2(10, 0), SIMD2(0, 10)]
    let passing: LatticeRing = [SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 5), SIMD2(5, 0), SIMD2(0, 5)]
    for ring in [bow, passing] {
      var parts = parts([ring])
      var divider = PolygonDivider(mostRings: 1, mostVertices: 4)
      divider.divide(&parts)
      #expect(rings(parts) == [ring])
    }
  }
}
