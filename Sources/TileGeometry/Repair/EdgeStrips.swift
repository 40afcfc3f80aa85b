/// The nodes of an ``EdgeTree`` as boxes that are each turned the way their own edges run.
///
/// The boxes of long slanted edges side by side all meet each other, and no one direction thins
/// those of a star's needles. But edges that follow each other in a ring mostly run alike, so that
/// each node of the tree is about as thin as its edges, turned its own way: a star of *n* needles
/// takes O(*n* log *n*) pairs of nodes. Floating point decides only what is looked at, with room
/// for its errors; whether edges meet is told exactly. Owns scratch memory.
struct EdgeStrips {
  private var strips: [TurnedBox] = []
  /// Sums of the squares of the edges as complex numbers, which add up whichever way they run.
  private var directions: [SIMD2<Double>] = []
  private var slack = 0.0

  /// Measures the nodes of `tree`, which holds the edges of `chains`. O(n log n).
  mutating func build(_ tree: borrowing EdgeTree, of chains: borrowing RingChains) {
    strips.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    guard let root = tree.boxes.last else { return }
    // A few last bits of the largest coordinate, many times what rounding can be wrong by.
    slack = Double(max(root.maxX, root.maxY)) * 0x1p-46 + 0x1p-20
    var leavesPerNode = 1
    for level in 0...tree.topLevel {
      let (first, limit) = (tree.levelStarts[level], tree.levelStarts[level + 1])
      for node in first..<limit {
        let direction = direction(of: node, level: level, tree, chains)
        directions.append(direction)
        let start = (node - first) * leavesPerNode
        let leaves = start..<min(start + leavesPerNode, tree.leaves.count)
        strips.append(strip(leaves, direction, tree, chains))
      }
      leavesPerNode *= EdgeTree.childrenPerNode
    }
  }

  private func direction(
    of node: Int, level: Int, _ tree: borrowing EdgeTree, _ chains: borrowing RingChains
  ) -> SIMD2<Double> {
    var sum = SIMD2<Double>()
    if level == 0 {
      for i in Int(tree.leaves[node].first)..<Int(tree.leaves[node].limit) {
        let ex = Double(chains.x[i + 1] &- chains.x[i])
        let ey = Double(chains.y[i + 1] &- chains.y[i])
        sum += SIMD2(ex * ex - ey * ey, 2 * ex * ey)
      }
    } else {
      for child in tree.children(of: node, level: level) { sum += directions[child] }
    }
    return sum
  }

  private func strip(
    _ leaves: Range<Int>, _ direction: SIMD2<Double>, _ tree: borrowing EdgeTree,
    _ chains: borrowing RingChains
  ) -> TurnedBox {
    let length = (direction * direction).sum().squareRoot()
    var box = TurnedBox()
    if length > 0 {
      // The square root of a complex number halves its angle.
      let cosine = direction.x / length
      box.dx = max(0, (1 + cosine) / 2).squareRoot()
      box.dy = max(0, (1 - cosine) / 2).squareRoot() * (direction.y < 0 ? -1 : 1)
    }
    var (low, high) = (Double.infinity, -Double.infinity)
    var (left, right) = (Double.infinity, -Double.infinity)
    for leaf in leaves {
      for i in Int(tree.leaves[leaf].first)...Int(tree.leaves[leaf].limit) {
        let (px, py) = (Double(chains.x[i]), Double(chains.y[i]))
        let u = px * box.dx + py * box.dy
        let v = py * box.dx - px * box.dy
        (low, high) = (min(low, u), max(high, u))
        (left, right) = (min(left, v), max(right, v))
      }
    }
    let (u, v) = ((low + high) / 2, (left + right) / 2)
    box.x = u * box.dx - v * box.dy
    box.y = u * box.dy + v * box.dx
    box.along = (high - low) / 2 + slack
    box.across = (right - left) / 2 + slack
    return box
  }

  /// Whether nodes `a` and `b` of the tree cannot hold edges that meet.
  @inline(__always)
  func areApart(_ a: Int, _ b: Int) -> Bool { strips[a].isApart(from: strips[b]) }

  /// Whether node `a` cannot hold an edge that comes into `box`.
  @inline(__always)
  func isApart(_ a: Int, from box: TurnedBox) -> Bool { strips[a].isApart(from: box) }

  /// The pixels that an edge may pass through.
  func pixels(ofEdge edge: Int, _ chains: borrowing RingChains) -> TurnedBox {
    let (ax, ay) = (Double(chains.x[edge]), Double(chains.y[edge]))
    let (ex, ey) = (Double(chains.x[edge + 1]) - ax, Double(chains.y[edge + 1]) - ay)
    let length = (ex * ex + ey * ey).squareRoot()
    return TurnedBox(
      x: ax + ex / 2, y: ay + ey / 2, dx: ex / length, dy: ey / length,
      along: length / 2 + 1 + slack, across: 1 + slack)
  }

  /// The pixel of a grid point, and a little more.
  func pixel(_ point: GridPoint) -> TurnedBox {
    TurnedBox(x: Double(point.x), y: Double(point.y), along: 1 + slack, across: 1 + slack)
  }
}
