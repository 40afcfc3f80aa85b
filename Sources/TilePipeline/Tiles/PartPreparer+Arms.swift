import TileGeometry

/// Arms and necks of polygons that are narrower than the tolerance.
///
/// Where both banks of an arm were simplified to the same vertices, the polygon has no area there,
/// and a repair leaves it out. Such banks get their vertices back, if there is room for area
/// between them on the grid. Borders with neighbours are left alone: these would keep fewer vertices
/// of the same border.
extension PartPreparer {
  /// Puts back what simplifying took of the polygon that a repair left in `rings`: all that lay
  /// farther than half a pixel from it. What a stretch stands for may lie the tolerance away from
  /// the stretch, which is the half of that.
  mutating func keepArms(_ block: borrowing FeatureTable.Block, _ job: Job) {
    var finest = job
    finest.threshold = 0
    var boundary: BoundaryReach?
    var refined = GridRings()
    var hasLost = false
    for path in job.part.paths {
      let coarse = keptRing(put(path, block, job, isWhole: true), path, block, job)
      let fine = keptRing(put(path, block, finest, isWhole: true), path, block, job)
      // What cannot get vertices back need not be looked at.
      var lost = coarse.refinableStretches(by: fine)
      if lost.contains(true) {
        var reach = boundary ?? BoundaryReach(of: rings)
        coarse.narrow(&lost, toLostOf: &reach, reach: job.plan.pixel / 4)
        boundary = reach
      }
      if lost.contains(true) {
        hasLost = true
        refined.append(coarse.refined(by: fine, where: lost))
      } else {
        refined.append(coarse)
      }
    }
    guard hasLost else { return }
    for square in tinyHoles { refined.append(square, offset: job.offset) }
    replaceRings(by: refined)
  }

  private mutating func keptRing(
    _ count: Int, _ path: Int32, _ block: borrowing FeatureTable.Block, _ job: Job
  ) -> KeptRing {
    var ring = KeptRing(
      x: x[..<count].map { $0 + job.offset }, y: Array(y[..<count]), kept: Array(kept[..<count]))
    guard job.part.hasNeighbours else { return ring }
    ring.isShared = block.withPath(path, buffer: &buffer) { _, _, importance in
      ring.kept.map { importance[Int($0)].isShared }
    }
    return ring
  }
}

/// What a zoom keeps of a ring.
private struct KeptRing {
  var x: [Int64] = []
  var y: [Int64] = []
  /// Which vertex of the ring each is, ascending.
  var kept: [Int32] = []

  /// For each vertex whether several rings have it; empty: none is shared.
  var isShared: [Bool] = []

  /// For each vertex the vertices that `fine` has before the next one. Those after the last one are
  /// followed by those before the first.
  private func between(_ fine: KeptRing) -> [(Range<Int>, Range<Int>)] {
    var found: [(Range<Int>, Range<Int>)] = []
    let head = fine.kept.prefix { $0 < kept.first ?? 0 }.count
    var next = head
    for i in x.indices {
      while next < fine.kept.count, fine.kept[next] <= kept[i] { next += 1 }
      let isLast = i + 1 == x.count
      let first = next
      while next < fine.kept.count, isLast || fine.kept[next] < kept[i + 1] { next += 1 }
      found.append((first..<next, 0..<(isLast ? head : 0)))
    }
    return found
  }

  /// For each vertex whether `fine` has vertices before the next one, none of them shared.
  func refinableStretches(by fine: KeptRing) -> [Bool] {
    between(fine).map { tail, head in
      guard !tail.isEmpty || !head.isEmpty else { return false }
      guard !fine.isShared.isEmpty else { return true }
      return !fine.isShared[tail].contains(true) && !fine.isShared[head].contains(true)
    }
  }

  /// Leaves of `stretches` those that the boundary has lost: whose edge from the vertex to the next
  /// one, or the end of that edge, lies farther away than `reach`.
  func narrow(
    _ stretches: inout [Bool], toLostOf boundary: inout BoundaryReach, reach: Double
  ) {
    var lost = [Bool](repeating: false, count: x.count)
    for i in x.indices {
      let next = i + 1 == x.count ? 0 : i + 1
      guard stretches[i] || stretches[next] else { continue }
      let (endX, endY) = (Double(x[next]), Double(y[next]))
      let (middleX, middleY) = ((Double(x[i]) + endX) / 2, (Double(y[i]) + endY) / 2)
      if !boundary.isNear(x: endX, y: endY, reach: reach) {
        lost[i] = true
        lost[next] = true
      } else if !boundary.isNear(x: middleX, y: middleY, reach: reach) {
        lost[i] = true
      }
    }
    for i in stretches.indices { stretches[i] = stretches[i] && lost[i] }
  }

  /// The ring with the vertices of `fine` in stretches that are `lost`.
  func refined(by fine: KeptRing, where lost: [Bool]) -> KeptRing {
    var ring = KeptRing()
    for (i, stretch) in between(fine).enumerated() {
      ring.append(self, i)
      guard lost[i] else { continue }
      for k in stretch.0 { ring.append(fine, k) }
      for k in stretch.1 { ring.append(fine, k) }
    }
    return ring
  }

  private mutating func append(_ other: KeptRing, _ i: Int) {
    x.append(other.x[i])
    y.append(other.y[i])
    kept.append(other.kept[i])
  }
}

extension GridRings {
  fileprivate mutating func append(_ ring: KeptRing) {
    x += ring.x
    y += ring.y
    ringEnds.append(x.count)
  }
}
