extension EdgeTree {
  /// Shows `visitor` every pair of edges whose boxes meet and that do not follow each other
  /// directly (the last and the first edge of a ring are shown).
  ///
  /// - Returns: `false` if the search was given up, after `limit` pairs of leaves.
  @discardableResult
  mutating func visitPairs<Visitor: EdgePairVisitor>(
    of chains: borrowing RingChains, _ visitor: inout Visitor, limit: Int = .max
  ) -> Bool {
    pairs.removeAll(keepingCapacity: true)
    guard !boxes.isEmpty else { return true }
    var left = limit
    let top = Int32(truncatingIfNeeded: boxes.count - 1)
    pairs.append(Pair(level: Int32(truncatingIfNeeded: topLevel), a: top, b: top))
    while let pair = pairs.popLast() {
      let (a, b, level) = (Int(pair.a), Int(pair.b), Int(pair.level))
      if level == 0 {
        let goesOn =
          a == b
          ? visitLeaf(a, of: chains, &visitor) : visitLeaves(a, b, of: chains, &visitor)
        if !goesOn { return true }
        left -= 1
        if left == 0 { return false }
      } else if a == b {
        pushPairs(within: children(of: a, level: level), level: pair.level - 1)
      } else {
        pushPairs(
          children(of: a, level: level), children(of: b, level: level), under: boxes[b],
          level: pair.level - 1)
      }
    }
    return true
  }

  private mutating func pushPairs(within children: Range<Int>, level: Int32) {
    for a in children {
      if level > 0 || !leaves[a].isMonotone { push(level, a, a) }
      let box = boxes[a]
      for b in a + 1..<max(a + 1, children.upperBound) where box.meets(boxes[b]) {
        push(level, a, b)
      }
    }
  }

  private mutating func pushPairs(
    _ first: Range<Int>, _ second: Range<Int>, under limit: GridBox, level: Int32
  ) {
    for a in first {
      let box = boxes[a]
      guard box.meets(limit) else { continue }
      for b in second where box.meets(boxes[b]) { push(level, a, b) }
    }
  }

  @inline(__always)
  mutating func push(_ level: Int32, _ a: Int, _ b: Int) {
    pairs.append(
      Pair(level: level, a: Int32(truncatingIfNeeded: a), b: Int32(truncatingIfNeeded: b)))
  }

  @inline(__always)
  func visitLeaf<Visitor: EdgePairVisitor>(
    _ leaf: Int, of chains: borrowing RingChains, _ visitor: inout Visitor
  ) -> Bool {
    let (first, limit) = (Int(leaves[leaf].first), Int(leaves[leaf].limit))
    let x = chains.x.span
    let y = chains.y.span
    for i in first..<limit {
      let box = edgeBox(i, x, y)
      for j in i + 2..<max(i + 2, limit) where box.meets(edgeBox(j, x, y)) {
        guard visitor.visit(i, j, of: chains) else { return false }
      }
    }
    return true
  }

  @inline(__always)
  func visitLeaves<Visitor: EdgePairVisitor>(
    _ a: Int, _ b: Int, of chains: borrowing RingChains, _ visitor: inout Visitor
  ) -> Bool {
    let (leafA, leafB, boxB) = (leaves[a], leaves[b], boxes[b])
    let x = chains.x.span
    let y = chains.y.span
    for i in Int(leafA.first)..<Int(leafA.limit) {
      let box = edgeBox(i, x, y)
      guard box.meets(boxB) else { continue }
      for j in Int(leafB.first)..<Int(leafB.limit)
      where j != i + 1 && i != j + 1 && box.meets(edgeBox(j, x, y)) {
        guard visitor.visit(min(i, j), max(i, j), of: chains) else { return false }
      }
    }
    return true
  }

