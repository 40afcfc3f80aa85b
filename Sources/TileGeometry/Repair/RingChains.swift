/// What a ring contributes to the polygon.
enum RingRole {
  /// Encloses area.
  case exterior
  /// Takes area away.
  case hole
}

/// Clean rings in local coordinates, each stored with its first vertex repeated at its end, so
/// that edge `i` always runs from vertex `i` to vertex `i + 1`.
///
/// A ring holds at least three vertices, no edge of length zero and no spike (an edge that runs
/// straight back along the one before it). It may still cross or touch itself.
struct RingChains {
  /// x of all vertices, counted from `originX`; never negative.
  private(set) var x: [Int64] = []
  /// y, likewise.
  private(set) var y: [Int64] = []
  /// First vertex of each ring, and the vertex count at the end.
  private(set) var starts: [Int] = [0]
  /// One for each ring.
  private(set) var roles: [RingRole] = []
  /// Grid x of local x 0.
  private(set) var originX: Int64 = 0
  /// Grid y of local y 0.
  private(set) var originY: Int64 = 0
  /// Whether coordinates reach 2^29, from where products need 128 bits.
  private(set) var isWide = false
  /// Whether cleaning has dropped a vertex or a ring.
  private(set) var hasDropped = false

  var ringCount: Int { roles.count }

  /// Empties, and takes the local origin from the bounds of `rings`.
  mutating func start(around rings: borrowing GridRings) {
    let xs = rings.x.span
    let ys = rings.y.span
    guard xs.count > 0 else { return reset(originX: 0, originY: 0, isWide: false) }
    var (minX, maxX) = (xs[0], xs[0])
    var (minY, maxY) = (ys[0], ys[0])
    for i in xs.indices {
      minX = min(minX, xs[i])
      maxX = max(maxX, xs[i])
      minY = min(minY, ys[i])
      maxY = max(maxY, ys[i])
    }
    reset(originX: minX, originY: minY, isWide: max(maxX - minX, maxY - minY) >= 1 << 29)
  }

  /// Empties, and takes the local origin of `other`.
  mutating func start(like other: borrowing RingChains) {
    reset(originX: other.originX, originY: other.originY, isWide: other.isWide)
  }

  private mutating func reset(originX: Int64, originY: Int64, isWide: Bool) {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    roles.removeAll(keepingCapacity: true)
    self.originX = originX
    self.originY = originY
    self.isWide = isWide
    hasDropped = false
  }

  /// Appends ring `index` of `rings`, cleaned; nothing when the ring has no area at all.
  mutating func append(_ index: Int, of rings: borrowing GridRings, role: RingRole) {
    let first = index == 0 ? 0 : rings.ringEnds[index - 1]
    let xs = rings.x.span
    let ys = rings.y.span
    for i in first..<rings.ringEnds[index] {
      push(xs[i] &- originX, ys[i] &- originY)
    }
    closeRing(role: role)
  }

  /// Appends ring `index` of `other`, which has the same origin; backwards if `reversed`.
  mutating func append(
    _ index: Int, of other: borrowing RingChains, role: RingRole, reversed: Bool = false
  ) {
    let (first, last) = (other.starts[index], other.starts[index + 1] - 1)
    for i in first..<last {
      let from = reversed ? last - (i - first) : i
      push(other.x[from], other.y[from])
    }
    closeRing(role: role)
  }

  /// Adds a vertex to the ring under construction, undoing spikes that it closes.
  mutating func push(_ vx: Int64, _ vy: Int64) {
    let base = starts[starts.count - 1]
    while x.count > base {
      let top = x.count - 1
      if x[top] == vx && y[top] == vy {
        hasDropped = true
        return
      }
      guard top > base, isSpike(x[top - 1], y[top - 1], x[top], y[top], vx, vy) else { break }
      dropLast()
    }
    x.append(vx)
    y.append(vy)
  }

  /// Ends the ring under construction: cleans where its end meets its start, and keeps it when at
  /// least three vertices are left.
  mutating func closeRing(role: RingRole) {
    let base = starts[starts.count - 1]
    var head = base
    while x.count - head >= 3 {
      let top = x.count - 1
      if x[top] == x[head] && y[top] == y[head]
        || isSpike(x[top - 1], y[top - 1], x[top], y[top], x[head], y[head])
      {
        dropLast()
      } else if isSpike(x[top], y[top], x[head], y[head], x[head + 1], y[head + 1]) {
        head += 1
        hasDropped = true
      } else {
        break
      }
    }
    let isKept = x.count - head >= 3
    if isKept { x.removeSubrange(base..<head) } else { x.removeSubrange(base...) }
    if isKept { y.removeSubrange(base..<head) } else { y.removeSubrange(base...) }
    guard isKept else {
      hasDropped = true
      return
    }
    x.append(x[base])
    y.append(y[base])
    starts.append(x.count)
    roles.append(role)
  }

  private mutating func dropLast() {
    x.removeLast()
    y.removeLast()
    hasDropped = true
  }

  /// Whether b-c runs straight back along a-b.
  @inline(__always)
  private func isSpike(
    _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ cx: Int64, _ cy: Int64
  ) -> Bool {
    let (dx, dy, ex, ey) = (bx &- ax, by &- ay, cx &- bx, cy &- by)
    guard crossSign(dx, dy, ex, ey, wide: isWide) == 0 else { return false }
    // Parallel: one axis with length tells the direction.
    return dx != 0 ? (dx < 0) != (ex < 0) : (dy < 0) != (ey < 0)
  }
}

extension RingChains {
  func point(_ index: Int) -> GridPoint { GridPoint(x: x[index], y: y[index]) }

  /// On which side of the line from vertex `a` to vertex `b` vertex `c` lies: 1 left, -1 right.
  func turn(_ a: Int, _ b: Int, _ c: Int) -> Int {
    crossSign(x[b] &- x[a], y[b] &- y[a], x[c] &- x[a], y[c] &- y[a], wide: isWide)
  }

  /// The ring that holds vertex `index`. O(log rings).
  func ring(of index: Int) -> Int {
    var (low, high) = (0, ringCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether edges `i` < `j` follow each other in one ring.
  func areNeighbours(_ i: Int, _ j: Int) -> Bool {
    if j == i + 1 { return true }
    guard x[i] == x[j + 1], y[i] == y[j + 1] else { return false }
    let ring = ring(of: i)
    return i == starts[ring] && j + 2 == starts[ring + 1]
  }

  /// The vertex of a ring with the least x, and of those the one with the least y (the first such
  /// vertex when the ring passes it more than once).
  func leftmostVertex(ofRing ring: Int) -> Int {
    let xs = x.span
    let ys = y.span
    var best = starts[ring]
    for i in starts[ring] + 1..<starts[ring + 1] - 1
    where xs[i] < xs[best] || xs[i] == xs[best] && ys[i] < ys[best] {
      best = i
    }
    return best
  }

  /// Whether a simple ring has positive area, told from its turn at its leftmost vertex.
  func isPositive(ring: Int, leftmost: Int) -> Bool {
    let before = leftmost == starts[ring] ? starts[ring + 1] - 2 : leftmost - 1
    return turn(before, leftmost, leftmost + 1) > 0
  }
}
