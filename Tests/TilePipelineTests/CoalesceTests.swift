import JSONText
import TestSupport
import Testing

@testable import TilePipeline

@Suite("Features put together")
struct CoalesceTests {
  /// Shapes of few looks and names, some alike and next to each other.
  static func document(seed: UInt64, count: Int = 120) -> String {
    var random = SeededGenerator(seed: seed)
    return (1...count).map { id in
      let (x, y) = (
        Double.random(in: -170...150, using: &random), Double.random(in: -70...60, using: &random)
      )
      let color = ["red", "lime"][Int.random(in: 0..<2, using: &random)]
      let name = id == 17 ? "only" : ["a", "b"][Int.random(in: 0..<10, using: &random) / 8]
      let properties = #"{"name":"\#(name)"}"#
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return feature("Point", "[\(x),\(y)]", id: id, properties: properties)
      case 1:
        return feature(
          "Polygon", "[[[\(x),\(y)],[\(x + 15),\(y)],[\(x + 9),\(y + 12)],[\(x),\(y)]]]", id: id,
          properties: properties,
          overlay: #"{"fillColor":"\#(color)","strokeColor":"black"}"#)
      case 2:
        return feature(
          "LineString", "[[\(x),\(y)],[\(x + 20),\(y + 5)],[\(x + 22),\(y + 15)]]", id: id,
          properties: properties,
          overlay: #"{"spans":[{"color":"\#(color)"},{"color":"blue"}],"strokeWidth":3}"#)
      default:
        return feature(
          "LineString", "[[\(x),\(y)],[\(x + 20),\(y + 5)]]", id: id, properties: properties,
          overlay: #"{"strokeColor":"\#(color)"}"#)
      }
    }.joined(separator: "\n")
  }

  /// A feature without its id.
  private struct Drawn: Equatable {
    var type: UInt32
    var properties: [String: ReferenceTile.Value]
    var parts: [[ReferenceTile.Vertex]]
  }

  private static func drawn(_ layer: ReferenceTile.Layer) -> [Drawn] {
    layer.features.map { Drawn(type: $0.type, properties: $0.properties, parts: $0.parts) }
  }

  @Test(
    "are those that follow each other with equal looks and attributes",
    arguments: 1...5 as ClosedRange<UInt64>)
  func runs(seed: UInt64) async throws {
    let plain = try await BuiltTiles([Self.document(seed: seed)])
    let built = try await BuiltTiles([Self.document(seed: seed)]) { $0.coalesce = true }
    var merged: [Int: Int] = [:]
    var whole: [Int: Int] = [:]
    for path in try plain.files().keys where path.hasSuffix(".mvt") {
      let numbers = path.dropLast(4).split(separator: "/").compactMap { Int($0) }
      let (z, x, y) = (numbers[0], numbers[1], numbers[2])
      let (before, after) = (try #require(try plain.tile(z, x, y)), try built.tile(z, x, y))
      #expect(after?.layers.map(\.name) == before.layers.map(\.name))
      for layer in before.layers {
        var expected: [Drawn] = []
        for next in Self.drawn(layer) {
          if let last = expected.last, last.type == next.type, last.properties == next.properties {
            if next.type == 1 {
              expected[expected.count - 1].parts[0] += next.parts[0]
            } else {
              expected[expected.count - 1].parts += next.parts
            }
          } else {
            expected.append(next)
          }
        }
        let found = try #require(after?.layer(layer.name))
        #expect(Self.drawn(found) == expected)
        merged[z, default: 0] += layer.features.count - found.features.count
        whole[z, default: 0] += layer.features.count
      }
    }
    for zoom in 0...4 {
      #expect(built.summary.strategies.zooms[zoom]?.merged ?? 0 == merged[zoom])
    }
    #expect(merged[0] ?? 0 > 20, "\(merged) of \(whole)")
  }

  @Test("an overlay that has its like loses its id in all tiles, others keep theirs")
  func ids() async throws {
    let document = [
      feature("LineString", "[[0,0],[100,50]]", id: 1),
      feature("LineString", "[[0,0],[100,40]]", id: 2),
      feature("LineString", "[[0,0],[100,30]]", id: 3, properties: #"{"a":1}"#),
      feature("LineString", "[[-100,0],[-90,-30]]", id: 4),
    ].joined(separator: "\n")
    let built = try await BuiltTiles([document]) { $0.coalesce = true }
    #expect(try built.tile(0, 0, 0)?.layers[0].features.map(\.id) == [nil, 3, nil])
    for path in try built.files().keys where path.hasSuffix(".mvt") {
      let numbers = path.dropLast(4).split(separator: "/").compactMap { Int($0) }
      for feature in try built.tile(numbers[0], numbers[1], numbers[2])?.layers[0].features ?? [] {
        #expect(feature.id == (feature.properties["a"] == nil ? nil : 3))
      }
    }
    // Positions of one overlay are one feature as ever, and keep its id.
    let points = feature("MultiPoint", "[[0,0],[10,10]]", id: 9)
    let alone = try await BuiltTiles([points]) { $0.coalesce = true }
    #expect(try alone.tile(0, 0, 0)?.layers[0].features.map(\.id) == [9])
    #expect(alone.summary.strategies.zooms.isEmpty)
  }

  @Test("no feature gets more vertices than clients draw")
  func vertices() async throws {
    let lines = (0..<30).map { i in
      let positions = (0..<4000).map {
        "[\(Double($0) / 100),\(Double(i) + Double($0 % 2) / 3)]"
      }
      return feature("LineString", "[\(positions.joined(separator: ","))]", id: i + 1)
    }
    let built = try await BuiltTiles([lines.joined(separator: "\n")]) {
      $0.coalesce = true
      ($0.minZoom, $0.maxZoom, $0.simplify, $0.extent) = (2, 2, 0, 8192)
    }
    let features = try #require(try built.tile(2, 2, 1)?.layers[0].features)
    #expect(features.count == 2)
    for feature in features {
      #expect(feature.parts.reduce(0) { $0 + $1.count } <= 65_535)
    }
  }
}
