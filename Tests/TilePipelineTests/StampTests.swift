import Foundation
import JSONText
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Stamps of lines with spans.
@Suite("Stamps in tiles")
struct StampTests {
  private static func arrow() throws -> [UInt8] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = tests.appendingPathComponent("../../testdata/overlays/images/arrow.png")
    return [UInt8](try Data(contentsOf: file))
  }

  /// Tiles of one line with extent 8192: 16 units a pixel.
  private func built(
    _ line: String, _ overlay: String, maxZoom: Int = 0, sprites: Bool = true
  ) async throws -> BuiltTiles {
    try await BuiltTiles(
      [feature("LineString", line, overlay: overlay)], files: ["arrow.png": try Self.arrow()]
    ) {
      ($0.maxZoom, $0.extent, $0.simplify, $0.spriteStamps) = (maxZoom, 8192, 0, sprites)
    }
  }

  private func turn(_ feature: ReferenceTile.Feature) -> Double {
    feature.properties["rot"]?.number ?? 0
  }

  @Test("sprites stand half a stroke from the start and a stroke apart, each span anew")
  func sprites() async throws {
    // 4096 units; the second span starts in the middle. 20 points are 320 units.
    let tiles = try await built(
      "[[-90,0],[90,0]]",
      """
      {"strokeWidth":20,"spans":[{"stamp":{"sprite":"arrow.png"},"segments":0.5},\
      {"color":"red","stamp":{"sprite":"arrow.png"}}]}
      """)
    let tile = try #require(try tiles.tile(0, 0, 0))
    let dots = try #require(tile.layer("dot")?.features)
    #expect(dots.allSatisfy { $0.properties["image"] == .string("arrow.png|20") })
    let x = dots.flatMap(\.parts).flatMap { $0 }.map(\.x)
    let each = (0..<6).map { Int64(160 + 320 * $0) }
    #expect(x == each.map { 2048 + $0 } + each.map { 4096 + $0 })
    // Top towards the start, which lies in the west: a quarter turn to the left.
    #expect(dots.allSatisfy { turn($0) == 270 })
    // The first span's line is clear.
    #expect(tile.layer("stroke")?.features.flatMap(\.parts).map { $0.map(\.x) } == [[4096, 6144]])
    let sprite = try tiles.json("sprite.json")
    #expect(sprite["arrow.png|20"]?["width"] == 20)
  }

  @Test(
    "a sprite's top points back along the line",
    arguments: [("[0,60]", 180.0), ("[60,0]", 270), ("[0,-60]", 0), ("[-60,0]", 90)])
  func turning(end: String, degrees: Double) async throws {
    let tiles = try await built(
      "[[0,0],\(end)]", #"{"strokeWidth":16,"spans":[{"stamp":{"sprite":"arrow.png"}}]}"#)
    let dots = try #require(try tiles.tile(0, 0, 0)?.layer("dot")?.features)
    #expect(dots.allSatisfy { turn($0) == degrees })
  }

  @Test("every tile has the sprites that lie in it, the same as its neighbours")
  func spritesInTiles() async throws {
    let tiles = try await built(
      "[[-100,-50],[20,30],[35,-40],[120,60]]",
      #"{"strokeWidth":12,"spans":[{"stamp":{"sprite":"arrow.png"}}]}"#, maxZoom: 3)
    for zoom in 1...3 {
      var places: [SIMD2<Int64>: Set<Double>] = [:]
      var seen: [SIMD2<Int64>: Int] = [:]
      let buffer = Int64(192)
      for x in 0..<Int64(1 << zoom) {
        for y in 0..<Int64(1 << zoom) {
          guard let dots = try tiles.tile(zoom, Int(x), Int(y))?.layer("dot") else { continue }
          for dot in dots.features {
            for point in dot.parts.joined() {
              let place = SIMD2(point.x + x * 8192, point.y + y * 8192)
              places[place, default: []].insert(turn(dot))
              seen[place, default: 0] += 1
            }
          }
        }
      }
      #expect(places.values.allSatisfy { $0.count == 1 })
      for (place, count) in seen {
        // Tiles whose area with its buffer holds the place.
        func columns(_ v: Int64) -> Int {
          (0..<Int64(1 << zoom)).count { $0 * 8192 - buffer <= v && v < ($0 + 1) * 8192 + buffer }
        }
        #expect(count == columns(place.x) * columns(place.y), "\(place) at zoom \(zoom)")
      }
      #expect(seen.count > 20 << zoom)
    }
  }

  @Test("a texture is one uncut line for each stroke's width, in every tile that it touches")
  func textures() async throws {
    let tiles = try await built(
      "[[-90,10],[0,10],[90,10]]",
      #"{"strokeWidth":30,"spans":[{"color":"red","stamp":{"texture":"arrow.png"}}]}"#,
      maxZoom: 1)
    for zoom in 0...1 {
      var lines: Set<[SIMD2<Int64>]> = []
      for x in 0..<Int64(1 << zoom) {
        let y = Int64((1 << zoom) / 2 - (zoom == 0 ? 0 : 1))
        let layer = try #require(try tiles.tile(zoom, Int(x), Int(y))?.layer("stamp"))
        for stamp in layer.features {
          #expect(stamp.properties["image"] == .string("arrow.png|30|texture"))
          #expect(stamp.properties["width"] == .uint(30))
          for part in stamp.parts {
            lines.insert(part.map { SIMD2($0.x + x * 8192, $0.y + y * 8192) })
          }
        }
      }
      let sorted = lines.sorted { $0[0].x < $1[0].x }
      // 4096 << zoom units in periods of 480; the last is cut by the span's end.
      let count = (4096 << zoom) / 480 + 1
      #expect(sorted.count == count)
      for (a, b) in zip(sorted, sorted.dropFirst()) { #expect(a.last == b.first) }
      for line in sorted.dropLast() {
        #expect(abs((line.last?.x ?? 0) - line[0].x - 480) <= 4)
      }
      #expect(sorted.last?.last?.x == Int64(6144 << zoom))
    }
  }

  @Test("without sprite stamps they become textures on a clear line")
  func fallback() async throws {
    let overlay = #"{"strokeWidth":20,"spans":[{"color":"red","stamp":{"sprite":"arrow.png"}}]}"#
    let tiles = try await built("[[-90,0],[90,0]]", overlay, sprites: false)
    let tile = try #require(try tiles.tile(0, 0, 0))
    #expect(tile.layers.map(\.name) == ["stamp"])
    let images = tile.layer("stamp")?.features.map { $0.properties["image"] }
    #expect(images == [.string("arrow.png|20|texture")])
  }

  @Test("textures too short to be seen lend the line their mean colour")
  func fromAfar() async throws {
    let tiles = try await built(
      "[[-90,0],[90,0]]",
      """
      {"strokeWidth":20,"spans":{"pattern":{"styles":[{"stamp":{"texture":"arrow.png"}}],\
      "lengths":[0.001],"lengthKind":"projected"}}}
      """)
    let tile = try #require(try tiles.tile(0, 0, 0))
    #expect(tile.layer("stamp") == nil)
    let x = tile.layer("stroke")?.features.flatMap(\.parts).joined().map(\.x)
    #expect(x?.min() == 2048 && x?.max() == 6144)
  }

  @Test("an image that cannot be read and a line that is all clear are named in the report")
  func findings() async throws {
    let missing = try await built(
      "[[-90,0],[90,0]]", #"{"spans":[{"color":"red","stamp":{"sprite":"none.png"}}]}"#)
    #expect(missing.summary.findings.map(\.code) == [.imageMissing])
    #expect(try missing.tile(0, 0, 0)?.layers.map(\.name) == ["stroke"])
    let clear = try await built("[[-90,0],[90,0]]", #"{"spans":[{"color":"clear"}]}"#)
    #expect(clear.summary.findings.map(\.code) == [.notDrawn])
  }

  @Test("a line over the pole keeps its spans on both sides")
  func overPole() async throws {
    // Straight over the North Pole: the second span begins on the far side.
    let tiles = try await built(
      "[[-90,70],[90,60]]",
      """
      {"strokeWidth":4,"geodesic":true,"spans":[{"color":"red","segments":0.8},\
      {"color":"lime"}]}
      """)
    let features = try #require(try tiles.tile(0, 0, 0)?.layer("stroke")?.features)
    let red = features.filter { $0.properties["color"] == .string("rgba(255,0,0,1)") }
    let lime = features.filter { $0.properties["color"] == .string("rgba(0,255,0,1)") }
    // 0.8 of 50 degrees from 70 north over the pole: 70 north on the other side.
    func y(_ latitude: Double) -> Double {
      8192 * (0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi))
    }
    let east = red.flatMap(\.parts).filter { $0.allSatisfy { $0.x == 6144 } }
    #expect(red.flatMap(\.parts).contains { $0.allSatisfy { $0.x == 2048 } })
    #expect(abs(Double(east.joined().map(\.y).max() ?? 0) - y(70)) < 25)
    #expect(abs(Double(lime.flatMap(\.parts).joined().map(\.y).max() ?? 0) - y(60)) <= 1)
  }
}
