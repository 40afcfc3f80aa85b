/// The edges that a moving line cuts, in order, as a list of short runs: a line that cuts a hundred
/// thousand of them moves a thousand places when one comes or goes.
///
/// Places are counted over all runs, from 0. A list that was warm allocates nothing while it holds
/// no more than one run does, and one that was never used takes no memory.
struct SweepLine: Sendable {
  private static let longestRun = 1024

  private var runs: [[Int32]] = []
  /// Where each run starts; none is empty but a first and only one.
  private var starts: [Int] = []
  private(set) var count = 0

  mutating func removeAll() {
    if runs.isEmpty {
      runs.append([])
      runs[0].reserveCapacity(Self.longestRun)
      starts.append(0)
    }
    runs.removeSubrange(1...)
    runs[0].removeAll(keepingCapacity: true)
    starts.removeSubrange(1...)
    count = 0
  }

  subscript(place: Int) -> Int32 {
    get {
      let run = run(of: place)
      return runs[run][place - starts[run]]
    }
    set {
      let run = run(of: place)
      runs[run][place - starts[run]] = newValue
    }
  }

  /// The first place whose edge is not `before`, which holds for all edges up to some place.
  @inline(__always)
  func firstPlace(behind before: (Int) -> Bool) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if before(Int(runs[middle][runs[middle].count - 1])) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let run = low
    (low, high) = (0, runs[run].count)
    while low < high {
      let middle = (low + high) / 2
      if before(Int(runs[run][middle])) { low = middle + 1 } else { high = middle }
    }
    return starts[run] + low
  }

  mutating func insert(_ edge: Int32, at place: Int) {
    let run = run(of: place)
    runs[run].insert(edge, at: place - starts[run])
    update(run, by: 1)
  }

  mutating func insert(contentsOf edges: [Int32], at place: Int) {
    guard !edges.isEmpty else { return }
    let run = run(of: place)
    runs[run].insert(contentsOf: edges, at: place - starts[run])
    update(run, by: edges.count)
  }

  mutating func remove(at place: Int) {
    removeSubrange(place..<place + 1)
  }

  mutating func removeSubrange(_ range: Range<Int>) {
    var end = range.upperBound
    while end > range.lowerBound {
      let run = run(of: end - 1)
      let start = max(range.lowerBound, starts[run])
      runs[run].removeSubrange(start - starts[run]..<end - starts[run])
      update(run, by: start - end)
      end = start
    }
  }

  /// The run of a place, or the last one for the place behind all.
  private func run(of place: Int) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Counts anew after a run has grown, and divides or drops it.
  private mutating func update(_ run: Int, by change: Int) {
    count += change
    if runs[run].isEmpty, runs.count > 1 {
      runs.remove(at: run)
      starts.remove(at: run)
      for next in run..<runs.count { starts[next] += change }
      return
    }
    for next in run + 1..<max(run + 1, runs.count) { starts[next] += change }
    guard runs[run].count > Self.longestRun else { return }
    let whole = runs[run]
    let half = Self.longestRun / 2
    let pieces = stride(from: 0, to: whole.count, by: half).map {
      Array(whole[$0..<min($0 + half, whole.count)])
    }
    let start = starts[run]
    runs.replaceSubrange(run...run, with: pieces)
    starts.replaceSubrange(run...run, with: pieces.indices.map { start + $0 * half })
  }
}