  /// The edge next to the left of point (px, py), or -1: of the edges that cross the height just
  /// above `py` left of the point, the one nearest to it. Edges must not cross each other there.
  ///
  /// - Parameter accepted: Only edges with a number not below zero here count; empty: all.
  mutating func edgeLeft(
    of px: Int64, _ py: Int64, in chains: borrowing RingChains, accepted: Span<Int32>
  ) -> Int {
    nodes.removeAll(keepingCapacity: true)
    guard !boxes.isEmpty else { return -1 }
    nodes.append(Pair(level: Int32(truncatingIfNeeded: topLevel), a: Int32(boxes.count - 1), b: 0))
    let x = chains.x.span
    let y = chains.y.span
    var best = -1
    var bestMinX = Int64.min
    while let entry = nodes.popLast() {
      let (node, level) = (Int(entry.a), Int(entry.level))
      let box = boxes[node]
      guard box.minY <= py, box.maxY >= py, box.minX < px, box.maxX >= bestMinX else { continue }
      if level > 0 {
        for child in children(of: node, level: level) {
          nodes.append(
            Pair(level: entry.level - 1, a: Int32(truncatingIfNeeded: child), b: 0))
        }
        continue
      }
      for i in Int(leaves[node].first)..<Int(leaves[node].limit)
      where (y[i] <= py) != (y[i + 1] <= py) && (accepted.isEmpty || accepted[i] >= 0) {
        let (low, high) = y[i] < y[i + 1] ? (i, i + 1) : (i + 1, i)
        let side = crossSign(
          x[high] &- x[low], y[high] &- y[low], px &- x[low], py &- y[low], wide: chains.isWide)
        if side < 0, best < 0 || chains.isRight(i, of: best) {
          best = i
          bestMinX = min(x[i], x[i + 1])
        }
      }
    }
    return best
  }

  /// Calls `found` with each edge whose box meets `target`.
  mutating func visitEdges(
    meeting target: GridBox, in chains: borrowing RingChains, _ found: (Int) -> Void
  ) {
    nodes.removeAll(keepingCapacity: true)
    guard !boxes.isEmpty else { return }
    nodes.append(Pair(level: Int32(truncatingIfNeeded: topLevel), a: Int32(boxes.count - 1), b: 0))
    while let entry = nodes.popLast() {
      let (node, level) = (Int(entry.a), Int(entry.level))
      guard boxes[node].meets(target) else { continue }
      if level > 0 {
        for child in children(of: node, level: level) {
          nodes.append(
            Pair(level: entry.level - 1, a: Int32(truncatingIfNeeded: child), b: 0))
        }
        continue
      }
      for i in Int(leaves[node].first)..<Int(leaves[node].limit)
      where chains.box(ofEdge: i).meets(target) {
        found(i)
      }
    }
  }
}

/// The bounds of edge `i`.
@inline(__always)
private func edgeBox(_ i: Int, _ x: Span<Int64>, _ y: Span<Int64>) -> GridBox {
  let (ax, ay, bx, by) = (x[i], y[i], x[i + 1], y[i + 1])
  return GridBox(minX: min(ax, bx), minY: min(ay, by), maxX: max(ax, bx), maxY: max(ay, by))
}

extension RingChains {
  /// The bounds of an edge.
  @inline(__always)
  func box(ofEdge edge: Int) -> GridBox { edgeBox(edge, x.span, y.span) }

  /// Whether edge `e` lies right of edge `f`, where both cross one height and not each other.
  fileprivate func isRight(_ e: Int, of f: Int) -> Bool {
    let (lowE, highE) = y[e] < y[e + 1] ? (e, e + 1) : (e + 1, e)
    let (lowF, highF) = y[f] < y[f + 1] ? (f, f + 1) : (f + 1, f)
    // The upper one of the low ends against the other edge; if it lies on it, the high ends.
    let low = y[lowE] >= y[lowF] ? turn(lowF, highF, lowE) : -turn(lowE, highE, lowF)
    if low != 0 { return low < 0 }
    let high = y[highE] <= y[highF] ? turn(lowF, highF, highE) : -turn(lowE, highE, highF)
    return high < 0
  }
}
