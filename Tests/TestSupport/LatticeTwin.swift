/// A ring of integer points, not closed, y southward.
public typealias LatticeRing = [SIMD2<Int64>]

/// Plain, slow judgements over polygons on the integer grid, for tests: everything in 128 bits,
/// every edge against every other.
public enum LatticeTwin {
  /// Twice the signed area, sum of x[i]·y[i+1] - x[i+1]·y[i].
  public static func doubledArea(_ ring: LatticeRing) -> Int128 {
    var sum: Int128 = 0
    for (a, b) in edges(of: ring) {
      sum += Int128(a.x) * Int128(b.y) - Int128(b.x) * Int128(a.y)
    }
    return sum
  }

  /// What is wrong with rings as a valid polygon list, or `nil`: simple rings, each exterior
  /// positive and followed by its negative holes, which lie within it; different rings meet in
  /// single points at most.
  public static func fault(in rings: [LatticeRing]) -> String? {
    for (index, ring) in rings.enumerated() {
      if let fault = faultInside(ring) { return "ring \(index): \(fault)" }
      for other in rings[..<index] {
        for e in edges(of: ring) {
          for f in edges(of: other) where crossOrOverlap(e, f) {
            return "ring \(index): \(e) crosses or overlaps \(f)"
          }
        }
      }
    }
    var exterior: LatticeRing?
    for (index, ring) in rings.enumerated() {
      if doubledArea(ring) > 0 {
        exterior = ring
      } else if let exterior {
        for (a, b) in edges(of: ring) {
          for doubled in [a &+ a, a &+ b] where !covers(exterior, doubled: doubled) {
            return "ring \(index): hole leaves its exterior at \(doubled) / 2"
          }
        }
      } else {
        return "ring \(index): hole without exterior"
      }
    }
    return nil
  }

  /// Whether two edges meet that do not follow each other in one ring. Rings of 3 vertices at
  /// least.
  public static func hasContact(_ rings: [LatticeRing]) -> Bool {
    var all: [(ring: Int, place: Int, edge: Edge)] = []
    for (index, ring) in rings.enumerated() {
      for (place, edge) in edges(of: ring).enumerated() { all.append((index, place, edge)) }
    }
    for i in all.indices {
      for j in all.indices where j > i && meet(all[i].edge, all[j].edge) {
        let last = rings[all[i].ring].count - 1
        let apart = all[j].place - all[i].place
        if all[i].ring != all[j].ring || apart != 1 && apart != last { return true }
      }
    }
    return false
  }

  /// Whether an odd number of turns of `ring` lies around the point (x + 1/2, y + 1/2).
  public static func encloses(_ ring: LatticeRing, halfway point: SIMD2<Int64>) -> Bool {
    encloses(ring, doubled: point &+ point &+ SIMD2(1, 1))
  }

  /// The distance from (x + 1/2, y + 1/2) to the nearest edge of all rings.
  public static func distance(from point: SIMD2<Int64>, to rings: [LatticeRing]) -> Double {
    var best = Double.infinity
    let p = SIMD2(Double(point.x) + 0.5, Double(point.y) + 0.5)
    for ring in rings {
      for (a, b) in edges(of: ring) {
        let start = SIMD2(Double(a.x), Double(a.y)) - p
        let run = SIMD2(Double(b.x - a.x), Double(b.y - a.y))
        let length = (run * run).sum()
        let along = length == 0 ? 0 : min(max(-(start * run).sum() / length, 0), 1)
        let nearest = start + run * along
        best = min(best, (nearest * nearest).sum().squareRoot())
      }
    }
    return best
  }

  private typealias Edge = (a: SIMD2<Int64>, b: SIMD2<Int64>)

  private static func edges(of ring: LatticeRing) -> [Edge] {
    ring.indices.map { (ring[$0], ring[($0 + 1) % ring.count]) }
  }

  private static func side(_ a: SIMD2<Int64>, _ b: SIMD2<Int64>, _ c: SIMD2<Int64>) -> Int {
    let left = Int128(b.x - a.x) * Int128(c.y - a.y)
    let right = Int128(b.y - a.y) * Int128(c.x - a.x)
    return left > right ? 1 : left < right ? -1 : 0
  }

  private static func contains(_ e: Edge, _ p: SIMD2<Int64>) -> Bool {
    side(e.a, e.b, p) == 0 && p.x >= min(e.a.x, e.b.x) && p.x <= max(e.a.x, e.b.x)
      && p.y >= min(e.a.y, e.b.y) && p.y <= max(e.a.y, e.b.y)
  }

  private static func crossProperly(_ e: Edge, _ f: Edge) -> Bool {
    side(e.a, e.b, f.a) * side(e.a, e.b, f.b) < 0 && side(f.a, f.b, e.a) * side(f.a, f.b, e.b) < 0
  }

  private static func meet(_ e: Edge, _ f: Edge) -> Bool {
    crossProperly(e, f) || contains(e, f.a) || contains(e, f.b) || contains(f, e.a)
      || contains(f, e.b)
  }

  private static func crossOrOverlap(_ e: Edge, _ f: Edge) -> Bool {
    if crossProperly(e, f) { return true }
    guard side(e.a, e.b, f.a) == 0, side(e.a, e.b, f.b) == 0 else { return false }
    var shared: Set<SIMD2<Int64>> = []
    for p in [f.a, f.b] where contains(e, p) { shared.insert(p) }
    for p in [e.a, e.b] where contains(f, p) { shared.insert(p) }
    return shared.count > 1
  }

  private static func faultInside(_ ring: LatticeRing) -> String? {
    if ring.count < 3 { return "fewer than 3 vertices" }
    if Set(ring).count < ring.count { return "passes a vertex twice" }
    let edges = edges(of: ring)
    for i in edges.indices {
      for j in edges.indices where j > i {
        let areNeighbours = j == i + 1 || i == 0 && j == edges.count - 1
        if areNeighbours ? crossOrOverlap(edges[i], edges[j]) : meet(edges[i], edges[j]) {
          return "\(edges[i]) meets \(edges[j])"
        }
      }
    }
    return doubledArea(ring) == 0 ? "no area" : nil
  }

  private static func covers(_ ring: LatticeRing, doubled point: SIMD2<Int64>) -> Bool {
    edges(of: ring).contains { contains(($0.a &+ $0.a, $0.b &+ $0.b), point) }
      || encloses(ring, doubled: point)
  }

  private static func encloses(_ ring: LatticeRing, doubled point: SIMD2<Int64>) -> Bool {
    var isInside = false
    for (a, b) in edges(of: ring) {
      let (low, high) = a.y < b.y ? (a &+ a, b &+ b) : (b &+ b, a &+ a)
      if low.y <= point.y, point.y < high.y, side(low, high, point) > 0 { isInside.toggle() }
    }
    return isInside
  }
}
