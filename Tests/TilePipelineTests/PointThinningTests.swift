import JSONText
import TestSupport
import Testing

@testable import TilePipeline

@Suite("Points dropped from zoom to zoom")
struct PointThinningTests {
  @Test(
    "each zoom has its share of the one below, and only of its points",
    arguments: [1.5, 2, 2.5, 10], 1...3 as ClosedRange<UInt64>)
  func shares(rate: Double, seed: UInt64) async throws {
    let built = try await BuiltTiles([ScatteredMarkers(700, seed: seed).document]) {
      $0.dropRate = rate
    }
    var below = Set(try built.points(zoom: 4).compactMap(\.id))
    #expect(below.count == 700)
    for zoom in (0...3).reversed() {
      let ids = try built.points(zoom: zoom).compactMap(\.id)
      #expect(ids.count == Int((Double(below.count) / rate).rounded(.up)))
      #expect(built.summary.strategies.zooms[zoom]?.thinned == 700 - ids.count)
      #expect(below.isSuperset(of: ids))
      below = Set(ids)
    }
    let report = try built.json("report.json")["strategies"]
    #expect(report?["0"]?["pointsDropped"] == .int(700 - below.count))
    #expect(report?["4"] == nil)
  }

  @Test("what stays of an even grid is even")
  func even() {
    let side = 64
    let places = (0..<side * side).map { i in
      (x: (Double(i % side) + 0.5) / 64, y: (Double(i / side) + 0.5) / 64)
    }
    let kept = PointThinning.kept(
      x: places.map(\.x), y: places.map(\.y), shown: places.map { _ in 0b11 }, zooms: 0...1,
      rate: 4)
    var counts = [Int](repeating: 0, count: 64)
    for (i, mask) in kept.enumerated() where mask & 1 != 0 {
      counts[i / side / 8 * 8 + i % side / 8] += 1
    }
    // Chosen at random, some of the 64 blocks would have 7 and some 25.
    #expect(counts.allSatisfy { 15...17 ~= $0 })
  }

  @Test("a point counts from the deepest zoom in which it is drawn")
  func ranges() {
    let places = (0..<8).map { Double($0) / 10 }
    let kept = PointThinning.kept(
      x: places, y: places, shown: [0b11, 0b11, 0b11, 0b11, 0b111, 0b111, 0b111, 0b111],
      zooms: 0...2, rate: 2)
    #expect(kept.allSatisfy { $0 & 0b100 == 0 || $0 != 0 })
    #expect(kept.count { $0 & 0b100 != 0 } == 4)
    #expect(kept.count { $0 & 0b010 != 0 } == 4)
    #expect(kept.count { $0 & 0b001 != 0 } == 2)
    for mask in kept where mask & 1 != 0 { #expect(mask & 0b10 != 0) }
  }

  @Test("lines and areas stay")
  func others() async throws {
    let line = feature("LineString", "[[0,0],[50,50]]", id: 1)
    let built = try await BuiltTiles([line + "\n" + ScatteredMarkers(9, seed: 1).document]) {
      $0.dropRate = 1000
    }
    #expect(try built.tile(0, 0, 0)?.layer("stroke")?.features.count == 1)
    #expect(try built.points(zoom: 0).count == 1)
  }
}
