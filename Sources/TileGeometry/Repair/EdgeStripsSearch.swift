extension EdgeTree {
  /// Shows `visitor` the pairs that ``visitPairs(of:_:limit:)`` shows, but for those that `strips`,
  /// built of this tree, tell to be apart.
  ///
  /// - Returns: `false` if the search was given up, after `limit` pairs of nodes.
  mutating func visitPairs<Visitor: EdgePairVisitor>(
    of chains: borrowing RingChains, by strips: borrowing EdgeStrips, _ visitor: inout Visitor,
    limit: Int
  ) -> Bool {
    pairs.removeAll(keepingCapacity: true)
    guard !boxes.isEmpty else { return true }
    var left = limit
    let top = boxes.count - 1
    push(Int32(truncatingIfNeeded: topLevel), top, top)
    while let pair = pairs.popLast() {
      let (a, b, level) = (Int(pair.a), Int(pair.b), Int(pair.level))
      left -= 1
      if left < 0 { return false }
      if level == 0 {
        let goesOn =
          a == b
          ? visitLeaf(a, of: chains, &visitor) : visitLeaves(a, b, of: chains, &visitor)
        if !goesOn { return true }
        continue
      }
      let (first, second) = (children(of: a, level: level), children(of: b, level: level))
      for child in first {
        if a == b, level > 1 || !leaves[child].isMonotone { push(pair.level - 1, child, child) }
        let others = a == b ? child + 1..<max(child + 1, second.upperBound) : second
        for other in others
        where boxes[child].meets(boxes[other]) && !strips.areApart(child, other) {
          push(pair.level - 1, child, other)
        }
      }
    }
    return true
  }

  /// Calls `found` with each edge that comes into `target`, and some others.
  mutating func visitEdges(
    meeting target: TurnedBox, in chains: borrowing RingChains, by strips: borrowing EdgeStrips,
    _ found: (Int) -> Void
  ) {
    nodes.removeAll(keepingCapacity: true)
    guard !boxes.isEmpty else { return }
    nodes.append(Pair(level: Int32(truncatingIfNeeded: topLevel), a: Int32(boxes.count - 1), b: 0))
    while let entry = nodes.popLast() {
      let (node, level) = (Int(entry.a), Int(entry.level))
      guard !strips.isApart(node, from: target) else { continue }
      if level == 0 {
        for i in Int(leaves[node].first)..<Int(leaves[node].limit) { found(i) }
        continue
      }
      for child in children(of: node, level: level) {
        nodes.append(Pair(level: entry.level - 1, a: Int32(truncatingIfNeeded: child), b: 0))
      }
    }
  }
}
