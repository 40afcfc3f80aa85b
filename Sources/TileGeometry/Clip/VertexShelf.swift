/// Vertices by upright strips, from the top down in each.
struct VertexShelf: Sendable {
  private static let strips = 128 as Int64

  private var vertices: [SideKeeper.Vertex] = []
  /// Where each strip starts.
  private var starts: [Int] = []
  private var minX: Int64 = 0
  private var width: Int64 = 1

  mutating func fill(_ list: [SideKeeper.Vertex]) {
    vertices.removeAll(keepingCapacity: true)
    vertices.append(contentsOf: list)
    minX = .max
    var maxX = Int64.min
    for vertex in list {
      minX = min(minX, vertex.x)
      maxX = max(maxX, vertex.x)
    }
    starts.removeAll(keepingCapacity: true)
    guard !vertices.isEmpty else { return }
    width = (maxX - minX) / Self.strips + 1
    let (low, width) = (minX, width)
    vertices.sort {
      (($0.x - low) / width, $0.y, $0.x) < (($1.x - low) / width, $1.y, $1.x)
    }
    for (i, vertex) in vertices.enumerated() {
      while Int64(starts.count) <= (vertex.x - minX) / width { starts.append(i) }
    }
    starts.append(vertices.count)
  }

  /// Calls `body` with the vertices within a unit of the stretch from a to b and in its bounds.
  func forEachVertex(
    beside a: (x: Int64, y: Int64), _ b: (x: Int64, y: Int64),
    _ body: (SideKeeper.Vertex) -> Void
  ) {
    guard !vertices.isEmpty else { return }
    let (low, high) = a.x <= b.x ? (a, b) : (b, a)
    let (top, bottom) = (min(a.y, b.y), max(a.y, b.y))
    let last = Int64(starts.count) - 2
    let from = max((low.x - minX) / width, 0)
    let to = min((high.x - minX) / width, last)
    guard high.x >= minX, from <= to else { return }
    let slope = high.x == low.x ? 0 : Double(high.y - low.y) / Double(high.x - low.x)
    func height(_ x: Int64) -> Double {
      Double(low.y) + slope * Double(min(max(x, low.x), high.x) - low.x)
    }
    for strip in from...to {
      var (first, final) = (top, bottom)
      if high.x > low.x {
        // A unit sideways, too, which is much for a steep one.
        let west = height(minX + strip * width - 1)
        let east = height(minX + (strip + 1) * width)
        first = max(top, Int64(min(west, east)) - 2)
        final = min(bottom, Int64(max(west, east)) + 2)
      }
      var i = place(of: first, from: starts[Int(strip)], to: starts[Int(strip) + 1])
      while i < starts[Int(strip) + 1], vertices[i].y <= final {
        if vertices[i].x >= low.x && vertices[i].x <= high.x { body(vertices[i]) }
        i += 1
      }
    }
  }

  /// The first vertex of a strip that does not lie above `y`.
  private func place(of y: Int64, from start: Int, to end: Int) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = (low + high) / 2
      if vertices[middle].y < y { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
