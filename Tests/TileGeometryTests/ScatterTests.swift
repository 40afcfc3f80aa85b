import MapMath
import TestSupport
import Testing
import TileGeometry

/// Scattered points go into the tiles whose areas they lie in, in the order in which they came.
@Suite("Scattered points")
struct ScatterTests {
  private static let extent: Int64 = 256
  private static let buffer: Int64 = 9

  @Test("lie in the tiles that hold them", arguments: 1...8 as ClosedRange<UInt64>)
  func tiles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zoom = Int.random(in: 0...7, using: &random)
    let world = Self.extent << Int64(zoom)
    var slicer = TileSlicer(extent: Self.extent, buffer: Self.buffer)
    var points: [(x: Int64, y: Int64)] = []
    for owner in 0..<UInt32(300) {
      // Clusters, borders of tiles, places beyond the map.
      let isAtBorder = Bool.random(using: &random)
      let near = Int64.random(in: 0...Int64(1 << zoom), using: &random) * Self.extent
      let x =
        isAtBorder
        ? near + Int64.random(in: -11...11, using: &random)
        : Int64.random(in: -20...world + 20, using: &random)
      let y = Int64.random(in: 0...world, using: &random)
      points.append((x, y))
      slicer.levels[0].appendPoint(x, y, owner: owner)
    }
    #expect(slicer.levels[0].pieces.count == 1)
    var found: [TileID: [UInt32]] = [:]
    let areas = slicer.areas
    slicer.slice(.world, toZoom: zoom) { tile, levels, depth in
      let area = areas.area(of: tile, atZoom: zoom)
      for piece in levels[depth].pieces {
        #expect(piece.kind == .scatter)
        let level = levels[Int(piece.level)]
        for i in Int(piece.start)..<Int(piece.end)
        where level.x[i] < area.maxX && level.y[i] < area.maxY && level.y[i] >= area.minY {
          let owner = level.owners[i + Int(piece.ringStart) - Int(piece.start)]
          #expect(points[Int(owner)] == (level.x[i], level.y[i]))
          found[tile, default: []].append(owner)
        }
      }
    }
    for x in 0..<1 << zoom {
      for y in 0..<1 << zoom {
        let tile = try #require(TileID(z: zoom, x: x, y: y))
        let area = areas.area(of: tile, atZoom: zoom)
        let expected = points.indices.filter {
          points[$0].x >= area.minX && points[$0].x < area.maxX && points[$0].y >= area.minY
            && points[$0].y < area.maxY
        }
        #expect(found[tile, default: []] == expected.map { UInt32($0) })
      }
    }
  }
}
