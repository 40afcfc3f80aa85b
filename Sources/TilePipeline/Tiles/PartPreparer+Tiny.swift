import TileGeometry

/// Polygons and holes that have no area left on a zoom's grid.
extension PartPreparer {
  /// Whether a polygon that rounding left without area, but whose bounds are a pixel or more, has
  /// area with all its vertices; it stands in `rings` then.
  mutating func keepsShape(
    _ block: borrowing FeatureTable.Block, _ job: Job
  ) -> Bool {
    let bounds = job.part.bounds
    let extent = max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY)
    guard extent * job.plan.scale >= Double(job.plan.stubSide) else { return false }
    var job = job
    job.threshold = min(job.threshold, job.plan.exactThreshold)
    appendPaths(block, job)
    if case .empty = repairer.repair(&rings) { return false }
    return true
  }

  /// Puts the squares that stand for a polygon in `rings`, if it is its turn.
  mutating func standIn(_ block: borrowing FeatureTable.Block, _ job: Job) -> Bool {
    let squares = squares(job.part.paths, block, job)
    guard !squares.isEmpty else { return false }
    rings.removeAll()
    for square in squares { rings.append(square, offset: job.offset) }
    // Joins those that share a side.
    if squares.count > 1 { _ = repairer.repairEvenOdd(&rings) }
    return true
  }

  /// Whether the first `count` scratch vertices enclose nothing, whichever way they are read.
  func isFlat(_ count: Int) -> Bool {
    guard count > 2 else { return true }
    return (2..<count).allSatisfy { i in
      (x[1] - x[0]).multipliedFullWidth(by: y[i] - y[0])
        == (x[i] - x[0]).multipliedFullWidth(by: y[1] - y[0])
    }
  }

  /// Appends the squares that stand for a hole without area, if it is its turn. A hole that
  /// neighbours share is one of them: it shrinks to nothing too.
  mutating func appendTinyHole(
    _ path: Int32, _ block: borrowing FeatureTable.Block, _ job: Job
  ) {
    guard job.plan.keepsTiny, !job.part.hasNeighbours else { return }
    for square in squares(path..<path + 1, block, job) {
      tinyHoles.append(square)
      rings.append(square, offset: job.offset)
    }
  }

  /// The squares that stand for the polygon whose rings are `paths`; none if it is not its turn.
  private mutating func squares(
    _ paths: Range<Int32>, _ block: borrowing FeatureTable.Block, _ job: Job
  ) -> [GridRect] {
    let side = job.plan.stubSide
    let tiny = TinyPolygon(paths, block, scale: job.plan.scale, buffer: &buffer)
    guard let square = tiny.square(side: side) else { return [] }
    // The middle of something long may lie far from all of it.
    guard tiny.area >= Double(side * side) || tiny.reach > Double(side) else { return [square] }
    return tiny.squares(side: side, along: paths.lowerBound, of: block, buffer: &buffer)
  }
}

extension GridRings {
  mutating func append(_ square: GridRect, offset: Int64) {
    let (west, east) = (square.minX + offset, square.maxX + offset)
    x += [west, east, east, west]
    y += [square.minY, square.minY, square.maxY, square.maxY]
    ringEnds.append(x.count)
  }
}
