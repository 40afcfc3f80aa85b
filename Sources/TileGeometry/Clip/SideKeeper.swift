/// Finds the vertices that edges must go through so that all stays on the side of them where it was
/// before places on edges were rounded.
///
///     P ------------___        An edge that is cut or bent at `*` runs from there on beside the
///               W ·    ---.    edge that it was, by half a unit at most, and may leave a vertex W
///     P' ------------------*   on its other side, or cross an edge there. It goes through W then.
///
/// Whether an edge goes through a vertex depends on these two alone. So two tiles that see an edge
/// cross their border let it go through the same vertices beside the border, whatever else lies in
/// one of them: on the lines along which neighbours are cut the order of edges is kept, and none of
/// the vertices there comes between an edge and its place. What repairing a crossing does instead,
/// a vertex at the rounded crossing, moves both edges, in one tile of the two.
///
/// The edges are those of a valid polygon. That edges go through the vertices between their two
/// places leaves none of these on the other side, and no two edges cross.
struct SideKeeper: Sendable {
  /// A vertex that an edge must go through.
  struct Detour: Equatable {
    /// The edge's number.
    var edge: Int
    /// Grows along the edge.
    var position: Int64
    var x: Int64, y: Int64
  }

  /// An edge as it was before it was rounded.
  private struct Edge {
    var number: Int
    var ax: Int64, ay: Int64, bx: Int64, by: Int64
    /// What became of it, in `places`.
    var chain: Range<Int>
  }

  /// A straight stretch of what became of an edge.
  private struct Stretch {
    var edge: Int
    var ax: Int64, ay: Int64, bx: Int64, by: Int64
  }

  /// A vertex, and the edge of which it is a rounded place, if it is one: the place in its column,
  /// or, if that is not rounded to the vertex, in its row.
  struct Vertex {
    var x: Int64, y: Int64
    var edge = -1
  }

  /// Detours lead edges aside in their turn, by less and less.
  private static let mostRounds = 16

  private var edges: [Edge] = []
  private var places: [Vertex] = []
  /// Stretches with and without rounded ends.
  private var bent: [Stretch] = [], straight: [Stretch] = []
  private var vertices: [Vertex] = [], rounded: [Vertex] = []
  private var shelf = VertexShelf()

  /// The vertices to go through, ordered by edges and along them.
  private(set) var detours: [Detour] = []

  var isEmpty: Bool { edges.isEmpty }

  mutating func removeAll() {
    edges.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    bent.removeAll(keepingCapacity: true)
    straight.removeAll(keepingCapacity: true)
    vertices.removeAll(keepingCapacity: true)
    rounded.removeAll(keepingCapacity: true)
    detours.removeAll(keepingCapacity: true)
  }

  /// Adds the edge `number` from a to b.
  ///
  /// - Parameters:
  ///   - chain: What became of it, from a's end to b's.
  ///   - isWhole: Whether the chain's first and last vertex are a and b.
  mutating func append(
    _ number: Int, _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, chain: [Vertex],
    isWhole: (first: Bool, last: Bool)
  ) {
    let edge = edges.count
    edges.append(
      Edge(
        number: number, ax: ax, ay: ay, bx: bx, by: by,
        chain: places.count..<places.count + chain.count))
    places.append(contentsOf: chain)
    for (i, vertex) in chain.enumerated() {
      let isRounded = !(i == 0 && isWhole.first || i == chain.count - 1 && isWhole.last)
      let place = Vertex(x: vertex.x, y: vertex.y, edge: isRounded ? edge : -1)
      if isRounded { rounded.append(place) }
      // Where the edge ends, the next one starts.
      if isRounded || i > 0 { vertices.append(place) }
      guard i > 0 else { continue }
      let before = chain[i - 1]
      let stretch = Stretch(edge: edge, ax: before.x, ay: before.y, bx: vertex.x, by: vertex.y)
      if chain.count == 2 && isWhole == (true, true) {
        straight.append(stretch)
      } else {
        bent.append(stretch)
      }
    }
  }

