/// Boxes around edges, eight by eight, and around the boxes, up to one; neighbours along a ring lie
/// near each other, so the boxes are small. No coordinate is beyond 32 bits.
struct EdgeBoxes: Sendable {
  private static let fanout = 8

  private struct Box: Sendable {
    var minX = Int32.max, minY = Int32.max, maxX = Int32.min, maxY = Int32.min

    @inline(__always)
    func meets(_ other: Box) -> Bool {
      minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
    mutating func add(_ other: Box) {
      (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
      (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
  }

  /// Boxes of all levels, edges first.
  private var boxes: [Box] = []
  /// Where each level begins.
  private var starts: [Int] = []
  /// Boxes still to be looked at: level and number.
  private var stack: [(level: Int, index: Int)] = []

  /// Replaces all with the boxes of `edges`.
  mutating func fill(_ edges: borrowing RingEdges) {
    boxes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for edge in 0..<edges.count {
      let (a, b) = edges.ends(edge)
      boxes.append(
        Box(
          minX: Int32(clamping: min(a.x, b.x)), minY: Int32(clamping: min(a.y, b.y)),
          maxX: Int32(clamping: max(a.x, b.x)), maxY: Int32(clamping: max(a.y, b.y))))
    }
    var (start, end) = (0, boxes.count)
    while end - start > 1 {
      starts.append(end)
      var i = start
      while i < end {
        var box = Box()
        for j in i..<min(i + Self.fanout, end) { box.add(boxes[j]) }
        boxes.append(box)
        i += Self.fanout
      }
      (start, end) = (end, boxes.count)
    }
  }

  /// Replaces `pairs` with the edges after `edge` whose boxes meet its own.
  mutating func findLater(than edge: Int, into pairs: inout [Int]) {
    pairs.removeAll(keepingCapacity: true)
    search(boxes[edge], from: edge + 1, into: &pairs)
  }

  /// Replaces `hits` with the edges whose boxes meet the ray from (`x`, `y`) eastward.
  mutating func findEast(ofX x: Int, y: Int, into hits: inout [Int]) {
    hits.removeAll(keepingCapacity: true)
    let ray = Box(
      minX: Int32(clamping: x), minY: Int32(clamping: y), maxX: .max, maxY: Int32(clamping: y))
    search(ray, from: 0, into: &hits)
  }

  private mutating func search(_ wanted: Box, from first: Int, into found: inout [Int]) {
    stack.removeAll(keepingCapacity: true)
    let top = starts.count - 1
    stack.append((top, 0))
    while let (level, index) = stack.popLast() {
      guard boxes[starts[level] + index].meets(wanted) else { continue }
      if level == 0 {
        if index >= first { found.append(index) }
        continue
      }
      let below = level - 1
      let count = starts[level] - starts[below]
      let children = index * Self.fanout..<min((index + 1) * Self.fanout, count)
      // The last edge below a child: none may lie before `first`.
      let span = (0..<below).reduce(1) { size, _ in size * Self.fanout }
      for child in children where (child + 1) * span > first { stack.append((below, child)) }
    }
  }
}
