/// Looks for two edges that meet anywhere but at the vertex that joins them.
struct ContactFinder: EdgePairVisitor {
  /// Whether such edges were seen.
  private(set) var hasFound = false

  mutating func visit(_ i: Int, _ j: Int, of chains: borrowing RingChains) -> Bool {
    guard chains.edgesMeet(i, j), !chains.areNeighbours(i, j) else { return true }
    hasFound = true
    return false
  }
}

extension RingChains {
  /// Whether edges `i` and `j`, whose boxes meet, have a point in common.
  @inline(__always)
  func edgesMeet(_ i: Int, _ j: Int) -> Bool {
    turn(i, i + 1, j) * turn(i, i + 1, j + 1) <= 0
      && turn(j, j + 1, i) * turn(j, j + 1, i + 1) <= 0
  }
}
