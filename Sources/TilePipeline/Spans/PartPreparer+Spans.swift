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
    let track = table.blocks[block].tracks[Int(part.track)]
    let job = Job(
      part: part, row: row, owner: part.row, plan: plan, threshold: plan.threshold,
      scale: plan.scale, offset: 0)
    let count = put(path, table.blocks[block], job, isWhole: true)
    if count == 1, part.isLargest, plan.keepsTiny {
      let step = job.stub(fromX: x[0], y: y[0])
      return SpannedLine(
        stub: GridLine(x: [x[0], x[0] + step.x], y: [y[0], y[0] + step.y]), track: track)
    }
    guard count > 1 else { return nil }
    let line = GridLine(x: Array(x[..<count]), y: Array(y[..<count]))
    let kept = kept
    return table.blocks[block].withPath(path, buffer: &buffer) { worldX, worldY, _ in
      guard !worldX.isEmpty else { return nil }
      return SpannedLine(
        line, kept: kept[..<count], x: worldX, y: worldY, scale: plan.scale, track: track)
    }
  }
}
