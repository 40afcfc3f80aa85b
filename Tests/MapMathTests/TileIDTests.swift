import MapMath
import TestSupport
import Testing

@Suite("Tiles") struct TileIDTests {
  @Test(
    "Hilbert ids of the PMTiles specification",
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479),
    ] as [(Int, Int, Int, UInt64)])
  func specification(z: Int, x: Int, y: Int, id: UInt64) throws {
    let tile = try #require(TileID(z: z, x: x, y: y))
    #expect(tile.hilbertID == id)
    #expect(TileID(hilbertID: id) == tile)
  }

  @Test("ids of the first zooms are a permutation, and neighbours on the curve are neighbours")
  func curve() throws {
    let tiles = try (0..<UInt64(1365)).map { try #require(TileID(hilbertID: $0)) }
    #expect(tiles.map(\.hilbertID) == Array(0..<1365))
    #expect(Set(tiles).count == 1365)
    for (a, b) in zip(tiles, tiles.dropFirst()) where a.z == b.z {
      #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1)
    }
  }

  @Test("round trip at every zoom", arguments: 0...30)
  func roundTrip(z: Int) throws {
    var random = SeededGenerator(seed: UInt64(z))
    for _ in 0..<50 {
      let side = 1 << z
      let tile = try #require(
        TileID(
          z: z, x: Int.random(in: 0..<side, using: &random),
          y: Int.random(in: 0..<side, using: &random)))
      #expect(TileID(hilbertID: tile.hilbertID) == tile)
    }
    let last = try #require(TileID(z: z, x: (1 << z) - 1, y: 0))
    #expect(last.hilbertID == ((1 as UInt64) << UInt64(2 * z + 2) - 1) / 3 - 1)
  }

  @Test("ids beyond zoom 30 name no tile")
  func beyond() {
    #expect(TileID(hilbertID: .max) == nil)
    #expect(TileID(hilbertID: ((1 as UInt64) << 62 - 1) / 3) == nil)
    #expect(TileID(z: 1, x: 2, y: 0) == nil)
  }

  @Test("ranges: bounds, halves, contents")
  func ranges() throws {
    let world = try #require(TileRange.world(z: 2))
    #expect(world.count == 16)
    #expect(TileRange.world(z: 31) == nil && TileRange.world(z: -1) == nil)
    #expect(TileRange(z: 1, x: 0..<0, y: 0..<1) == nil)
    #expect(TileRange(z: 1, x: 0..<3, y: 0..<1) == nil)
    let (west, east) = try #require(world.halves())
    #expect(west.x == 0..<2 && east.x == 2..<4 && west.y == 0..<4)
    let (north, south) = try #require(west.halves())
    #expect(north.y == 0..<2 && south.y == 2..<4 && north.x == 0..<2)
    let tile = try #require(TileID(z: 2, x: 1, y: 2))
    #expect(south.contains(tile) && !north.contains(tile) && !east.contains(tile))
    #expect(TileRange(tile).halves() == nil)
    #expect(TileRange(tile).count == 1)
  }

  @Test("the tiles under a rectangle")
  func rectangles() {
    let range = TileRange(z: 3, minX: 0.2, minY: 0.5, maxX: 0.25, maxY: 2)
    #expect(range == TileRange(z: 3, x: 1..<3, y: 4..<8))
    #expect(
      TileRange(z: 3, minX: 1, minY: 1, maxX: 1, maxY: 1) == TileRange(z: 3, x: 7..<8, y: 7..<8))
    #expect(TileRange(z: 3, minX: -1, minY: -1, maxX: -0.5, maxY: 2) == nil)
    #expect(TileRange(z: 3, minX: .nan, minY: 0, maxX: 1, maxY: 1) == nil)
  }
}
