import MapMath

/// A cell of the pyramid with what tiles keep beyond their edges: which parts must be looked at for
/// the tiles below the cell.
struct PartWindow: Sendable {
  /// World coordinates, y south.
  let west: Double, north: Double, east: Double, south: Double

  /// The window of the tiles of `plan` below `cell`.
  init(_ cell: TileID, at plan: ZoomPlan) {
    let side = 1 / Double(UInt64(1) << UInt64(cell.z))
    let margin = plan.margin
    west = Double(cell.x) * side - margin
    east = Double(cell.x + 1) * side + margin
    // What lies beyond the map's edge belongs to the rows at the edge.
    north = cell.y == 0 ? -Double.infinity : Double(cell.y) * side - margin
    let isLast = cell.y + 1 == 1 << cell.z
    south = isLast ? Double.infinity : Double(cell.y + 1) * side + margin
  }

  /// The parts of `table` that may lie in the window at `zoom`, as few runs as that takes. What lies
  /// beyond the antimeridian is seen in copies of the world to the west and east.
  func runs(of table: borrowing FeatureTable, atZoom zoom: Int) -> [WorkUnit.Run] {
    var runs: [WorkUnit.Run] = []
    guard let root = table.tree.root, let worlds = worlds(of: table.tree[root].bounds) else {
      return runs
    }
    for world in worlds { collect(root, table, zoom, world: world, into: &runs) }
    return runs
  }

  /// How many worlds east of the map something with these bounds is seen in the window; `nil`: not
  /// at all.
  func worlds(of bounds: WorldBounds) -> ClosedRange<Int>? {
    guard bounds.minY <= south, bounds.maxY >= north else { return nil }
    let first = Int((bounds.minX - east).rounded(.up))
    let last = Int((bounds.maxX - west).rounded(.down))
    return first <= last ? first...last : nil
  }

  private func collect(
    _ place: PartTree.Place, _ table: borrowing FeatureTable, _ zoom: Int, world: Int,
    into runs: inout [WorkUnit.Run]
  ) {
    if place.level == 0 {
      let part = table.parts[Int(place.index)]
      let isSeen = part.spansWorld ? world == 0 : worlds(of: part.bounds)?.contains(world) ?? false
      if isSeen { runs.append(WorkUnit.Run(place: place, shift: Int16(clamping: -world))) }
      return
    }
    let node = table.tree[place]
    guard node.minZoom <= zoom, zoom <= node.maxZoom,
      worlds(of: node.bounds)?.contains(world) ?? false
    else { return }
    if world == 0 && !node.isVarying && holds(node.bounds) {
      runs.append(WorkUnit.Run(place: place, shift: 0))
      return
    }
    let children = table.tree.children(of: place)
    for index in children.indices {
      collect(
        PartTree.Place(level: children.level, index: index), table, zoom, world: world, into: &runs)
    }
  }

  /// Whether all with these bounds lies in the window.
  private func holds(_ bounds: WorldBounds) -> Bool {
    west <= bounds.minX && bounds.maxX <= east && north <= bounds.minY && bounds.maxY <= south
  }
}

extension ZoomPlan {
  /// ``reach`` in world units.
  var margin: Double { Double(reach) / scale }
}
