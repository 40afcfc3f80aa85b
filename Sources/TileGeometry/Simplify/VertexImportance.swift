/// Measures how much each vertex of a line or ring matters: the squared distance at which
/// Douglas-Peucker would drop it.
///
/// Measured once per path; a zoom then keeps the vertices whose importance reaches the square of
/// its tolerance, which leaves exactly what Douglas-Peucker with that tolerance leaves: a vertex
/// never counts for more than the one that split its stretch before it.
///
/// On a comb of equal teeth the farthest vertex is always the next one, which would take O(*n*²).
/// Stretches that were split ``deepest`` times are split at the farthest vertex of their middle
/// half instead, which counts for as much as the farthest of all: a zoom then keeps a few vertices
/// more than it needs and still stays within its tolerance. O(*n* log *n*), iterative.
///
/// - SeeAlso: Douglas, Peucker, "Algorithms for the reduction of the number of points" (1973).
public struct VertexImportance: Sendable {
  /// Vertices `first` and `last` are kept; those between are not yet measured.
  private struct Stretch {
    var first: Int
    var last: Int
    var cap: Float
    /// How often it was split off.
    var depth: Int32
  }
  private var stack: [Stretch] = []

  /// Far more than ordinary paths need.
  private static let deepest: Int32 = 128

  /// A measurer with an empty stack.
  public init() {}

  /// Measures a line; its ends get infinity.
  ///
  /// - Parameters:
  ///   - x: World x of the path's vertices.
  ///   - y: World y, as long as `x`.
  ///   - importance: Receives squared world units, as long as `x`.
  public mutating func measureLine(
    x: Span<Double>, y: Span<Double>, importance: inout MutableSpan<Float>
  ) {
    precondition(y.count == x.count && importance.count == x.count)
    guard !x.isEmpty else { return }
    importance[0] = .infinity
    importance[x.count - 1] = .infinity
    split(from: 0, to: x.count - 1, x, y, &importance)
  }

  /// Measures a ring that does not repeat its first vertex.
  ///
  /// Two anchors get infinity: vertex 0 (the caller starts a ring at a vertex that does not depend
  /// on where the input started it) and the vertex farthest from it.
  public mutating func measureRing(
    x: Span<Double>, y: Span<Double>, importance: inout MutableSpan<Float>
  ) {
    precondition(y.count == x.count && importance.count == x.count)
    guard !x.isEmpty else { return }
    var far = 0
    var farthest = 0.0
    for i in x.indices {
      let dx = x[i] - x[0]
      let dy = y[i] - y[0]
      let distance = dx * dx + dy * dy
      if distance > farthest { (farthest, far) = (distance, i) }
      importance[i] = 0
    }
    importance[0] = .infinity
    importance[far] = .infinity
    split(from: 0, to: far, x, y, &importance)
    split(from: far, to: x.count, x, y, &importance)
  }

  /// Splits a stretch at its farthest vertex, and its halves, until nothing is left between.
  /// `last == x.count` names vertex 0 again, which closes a ring.
  private mutating func split(
    from first: Int, to last: Int, _ x: Span<Double>, _ y: Span<Double>,
    _ importance: inout MutableSpan<Float>
  ) {
    stack.removeAll(keepingCapacity: true)
    stack.append(Stretch(first: first, last: last, cap: .infinity, depth: 0))
    while let stretch = stack.popLast() {
      guard stretch.last - stretch.first > 1 else { continue }
      let end = stretch.last == x.count ? 0 : stretch.last
      let base = Base(x[stretch.first], y[stretch.first], x[end], y[end])
      var (at, distance) = base.farthest(stretch.first + 1..<stretch.last, x, y)
      if stretch.depth >= Self.deepest {
        let quarter = (stretch.last - stretch.first) / 4
        at = base.farthest(stretch.first + 1 + quarter..<stretch.last - quarter, x, y).index
      }
      let value = min(Float(distance), stretch.cap)
      importance[at] = value
      let depth = stretch.depth + 1
      stack.append(Stretch(first: stretch.first, last: at, cap: value, depth: depth))
      stack.append(Stretch(first: at, last: stretch.last, cap: value, depth: depth))
    }
  }
}

/// A straight stretch from which vertices have a distance.
private struct Base {
  let x: Double, y: Double
  let dx: Double, dy: Double
  /// 1 / its squared length; 0 when it has none.
  let inverse: Double

  init(_ startX: Double, _ startY: Double, _ endX: Double, _ endY: Double) {
    (x, y, dx, dy) = (startX, startY, endX - startX, endY - startY)
    let length = dx * dx + dy * dy
    inverse = length > 0 ? 1 / length : 0
  }

  /// Of some vertices the one that lies farthest, and its squared distance.
  @inline(__always)
  func farthest(
    _ vertices: Range<Int>, _ xs: Span<Double>, _ ys: Span<Double>
  ) -> (index: Int, squaredDistance: Double) {
    var best = -1.0
    var index = vertices.lowerBound
    for i in vertices {
      let px = xs[i] - x
      let py = ys[i] - y
      let t = max(0, min(1, (px * dx + py * dy) * inverse))
      let ex = px - t * dx
      let ey = py - t * dy
      let distance = ex * ex + ey * ey
      if distance > best { (best, index) = (distance, i) }
    }
    return (index, best)
  }
}
