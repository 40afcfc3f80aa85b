/// Divides polygons of which clients do not draw all.
///
/// A polygon is divided along diagonals between its own vertices, so no edge of it changes, and
/// neighbouring tiles, which divide it elsewhere or not at all, draw the same at their border. Both
/// sides of a diagonal have the same ends and no vertex between them, so that nothing shows there
/// where fills are drawn without antialiasing.
///
/// Owns scratch memory; one for each worker.
public struct PolygonDivider: Sendable {
  /// The most rings of a polygon that clients draw: of more, MapLibre leaves out the smallest
  /// holes, which it then fills.
  ///
  /// - SeeAlso: `EARCUT_MAX_RINGS` of MapLibre GL JS, `limitHoles` of MapLibre Native
  public static let mostRings = 500

  /// The most vertices, which clients number in 16 bits; of more, MapLibre Native draws none.
  public static let mostVertices = 65_535

  private let mostRings: Int, mostVertices: Int
  private var triangulation = Triangulation()
  private var tracer = TriangleTracer()

  /// A divider without scratch memory yet.
  public init() { self.init(mostRings: Self.mostRings, mostVertices: Self.mostVertices) }

  /// A divider into pieces of at most `mostRings` rings and `mostVertices` vertices, 4 or more,
  /// where each ring counts one more than it has, as clients repeat the first one.
  init(mostRings: Int, mostVertices: Int) {
    (self.mostRings, self.mostVertices) = (mostRings, mostVertices)
  }

  /// Replaces each polygon that has more rings or vertices than clients draw by pieces side by
  /// side, which together are exactly the polygon. O(*n* log *n*) for each halving.
  ///
  /// - Parameter parts: Valid polygons: exteriors, with positive area, each followed by its holes.
  ///   Rings meet in common vertices only.
  public mutating func divide(_ parts: inout ClippedParts) {
    guard !fits(rings: parts.ends.count, vertices: parts.x.count) else { return }
    var whole = ClippedParts()
    swap(&whole, &parts)
    var first = 0
    while first < whole.ends.count {
      let next = whole.polygonEnd(from: first)
      let start = first == 0 ? 0 : whole.ends[first - 1]
      if fits(rings: next - first, vertices: whole.ends[next - 1] - start)
        || !divide(whole, first..<next, into: &parts)
      {
        parts.append(whole, first..<next)
      }
      first = next
    }
  }

  private func fits(rings: Int, vertices: Int) -> Bool {
    rings <= mostRings && vertices + rings <= mostVertices
  }

  /// Appends the pieces of one polygon, unless it is not valid.
  private mutating func divide(
    _ whole: borrowing ClippedParts, _ rings: Range<Int>, into parts: inout ClippedParts
  ) -> Bool {
    guard triangulation.fill(whole, rings) else { return false }
    tracer.start(triangulation)
    var waiting = [Array(0..<Int32(truncatingIfNeeded: triangulation.triangleCount))]
    while let triangles = waiting.popLast() {
      for piece in tracer.pieces(of: triangles, triangulation) {
        let size = tracer.trace(piece, triangulation)
        if fits(rings: size.rings, vertices: size.vertices) || piece.count < 2 {
          tracer.write(triangulation, into: &parts)
        } else {
          waiting += halves(of: piece)
        }
      }
    }
    return true
  }

  /// Two or more triangles as halves of the map from north to south or from west to east, whichever
  /// have the fewer sides in common.
  private mutating func halves(of triangles: [Int32]) -> [[Int32]] {
    let byX = triangles.sorted { triangulation.precedesByX($0, $1) }
    let byY = triangles.sorted { triangulation.precedesByY($0, $1) }
    let half = triangles.count / 2
    let isByX =
      tracer.commonSides(byX[..<half], byX[half...], triangulation)
      <= tracer.commonSides(byY[..<half], byY[half...], triangulation)
    let order = isByX ? byX : byY
    return [Array(order[..<half]), Array(order[half...])]
  }
}
