/// A grid of cells whose borders are random wiggly lines, each cell a ring of its own: what
/// neighbours have in common they have in bit-equal coordinates.
public struct WigglyCoverage {
  /// Corners of the grid, and rings of the cells, row by row: open, from a random vertex on, in a
  /// random direction.
  public private(set) var rings: [[SIMD2<Double>]] = []

  /// A grid of `columns` x `rows` cells over (0, 0)...(columns, rows); the outer sides are straight.
  ///
  /// - Parameter steps: Vertices between two corners.
  public init(columns: Int, rows: Int, steps: Int, random: inout SeededGenerator) {
    func corner(_ x: Int, _ y: Int) -> SIMD2<Double> { SIMD2(Double(x), Double(y)) }
    func line(
      _ a: SIMD2<Double>, _ b: SIMD2<Double>, isStraight: Bool, _ random: inout SeededGenerator
    ) -> [SIMD2<Double>] {
      let across = SIMD2(a.y - b.y, b.x - a.x)
      return (0...steps + 1).map { k in
        let t = Double(k) / Double(steps + 1)
        // Each border stays in a rhombus of its own, so that no two can meet when simplified.
        let reach = 0.4 * min(t, 1 - t)
        let offset = isStraight ? 0 : Double.random(in: -reach...reach, using: &random)
        return a + t * (b - a) + offset * across
      }
    }
    var across: [[[SIMD2<Double>]]] = []
    var down: [[[SIMD2<Double>]]] = []
    for y in 0...rows {
      across.append(
        (0..<columns).map { x in
          line(corner(x, y), corner(x + 1, y), isStraight: y == 0 || y == rows, &random)
        })
    }
    for y in 0..<rows {
      down.append(
        (0...columns).map { x in
          line(corner(x, y), corner(x, y + 1), isStraight: x == 0 || x == columns, &random)
        })
    }
    for y in 0..<rows {
      for x in 0..<columns {
        var ring: [SIMD2<Double>] = []
        ring += across[y][x].dropLast()
        ring += down[y][x + 1].dropLast()
        ring += across[y + 1][x].reversed().dropLast()
        ring += down[y][x].reversed().dropLast()
        let start = Int.random(in: 0..<ring.count, using: &random)
        ring = Array(ring[start...] + ring[..<start])
        rings.append(Bool.random(using: &random) ? ring : ring.reversed())
      }
    }
  }
}
