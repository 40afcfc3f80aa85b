/// Looks for edges that meet by sweeping a vertical line over the rings.
///
/// The line keeps the edges that it cuts in order; as long as no two meet, only neighbours in that
/// order can be the next to do so. O(*n* log *n*) comparisons whatever the shape, where the search
/// by boxes takes O(*n*²) for long slanting edges close together, but several times slower for
/// ordinary rings.
///
/// - SeeAlso: Shamos, Hoey, "Geometric intersection problems" (1976).
struct ContactSweep {
  var vertices: [Int32] = []
  /// The edges on the line, by growing y.
  var active = SweepLine()
  /// Edges that ``edgesInTheWay(_:limit:)`` took away.
  var inTheWay: [Int] = []
  var isInTheWay: [Bool] = []
  /// Whether edges that it left end in one point, in one ring or in two.
  var touches: RepairCauses = []

  /// Whether two edges meet anywhere but at the vertex that joins them.
  mutating func hasContact(_ chains: borrowing RingChains) -> Bool {
    sortVertices(chains)
    active.removeAll()
    for (index, vertex) in vertices.enumerated() {
      let vertex = Int(vertex)
      if index > 0, chains.point(vertex) == chains.point(Int(vertices[index - 1])) { return true }
      if pass(vertex, chains) { return true }
    }
    return false
  }

  mutating func sortVertices(_ chains: borrowing RingChains) {
    vertices.removeAll(keepingCapacity: true)
    for ring in 0..<chains.ringCount {
      let last = chains.starts[ring + 1] - 1
      vertices.append(
        contentsOf: Int32(truncatingIfNeeded: chains.starts[ring])..<Int32(truncatingIfNeeded: last)
      )
    }
    let x = chains.x
    let y = chains.y
    vertices.sort { (x[Int($0)], y[Int($0)]) < (x[Int($1)], y[Int($1)]) }
  }

  /// Moves the line past a vertex; `true` if edges meet.
  private mutating func pass(_ vertex: Int, _ chains: borrowing RingChains) -> Bool {
    let leaving = vertex
    let arriving = chains.edge(into: vertex)
    let place = place(of: vertex, chains)
    switch (chains.starts(leaving, at: vertex), chains.starts(arriving, at: vertex)) {
    case (true, true):
      if place < active.count, chains.side(of: vertex, from: Int(active[place])) == 0 {
        return true
      }
      let isUpper = chains.turn(vertex, vertex + 1, arriving) > 0
      let (lower, upper) = isUpper ? (leaving, arriving) : (arriving, leaving)
      active.insert(Int32(truncatingIfNeeded: upper), at: place)
      active.insert(Int32(truncatingIfNeeded: lower), at: place)
      return neighboursMeet(place - 1, chains) || neighboursMeet(place + 1, chains)
    case (false, false):
      guard place + 1 < active.count else { return true }
      let (first, second) = (Int(active[place]), Int(active[place + 1]))
      guard min(first, second) == min(leaving, arriving),
        max(first, second) == max(leaving, arriving)
      else { return true }
      active.removeSubrange(place..<place + 2)
      return neighboursMeet(place - 1, chains)
    case (let isLeavingNew, _):
      let (old, new) = isLeavingNew ? (arriving, leaving) : (leaving, arriving)
      guard place < active.count, Int(active[place]) == old else { return true }
      active[place] = Int32(truncatingIfNeeded: new)
      return neighboursMeet(place - 1, chains) || neighboursMeet(place, chains)
    }
  }

  /// The first edge on the line that does not run below `vertex`.
  func place(of vertex: Int, _ chains: borrowing RingChains) -> Int {
    active.firstPlace { chains.side(of: vertex, from: $0) > 0 }
  }

  /// Whether the edges at `place` and above it on the line meet.
  func neighboursMeet(_ place: Int, _ chains: borrowing RingChains) -> Bool {
    guard place >= 0, place + 1 < active.count else { return false }
    let (a, b) = (Int(active[place]), Int(active[place + 1]))
    return chains.box(ofEdge: a).meets(chains.box(ofEdge: b)) && chains.edgesMeet(a, b)
      && !chains.areNeighbours(min(a, b), max(a, b))
  }
}

extension RingChains {
  /// The edge that ends at a vertex.
  func edge(into vertex: Int) -> Int {
    let ring = ring(of: vertex)
    return vertex == starts[ring] ? starts[ring + 1] - 2 : vertex - 1
  }

  /// Whether `edge` begins at `vertex` for a line that sweeps to the right, then up.
  func starts(_ edge: Int, at vertex: Int) -> Bool {
    let other = edge == vertex ? vertex + 1 : edge
    return (x[vertex], y[vertex]) < (x[other], y[other])
  }

  /// 1 if `vertex` lies above an edge, -1 below.
  func side(of vertex: Int, from edge: Int) -> Int {
    let runsRight = (x[edge], y[edge]) < (x[edge + 1], y[edge + 1])
    return runsRight ? turn(edge, edge + 1, vertex) : turn(edge + 1, edge, vertex)
  }
}
