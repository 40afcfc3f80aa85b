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

  /// Whether something with these bounds may lie in the window, in any copy of the world.
  func mayHold(_ bounds: WorldBounds) -> Bool { worlds(of: bounds) != nil }

  /// How many worlds east of the map something with these bounds is seen in the window; `nil`: not
  /// at all. Copies of the world to the west and east show what lies beyond the antimeridian.
  func worlds(of bounds: WorldBounds) -> ClosedRange<Int>? {
    guard bounds.minY <= south, bounds.maxY >= north else { return nil }
    let first = Int((bounds.minX - east).rounded(.up))
    let last = Int((bounds.maxX - west).rounded(.down))
    return first <= last ? first...last : nil
  }

  /// Where part `index` of `table` lies in the window at `zoom`, appended to `placements`.
  func place(
    _ index: Int, of table: borrowing FeatureTable, atZoom zoom: Int,
    into placements: inout [WorkUnit.Placement]
  ) {
    let part = table.parts[index]
    let row = table.rows[Int(part.row)]
    guard row.minZoom <= zoom, zoom <= row.maxZoom, let worlds = worlds(of: part.bounds) else {
      return
    }
    for world in part.spansWorld ? 0...0 : worlds {
      placements.append(
        WorkUnit.Placement(part: UInt32(index), shift: Int16(clamping: -world), shared: -1))
    }
  }
}

extension ZoomPlan {
  /// ``reach`` in world units.
  var margin: Double { Double(reach) / scale }
}
