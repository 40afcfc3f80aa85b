import TestSupport
import Testing
import TileGeometry

@Suite("Shared borders")
struct BorderTests {
  typealias Ring = [SIMD2<Double>]

  /// Marks of all rings by the finder.
  func marks(_ rings: [Ring], vertices: Int? = nil) -> [[BorderFinder.Mark]] {
    var finder = BorderFinder(vertices: vertices ?? rings.reduce(0) { $0 + $1.count })
    var marks = rings.map { [BorderFinder.Mark](repeating: .single, count: $0.count) }
    let columns = rings.map { $0.map(\.x) }
    let rows = rings.map { $0.map(\.y) }
    for i in rings.indices {
      let (x, y) = (columns[i], rows[i])
      finder.note(x: x.span, y: y.span)
    }
    for pass in 0..<finder.passes {
      finder.begin(pass: pass)
      for i in rings.indices {
        let (x, y) = (columns[i], rows[i])
        finder.join(x: x.span, y: y.span)
      }
      for i in rings.indices {
        let (x, y) = (columns[i], rows[i])
        var target = marks[i].mutableSpan
        finder.mark(x: x.span, y: y.span, in: &target, from: 0)
      }
    }
    return marks
  }

  @Test("more vertices than were announced", arguments: 1...12 as ClosedRange<UInt64>)
  func crowded(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Room for 512 vertices: beyond, many have their bits in common, and the table must grow.
    let alone: [Ring] = (0..<seed * 25).map { _ in
      (0..<5).map { _ in
        SIMD2(.random(in: 0..<1, using: &random), .random(in: 0..<1, using: &random))
      }
    }
    let twice: Ring = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3]]
    let found = marks(alone + [twice, twice], vertices: 1)
    #expect(found.dropLast(2).allSatisfy { $0.allSatisfy { $0 == .single } })
    #expect(found.suffix(2).allSatisfy { $0 == [.shared, .shared, .shared] })
  }

  func importance(_ ring: Ring, _ marks: [BorderFinder.Mark]) -> [Float] {
    var measurer = BorderImportance()
    var result = [Float](repeating: -1, count: ring.count)
    let (x, y) = (ring.map(\.x), ring.map(\.y))
    measurer.measureRing(
      x: x.span, y: y.span, marks: marks.span, importance: &result, at: 0)
    return result
  }

  /// The rule in plain words: neighbours of each place, over all rings that pass it.
  func expectedMarks(_ rings: [Ring]) -> [[BorderFinder.Mark]] {
    var passes: [SIMD2<Double>: [Set<SIMD2<Double>>]] = [:]
    for ring in rings {
      for i in ring.indices {
        let neighbours = [ring[(i + ring.count - 1) % ring.count], ring[(i + 1) % ring.count]]
        passes[ring[i], default: []].append(Set(neighbours))
      }
    }
    return rings.map { ring in
      ring.map { place in
        let all = passes[place] ?? []
        return all.count == 1 ? .single : (Set(all).count == 1 ? .shared : .junction)
      }
    }
  }

  @Test("marks on random rings of few places", arguments: 1...40 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rings = (0..<20).map { _ -> Ring in
      var ring: Ring = []
      while ring.count < 8 {
        let place = SIMD2(
          Double(Int.random(in: 0...6, using: &random)) / 7,
          Double(Int.random(in: 0...6, using: &random)) / 7)
        // Without repeated vertices, as rings of the pipeline are.
        if ring.last != place && (ring.count < 7 || ring.first != place) { ring.append(place) }
      }
      return ring
    }
    let isAsExpected = marks(rings) == expectedMarks(rings)
    #expect(isAsExpected)
  }

  @Test("cells of a coverage keep the same vertices", arguments: 1...10 as ClosedRange<UInt64>)
  func coverage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cells = WigglyCoverage(columns: 5, rows: 4, steps: 30, random: &random)
    let rings = cells.rings.map { $0.map { $0 / 8 } }
    let marks = marks(rings)
    let isAsExpected = marks == expectedMarks(rings)
    #expect(isAsExpected)
    var known: [SIMD2<Double>: Float] = [:]
    var seen = 0
    for (ring, marks) in zip(rings, marks) {
      for (place, value) in zip(ring, importance(ring, marks)) {
        #expect(value >= 0)
        if let known = known[place] {
          #expect(known == value)
          seen += 1
        }
        known[place] = value
      }
    }
    // 31 borders inside of 30 vertices, and corners inside and on the sides.
    #expect(seen == 31 * 30 + 3 * 12 + 14)
  }

  @Test("a ring in the hole of another keeps the same vertices")
  func island() {
    var random = SeededGenerator(seed: 3)
    let ring: Ring = (0..<200).map { _ in
      SIMD2(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
    }
    let hole = [ring[0]] + ring.dropFirst().reversed()
    let marks = marks([ring, hole])
    #expect(marks.allSatisfy { $0.allSatisfy { $0 == .shared } })
    let (outer, inner) = (importance(ring, marks[0]), importance(hole, marks[1]))
    #expect(outer == [inner[0]] + inner.dropFirst().reversed())
  }

  @Test("copies of the world are one place")
  func worlds() {
    let ring: Ring = [SIMD2(0.3, 0.1), SIMD2(0.7, 0.2), SIMD2(0.9, 0.4)]
    let east = ring.map { SIMD2($0.x + 1, $0.y) }
    #expect(marks([ring, east]).allSatisfy { $0.allSatisfy { $0 == .shared } })
  }

  @Test("rings without a common vertex need no pass")
  func apart() {
    let rings: [Ring] = (0..<50).map { i in
      let x = Double(i) / 64
      return [SIMD2(x, 0.25), SIMD2(x + 0.01, 0.25), SIMD2(x, 0.3)]
    }
    #expect(marks(rings).allSatisfy { $0.allSatisfy { $0 == .single } })
  }
}
