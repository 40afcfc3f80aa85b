import MapMath
import TileGeometry

/// Puts lines and polygons of the feature table on a zoom's grid: simplified, quantised, repaired,
/// and, where they are lines that close, started in the middle of an edge.
///
/// Done once for each part and zoom, before anything is cut, so that all tiles see the same
/// integers. Owns scratch memory; one for each worker.
struct PartPreparer: Sendable {
  /// Worlds beyond which of a line only what touches the map is kept for each shift.
  private static let widest = 2.0
  /// Of its area a polygon may gain or lose so much when it is simplified.
  private static let mostAreaLost = 0.25

  private(set) var x: [Int64] = []
  private(set) var y: [Int64] = []
  private(set) var kept: [Int32] = []
  /// Vertices from the scratch space.
  var buffer: [UInt64] = []
  var rings = GridRings()
  /// Squares that stand for holes of the current polygon.
  var tinyHoles: [GridRect] = []
  var repairer = RingRepairer()
  /// Polygons that were not valid as they came, noted at the last zoom of each.
  var faults: [DrawingRecord.Fault] = []

  /// Appends the part's geometry to `level` as pieces owned by its row.
  ///
  /// - Parameter shift: Whole worlds to move it eastward: -1, 0 or 1.
  mutating func append(
    _ part: FeatureTable.Part, _ row: FeatureTable.Row, of table: borrowing FeatureTable,
    at plan: ZoomPlan, shift: Int, to level: inout SliceLevel
  ) {
    let offset = Int64(shift) * (plan.extent << Int64(plan.zoom))
    var job = Job(
      part: part, row: row, owner: part.row, plan: plan,
      threshold: row.exact ? plan.exactThreshold : plan.threshold, scale: plan.scale,
      offset: offset)
    let block = Int(part.block)
    for path in part.paths {
      switch row.shape {
      case .lines:
        let count = put(path, table.blocks[block], job)
        appendLine(count, job, &level)
      case .outlines:
        let count = putBorder(path, table.blocks[block], &job)
        appendOutline(count, job, &level)
      case .polygons:
        let count = putBorder(path, table.blocks[block], &job)
        if path > part.paths.lowerBound, isFlat(count) {
          appendTinyHole(path, table.blocks[block], job)
        } else {
          appendRing(count, job)
        }
      case .points, .spans, .textures, .sprites:
        break
      }
    }
    if row.shape == .polygons { finishPolygon(table.blocks[block], job, &level) }
  }

  /// What the paths of one part have in common.
  struct Job {
    let part: FeatureTable.Part
    let row: FeatureTable.Row
    let owner: UInt32
    let plan: ZoomPlan
    /// Squared tolerance, squared world units.
    var threshold: Float
    /// Grid units of the world.
    var scale: Double
    /// Added to grid x.
    var offset: Int64

    /// The step of one unit by which a stub leaves the grid point that a line shrank to: of the
    /// four, the one that ends nearest to the middle of the line's bounds.
    func stub(fromX x: Int64, y: Int64) -> (x: Int64, y: Int64) {
      let dx = (part.bounds.minX + part.bounds.maxX) / 2 * scale - Double(x)
      let dy = (part.bounds.minY + part.bounds.maxY) / 2 * scale - Double(y)
      return abs(dx) >= abs(dy) ? (dx < 0 ? -1 : 1, 0) : (0, dy < 0 ? -1 : 1)
    }
  }

  /// Simplifies and quantises a ring of a polygon. Where the outer ring, a pixel long or more, comes
  /// out with another area, as it does when the polygon is hardly wider than the tolerance, the
  /// polygon is simplified less. Neighbours would not follow.
  private mutating func putBorder(
    _ path: Int32, _ block: borrowing FeatureTable.Block, _ job: inout Job
  ) -> Int {
    let count = put(path, block, job)
    guard path == job.part.paths.lowerBound, job.plan.tolerance > 1, !job.part.hasNeighbours,
      job.part.area != 0, job.part.bounds.reach * job.plan.scale >= Double(job.plan.stubSide)
    else { return count }
    var (doubled, around) = (0.0, 0.0)
    for i in 0..<count {
      let j = i == 0 ? count - 1 : i - 1
      let (dx, dy) = (Double(x[i] - x[j]), Double(y[i] - y[j]))
      doubled += Double(x[j] - x[0]) * dy - dx * Double(y[j] - y[0])
      around += (dx * dx + dy * dy).squareRoot()
    }
    let area = Double(job.part.area) * job.plan.scale * job.plan.scale
    // The grid has no better shape for what is narrower than a unit.
    guard abs(doubled / 2 - area) > Self.mostAreaLost * abs(area), 2 * abs(area) >= around else {
      return count
    }
    job.threshold = max(
      job.plan.exactThreshold, job.threshold / Float(job.plan.tolerance * job.plan.tolerance))
    return put(path, block, job)
  }

