import MapMath
import Synchronization

/// Hands out the work units of a build, zoom by zoom, to workers.
///
/// A zoom is divided when the first worker asks for a unit of it, while the others still work on
/// the zoom before.
final class UnitQueue: Sendable {
  /// A unit, and what its zoom's tiles share.
  struct Item: Sendable {
    var unit: WorkUnit
    var plan: ZoomPlan
  }

  private struct State {
    var plans: [ZoomPlan]
    var units: [WorkUnit] = []
    var next = 0
    var plan: ZoomPlan?
    var sequence = 0
  }

  private let table: FeatureTable
  private let cell: TileID
  private let unitVertices: Int
  private let dirty: DirtyTiles?
  private let state: Mutex<State>

  /// A queue of the units below `cell` of all `plans`, in that order, with about `unitVertices`
  /// each, and with the tiles that are `dirty` alone, if that is given.
  init(
    _ table: FeatureTable, plans: [ZoomPlan], below cell: TileID, unitVertices: Int,
    dirty: DirtyTiles?
  ) {
    (self.table, self.cell, self.unitVertices, self.dirty) = (table, cell, unitVertices, dirty)
    state = Mutex(State(plans: plans.reversed()))
  }

  /// Units handed out or waiting, and an estimate for zooms that are not divided yet: each has
  /// about as many as the one before.
  var expectedUnits: Int {
    state.withLock { $0.sequence + $0.plans.count * max(1, $0.units.count) }
  }

  /// The next unit, or `nil` after the last.
  func next() -> Item? {
    state.withLock { state in
      while state.next == state.units.count {
        guard let plan = state.plans.popLast() else { return nil }
        state.units = ZoomPartition.units(
          of: table, at: plan, below: cell, unitVertices: unitVertices,
          firstSequence: state.sequence, dirty: dirty)
        state.sequence += state.units.count
        state.next = 0
        state.plan = plan
      }
      guard let plan = state.plan else { return nil }
      let unit = state.units[state.next]
      // Handed out, the unit must not keep its shared parts alive here.
      state.units[state.next].runs = []
      state.units[state.next].shared = []
      state.next += 1
      return Item(unit: unit, plan: plan)
    }
  }
}