  /// Fills ``detours``.
  mutating func find() {
    var shelf = VertexShelf()
    swap(&shelf, &self.shelf)
    defer { swap(&shelf, &self.shelf) }
    shelf.fill(rounded)
    for stretch in straight { find(along: stretch, shelf) }
    shelf.fill(vertices)
    var round = 0
    while !bent.isEmpty, round < Self.mostRounds {
      let before = detours.count
      for stretch in bent { find(along: stretch, shelf) }
      // Those of the straight ones are new, too.
      bendAnew(detours[(round == 0 ? 0 : before)...])
      round += 1
    }
    detours.sort { ($0.edge, $0.position) < ($1.edge, $1.position) }
  }

  /// Replaces the bent stretches by those of the edges that `found` are on.
  private mutating func bendAnew(_ found: ArraySlice<Detour>) {
    bent.removeAll(keepingCapacity: true)
    guard !found.isEmpty else { return }
    var numbers = Set(found.lazy.map(\.edge))
    var along: [Int: [Detour]] = [:]
    for detour in detours where numbers.contains(detour.edge) {
      along[detour.edge, default: []].append(detour)
    }
    for (index, edge) in edges.enumerated() {
      guard numbers.remove(edge.number) != nil, let detours = along[edge.number] else { continue }
      var chain = detours.map { (way: $0.position, x: $0.x, y: $0.y) }
      for place in places[edge.chain] {
        chain.append((abs(place.x - edge.ax) + abs(place.y - edge.ay), place.x, place.y))
      }
      chain.sort { $0.way < $1.way }
      for (a, b) in zip(chain, chain.dropFirst()) where (a.x, a.y) != (b.x, b.y) {
        bent.append(Stretch(edge: index, ax: a.x, ay: a.y, bx: b.x, by: b.y))
      }
    }
  }

  /// The vertices that the edge `number` must go through, along it.
  func detours(of number: Int) -> ArraySlice<Detour> {
    var (low, high) = (0, detours.count)
    while low < high {
      let middle = (low + high) / 2
      if detours[middle].edge < number { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < detours.count, detours[end].edge == number { end += 1 }
    return detours[low..<end]
  }

  private mutating func find(along stretch: Stretch, _ shelf: borrowing VertexShelf) {
    let edge = edges[stretch.edge]
    shelf.forEachVertex(
      beside: (stretch.ax, stretch.ay), (stretch.bx, stretch.by)
    ) { vertex in
      if vertex.edge == stretch.edge { return }
      if (vertex.x, vertex.y) == (stretch.ax, stretch.ay) { return }
      if (vertex.x, vertex.y) == (stretch.bx, stretch.by) { return }
      let before = side(of: vertex, from: edge)
      let now = compareProducts(
        stretch.bx - stretch.ax, vertex.y - stretch.ay, vertex.x - stretch.ax,
        stretch.by - stretch.ay)
      guard before != 0, now != before else { return }
      detours.append(
        Detour(
          edge: edge.number, position: abs(vertex.x - edge.ax) + abs(vertex.y - edge.ay),
          x: vertex.x, y: vertex.y))
    }
  }

  /// The side of an edge on which a vertex lay before it was rounded: 1, -1, or 0 on its line.
  private func side(of vertex: Vertex, from edge: Edge) -> Int {
    let (dx, dy) = (edge.bx - edge.ax, edge.by - edge.ay)
    guard vertex.edge >= 0 else {
      return compareProducts(dx, vertex.y - edge.ay, vertex.x - edge.ax, dy)
    }
    let own = edges[vertex.edge]
    let isColumn =
      own.ax != own.bx && min(own.ax, own.bx) <= vertex.x && vertex.x <= max(own.ax, own.bx)
      && crossing(vertex.x, own.ax, own.ay, own.bx, own.by) == vertex.y
    let left: Int128, right: Int128
    if isColumn {
      // (x, v): v = own.ay + over / run.
      let run = Int128(own.bx - own.ax)
      let over = Int128(vertex.x - own.ax) * Int128(own.by - own.ay)
      left = Int128(dx) * (Int128(own.ay - edge.ay) * run + over) * run.signum()
      right = Int128(dy) * Int128(vertex.x - edge.ax) * abs(run)
    } else {
      let run = Int128(own.by - own.ay)
      let over = Int128(vertex.y - own.ay) * Int128(own.bx - own.ax)
      left = Int128(dx) * Int128(vertex.y - edge.ay) * abs(run)
      right = Int128(dy) * (Int128(own.ax - edge.ax) * run + over) * run.signum()
    }
    return left == right ? 0 : (left < right ? -1 : 1)
  }
}
