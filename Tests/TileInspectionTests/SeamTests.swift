import TestSupport
import Testing

@testable import TileInspection

/// Two tiles side by side, the second east of the first, both with a buffer of 64.
@Suite("Borders between tiles")
struct SeamTests {
  private func side(_ tile: [UInt8], _ side: TileBorders.Side, byID: Bool = false) -> BorderSide? {
    var inspector = TileInspector()
    var collector = BorderCollector(byID: byID)
    var findings = TileFindings()
    _ = inspector.inspect(tile.span, findings: &findings) { layer, _ in collector.add(layer) }
    #expect(findings.isEmpty)
    return collector.finish()[side]
  }

  private func compare(
    _ west: TileBytes, _ east: TileBytes, tolerance: Double = 0, byID: Bool = false
  ) -> [BorderComparison.Difference] {
    BorderComparison(tolerance: tolerance).differences(
      first: side(TileBytes.tile(.layer([west])), .east, byID: byID),
      second: side(TileBytes.tile(.layer([east])), .west, byID: byID))
  }

  @Test("a line that goes on in the same place is no difference")
  func sameLine() {
    let west = TileBytes.line([(3000, 1000), (4000, 1003), (4160, 1200)])
    let east = TileBytes.line([(-96, 1003), (64, 1200), (900, 1300)])
    #expect(compare(west, east).isEmpty)
    // The same the other way round.
    let back = TileBytes.line([(900, 1300), (64, 1200), (-96, 1003)])
    #expect(compare(west, back).isEmpty)
  }

  @Test("a line that is moved or ends is found with its place", arguments: [1, 3, 500])
  func movedLine(offset: Int) throws {
    let west = TileBytes.line([(3000, 1000), (4000, 1000), (4160, 1000), (4161, 1001)])
    let east = TileBytes.line([
      (-97, 1000 + offset), (-96, 1000 + offset), (64, 1000 + offset), (65, 1001 + offset),
    ])
    let found = compare(west, east)
    #expect(found.map(\.position) == [1000, 1000 + Double(offset)])
    #expect(found.map(\.isInFirst) == [true, false])
    #expect(found.allSatisfy { $0.rule == .seamLine })
    #expect(compare(west, east, tolerance: Double(offset)).isEmpty)
    #expect(compare(west, TileBytes.line([(5, 5), (9, 9)])).count == 1)
  }

  @Test("a line along the border is compared by its whole stretch")
  func alongBorder() {
    let west = TileBytes.line([(4000, 900), (4096, 1000), (4096, 1400), (4160, 1500), (4161, 1501)])
    let east = TileBytes.line([(-96, 900), (0, 1000), (0, 1400), (64, 1500), (65, 1501)])
    #expect(compare(west, east).isEmpty)
    let other = TileBytes.line([(-96, 900), (0, 1000), (0, 1300), (64, 1500), (65, 1501)])
    #expect(!compare(west, other).isEmpty)
  }

  @Test("a cut that was rounded at the buffer's edge is allowed its half unit, and no more")
  func roundedCut() {
    // One straight edge from (3000, 1000) to (5192, 1100), cut at 4160 and -64 by each tile.
    let west = TileBytes.line([(3000, 1000), (4160, 1053)])
    let east = TileBytes.line([(-64, 1047), (1096, 1100)])
    #expect(compare(west, east).isEmpty)
    #expect(compare(west, TileBytes.line([(-64, 1051), (1096, 1104)])).count == 2)
  }

