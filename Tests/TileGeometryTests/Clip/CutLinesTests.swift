import TestSupport
import Testing

@testable import TileGeometry

/// Neighbouring tiles draw the same at their border, to the bit.
@Suite("Cut lines")
struct CutLinesTests {
  typealias Vertex = SIMD2<Int64>

  /// A grid of tiles of which nine stand around the tile (0, 0).
  struct Grid {
    let extent: Int64, buffer: Int64
    var lines: CutLines { CutLines(extent: extent, buffer: buffer) }

    init(_ random: inout SeededGenerator) {
      extent = 256 << Int64.random(in: 0...5, using: &random)
      buffer =
        Bool.random(using: &random) ? extent / 64 : Int64.random(in: 0...extent, using: &random)
    }

    func square(_ column: Int64, _ row: Int64) -> GridRect {
      GridRect(
        minX: column * extent, minY: row * extent, maxX: (column + 1) * extent,
        maxY: (row + 1) * extent)
    }

    func area(_ column: Int64, _ row: Int64) -> GridRect {
      let square = square(column, row)
      return GridRect(
        minX: square.minX - buffer, minY: square.minY - buffer, maxX: square.maxX + buffer,
        maxY: square.maxY + buffer)
    }

    /// A place near the tile (0, 0), or on one of the lines that matter there.
    func coordinate(_ random: inout SeededGenerator) -> Int64 {
      let k = Int64.random(in: -1...2, using: &random) * extent
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return k
      case 1: return k + buffer
      case 2: return k - buffer
      case 3: return k + Int64.random(in: -2...2, using: &random)
      case 4: return Int64.random(in: -20 * extent...20 * extent, using: &random)
      default: return Int64.random(in: -extent...2 * extent, using: &random)
      }
    }
  }

  /// Where something meets a line, as a fraction in lowest terms.
  struct Place: Hashable {
    let over: Int64, under: Int64

    /// Where the edge from a to b meets 2x = `line`.
    init(_ a: Vertex, _ b: Vertex, line: Int64) {
      let run = b.x - a.x
      let over = 2 * a.y * run + (line - 2 * a.x) * (b.y - a.y)
      var (p, q) = (abs(over), abs(2 * run))
      while q != 0 { (p, q) = (q, p % q) }
      (self.over, under) = (over * run.signum() / p, abs(2 * run) / p)
    }

    func lies(from low: Int64, to high: Int64) -> Bool {
      over >= low * under && over <= high * under
    }
  }

  /// The places from `low` to `high` at which chains cross 2x = `line`, of which no vertex is part.
  static func places(
    of chains: [[Vertex]], on line: Int64, from low: Int64, to high: Int64
  ) -> [Place: Int] {
    var places: [Place: Int] = [:]
    for chain in chains {
      for (a, b) in zip(chain, chain.dropFirst()) where (2 * a.x < line) != (2 * b.x < line) {
        let place = Place(a, b, line: line)
        if place.lies(from: low, to: high) { places[place, default: 0] += a.x < b.x ? 1 : -1 }
      }
    }
    return places.filter { $0.value != 0 }
  }

  static func turned(_ chains: [[Vertex]]) -> [[Vertex]] {
    chains.map { $0.map { Vertex($0.y, $0.x) } }
  }

  /// Expects that neighbours show the same half a unit to either side of their border.
  static func expectSeamless(_ grid: Grid, _ show: (_ column: Int64, _ row: Int64) -> [[Vertex]]) {
    #expect(seams(grid, show) == [])
  }

  /// What neighbours show half a unit to either side of their border, where it differs.
  static func seams(
    _ grid: Grid, _ show: (_ column: Int64, _ row: Int64) -> [[Vertex]]
  ) -> [[[Place: Int]]] {
    let (centre, east, south) = (show(0, 0), show(1, 0), show(0, 1))
    var seams: [[[Place: Int]]] = []
    for beyond in [-1, 1] as [Int64] where grid.buffer > 0 {
      let line = 2 * grid.extent + beyond
      for (a, b) in [(centre, east), (turned(centre), turned(south))] {
        let pair = [
          places(of: a, on: line, from: 0, to: grid.extent),
          places(of: b, on: line, from: 0, to: grid.extent),
        ]
        if pair[0] != pair[1] { seams.append(pair) }
      }
    }
    return seams
  }

  static func clip(_ line: [Vertex], _ grid: Grid, _ column: Int64, _ row: Int64) -> [[Vertex]] {
    var out = ClippedParts()
    let (x, y) = (line.map(\.x), line.map(\.y))
    clipLine(
      x: x.span, y: y.span, to: grid.area(column, row), bending: grid.lines, into: &out)
    return chains(out)
  }

  static func chains(_ parts: ClippedParts) -> [[Vertex]] {
    zip([0] + parts.ends, parts.ends).map { start, end in
      (start..<end).map { Vertex(parts.x[$0], parts.y[$0]) }
    }
  }

  @Test("lines meet at borders", arguments: 1...2000 as ClosedRange<UInt64>)
  func lines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let grid = Grid(&random)
    let line = (0..<Int.random(in: 2...6, using: &random)).map { _ in
      Vertex(grid.coordinate(&random), grid.coordinate(&random))
    }
    Self.expectSeamless(grid) { Self.clip(line, grid, $0, $1) }
    #expect(
      Self.clip(line.reversed(), grid, 0, 0)
        == Self.clip(line, grid, 0, 0).reversed().map { $0.reversed() })
  }

  /// A ring of places near lines that matter, or a needle whose edges run close together.
  static func ring(_ grid: Grid, _ random: inout SeededGenerator) -> [Vertex] {
    func vertex(_ random: inout SeededGenerator) -> Vertex {
      Vertex(grid.coordinate(&random), grid.coordinate(&random))
    }
    guard Int.random(in: 0..<3, using: &random) == 0 else {
      return (0..<Int.random(in: 3...9, using: &random)).map { _ in vertex(&random) }
    }
    let (a, b) = (vertex(&random), vertex(&random))
    let places = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let way = Double.random(in: 0...1, using: &random)
      return Vertex(
        a.x + Int64((Double(b.x - a.x) * way).rounded())
          + Int64.random(in: -1...1, using: &random),
        a.y + Int64((Double(b.y - a.y) * way).rounded())
          + Int64.random(in: -1...1, using: &random))
    }
    return [a] + places.dropLast(places.count / 2) + [b] + places.suffix(places.count / 2)
  }

  /// Where neighbours show the polygon of a seed differently.
  static func polygonSeams(seed: UInt64) -> [[[Place: Int]]] {
    var random = SeededGenerator(seed: seed)
    let grid = Grid(&random)
    var repairer = RingRepairer()
    var rings = GridRings(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        ring(grid, &random)
      })
    _ = repairer.repairEvenOdd(&rings)
    var cutter = PolygonCutter()
    let ends = rings.ringEnds.map { Int32($0) }
    return seams(grid) { column, row in
      var parts = ClippedParts()
      cutter.cut(
        x: rings.x.span, y: rings.y.span, ringEnds: ends.span, first: 0,
        to: grid.area(column, row), bending: grid.lines, into: &parts)
      return chains(parts).map { $0 + [$0[0]] }
    }
  }

  @Test("polygons meet at borders", arguments: (1...2000) + [14_312, 32_772, 48_002] as [UInt64])
  func polygons(seed: UInt64) { #expect(Self.polygonSeams(seed: seed) == []) }

  @Test(
    "an edge gets the vertices that its definition says", arguments: 1...500 as ClosedRange<UInt64>)
  func definition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let grid = Grid(&random)
    let (a, b) = (
      Vertex(grid.coordinate(&random), grid.coordinate(&random)),
      Vertex(grid.coordinate(&random), grid.coordinate(&random))
    )
    let area = grid.area(0, 0)
    var found: [Vertex] = []
    grid.lines.bend(a.x, a.y, b.x, b.y, in: area) { found.append(Vertex($0, $1)) }
    let sideways = Self.bends(a, b, grid, area)
    let down = Self.turned([
      Self.bends(Self.turned([[a]])[0][0], Self.turned([[b]])[0][0], grid, area)
    ])[0]
    #expect(Set(found) == Set(sideways + down))
    // In order, as projected on the edge, whichever rounding.
    let way = b &- a
    for (p, q) in zip(found, found.dropFirst()) {
      #expect((q.x - p.x) * way.x.signum() >= 0 && (q.y - p.y) * way.y.signum() >= 0)
    }
    // The same for any bounds around the edge that have it, and nothing without them.
    if !found.isEmpty {
      var bounds = GridRect.empty
      bounds.grow(a.x, a.y)
      bounds.grow(b.x, b.y)
      #expect(grid.lines.mayBend(bounds, in: area))
    }
  }

  /// Vertices on lines x = k · extent ± buffer of the edge, by their definition.
  static func bends(_ a: Vertex, _ b: Vertex, _ grid: Grid, _ area: GridRect) -> [Vertex] {
    let (low, high) = (min(a.x, b.x), max(a.x, b.x))
    guard low < high, a.y != b.y else { return [] }
    var bends: Set<Vertex> = []
    for k in -4...5 as ClosedRange<Int64> {
      let border = k * grid.extent
      for (line, isReached) in [
        (border + grid.buffer, low <= border), (border - grid.buffer, high >= border),
      ] where isReached && line > low && line < high && line > area.minX && line < area.maxX {
        let place = Place(a, b, line: 2 * line)
        guard place.over > area.minY * place.under, place.over < area.maxY * place.under
        else { continue }
        // The nearest integer, halves upwards.
        let twice = 2 * place.over + place.under
        let y = twice / (2 * place.under) - (twice % (2 * place.under) < 0 ? 1 : 0)
        bends.insert(Vertex(line, y))
      }
    }
    return Array(bends)
  }
}
