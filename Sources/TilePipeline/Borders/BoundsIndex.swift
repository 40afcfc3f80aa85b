/// An R-tree over boxes, packed along the Hilbert curve: finds those that touch a window without
/// looking at all of them.
///
/// Built once in O(*n* log *n*).
///
/// - SeeAlso: Kamel, Faloutsos, "Hilbert R-tree" (1994).
struct BoundsIndex: Sendable {
  /// A node that is still to be looked at.
  struct Node {
    var level: Int
    var place: Int
  }

  /// Children of a node.
  private static let fan = 16

  /// Numbers of the boxes, neighbours side by side.
  private let order: [UInt32]
  /// `levels[0]` bounds each run of ``fan`` boxes, and each level above a run of the level below.
  private let levels: [[WorldBounds]]
  /// The boxes, by number.
  private let bounds: [WorldBounds]

  /// An index of boxes, numbered from 0.
  init(_ bounds: [WorldBounds]) {
    self.bounds = bounds
    let keyed = bounds.enumerated().map { (key: $1.hilbertKey, number: UInt32($0)) }
    order = keyed.sorted { ($0.key, $0.number) < ($1.key, $1.number) }.map(\.number)
    var levels: [[WorldBounds]] = []
    var below = order.map { bounds[Int($0)] }
    repeat {
      below = stride(from: 0, to: below.count, by: Self.fan).map { start in
        var box = WorldBounds()
        for child in below[start..<min(start + Self.fan, below.count)] { box.grow(child) }
        return box
      }
      levels.append(below)
    } while below.count > 1
    self.levels = levels
  }

  /// Calls `found` with the number of each box that `touches`, in no order that matters.
  ///
  /// - Parameters:
  ///   - open: Scratch memory.
  ///   - touches: Whether a box touches the window; if it does, so does each box around it.
  @inline(__always)
  func visit(
    _ open: inout [Node], where touches: (WorldBounds) -> Bool, _ found: (Int) -> Void
  ) {
    open.removeAll(keepingCapacity: true)
    if let top = levels.last, !top.isEmpty {
      open.append(Node(level: levels.count - 1, place: 0))
    }
    while let node = open.popLast() {
      guard touches(levels[node.level][node.place]) else { continue }
      let start = node.place * Self.fan
      if node.level > 0 {
        for child in start..<min(start + Self.fan, levels[node.level - 1].count) {
          open.append(Node(level: node.level - 1, place: child))
        }
      } else {
        for number in order[start..<min(start + Self.fan, order.count)]
        where touches(bounds[Int(number)]) {
          found(Int(number))
        }
      }
    }
  }
}
