import TestSupport
import Testing
import TileGeometry

/// Distances to the boundary of polygons.
@Suite("Reach of a boundary")
struct BoundaryReachTests {
  @Test("agrees with all edges, one after the other", arguments: 1...20 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let origin = SIMD2<Int64>(Int64.random(in: -9_000...9_000, using: &random), 1 << 33)
    var rings: [[SIMD2<Int64>]] = []
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let place = origin &+ SIMD2(.random(in: 0...900, using: &random), 0)
      rings.append(
        (0..<Int.random(in: 3...40, using: &random)).map { _ in
          place &+ SIMD2(.random(in: 0...90, using: &random), .random(in: 0...90, using: &random))
        })
    }
    var grid = GridRings()
    for ring in rings {
      grid.x += ring.map(\.x)
      grid.y += ring.map(\.y)
      grid.ringEnds.append(grid.x.count)
    }
    var boundary = BoundaryReach(of: grid)
    var near = 0
    // Questions as they come along a ring, and from anywhere.
    let along = rings.flatMap { $0 }.map { (Double($0.x) + 1.5, Double($0.y)) }
    let anywhere = (0..<500).map { _ in
      (
        Double(origin.x) + .random(in: -20...1_010, using: &random),
        Double(origin.y) + .random(in: -20...110, using: &random)
      )
    }
    for (x, y) in along + anywhere {
      let distance =
        rings.flatMap { ring in
          ring.indices.map { i in
            let (a, b) = (ring[i], ring[(i + 1) % ring.count])
            return PlainGeometry.distance(
              x, y, (Double(a.x), Double(a.y)), (Double(b.x), Double(b.y)))
          }
        }.min() ?? .infinity
      let reach = Double.random(in: 0.5...12, using: &random)
      guard abs(distance - reach) > 1e-6 else { continue }
      #expect(boundary.isNear(x: x, y: y, reach: reach) == (distance < reach))
      near += distance < reach ? 1 : 0
    }
    #expect(near > 20)
  }
}
