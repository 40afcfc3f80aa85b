/// A pair of edges whose bounding boxes meet, seen by a search.
protocol EdgePairVisitor {
  /// Looks at edges `first` < `second` of `chains`, not consecutive; `false` ends the search.
  mutating func visit(_ first: Int, _ second: Int, of chains: borrowing RingChains) -> Bool
}

/// A closed box on the local grid.
struct GridBox {
  var minX: Int64
  var minY: Int64
  var maxX: Int64
  var maxY: Int64

  @inline(__always)
  func meets(_ other: GridBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  @inline(__always)
  mutating func cover(_ other: GridBox) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }
}

/// A tree of bounding boxes over the edges of rings, for searches by place.
///
/// Leaves hold up to eight consecutive edges. A ring's edges lie beside each other anyway, so the
/// tree is built bottom up in ring order without sorting; only the leaves of many rings are
/// sorted, along a Z-order curve. O(edges); allocates nothing when warm.
struct EdgeTree {
  struct Leaf {
    var first: Int32
    var limit: Int32
    /// Whether x and y never turn back within the leaf: its edges cannot meet each other then.
    var isMonotone: Bool
  }

  struct Pair {
    var level: Int32
    var a: Int32
    var b: Int32
  }

  static let edgesPerLeaf = 8
  static let childrenPerNode = 8

  var leaves: [Leaf] = []
  /// Boxes of the leaves, then of each level above.
  var boxes: [GridBox] = []
  /// First box of each level, and the box count at the end.
  var levelStarts: [Int] = []
  var pairs: [Pair] = []
  var nodes: [Pair] = []
  private var order: [(key: UInt64, leaf: Leaf)] = []

  var topLevel: Int { levelStarts.count - 2 }

  /// Builds the tree of all edges of `chains`.
  mutating func build(_ chains: borrowing RingChains) {
    leaves.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    levelStarts.removeAll(keepingCapacity: true)
    levelStarts.append(0)
    for ring in 0..<chains.ringCount {
      var first = chains.starts[ring]
      let limit = chains.starts[ring + 1] - 1
      while first < limit {
        let end = min(first + Self.edgesPerLeaf, limit)
        addLeaf(first, end, chains.x.span, chains.y.span)
        first = end
      }
    }
    if chains.ringCount > 16 { sortLeaves(chains) }
    levelStarts.append(boxes.count)
    while boxes.count - levelStarts[levelStarts.count - 2] > 1 { addLevel() }
  }

  private mutating func addLeaf(_ first: Int, _ limit: Int, _ x: Span<Int64>, _ y: Span<Int64>) {
    var box = GridBox(minX: x[first], minY: y[first], maxX: x[first], maxY: y[first])
    var (rises, falls, climbs, sinks) = (false, false, false, false)
    for i in first + 1...limit {
      let (vx, vy, ux, uy) = (x[i], y[i], x[i - 1], y[i - 1])
      box.cover(GridBox(minX: vx, minY: vy, maxX: vx, maxY: vy))
      rises = rises || vx > ux
      falls = falls || vx < ux
      climbs = climbs || vy > uy
      sinks = sinks || vy < uy
    }
    boxes.append(box)
    leaves.append(
      Leaf(
        first: Int32(truncatingIfNeeded: first), limit: Int32(truncatingIfNeeded: limit),
        isMonotone: !(rises && falls) && !(climbs && sinks)))
  }

  private mutating func addLevel() {
    let (first, limit) = (levelStarts[levelStarts.count - 2], boxes.count)
    for start in stride(from: first, to: limit, by: Self.childrenPerNode) {
      var box = boxes[start]
      for child in start + 1..<max(start + 1, min(start + Self.childrenPerNode, limit)) {
        box.cover(boxes[child])
      }
      boxes.append(box)
    }
    levelStarts.append(boxes.count)
  }

  private mutating func sortLeaves(_ chains: borrowing RingChains) {
    order.removeAll(keepingCapacity: true)
    let shift = chains.isWide ? 12 as Int64 : 0
    for (leaf, box) in zip(leaves, boxes) {
      let x = (box.minX &+ box.maxX) >> (1 + shift)
      let y = (box.minY &+ box.maxY) >> (1 + shift)
      order.append((spreadBits(x) | spreadBits(y) << 1, leaf))
    }
    order.sort { ($0.key, $0.leaf.first) < ($1.key, $1.leaf.first) }
    leaves.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    for entry in order {
      addLeaf(Int(entry.leaf.first), Int(entry.leaf.limit), chains.x.span, chains.y.span)
    }
  }

  /// The nodes one level below `node`, as box indices.
  @inline(__always)
  func children(of node: Int, level: Int) -> Range<Int> {
    let first =
      levelStarts[level - 1] + (node - levelStarts[level]) * Self.childrenPerNode
    return first..<min(first + Self.childrenPerNode, levelStarts[level])
  }
}

/// The low 32 bits of `value`, with a zero before each.
private func spreadBits(_ value: Int64) -> UInt64 {
  var bits = UInt64(truncatingIfNeeded: value) & 0xffff_ffff
  bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff
  bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff
  bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f
  bits = (bits | bits << 2) & 0x3333_3333_3333_3333
  bits = (bits | bits << 1) & 0x5555_5555_5555_5555
  return bits
}
