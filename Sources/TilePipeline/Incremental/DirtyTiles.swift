import MapMath

/// The tiles that a change touches, zoom by zoom: a quadtree whose leaves are wholly dirty.
struct DirtyTiles: Sendable {
  fileprivate struct Node: Sendable {
    /// Children by the low bits of column and row: see ``none`` and ``all``.
    var children: (Int32, Int32, Int32, Int32) = (none, none, none, none)
    static let none: Int32 = -1
    static let all: Int32 = -2
  }

  /// What one zoom has: the root, and the nodes below it.
  private struct Tree: Sendable {
    var root = Node.none
    var nodes: [Node] = []
  }

  private var trees: [Int: Tree] = [:]

  /// No tile.
  init() {}

  /// Whether no tile is dirty.
  var isEmpty: Bool { trees.values.allSatisfy { $0.root == Node.none } }

  /// Whether `tile` is dirty.
  func contains(_ tile: TileID) -> Bool { touches(tile, atZoom: tile.z) }

  /// Whether a tile of zoom `z` at or below `cell` is dirty.
  func touches(_ cell: TileID, atZoom z: Int) -> Bool {
    guard let tree = trees[z] else { return false }
    var place = tree.root
    var depth = 0
    while place >= 0 {
      if depth == cell.z { return true }
      depth += 1
      let shift = cell.z - depth
      place = tree.nodes[Int(place)][(cell.x >> shift) & 1 | ((cell.y >> shift) & 1) << 1]
    }
    return place == Node.all
  }

  /// All dirty tiles; `nil` when they are more than `limit`.
  func tiles(atMost limit: Int) -> [TileID]? {
    var tiles: [TileID] = []
    for (zoom, tree) in trees.sorted(by: { $0.key < $1.key }) {
      guard
        Self.list(.world, tree.root, of: tree.nodes, atZoom: zoom, limit: limit, into: &tiles)
      else { return nil }
    }
    return tiles
  }

  /// Appends the dirty tiles of a zoom below `cell`, for which `place` stands; `false` when there
  /// are more than `limit` then. Depth is bounded by the zoom.
  private static func list(
    _ cell: TileID, _ place: Int32, of nodes: [Node], atZoom zoom: Int, limit: Int,
    into tiles: inout [TileID]
  ) -> Bool {
    if place == Node.none { return true }
    if cell.z == zoom {
      tiles.append(cell)
      return tiles.count <= limit
    }
    let children = cell.childrenInHilbertOrder
    for i in children.indices {
      let child = children[i]
      let below = place == Node.all ? place : nodes[Int(place)][child.x & 1 | (child.y & 1) << 1]
      guard list(child, below, of: nodes, atZoom: zoom, limit: limit, into: &tiles) else {
        return false
      }
    }
    return true
  }

  /// Adds the tiles of a zoom that geometry within `bounds` can reach.
  ///
  /// - Parameters:
  ///   - bounds: World coordinates; x may lie outside 0...1.
  ///   - margin: How far a tile looks beyond its edge, in tiles.
  mutating func add(_ bounds: WorldBounds, atZoom z: Int, margin: Double) {
    guard !bounds.isEmpty else { return }
    let side = Double(UInt64(1) << UInt64(z))
    let rows = Self.clamp(bounds.minY * side - margin, bounds.maxY * side + margin, 0, side - 1)
    let (west, east) = (bounds.minX * side - margin, bounds.maxX * side + margin)
    if east - west >= side {
      insert(Rectangle(columns: 0...(1 << z) - 1, rows: rows), z)
      return
    }
    // What lies beyond the antimeridian is drawn in the copy of the world there.
    let first = (west / side).rounded(.down)
    let last = (east / side).rounded(.down)
    for world in Int(first)...Int(last) {
      let offset = Double(world) * side
      guard west - offset < side, east - offset >= 0 else { continue }
      insert(
        Rectangle(columns: Self.clamp(west - offset, east - offset, 0, side - 1), rows: rows), z)
    }
  }

  /// Columns and rows of a zoom, ends included.
  private struct Rectangle {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
  }

  private static func clamp(
    _ low: Double, _ high: Double, _ first: Double, _ last: Double
  ) -> ClosedRange<Int> {
    let low = min(max(low.rounded(.down), first), last)
    let high = min(max(high.rounded(.down), low), last)
    return Int(low)...Int(high)
  }

  private mutating func insert(_ rectangle: Rectangle, _ z: Int) {
    var tree = trees[z, default: Tree()]
    tree.root = Self.insert(rectangle, into: &tree.nodes, tree.root, x: 0, y: 0, height: z)
    trees[z] = tree
  }

  /// Marks what `rectangle` covers below the cell (`x`, `y`), `height` zooms above the tiles;
  /// returns what stands for the cell then. Depth is bounded by the zoom.
  private static func insert(
    _ rectangle: Rectangle, into nodes: inout [Node], _ place: Int32, x: Int, y: Int, height: Int
  ) -> Int32 {
    if place == Node.all { return place }
    let columns = x << height...(x + 1) << height - 1
    let rows = y << height...(y + 1) << height - 1
    guard rectangle.columns.overlaps(columns), rectangle.rows.overlaps(rows) else { return place }
    if rectangle.columns.contains(columns), rectangle.rows.contains(rows) { return Node.all }
    var place = place
    if place == Node.none {
      place = Int32(nodes.count)
      nodes.append(Node())
    }
    for child in 0..<4 {
      let below = insert(
        rectangle, into: &nodes, nodes[Int(place)][child], x: 2 * x + child & 1,
        y: 2 * y + child >> 1, height: height - 1)
      nodes[Int(place)][child] = below
    }
    return place
  }
}

extension DirtyTiles.Node {
  fileprivate subscript(child: Int) -> Int32 {
    get {
      switch child {
      case 0: children.0
      case 1: children.1
      case 2: children.2
      default: children.3
      }
    }
    set {
      switch child {
      case 0: children.0 = newValue
      case 1: children.1 = newValue
      case 2: children.2 = newValue
      default: children.3 = newValue
      }
    }
  }
}