  @Test("a line that is the same to the bit is not taken for a rounded neighbour")
  func exactFirst() {
    // Both lines of the first tile are whole; the second cuts the first of them at -64.
    let west = TileBytes.tile(
      .layer([
        .line([(4012, 969), (4123, 1036), (4160, 1036), (4161, 1037)]),
        .line([(4042, 988), (4123, 1036), (4123, 1500)]),
      ]))
    let east = TileBytes.tile(
      .layer([
        .line([(-64, 981), (27, 1036), (64, 1036), (65, 1037)]),
        .line([(-54, 988), (27, 1036), (27, 1500)]),
      ]))
    #expect(
      BorderComparison().differences(first: side(west, .east), second: side(east, .west)).isEmpty)
  }

  @Test("polygons cover the same stretches")
  func polygons() {
    let west = TileBytes.polygon([TileBytes.square(4000, 500, 160)])
    #expect(compare(west, .polygon([TileBytes.square(-96, 500, 160)])).isEmpty)
    let shifted = compare(west, .polygon([TileBytes.square(-96, 503, 160)]))
    #expect(Set(shifted.map(\.position)) == [500, 503, 660, 663])
    #expect(shifted.allSatisfy { $0.rule == .seamPolygon })
    // What covers the place in both tiles does not hide it.
    func withLand(_ lake: TileBytes, from x: Int) -> [UInt8] {
      TileBytes.tile(
        .layer([lake, .polygon([[(x, -64), (x + 200, -64), (x + 200, 4160), (x, 4160)]])]))
    }
    let hidden = BorderComparison().differences(
      first: side(withLand(west, from: 3960), .east),
      second: side(withLand(.polygon([TileBytes.square(-96, 503, 160)]), from: -136), .west))
    #expect(Set(hidden.map(\.position)) == [500, 503, 660, 663])
    // A hole that is filled on the other side.
    let holed = TileBytes.polygon([
      TileBytes.square(3900, 500, 300), BrokenTiles.hole(4000, 600, 120),
    ])
    let filled = TileBytes.polygon([TileBytes.square(-196, 500, 300)])
    #expect(Set(compare(holed, filled).map(\.position)) == [600, 720])
    // Two polygons that meet cover what one covers.
    let halves = TileBytes.polygon([
      [(-96, 500), (64, 500), (64, 580), (-96, 580)],
      [(-96, 580), (64, 580), (64, 660), (-96, 660)],
    ])
    #expect(
      BorderComparison().differences(
        first: side(TileBytes.tile(.layer([west])), .east),
        second: sideUnchecked(TileBytes.tile(.layer([halves])), .west)
      ).isEmpty)
  }

  private func sideUnchecked(_ tile: [UInt8], _ side: TileBorders.Side) -> BorderSide? {
    var inspector = TileInspector()
    var collector = BorderCollector(byID: false)
    var findings = TileFindings()
    _ = inspector.inspect(tile.span, findings: &findings) { layer, _ in collector.add(layer) }
    return collector.finish()[side]
  }

  @Test("a polygon that ends on the border need not be in the other tile")
  func endsOnBorder() {
    let west = TileBytes.polygon([TileBytes.square(3996, 500, 100)])
    let buffered = TileBytes.polygon([[(-64, 500), (0, 500), (0, 600), (-64, 600)]])
    #expect(compare(west, buffered).isEmpty)
  }

  @Test("a needle that rounding may close in the other tile need not be there", arguments: [1, 8])
  func needle(width: Int) {
    // At the border it has a fifth of its width. The other square says that there is a buffer.
    let square = TileBytes.square(4050, 3000, 80)
    let needle = [(3900, 1000), (4150, 1000), (3900, 1000 + width)]
    let west = TileBytes.tile(.layer([.polygon([needle]), .polygon([square])]))
    let other = TileBytes.tile(.layer([.polygon([TileBytes.square(-46, 3000, 80)])]))
    let found = BorderComparison().differences(
      first: side(west, .east), second: side(other, .west))
    #expect(found.isEmpty == (width == 1))
  }

  @Test("tiles without a buffer are compared on their own sides")
  func unbuffered() {
    let west = TileBytes.polygon([TileBytes.square(3996, 500, 100)])
    #expect(compare(west, .polygon([TileBytes.square(0, 500, 100)])).isEmpty)
    #expect(!compare(west, .polygon([TileBytes.square(0, 520, 100)])).isEmpty)
    let line = TileBytes.line([(4000, 100), (4096, 200)])
    #expect(compare(line, .line([(0, 200), (50, 300)])).isEmpty)
    #expect(compare(line, .line([(0, 203), (50, 300)])).count == 2)
  }

  @Test("features of other ids stand in for each other unless told apart")
  func ids() {
    let path = [(4000, 1000), (4160, 1000), (4161, 1001)]
    let west = TileBytes.line(path, id: 1)
    let east = TileBytes.line(path.map { ($0.0 - 4096, $0.1) }, id: 2)
    #expect(compare(west, east).isEmpty)
    #expect(compare(west, east, byID: true).count == 2)
  }

  @Test(
    "the same random lines and areas, cut for two tiles, always agree",
    arguments: 0..<60 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // A zigzag around the border whose vertices are all within both buffers.
    var y = 10
    var path: [(Int, Int)] = []
    while y < 4000 {
      path.append((4096 + Int.random(in: -60...60, using: &random), y))
      y += Int.random(in: 1...90, using: &random)
    }
    let east = path.map { ($0.0 - 4096, $0.1) }
    #expect(compare(.line(path), .line(east)).isEmpty)
    let area = path + [(3900, 4000), (3900, 10)]
    let other = area.map { ($0.0 - 4096, $0.1) }
    #expect(compare(.polygon([area]), .polygon([other])).isEmpty)
    // One vertex is moved: an edge at least crosses elsewhere, unless it crosses nowhere.
    let index = Int.random(in: 1..<east.count - 1, using: &random)
    var moved = east
    moved[index].0 = moved[index].0 > 0 ? -30 : 30
    #expect(!compare(.line(path), .line(moved)).isEmpty)
  }
}
