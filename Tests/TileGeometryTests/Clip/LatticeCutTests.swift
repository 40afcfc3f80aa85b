import TestSupport
import Testing

@testable import TileGeometry

/// Cuts on the grid.
@Suite("Lattice cut")
struct LatticeCutTests {
  @Test(
    "lies near the ideal place and hardly off the edge", arguments: 1...300 as ClosedRange<UInt64>)
  func near(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let a = (
      Int64.random(in: -9_000...9_000, using: &random),
      Int64.random(in: -9_000...9_000, using: &random)
    )
    let b = (
      Int64.random(in: -9_000...9_000, using: &random),
      Int64.random(in: -9_000...9_000, using: &random)
    )
    let t = Double.random(in: 0.1...0.9, using: &random)
    let cut = try #require(latticeCut(ax: a.0, ay: a.1, bx: b.0, by: b.1, at: t))
    let ideal = (Double(a.0) + t * Double(b.0 - a.0), Double(a.1) + t * Double(b.1 - a.1))
    let (ex, ey) = (Double(cut.x) - ideal.0, Double(cut.y) - ideal.1)
    #expect((ex * ex + ey * ey).squareRoot() <= 25)
    let off = PlainGeometry.distance(
      Double(cut.x), Double(cut.y), (Double(a.0), Double(a.1)), (Double(b.0), Double(b.1)))
    #expect(off <= 0.5)
    #expect(cut.x != a.0 || cut.y != a.1)
    #expect(cut.x != b.0 || cut.y != b.1)
  }

  @Test("an edge of one unit has no room; a diagonal is cut exactly on itself")
  func special() throws {
    #expect(latticeCut(ax: 0, ay: 0, bx: 1, by: 0, at: 0.5) == nil)
    #expect(latticeCut(ax: 3, ay: 3, bx: 3, by: 3, at: 0.5) == nil)
    let cut = try #require(latticeCut(ax: 0, ay: 0, bx: 100, by: 100, at: 0.5))
    #expect(cut == (50, 50))
  }
}
