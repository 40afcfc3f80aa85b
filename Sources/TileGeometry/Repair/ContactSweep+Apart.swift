extension ContactSweep {
  /// Edges to take away so that no two of the others meet, or `nil` when they are more than
  /// `limit`.
  ///
  /// Where two edges meet, the wider one goes: a line across a thousand others is one edge. The
  /// sweep goes on without it, so that O(*n* log *n*) comparisons find the few places at which
  /// long slanting edges, close together, are to be cut.
  mutating func edgesInTheWay(_ chains: borrowing RingChains, limit: Int) -> [Int]? {
    sortVertices(chains)
    active.removeAll(keepingCapacity: true)
    inTheWay.removeAll(keepingCapacity: true)
    isInTheWay.removeAll(keepingCapacity: true)
    isInTheWay.append(contentsOf: repeatElement(false, count: chains.x.count))
    let order = vertices
    for vertex in order {
      passApart(Int(vertex), chains)
      if inTheWay.count > limit { return nil }
    }
    return inTheWay
  }

  private mutating func passApart(_ vertex: Int, _ chains: borrowing RingChains) {
    let leaving = vertex
    let arriving = chains.edge(into: vertex)
    // What passes through the vertex ends here, or is in the way.
    let place = place(of: vertex, chains)
    while place < active.count, chains.side(of: vertex, from: Int(active[place])) == 0 {
      let edge = Int(active[place])
      active.remove(at: place)
      if edge != leaving && edge != arriving { takeAway(edge) }
    }
    var starting: [Int] = []
    for edge in [leaving, arriving] where chains.starts(edge, at: vertex) {
      if !isInTheWay[edge] { starting.append(edge) }
    }
    if starting.count == 2 && chains.turn(vertex, vertex + 1, arriving) <= 0 {
      starting.swapAt(0, 1)
    }
    for (offset, edge) in starting.enumerated() {
      active.insert(Int32(truncatingIfNeeded: edge), at: place + offset)
    }
    // From the top down, so that what is taken away moves no place below it.
    for low in stride(from: place + starting.count - 1, through: place - 1, by: -1) {
      part(at: low, chains)
    }
  }

  /// Takes away edges until the one at `place` on the line and the one above it do not meet.
  private mutating func part(at place: Int, _ chains: borrowing RingChains) {
    var place = place
    while neighboursMeet(place, chains) {
      let (a, b) = (Int(active[place]), Int(active[place + 1]))
      let isLowerWider = chains.width(ofEdge: a) > chains.width(ofEdge: b)
      takeAway(isLowerWider ? a : b)
      active.remove(at: isLowerWider ? place : place + 1)
      if isLowerWider { place -= 1 }
    }
  }

  private mutating func takeAway(_ edge: Int) {
    isInTheWay[edge] = true
    inTheWay.append(edge)
  }
}

extension RingChains {
  fileprivate func width(ofEdge edge: Int) -> Int64 { abs(x[edge + 1] - x[edge]) }
}
