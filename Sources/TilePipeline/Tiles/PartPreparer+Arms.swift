import TileGeometry

/// Arms and necks of polygons that are narrower than the tolerance.
///
/// Where both banks of an arm were simplified to the same vertices, the polygon has no area there,
/// and a repair leaves it out. Such banks get their vertices back, if there is room for area
/// between them on the grid. Polygons with neighbours are left alone: these would keep fewer
/// vertices of the same border.
extension PartPreparer {
  /// Puts back what simplifying took of the polygon that a repair left in `rings`: all that lay
  /// farther than half a pixel from it. What a stretch stands for may lie the tolerance away from
  /// the stretch, which is the half of that.
  mutating func keepArms(_ block: borrowing FeatureTable.Block, _ job: Job) {
    guard !job.part.hasNeighbours else { return }
    var boundary = BoundaryReach(of: rings)
    var finest = job
    finest.threshold = 0
    var refined = GridRings()
    var hasLost = false
    for path in job.part.paths {
      let count = put(path, block, job, isWhole: true)
      let coarse = keptRing(count, job)
      let lost = coarse.lostStretches(&boundary, reach: job.plan.pixel / 4)
      guard lost.contains(true) else {
        refined.append(coarse)
        continue
      }
      hasLost = true
      let fineCount = put(path, block, finest, isWhole: true)
      refined.append(coarse.refined(by: keptRing(fineCount, job), where: lost))
    }
    guard hasLost else { return }
    replaceRings(by: refined)
  }

  private func keptRing(_ count: Int, _ job: Job) -> KeptRing {
    KeptRing(
      x: x[..<count].map { $0 + job.offset }, y: Array(y[..<count]), kept: Array(kept[..<count]))
  }
}

/// What a zoom keeps of a ring.
private struct KeptRing {
  var x: [Int64] = []
  var y: [Int64] = []
  /// Which vertex of the ring each is, ascending.
  var kept: [Int32] = []

  /// For each vertex whether the boundary has lost the edge from it to the next one, or the end of
  /// that edge: whether one of them lies farther away than `reach`.
  func lostStretches(_ boundary: inout BoundaryReach, reach: Double) -> [Bool] {
    var lost = [Bool](repeating: false, count: x.count)
    for i in x.indices {
      let next = i + 1 == x.count ? 0 : i + 1
      let (endX, endY) = (Double(x[next]), Double(y[next]))
      let (middleX, middleY) = ((Double(x[i]) + endX) / 2, (Double(y[i]) + endY) / 2)
      if !boundary.isNear(x: endX, y: endY, reach: reach) {
        lost[i] = true
        lost[next] = true
      } else if !boundary.isNear(x: middleX, y: middleY, reach: reach) {
        lost[i] = true
      }
    }
    return lost
  }

  /// The ring with the vertices of `fine` in stretches that are `lost`.
  func refined(by fine: KeptRing, where lost: [Bool]) -> KeptRing {
    var ring = KeptRing()
    var next = 0
    for i in x.indices {
      ring.append(self, i)
      while next < fine.kept.count, fine.kept[next] <= kept[i] { next += 1 }
      guard lost[i] else { continue }
      let end = i + 1 == x.count ? Int32.max : kept[i + 1]
      while next < fine.kept.count, fine.kept[next] < end {
        ring.append(fine, next)
        next += 1
      }
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
