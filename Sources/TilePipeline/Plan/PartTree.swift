/// Finds parts by where they lie without looking at all of them: an R-tree over a feature table
/// whose parts are sorted by place.
///
/// A node stands for a run of parts. What lies between two cells is looked into, all else is dealt
/// with run by run: dividing a zoom among workers costs what lies along the borders.
///
/// - SeeAlso: Kamel, Faloutsos, "Hilbert R-tree" (1994).
struct PartTree: Sendable {
  /// Children of a node, as a power of two.
  private static let fanBits = 4

  /// What a run of parts has in common.
  struct Node: Sendable {
    var bounds = WorldBounds()
    /// Vertices and parts; see ``ZoomPartition/partWeight``.
    var weight = 0
    /// Zooms in which any of the parts is drawn.
    var minZoom = UInt8.max, maxZoom = UInt8.min
    /// Whether the weight of some part depends on the zoom, so that each must be asked.
    var isVarying = false

    fileprivate mutating func join(_ other: Node) {
      bounds.grow(other.bounds)
      weight += other.weight
      minZoom = min(minZoom, other.minZoom)
      maxZoom = max(maxZoom, other.maxZoom)
      isVarying = isVarying || other.isVarying
    }
  }

  /// A node, or at level 0 a single part.
  struct Place: Sendable {
    var level: UInt8
    /// Index of the node in its level, or of the part.
    var index: UInt32
  }

  /// `levels[0]` has the nodes right above the parts, the last one node alone.
  private var levels: [[Node]] = []
  private var partCount = 0

  /// A tree without parts.
  init() {}

  /// A tree over the parts of `table`, which must be sorted by place.
  init(_ table: borrowing FeatureTable) {
    partCount = table.parts.count
    guard partCount > 0 else { return }
    let fan = 1 << Self.fanBits
    levels.append(
      stride(from: 0, to: partCount, by: fan).map { start in
        var node = Node()
        for part in table.parts[start..<min(start + fan, partCount)] {
          let row = table.rows[Int(part.row)]
          node.join(
            Node(
              bounds: part.bounds, weight: ZoomPartition.partWeight + Int(part.weight),
              minZoom: row.minZoom, maxZoom: row.maxZoom, isVarying: part.track >= 0))
        }
        return node
      })
    while let below = levels.last, below.count > 1 {
      levels.append(
        stride(from: 0, to: below.count, by: fan).map { start in
          var node = Node()
          for child in below[start..<min(start + fan, below.count)] { node.join(child) }
          return node
        })
    }
  }

  /// The node above all parts, if there are any.
  var root: Place? { levels.isEmpty ? nil : Place(level: UInt8(levels.count), index: 0) }

  /// A node, at a level above 0.
  subscript(place: Place) -> Node { levels[Int(place.level) - 1][Int(place.index)] }

  /// What stands right below a place of a level above 0.
  func children(of place: Place) -> (level: UInt8, indices: Range<UInt32>) {
    let level = Int(place.level) - 1
    let count = level == 0 ? partCount : levels[level - 1].count
    let first = Int(place.index) << Self.fanBits
    let end = min(first + 1 << Self.fanBits, count)
    return (UInt8(level), UInt32(first)..<UInt32(end))
  }

  /// The parts at and below a place.
  func parts(of place: Place) -> Range<Int> {
    let bits = Self.fanBits * Int(place.level)
    let first = Int(place.index) << bits
    return first..<min(first + 1 << bits, partCount)
  }
}
