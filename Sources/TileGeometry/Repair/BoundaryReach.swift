#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells which places lie near the boundary of a polygon on the grid.
///
/// O(*n*) to make, O(log *n*) a question where few edges are near, O(1) where the answer lies
/// beside that to the question before.
public struct BoundaryReach: Sendable {
  /// Edges on both sides of the one found last that are looked at first.
  private static let besides = 2

  private var chains = RingChains()
  private var tree = EdgeTree()
  /// The edge found last, and those of its ring.
  private var last = 0
  private var ring = 0..<0

  /// The boundary that `rings` are.
  public init(of rings: borrowing GridRings) {
    chains.start(around: rings)
    for ring in rings.ringEnds.indices { chains.append(ring, of: rings, role: .exterior) }
    tree.build(chains)
  }

  /// Whether an edge comes as near as `reach` to grid point (x, y); all in grid units.
  public mutating func isNear(x: Double, y: Double, reach: Double) -> Bool {
    let (x, y) = (x - Double(chains.originX), y - Double(chains.originY))
    let (first, end) = (last - Self.besides, last + Self.besides + 1)
    for edge in ring.clamped(to: first..<end) where isNear(edge, x, y, reach) {
      last = edge
      return true
    }
    let box = GridBox(
      minX: Int64((x - reach).rounded(.down)), minY: Int64((y - reach).rounded(.down)),
      maxX: Int64((x + reach).rounded(.up)), maxY: Int64((y + reach).rounded(.up)))
    var near: [Int] = []
    tree.visitEdges(meeting: box, in: chains) { near.append($0) }
    guard let found = near.first(where: { isNear($0, x, y, reach) }) else { return false }
    last = found
    if !ring.contains(found) {
      let number = chains.ring(of: found)
      ring = chains.starts[number]..<chains.starts[number + 1] - 1
    }
    return true
  }

  /// Whether one edge comes so near to a place, from the local origin.
  @inline(__always)
  private func isNear(_ edge: Int, _ x: Double, _ y: Double, _ reach: Double) -> Bool {
    let (startX, startY) = (Double(chains.x[edge]), Double(chains.y[edge]))
    let (px, py) = (x - startX, y - startY)
    let (dx, dy) = (Double(chains.x[edge + 1]) - startX, Double(chains.y[edge + 1]) - startY)
    let t = max(0, min(1, (px * dx + py * dy) / (dx * dx + dy * dy)))
    let (ex, ey) = (px - t * dx, py - t * dy)
    return ex * ex + ey * ey <= reach * reach
  }
}
