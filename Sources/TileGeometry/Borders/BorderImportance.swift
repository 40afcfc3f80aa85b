/// Measures rings that have vertices in common so that all of them keep the same ones.
///
/// A ring is parted where borders meet; those vertices are kept at every zoom. Each arc between is
/// measured in a direction that depends on its vertices alone, so that the rings on both sides get
/// the same numbers.
public struct BorderImportance: Sendable {
  private var measurer = VertexImportance()
  private var junctions: [Int] = []
  private var arcX: [Double] = []
  private var arcY: [Double] = []
  private var arcImportance: [Float] = []

  /// A measurer without scratch memory yet.
  public init() {}

  /// Measures a ring that does not repeat its first vertex.
  ///
  /// - Parameters:
  ///   - x: World x of the ring's vertices.
  ///   - y: World y, as long as `x`.
  ///   - marks: What ``BorderFinder`` found, as long as `x`.
  ///   - importance: Receives squared world units, from `place` on.
  public mutating func measureRing(
    x: Span<Double>, y: Span<Double>, marks: Span<BorderFinder.Mark>,
    importance: inout [Float], at place: Int
  ) {
    junctions.removeAll(keepingCapacity: true)
    for i in marks.indices where marks[i] == .junction { junctions.append(i) }
    guard let last = junctions.last else { return measureWhole(x, y, &importance, at: place) }
    var start = last
    for end in junctions {
      measureArc(x, y, from: start, to: end, &importance, at: place)
      start = end
    }
  }

  /// Measures a ring that has no vertex in common with any other.
  public mutating func measureAlone(
    x: Span<Double>, y: Span<Double>, importance: inout [Float], at place: Int
  ) {
    load(x, y, from: 0, step: 1, count: x.count)
    measureLoaded(isRing: true)
    store(into: &importance, at: place, from: 0, step: 1, count: x.count)
  }

  /// A ring without junctions starts where another one on the same vertices starts, and runs the
  /// way that leads to the smaller of the first vertex's neighbours.
  private mutating func measureWhole(
    _ x: Span<Double>, _ y: Span<Double>, _ importance: inout [Float], at place: Int
  ) {
    guard x.count > 1 else { return }
    let step = isBefore(x, y, x.count - 1, 1) ? -1 : 1
    load(x, y, from: 0, step: step, count: x.count)
    measureLoaded(isRing: true)
    store(into: &importance, at: place, from: 0, step: step, count: x.count)
  }

  /// Measures the vertices from `start` to `end`, both junctions, on the way round the ring.
  private mutating func measureArc(
    _ x: Span<Double>, _ y: Span<Double>, from start: Int, to end: Int,
    _ importance: inout [Float], at place: Int
  ) {
    let count = x.count
    let length = (end > start ? end - start : end - start + count) + 1
    // The smaller end first; on a loop, the smaller of the vertices that come next.
    var (head, tail) = (start, end)
    for _ in 0..<length / 2 where x[head] == x[tail] && y[head] == y[tail] {
      head = head + 1 == count ? 0 : head + 1
      tail = tail == 0 ? count - 1 : tail - 1
    }
    let isReversed = isBefore(x, y, tail, head)
    let (first, step) = isReversed ? (end, -1) : (start, 1)
    load(x, y, from: first, step: step, count: length)
    measureLoaded(isRing: false)
    store(into: &importance, at: place, from: first, step: step, count: count)
  }

  /// Copies `count` vertices of a ring from `first` on, forwards or backwards.
  private mutating func load(
    _ x: Span<Double>, _ y: Span<Double>, from first: Int, step: Int, count: Int
  ) {
    arcX.removeAll(keepingCapacity: true)
    arcY.removeAll(keepingCapacity: true)
    var i = first
    for _ in 0..<count {
      arcX.append(x[i])
      arcY.append(y[i])
      i = (i + step + x.count) % x.count
    }
  }

  private mutating func measureLoaded(isRing: Bool) {
    // Taken out of self while spans lend them.
    let (x, y) = (arcX, arcY)
    var importance: [Float] = []
    swap(&importance, &arcImportance)
    defer { swap(&importance, &arcImportance) }
    importance.removeAll(keepingCapacity: true)
    importance.append(contentsOf: repeatElement(0, count: x.count))
    var target = importance.mutableSpan
    if isRing {
      measurer.measureRing(x: x.span, y: y.span, importance: &target)
    } else {
      measurer.measureLine(x: x.span, y: y.span, importance: &target)
    }
    NarrowTurns.keep(x: x.span, y: y.span, isRing: isRing, importance: &target)
  }

  /// Copies what was measured to a ring of `count` vertices that begins at `place`.
  private func store(
    into importance: inout [Float], at place: Int, from first: Int, step: Int, count: Int
  ) {
    var i = first
    for value in arcImportance {
      importance[place + i] = value
      i = (i + step + count) % count
    }
  }

  /// Whether vertex `a` comes before vertex `b`: by y, which is the same in all copies of the
  /// world, then by x.
  private func isBefore(_ x: Span<Double>, _ y: Span<Double>, _ a: Int, _ b: Int) -> Bool {
    y[a] != y[b] ? y[a] < y[b] : x[a] < x[b]
  }
}
