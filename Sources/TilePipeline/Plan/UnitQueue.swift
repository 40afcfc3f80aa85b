import MapMath
import Synchronization

/// Hands out the work of a build, zoom by zoom, to workers.
///
/// A zoom is divided, and large parts that several of its units need are prepared, while the units
/// of the zoom before are made: so nobody waits for a continent that another worker prepares.
final class UnitQueue: Sendable {
  /// What a worker does at once.
  enum Job: Sendable {
    /// All tiles of a unit.
    case unit(WorkUnit)
    /// A part that units handed out later need.
    case part(WorkUnit.SharedPart)
  }

  /// A job, and what its zoom's tiles share.
  struct Item: Sendable {
    var job: Job
    var plan: ZoomPlan
  }

  private struct Zoom {
    var plan: ZoomPlan
    var units: [WorkUnit]

    /// Unit number `index`, whose shared parts are not kept alive here.
    mutating func take(_ index: Int) -> Item {
      let unit = units[index]
      units[index].runs = []
      units[index].shared = []
      return Item(job: .unit(unit), plan: plan)
    }
  }

  private enum Answer {
    case item(Item)
    /// Divide the next zoom, or wait until it is divided, and ask again.
    case divide
    case end
  }

  private struct State {
    /// Those that are not divided yet, the next one last.
    var plans: [ZoomPlan]
    var isDividing = false
    var parts: [Item] = []
    /// The zoom whose units are handed out, up to the unit `next`, and the one after it.
    var current: Zoom?
    var next = 0
    var coming: Zoom?
    var sequence = 0

    mutating func answer() -> Answer {
      if let item = parts.popLast() { return .item(item) }
      while true {
        if coming == nil, !isDividing, !plans.isEmpty { return .divide }
        if next < current?.units.count ?? 0, let item = current?.take(next) {
          next += 1
          return .item(item)
        }
        guard let zoom = coming else { return isDividing ? .divide : .end }
        (current, coming, next) = (zoom, nil, 0)
      }
    }

    mutating func startDividing() -> (plan: ZoomPlan, firstSequence: Int, isLast: Bool)? {
      guard coming == nil, let plan = plans.popLast() else { return nil }
      isDividing = true
      return (plan, sequence, plans.isEmpty)
    }

    mutating func add(_ division: ZoomPartition.Division, of plan: ZoomPlan) {
      parts = division.parts.reversed().map { Item(job: .part($0), plan: plan) }
      coming = Zoom(plan: plan, units: division.units)
      sequence += division.units.count
      isDividing = false
    }
  }

  private let table: FeatureTable
  private let cell: TileID
  private let unitVertices: Int
  private let dirty: DirtyTiles?
  private let threads: Int
  private let state: Mutex<State>
  /// Held by the worker that divides a zoom.
  private let division = Mutex(())

  /// A queue of the units below `cell` of all `plans`, in that order, with about `unitVertices`
  /// each, for `threads` workers, and with the tiles that are `dirty` alone, if that is given.
  init(
    _ table: FeatureTable, plans: [ZoomPlan], below cell: TileID, unitVertices: Int, threads: Int,
    dirty: DirtyTiles?
  ) {
    (self.table, self.cell, self.unitVertices, self.dirty) = (table, cell, unitVertices, dirty)
    self.threads = threads
    state = Mutex(State(plans: plans.reversed()))
  }

  /// Units handed out or waiting, and an estimate for zooms that are not divided yet: each has
  /// about as many as the one before.
  var expectedUnits: Int {
    state.withLock { state in
      let last = (state.coming ?? state.current)?.units.count ?? 0
      return state.sequence + state.plans.count * max(1, last)
    }
  }

  /// The next job, or `nil` after the last.
  func next() -> Item? {
    while true {
      switch state.withLock({ $0.answer() }) {
      case .item(let item): return item
      case .end: return nil
      case .divide: divide()
      }
    }
  }

  private func divide() {
    division.withLock { _ in
      guard let (plan, first, isLast) = state.withLock({ $0.startDividing() }) else { return }
      let division = ZoomPartition.divide(
        table, at: plan, below: cell, unitVertices: unitVertices, firstSequence: first,
        dirty: dirty, endingOn: isLast && threads > 1 ? threads : nil)
      state.withLock { $0.add(division, of: plan) }
    }
  }
}
