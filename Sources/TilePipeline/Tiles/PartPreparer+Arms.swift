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
    var boundary = BoundaryReach(of: rings)
    var refined = GridRings()
    var hasLost = false
    for path in job.part.paths {
      let count = put(path, block, job, isWhole: true)
      let coarse = keptRing(count, job)
      var lost = coarse.lostStretches(&boundary, reach: job.plan.pixel / 4)
      if lost.contains(true) {
        let count = put(path, block, finest, isWhole: true)
        var fine = keptRing(count, job)
        if job.part.hasNeighbours { fine.noteShared(path, block, &buffer) }
        coarse.narrow(&lost, toRefinableBy: fine)
        if lost.contains(true) {
          hasLost = true
          refined.append(coarse.refined(by: fine, where: lost))
          continue
        }
      }
      refined.append(coarse)
    }
    guard hasLost else { return }
    for square in tinyHoles { refined.append(square, offset: job.offset) }
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

  /// For each vertex whether several rings have it; empty: none is shared.
  var isShared: [Bool] = []

  mutating func noteShared(
    _ path: Int32, _ block: borrowing FeatureTable.Block, _ buffer: inout [UInt64]
  ) {
    let kept = kept
    isShared = block.withPath(path, buffer: &buffer) { _, _, importance in
      kept.map { importance[Int($0)].isShared }
    }
  }

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

  /// Leaves of `stretches` those in which `fine` has more vertices, none of them shared.
  func narrow(_ stretches: inout [Bool], toRefinableBy fine: KeptRing) {
    for (i, (tail, head)) in between(fine).enumerated() where stretches[i] {
      stretches[i] =
        !(tail.isEmpty && head.isEmpty)
        && (fine.isShared.isEmpty
          || !fine.isShared[tail].contains(true) && !fine.isShared[head].contains(true))
    }
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