  /// Simplifies and quantises one path into the scratch arrays; returns the count of vertices.
  ///
  /// - Parameter isWhole: Whether ``kept`` is to count all vertices of the path, also those that no
  ///   zoom as low as this needs.
  mutating func put(
    _ path: Int32, _ block: borrowing FeatureTable.Block, _ job: Job, isWhole: Bool = false
  ) -> Int {
    // Taken out of self while spans lend them.
    var (x, y, kept, buffer) = ([Int64](), [Int64](), [Int32](), [UInt64]())
    swap(&buffer, &self.buffer)
    swap(&x, &self.x)
    swap(&y, &self.y)
    swap(&kept, &self.kept)
    defer {
      swap(&buffer, &self.buffer)
      swap(&x, &self.x)
      swap(&y, &self.y)
      swap(&kept, &self.kept)
    }
    var (count, first) = (0, 0)
    block.forEachStretch(ofPath: path, reaching: isWhole ? 0 : job.threshold, buffer: &buffer) {
      worldX, worldY, importance in
      let room = count + worldX.count
      if x.count < room {
        let more = max(room, 2 * x.count) - x.count
        x += repeatElement(0, count: more)
        y += repeatElement(0, count: more)
        kept += repeatElement(0, count: more)
      }
      var outX = x.mutableSpan
      var outY = y.mutableSpan
      var outKept = kept.mutableSpan
      count = quantise(
        x: worldX, y: worldY, importance: importance, threshold: job.threshold, scale: job.scale,
        outX: &outX, outY: &outY, kept: &outKept, after: count, first: first)
      first += worldX.count
    }
    return count
  }

  /// Appends the first `count` scratch vertices as a line; one that shrank to a point becomes a
  /// stub of one unit towards the middle of what it was, so that it does not vanish.
  private func appendLine(_ count: Int, _ job: Job, _ level: inout SliceLevel) {
    guard count > 1 || count == 1 && job.part.isLargest && job.plan.keepsTiny else { return }
    if count > 1 && job.part.bounds.maxX - job.part.bounds.minX > Self.widest {
      return appendRuns(count, job, &level)
    }
    let start = level.x.count
    var bounds = GridRect.empty
    // A closure that names them through self would copy all of it.
    let (x, y) = (x, y)
    level.x.append(addingCapacity: count + 1) { outX in
      level.y.append(addingCapacity: count + 1) { outY in
        for i in 0..<count {
          let (gx, gy) = (x[i] + job.offset, y[i])
          outX.append(gx)
          outY.append(gy)
          bounds.grow(gx, gy)
        }
        guard count == 1 else { return }
        let step = job.stub(fromX: x[0], y: y[0])
        outX.append(x[0] + job.offset + step.x)
        outY.append(y[0] + step.y)
        bounds.grow(x[0] + job.offset + step.x, y[0] + step.y)
      }
    }
    level.pieces.append(
      Piece(
        .line, owner: job.owner, paint: job.row.paint, start: start, end: level.x.count,
        bounds: bounds))
  }

  /// Appends the runs of the first `count` scratch vertices, a line, that touch the map as it lies
  /// after the shift: a line may go round the world hundreds of times, and each time is a shift.
  private func appendRuns(_ count: Int, _ job: Job, _ level: inout SliceLevel) {
    let (world, reach) = (job.plan.extent << Int64(job.plan.zoom), job.plan.reach)
    let map = GridRect(
      minX: -reach - job.offset, minY: -reach, maxX: world + reach - job.offset,
      maxY: world + reach)
    selectRuns(x: x.span, y: y.span, range: 0..<count, touching: map) { first, last, bounds in
      let start = level.x.count
      for i in first...last {
        level.x.append(x[i] + job.offset)
        level.y.append(y[i])
      }
      level.pieces.append(
        Piece(
          .line, owner: job.owner, paint: job.row.paint, start: start, end: level.x.count,
          bounds: GridRect(
            minX: bounds.minX + job.offset, minY: bounds.minY, maxX: bounds.maxX + job.offset,
            maxY: bounds.maxY)))
    }
  }

