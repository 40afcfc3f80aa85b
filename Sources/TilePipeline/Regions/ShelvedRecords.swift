import OverlayModel

/// The overlays of a chunk in a scratch space, so that those of a stretch of the map can be read
/// alone: features with rows, parts and attributes, sorted by what they are, by their sizes and
/// along a Hilbert curve.
///
/// What stays in memory is half a byte for each overlay: the bounds of every few dozen.
struct ShelvedRecords: Sendable {
  /// Some overlays that follow each other in this order.
  struct Leaf: Sendable {
    /// World coordinates, rounded outward.
    fileprivate var west = Float.infinity, north = Float.infinity
    fileprivate var east = -Float.infinity, south = -Float.infinity
    /// What their rows are.
    fileprivate(set) var kinds = RowKinds()
    /// The longest side of an overlay's bounds.
    var reach = 0 as Float
    var features = 0 as UInt32
    /// Vertices.
    var weight = 0 as UInt32
    /// Where they end in the scratch space, words.
    var end = 0 as UInt32

    var bounds: WorldBounds {
      WorldBounds(
        minX: Double(west), minY: Double(north), maxX: Double(east), maxY: Double(south))
    }

    fileprivate mutating func add(_ group: Group) {
      let bounds = group.bounds
      kinds.formUnion(group.kinds)
      west = min(west, Float(bounds.minX).nextDown)
      north = min(north, Float(bounds.minY).nextDown)
      east = max(east, Float(bounds.maxX).nextUp)
      south = max(south, Float(bounds.maxY).nextUp)
      reach = max(reach, Float(bounds.reach))
      features += 1
      weight += UInt32(group.weight)
    }
  }

  /// Overlays of a leaf.
  private static let leafSize = 64

  /// Features of the chunk, those that draw nothing included.
  let featureCount: Int
  /// What its rows are.
  let roles: [LayerNaming.Seen]
  let leaves: [Leaf]
  private let region: ScratchRegion

  /// One feature's rows.
  fileprivate struct Group {
    var rows: Range<Int>
    var role: LayerRole
    var kinds = RowKinds()
    var bounds = WorldBounds()
    var weight = 0

    /// Its place in the order: 3 bits for what it is, 2 for its size, the rest along the curve. One
    /// large overlay among small ones would have their leaf read for every part of the map.
    var key: UInt64 {
      let size: UInt64 = bounds.reach < 1 / 256 ? 0 : bounds.reach < 1 / 32 ? 1 : 2
      return UInt64(role.rawValue) << 29 | size << 27 | bounds.hilbertKey >> 5
    }
  }

  /// Stores what `chunk` has but for vertices, looks and names of attributes.
  init(_ chunk: FlattenedChunk, in space: ScratchSpace) throws(BuildError) {
    let groups = Self.groups(of: chunk)
    var order = groups.indices.map { groups[$0].key << 32 | UInt64($0) }
    var sorter = WordSorter()
    sorter.sort(&order)
    var words: [UInt64] = []
    var leaves: [Leaf] = []
    for (place, word) in order.enumerated() {
      let group = groups[Int(UInt32(truncatingIfNeeded: word))]
      if place % Self.leafSize == 0 { leaves.append(Leaf()) }
      ShelfRecord.append(chunk, rows: group.rows, to: &words)
      leaves[leaves.count - 1].add(group)
      leaves[leaves.count - 1].end = UInt32(words.count)
    }
    region = try space.region(words.count * MemoryLayout<UInt64>.size)
    try region.write(words.span, at: 0)
    featureCount = chunk.features.count
    self.leaves = leaves
    var roles: [LayerNaming.Seen] = []
    for row in chunk.rows {
      let seen = LayerNaming.Seen(input: chunk.input, role: row.role, isMain: row.isMain)
      if roles.last != seen && !roles.contains(seen) { roles.append(seen) }
    }
    self.roles = roles
  }

  private static func groups(of chunk: FlattenedChunk) -> [Group] {
    var groups: [Group] = []
    groups.reserveCapacity(chunk.rows.count)
    var first = 0
    while first < chunk.rows.count {
      var last = first + 1
      while last < chunk.rows.count && chunk.rows[last].feature == chunk.rows[first].feature {
        last += 1
      }
      var group = Group(rows: first..<last, role: chunk.rows[first].role)
      for row in chunk.rows[first..<last] {
        group.kinds.insert(row.role, isMain: row.isMain)
        for part in row.parts {
          group.bounds.grow(chunk.parts[Int(part)].bounds)
          group.weight += Int(chunk.parts[Int(part)].weight)
        }
      }
      groups.append(group)
      first = last
    }
    return groups
  }

  /// Reads the records of the leaves that `isWanted`, into the beginning of `words`; returns where
  /// they end. A fault is remembered by the scratch space.
  func read(into words: inout [UInt64], where isWanted: (Leaf) -> Bool) -> Int {
    // Neighbours are read at once.
    var runs: [Range<Int>] = []
    var (start, count) = (0, 0)
    for leaf in leaves {
      let end = Int(leaf.end)
      if isWanted(leaf) {
        if let last = runs.last, last.upperBound == start {
          runs[runs.count - 1] = last.lowerBound..<end
        } else {
          runs.append(start..<end)
        }
        count += end - start
      }
      start = end
    }
    if words.count < count { words = [UInt64](repeating: 0, count: count + count / 4) }
    var filled = 0
    for run in runs {
      guard region.read(run.count, from: run.lowerBound, into: &words, at: filled) else { return 0 }
      filled += run.count
    }
    return filled
  }
}

extension FlattenedChunk {
  /// Whether nothing is to be found out about its overlays from those of other chunks.
  var isComplete: Bool {
    groundOverlays.isEmpty && spanStyles.isEmpty && !rows.contains { $0.hasBorders }
  }

  /// Bytes of what is put on the shelf.
  var recordBytes: Int {
    features.count * MemoryLayout<FeatureBatch.Feature>.stride
      + rows.count * MemoryLayout<Row>.stride + parts.count * MemoryLayout<Part>.stride
      + tags.count * MemoryLayout<FeatureBatch.Tag>.stride
      + values.bytes.count + values.count * 4 * MemoryLayout<UInt64>.stride
  }

  /// Moves features, rows, parts, attributes and values to `space`, unless they are there.
  mutating func shelve(in space: ScratchSpace) throws(BuildError) {
    guard shelved == nil else { return }
    shelved = try ShelvedRecords(self, in: space)
    (features, rows, parts, tags) = ([], [], [], [])
    values = AttributePool(ofValues: true)
  }
}

extension BuildOptions {
  /// Whether overlays may be put on the shelf.
  var maysShelve: Bool { holdingOption == nil }

  /// The option of the command that looks at all overlays at once, so that all are held in memory.
  var holdingOption: String? {
    if incremental { return "--incremental" }
    if cluster != nil { return "--cluster" }
    if dropRate > 1 { return "--drop-rate" }
    if coalesce { return "--coalesce" }
    return dropSmallest ? "--drop-smallest" : nil
  }
}
