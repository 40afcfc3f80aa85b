extension ContactSweep {
  /// Edges to take away so that no two of the others meet but where both end, or are the same;
  /// `nil` when they are more than `limit`.
  ///
  /// Where two edges meet, the wider one goes: a line across a thousand others is one edge. The
  /// sweep goes on without it, so that O(*n* log *n*) comparisons find the few places at which
  /// long slanting edges, close together, are to be cut. Edges that end in one point, a hundred
  /// thousand of them in the middle of a star, pass it together.
  mutating func edgesInTheWay(_ chains: borrowing RingChains, limit: Int) -> [Int]? {
    sortVertices(chains)
    active.removeAll()
    inTheWay.removeAll(keepingCapacity: true)
    isInTheWay.removeAll(keepingCapacity: true)
    isInTheWay.append(contentsOf: repeatElement(false, count: chains.x.count))
    touches = []
    let order = vertices
    var start = 0
    while start < order.count {
      let point = chains.point(Int(order[start]))
      var end = start + 1
      while end < order.count, chains.point(Int(order[end])) == point { end += 1 }
      passApart(order[start..<end], chains)
      if inTheWay.count > limit { return nil }
      start = end
    }
    return inTheWay
  }

  /// Moves the line past vertices that are one point.
  private mutating func passApart(_ group: ArraySlice<Int32>, _ chains: borrowing RingChains) {
    let first = Int(group[group.startIndex])
    let point = chains.point(first)
    let place = place(of: first, chains)
    var end = place
    while end < active.count, chains.side(of: first, from: Int(active[end])) == 0 {
      // What passes through the point, and does not end there, is in the way.
      let edge = Int(active[end])
      if chains.point(edge) != point && chains.point(edge + 1) != point { takeAway(edge) }
      end += 1
    }
    active.removeSubrange(place..<end)
    var starting: [Int32] = []
    for vertex in group {
      let vertex = Int(vertex)
      for edge in [vertex, chains.edge(into: vertex)]
      where chains.starts(edge, at: vertex) && !isInTheWay[edge] {
        starting.append(Int32(truncatingIfNeeded: edge))
      }
    }
    if group.count > 1 { noteTouch(group, chains) }
    starting.sort {
      chains.turn(first, chains.end(of: $0, from: point), chains.end(of: $1, from: point)) > 0
    }
    active.insert(contentsOf: starting, at: place)
    // From the top down, so that what is taken away moves no place below it.
    for low in stride(from: place + starting.count - 1, through: place - 1, by: -1) {
      part(at: low, chains)
    }
  }

  private mutating func noteTouch(_ group: ArraySlice<Int32>, _ chains: borrowing RingChains) {
    let rings = group.map { chains.ring(of: Int($0)) }.sorted()
    for (one, next) in zip(rings, rings.dropFirst()) {
      touches.insert(one == next ? .selfTouch : .ringTouch)
    }
  }

  /// Takes away edges until the one at `place` on the line and the one above it do not meet.
  private mutating func part(at place: Int, _ chains: borrowing RingChains) {
    var place = place
    while neighboursMeet(place, chains), !meetsAtEndsOnly(place, chains) {
      let (a, b) = (Int(active[place]), Int(active[place + 1]))
      let isLowerWider = chains.width(ofEdge: a) > chains.width(ofEdge: b)
      takeAway(isLowerWider ? a : b)
      active.remove(at: isLowerWider ? place : place + 1)
      if isLowerWider { place -= 1 }
    }
  }

  /// Whether all that the edge at `place` and the one above it share is an end of both, or they are
  /// the same: neither is to be cut for the other.
  private func meetsAtEndsOnly(_ place: Int, _ chains: borrowing RingChains) -> Bool {
    let (a, b) = (Int(active[place]), Int(active[place + 1]))
    for shared in [a, a + 1] where chains.points(shared, endOf: b) {
      let point = chains.point(shared)
      let (c, d) = (
        chains.end(of: active[place], from: point), chains.end(of: active[place + 1], from: point)
      )
      if chains.turn(shared, c, d) != 0 || chains.point(c) == chains.point(d) { return true }
      // In one line: apart where the point lies between their other ends.
      let isBetweenX = (chains.x[c] < point.x) != (chains.x[d] < point.x)
      let isBetweenY = (chains.y[c] < point.y) != (chains.y[d] < point.y)
      return chains.x[c] == chains.x[d] ? isBetweenY : isBetweenX
    }
    return false
  }

  private mutating func takeAway(_ edge: Int) {
    isInTheWay[edge] = true
    inTheWay.append(edge)
  }
}

extension RingChains {
  fileprivate func width(ofEdge edge: Int) -> Int64 { abs(x[edge + 1] - x[edge]) }

  /// The vertex at the other end of an edge that ends at `point`.
  fileprivate func end(of edge: Int32, from point: GridPoint) -> Int {
    let edge = Int(edge)
    return self.point(edge) == point ? edge + 1 : edge
  }

  /// Whether an edge ends where a vertex is.
  fileprivate func points(_ vertex: Int, endOf edge: Int) -> Bool {
    point(edge) == point(vertex) || point(edge + 1) == point(vertex)
  }
}