  /// Appends the first `count` scratch vertices, a ring, as a line that starts and ends in the
  /// middle of the longest edge: clients draw no join where a line starts.
  private func appendOutline(_ count: Int, _ job: Job, _ level: inout SliceLevel) {
    var count = count
    while count > 1 && x[count - 1] == x[0] && y[count - 1] == y[0] { count -= 1 }
    guard count > 2 else { return appendLine(count, job, &level) }
    var longest = 0
    var length = -1.0
    for i in 0..<count {
      let j = i + 1 == count ? 0 : i + 1
      let dx = Double(x[j] - x[i])
      let dy = Double(y[j] - y[i])
      if dx * dx + dy * dy > length { (length, longest) = (dx * dx + dy * dy, i) }
    }
    let next = longest + 1 == count ? 0 : longest + 1
    let cut =
      latticeCut(ax: x[longest], ay: y[longest], bx: x[next], by: y[next], at: 0.5)
      ?? (x[next], y[next])
    let start = level.x.count
    var bounds = GridRect.empty
    func add(_ gx: Int64, _ gy: Int64) {
      let last = level.x.count - 1
      if last >= start && level.x[last] == gx + job.offset && level.y[last] == gy { return }
      level.x.append(gx + job.offset)
      level.y.append(gy)
      bounds.grow(gx + job.offset, gy)
    }
    add(cut.x, cut.y)
    for k in 0..<count {
      let i = next + k < count ? next + k : next + k - count
      add(x[i], y[i])
    }
    add(cut.x, cut.y)
    level.pieces.append(
      Piece(
        .line, owner: job.owner, paint: job.row.paint, start: start, end: level.x.count,
        bounds: bounds))
  }

  private mutating func appendRing(_ count: Int, _ job: Job) {
    for i in 0..<count {
      rings.x.append(x[i] + job.offset)
      rings.y.append(y[i])
    }
    rings.ringEnds.append(rings.x.count)
  }

  private mutating func finishPolygon(
    _ block: borrowing FeatureTable.Block, _ job: Job, _ level: inout SliceLevel
  ) {
    defer {
      rings.removeAll()
      tinyHoles.removeAll(keepingCapacity: true)
    }
    let outcome = repairer.repair(&rings)
    if repairer.isTangled { noteTangle(job) }
    switch outcome {
    case .valid: break
    case .repaired(let causes):
      if job.plan.zoom == job.row.maxZoom { noteFaults(causes, block, job) }
      // A tolerance of a grid unit takes nothing that the grid could show.
      if job.plan.tolerance > 1 && !causes.contains(.tangled) { keepArms(block, job) }
    case .empty:
      if job.plan.zoom == job.row.maxZoom { noteEmptiness(block, job) }
      guard job.plan.keepsTiny, !job.part.isEnclosed else { return }
      guard keepsShape(block, job) || standIn(block, job) else { return }
    }
    appendRings(job, &level)
  }

  /// Puts other rings in the place of `rings`, if they have area.
  mutating func replaceRings(by other: GridRings) {
    var other = other
    if case .empty = repairer.repair(&other) { return }
    rings = other
  }

  mutating func appendPaths(_ block: borrowing FeatureTable.Block, _ job: Job) {
    rings.removeAll()
    for path in job.part.paths {
      let count = put(path, block, job)
      appendRing(count, job)
    }
  }

  private func appendRings(_ job: Job, _ level: inout SliceLevel) {
    let start = level.x.count
    let ringStart = level.ringEnds.count
    var bounds = GridRect.empty
    for i in rings.x.indices { bounds.grow(rings.x[i], rings.y[i]) }
    level.x.append(contentsOf: rings.x)
    level.y.append(contentsOf: rings.y)
    for end in rings.ringEnds { level.ringEnds.append(Int32(start + end)) }
    level.pieces.append(
      Piece(
        .rings, owner: job.owner, paint: job.row.paint, start: start, end: level.x.count,
        ringStart: ringStart, ringEnd: level.ringEnds.count, bounds: bounds))
  }
}
