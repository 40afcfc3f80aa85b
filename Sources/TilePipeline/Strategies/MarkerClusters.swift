/// The clusters of all zooms, and which markers stand alone at which.
struct MarkerClusters {
  /// One cluster: at these zooms it has the same markers.
  struct Cluster {
    var zooms: ClosedRange<Int>
    /// World coordinates of the middle of its markers, x 0..<1.
    var x: Double, y: Double
    var count: Int
    /// Of its markers, in their order; each entry as ``MarkerClustering/accumulations``.
    var values: [AccumulatedValue]
  }

  /// The zooms at which each marker stands alone, a bit each.
  private(set) var alone: [UInt32]
  /// By zoom, the deepest first, and within one by the first marker.
  private(set) var clusters: [Cluster] = []

  private let x: [Double]
  private let y: [Double]
  private let shown: [UInt32]
  private let values: [MarkerValues]
  /// The cluster or marker of the last zoom that each marker is part of, by its first marker.
  private var parents: [Int32]
  /// The cluster made last for each first marker; -1: none.
  private var made: [Int32]

  /// Clusters markers at `zooms`.
  ///
  /// - Parameters:
  ///   - x: World coordinates of the markers, 0..<1.
  ///   - y: World coordinates; as long as `x`.
  ///   - shown: The zooms at which each marker is drawn, a bit each.
  ///   - values: What is accumulated.
  ///   - distance: Pixels, 512 a tile.
  init(
    x: [Double], y: [Double], shown: [UInt32], values: [MarkerValues], zooms: ClosedRange<Int>,
    distance: Double
  ) {
    (self.x, self.y, self.shown, self.values) = (x, y, shown, values)
    alone = shown
    parents = x.indices.map { Int32($0) }
    made = [Int32](repeating: -1, count: x.count)
    for zoom in zooms.reversed() {
      merge(at: zoom, radius: distance / 512 / Double(UInt64(1) << UInt64(zoom)))
    }
  }

  /// What a zoom's clusters are made of: clusters of the zoom below it, and markers.
  private struct Nodes {
    var first: [Int32] = []
    var x: [Double] = []
    var y: [Double] = []
  }

  private mutating func merge(at zoom: Int, radius: Double) {
    let bit: UInt32 = 1 << UInt32(zoom)
    let members = x.indices.filter { shown[$0] & bit != 0 }
    let (nodes, nodeOf) = nodes(of: members)
    guard !nodes.first.isEmpty else { return }
    let (groupOf, firsts) = ClusterGrid.groups(x: nodes.x, y: nodes.y, radius: radius)
    var sums = Middles(count: firsts.count)
    var nodeCounts = [Int32](repeating: 0, count: firsts.count)
    for group in groupOf { nodeCounts[Int(group)] += 1 }
    for (member, node) in zip(members, nodeOf) {
      let group = Int(groupOf[Int(node)])
      let first = nodes.first[Int(firsts[group])]
      sums.add(x[member], y[member], to: group, from: x[Int(first)])
      parents[member] = first
    }
    let entries = addClusters(zoom, nodes.first, firsts, nodeCounts, sums)
    for (member, node) in zip(members, nodeOf) {
      let group = Int(groupOf[Int(node)])
      guard sums.counts[group] > 1 else { continue }
      alone[member] &= ~bit
      guard entries[group] >= 0 else { continue }
      for i in values.indices {
        clusters[Int(entries[group])].values[i].add(values[i], of: member)
      }
    }
  }

  /// The clusters and markers of the zoom below, and for each member its place among them.
  private func nodes(of members: [Int]) -> (nodes: Nodes, nodeOf: [Int32]) {
    var nodes = Nodes()
    var numbers = [Int32](repeating: -1, count: x.count)
    var nodeOf: [Int32] = []
    nodeOf.reserveCapacity(members.count)
    for member in members {
      let parent = Int(parents[member])
      if numbers[parent] < 0 {
        numbers[parent] = Int32(nodes.first.count)
        nodes.first.append(Int32(member))
      }
      nodeOf.append(numbers[parent])
    }
    var sums = Middles(count: nodes.first.count)
    for (member, node) in zip(members, nodeOf) {
      sums.add(x[member], y[member], to: Int(node), from: x[Int(nodes.first[Int(node)])])
    }
    for (node, first) in nodes.first.enumerated() {
      let middle = sums.middle(node, from: x[Int(first)])
      nodes.x.append(middle.x)
      nodes.y.append(middle.y)
    }
    return (nodes, nodeOf)
  }

  /// Adds the groups that have several markers. One that is the same cluster as at the zoom below
  /// only gets another zoom.
  ///
  /// - Returns: For each group its new entry in ``clusters``; -1: none.
  private mutating func addClusters(
    _ zoom: Int, _ firstMarkers: [Int32], _ firsts: [Int32], _ nodeCounts: [Int32],
    _ sums: Middles
  ) -> [Int32] {
    firsts.indices.map { group in
      let marker = Int(firstMarkers[Int(firsts[group])])
      let earlier = Int(made[marker])
      let count = sums.counts[group]
      guard count > 1 else { return -1 }
      if nodeCounts[group] == 1, earlier >= 0, clusters[earlier].count == count,
        clusters[earlier].zooms.lowerBound == zoom + 1
      {
        clusters[earlier].zooms = zoom...clusters[earlier].zooms.upperBound
        return -1
      }
      let middle = sums.middle(group, from: x[marker])
      made[marker] = Int32(clusters.count)
      clusters.append(
        Cluster(
          zooms: zoom...zoom, x: middle.x, y: middle.y, count: count,
          values: values.map { AccumulatedValue($0.operation) }))
      return Int32(clusters.count - 1)
    }
  }
}

/// The middles of groups of places.
private struct Middles {
  private(set) var counts: [Int]
  /// East of the group's first place, the short way round the map.
  private var across: [Double]
  private var down: [Double]

  init(count: Int) {
    counts = [Int](repeating: 0, count: count)
    across = [Double](repeating: 0, count: count)
    down = across
  }

  mutating func add(_ x: Double, _ y: Double, to group: Int, from first: Double) {
    var dx = x - first
    if dx > 0.5 { dx -= 1 } else if dx < -0.5 { dx += 1 }
    counts[group] += 1
    across[group] += dx
    down[group] += y
  }

  /// World coordinates, x 0..<1.
  func middle(_ group: Int, from first: Double) -> (x: Double, y: Double) {
    let count = Double(counts[group])
    var x = first + across[group] / count
    if x < 0 { x += 1 } else if x >= 1 { x -= 1 }
    return (x, down[group] / count)
  }
}
