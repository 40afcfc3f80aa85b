import TestSupport
import Testing

@testable import TileGeometry

/// Edges that are cut and bent keep the sides of vertices on which they were.
@Suite("Side keeper")
struct SideKeeperTests {
  typealias Vertex = SIMD2<Int64>

  /// A place p / q, q > 0, on both axes.
  struct Place {
    var x: Int64, y: Int64, under: Int64

    /// 1 if it lies left of a to b, y up.
    func side(_ a: Vertex, _ b: Vertex) -> Int64 {
      ((b.x - a.x) * (y - a.y * under) - (x - a.x * under) * (b.y - a.y)).signum()
    }
  }

  /// An edge, and what became of it: exact and rounded places along it.
  struct Edge {
    var a: Vertex, b: Vertex
    var places: [Place]
    var chain: [Vertex]

    /// An edge with vertices at some columns and rows.
    init(_ random: inout SeededGenerator) {
      func vertex(_ random: inout SeededGenerator) -> Vertex {
        Vertex(Int64.random(in: 0...60, using: &random), Int64.random(in: 0...12, using: &random))
      }
      a = vertex(&random)
      b = vertex(&random)
      (places, chain) = ([Place(x: a.x, y: a.y, under: 1)], [a])
      let step = b &- a
      var ways: [(over: Int64, under: Int64)] = []
      if step.x != 0, step.y != 0 {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let run = Bool.random(using: &random) ? abs(step.x) : abs(step.y)
          if run > 1 { ways.append((Int64.random(in: 1..<run, using: &random), run)) }
        }
      }
      ways.sort { $0.over * $1.under < $1.over * $0.under }
      for (over, under) in ways {
        // The nearest integers, halves upwards.
        let rounded = Vertex(
          Self.rounded(a.x * under + step.x * over, under),
          Self.rounded(a.y * under + step.y * over, under))
        guard rounded != chain[chain.count - 1], rounded != b else { continue }
        chain.append(rounded)
        // The place in its column, or else in its row.
        let (way, run) = ((rounded.x - a.x) * step.x.signum(), abs(step.x))
        if way >= 0, way <= run, Self.rounded(a.y * run + step.y * way, run) == rounded.y {
          places.append(Place(x: rounded.x * run, y: a.y * run + step.y * way, under: run))
        } else {
          let (way, run) = ((rounded.y - a.y) * step.y.signum(), abs(step.y))
          places.append(Place(x: a.x * run + step.x * way, y: rounded.y * run, under: run))
        }
      }
      places.append(Place(x: b.x, y: b.y, under: 1))
      chain.append(b)
    }

    static func rounded(_ over: Int64, _ under: Int64) -> Int64 {
      Int64((Double(over) / Double(under) + 0.5).rounded(.down))
    }
  }

  @Test("it finds what trying all pairs finds", arguments: 1...3000 as ClosedRange<UInt64>)
  func twin(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let edges = (0..<Int.random(in: 2...12, using: &random)).map { _ in Edge(&random) }
    var keeper = SideKeeper()
    for (number, edge) in edges.enumerated() {
      keeper.append(
        10 * number, edge.a.x, edge.a.y, edge.b.x, edge.b.y,
        chain: edge.chain.map { SideKeeper.Vertex(x: $0.x, y: $0.y) }, isWhole: (true, true))
    }
    keeper.find()
    let expected = Self.detours(edges)
    #expect(Set(keeper.detours.map { [Int64($0.edge), $0.x, $0.y] }) == expected)
    for edge in edges.indices {
      let ways = keeper.detours(of: 10 * edge).map(\.position)
      #expect(ways == ways.sorted())
      #expect(ways.count == keeper.detours.count { $0.edge == 10 * edge })
    }
  }

  /// Tries all edges with all vertices, until there is nothing new.
  static func detours(_ edges: [Edge]) -> Set<[Int64]> {
    var found: Set<[Int64]> = []
    var chains = edges.map(\.chain)
    while true {
      let before = found.count
      for (i, edge) in edges.enumerated() {
        for (from, to) in zip(chains[i], chains[i].dropFirst()) {
          for (j, other) in edges.enumerated() {
            // Where an edge starts, another ends.
            for k in other.chain.indices.dropFirst()
            where other.chain[k] != from && other.chain[k] != to {
              let (vertex, place) = (other.chain[k], other.places[k])
              let isRounded = k < other.chain.count - 1
              if i == j && isRounded { continue }
              guard isRounded || chains[i].count > 2 else { continue }
              guard vertex.x >= min(from.x, to.x), vertex.x <= max(from.x, to.x),
                vertex.y >= min(from.y, to.y), vertex.y <= max(from.y, to.y)
              else { continue }
              let side = place.side(edge.a, edge.b)
              if side != 0 && side != Place(x: vertex.x, y: vertex.y, under: 1).side(from, to) {
                found.insert([Int64(10 * i), vertex.x, vertex.y])
              }
            }
          }
        }
      }
      if found.count == before { return found }
      for (i, edge) in edges.enumerated() {
        let added = found.filter { $0[0] == 10 * i }.map { Vertex($0[1], $0[2]) }
        chains[i] = Array(Set(edge.chain + added))
        let sign = Vertex((edge.b.x - edge.a.x).signum(), (edge.b.y - edge.a.y).signum())
        func way(_ v: Vertex) -> Int64 { (v.x - edge.a.x) * sign.x + (v.y - edge.a.y) * sign.y }
        chains[i].sort { way($0) < way($1) }
      }
    }
  }

  @Test("edges do not cross", arguments: 1...2000 as ClosedRange<UInt64>)
  func noCrossings(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let grid = CutLinesTests.Grid(&random)
    var repairer = RingRepairer()
    var rings = GridRings([CutLinesTests.ring(grid, &random), CutLinesTests.ring(grid, &random)])
    _ = repairer.repairEvenOdd(&rings)
    var clipper = RingClipper()
    var parts = ClippedParts()
    let ends = rings.ringEnds.map { Int32($0) }
    let result = clipper.clip(
      x: rings.x.span, y: rings.y.span, ringEnds: ends.span, first: 0, to: grid.area(0, 0),
      bending: grid.lines, keepingSides: true, into: &parts)
    guard result == .cut else { return }
    var pieces = GridRings()
    (pieces.x, pieces.y, pieces.ringEnds) = (parts.x, parts.y, parts.ends)
    if case .repaired(let causes) = repairer.repairEvenOdd(&pieces) {
      #expect(causes.isDisjoint(with: [.selfCrossing, .ringCrossing]))
    }
  }
}
