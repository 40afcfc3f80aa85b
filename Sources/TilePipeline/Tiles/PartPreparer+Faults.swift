import TileGeometry

/// What was wrong with polygons as they came, told apart from what rounding did to them.
extension PartPreparer {
  /// Notes what was wrong with a polygon before it was rounded to the zoom's grid: what is wrong
  /// on a grid as fine as coordinates may be, too.
  mutating func noteFaults(
    _ causes: RepairCauses, _ block: borrowing FeatureTable.Block, _ job: Job
  ) {
    let reported: RepairCauses = [.selfCrossing, .ringCrossing, .misplacedHole]
    guard !causes.isDisjoint(with: reported) else { return }
    var kept = GridRings()
    swap(&kept, &rings)
    if case .repaired(let causes) = repairUnrounded(block, job), !causes.isDisjoint(with: reported)
    {
      faults.append(DrawingRecord.Fault(feature: job.row.feature, causes: causes))
    }
    swap(&kept, &rings)
  }

  /// Notes a polygon of which some zoom draws only a likeness.
  mutating func noteTangle(_ job: Job) {
    faults.append(DrawingRecord.Fault(feature: job.row.feature, causes: .tangled))
  }

  /// Notes a polygon, a pixel long or more, that encloses nothing even before it is rounded. It
  /// vanishes at all zooms, so it must not count as one that is too small.
  mutating func noteEmptiness(_ block: borrowing FeatureTable.Block, _ job: Job) {
    guard job.part.bounds.reach * job.plan.scale >= Double(job.plan.stubSide) else { return }
    if case .empty = repairUnrounded(block, job), !repairer.isTangled {
      faults.append(DrawingRecord.Fault(feature: job.row.feature, causes: .emptied))
    }
    rings.removeAll()
  }

  /// Repairs the polygon in `rings`, on a grid as fine as coordinates may be.
  private mutating func repairUnrounded(
    _ block: borrowing FeatureTable.Block, _ job: Job
  ) -> RingRepairer.Outcome {
    var finest = job
    finest.threshold = 0
    finest.scale = 0x1p38
    finest.offset = 0
    appendPaths(block, finest)
    return repairer.repair(&rings)
  }
}
