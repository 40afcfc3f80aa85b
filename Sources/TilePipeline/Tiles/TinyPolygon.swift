import TileGeometry

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A polygon that has no area left on a zoom's grid, and the square that may stand for it: one that
/// is smaller than a pixel, or narrower than the grid.
///
/// Each small polygon decides for itself, so the result depends neither on other overlays nor on
/// the order of work: it draws a number from its place, and leaves a square of one screen pixel
/// when the number lies below its share of a pixel. The sum of many has the right area, and what
/// leaves a square at one zoom leaves something at all deeper ones, where its share is larger.
struct TinyPolygon {
  /// Its area before rounding, squared grid units.
  let area: Double
  /// The longer side of its bounds, grid units.
  let reach: Double
  /// The middle of its bounds, grid units.
  private let middleX: Double, middleY: Double
  /// 0..<1, the same for all zooms.
  private let draw: Double
  /// Grid units a world.
  private let scale: Double

  /// Squares that one polygon leaves at most.
  private static let mostSquares = 4096.0

  /// The polygon whose rings are `paths` of `block`, at `scale` grid units a world.
  init(
    _ paths: Range<Int32>, _ block: borrowing FeatureTable.Block, scale: Double,
    buffer: inout [UInt64]
  ) {
    var bounds = WorldBounds()
    var sum = 0.0
    var draw = 0.0
    for path in paths {
      let isOuter = path == paths.lowerBound
      let ring = block.withPath(path, buffer: &buffer) { x, y, _ in
        if isOuter, !x.isEmpty {
          draw = Self.draw(x[0], y[0])
          for i in x.indices { bounds.grow(x[i], y[i]) }
        }
        return abs(ringArea(x, y))
      }
      sum += isOuter ? ring : -ring
    }
    self.scale = scale
    area = max(0, sum) * scale * scale
    reach = bounds.reach * scale
    middleX = (bounds.minX + bounds.maxX) / 2 * scale
    middleY = (bounds.minY + bounds.maxY) / 2 * scale
    self.draw = draw
  }

  /// The square that stands for it, if it is its turn, on the map; `side` is a screen pixel.
  func square(side: Int64) -> GridRect? {
    guard draw * Double(side * side) < area else { return nil }
    let minX = Int64((middleX - Double(side) / 2).rounded())
    let above = Int64((middleY - Double(side) / 2).rounded())
    let minY = min(max(above, 0), Int64(scale) - side)
    return GridRect(minX: minX, minY: minY, maxX: minX + side, maxY: minY + side)
  }

  /// The squares that stand for a long needle or sliver, whose turn it is: one, or as many as hold
  /// its area, spread evenly along its outer ring, in cells of a pixel, so that none lies on another.
  func squares(
    side: Int64, along ring: Int32, of block: borrowing FeatureTable.Block, buffer: inout [UInt64]
  ) -> [GridRect] {
    block.withPath(ring, buffer: &buffer) { x, y, _ in squares(side: side, along: x, y) }
  }

  private func squares(side: Int64, along x: Span<Double>, _ y: Span<Double>) -> [GridRect] {
    func next(_ i: Int) -> Int { i + 1 == x.count ? 0 : i + 1 }
    func length(_ i: Int, _ j: Int) -> Double {
      let (dx, dy) = (x[j] - x[i], y[j] - y[i])
      return (dx * dx + dy * dy).squareRoot() * scale
    }
    let count = min(Self.mostSquares, (area / Double(side * side) + draw).rounded(.down))
    var around = 0.0
    for i in x.indices { around += length(i, next(i)) }
    let step = around / max(1, count)
    let lastRow = Int64(scale) / side - 1
    guard step > 0 else { return [] }
    var cells: Set<SIMD2<Int64>> = []
    var squares: [GridRect] = []
    var left = draw * step
    for i in x.indices {
      let (j, whole) = (next(i), length(i, next(i)))
      while left < whole {
        let gx = (x[i] + (x[j] - x[i]) * left / whole) * scale / Double(side)
        let gy = (y[i] + (y[j] - y[i]) * left / whole) * scale / Double(side)
        left += step
        // A ring may run along the map's southern edge.
        let cell = SIMD2(Int64(gx.rounded(.down)), min(Int64(gy.rounded(.down)), lastRow))
        guard cells.insert(cell).inserted else { continue }
        squares.append(
          GridRect(
            minX: cell.x * side, minY: cell.y * side, maxX: (cell.x + 1) * side,
            maxY: (cell.y + 1) * side))
      }
      left -= whole
    }
    return squares
  }

  /// A number that looks random, from a place on the map.
  ///
  /// - SeeAlso: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (the mixer).
  private static func draw(_ x: Double, _ y: Double) -> Double {
    var bits = (x - x.rounded(.down)).bitPattern ^ (y.bitPattern &* 0x9e37_79b9_7f4a_7c15)
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] as [UInt64] {
      bits = (bits ^ bits >> 30) &* factor
    }
    return Double((bits ^ bits >> 31) >> 11) * 0x1p-53
  }
}
