import TileGeometry

extension PartPreparer {
  /// A part with spans on a zoom's grid; `nil` for a line of several that has shrunk to a point.
  mutating func spannedLine(
    _ index: Int, of table: borrowing FeatureTable, at plan: ZoomPlan
  ) -> SpannedLine? {
    let part = table.parts[index]
    let row = table.rows[Int(part.row)]
    guard part.track >= 0, let path = part.paths.first else { return nil }
    let block = Int(part.block)
    let range = table.blocks[block].vertices(ofPath: path)
    let track = table.blocks[block].tracks[Int(part.track)]
    let count = put(
      range, table.blocks[block],
      Job(
        part: part, row: row, owner: part.row, plan: plan, threshold: plan.threshold,
        scale: plan.scale, offset: 0))
    if count == 1, part.isLargest, plan.keepsTiny {
      return SpannedLine(stub: GridLine(x: [x[0], x[0] + 1], y: [y[0], y[0]]), track: track)
    }
    guard count > 1 else { return nil }
    let worldX = table.blocks[block].x
    let worldY = table.blocks[block].y
    return SpannedLine(
      GridLine(x: Array(x[..<count]), y: Array(y[..<count])), kept: kept[..<count],
      x: worldX.span.extracting(range), y: worldY.span.extracting(range), scale: plan.scale,
      track: track)
  }
}
