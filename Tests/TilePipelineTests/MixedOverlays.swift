import Foundation
import TestSupport

/// Documents with overlays of all kinds, for tests that compare two ways to make the same tiles.
enum MixedOverlays {
  /// Polygons that have borders in common, and needles that the grid swallows.
  static func polygons(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let corners = (0..<7).map { row in
      (0..<7).map { column in
        let x = Double(column) * 9 + Double.random(in: -3...3, using: &random)
        return "[\(x),\(Double(row) * 6 + Double.random(in: -2...2, using: &random))]"
      }
    }
    let needles = (36..<48).map { number in
      let (x, y) = (Double(number * 3 - 190), Double.random(in: -60 ... -20, using: &random))
      return feature(
        "Polygon", "[[[\(x),\(y)],[\(x + 40),\(y + 9)],[\(x + 40),\(y + 9.004)],[\(x),\(y)]]]",
        id: number)
    }
    let features = (0..<36).map { number in
      let (row, column) = (number / 6, number % 6)
      let ring = [
        corners[row][column], corners[row][column + 1], corners[row + 1][column + 1],
        corners[row + 1][column], corners[row][column],
      ]
      return feature("Polygon", "[[\(ring.joined(separator: ","))]]", id: number)
    }
    let all = (features + needles).joined(separator: ",")
    return #"{"type":"FeatureCollection","features":[\#(all)]}"#
  }

  /// Spans of all kinds.
  private static let spans = [
    #"[{"color":"red","segments":0.7},{"gradient":["red","yellow"],"segments":3},{"color":"lime"}]"#,
    #"{"pattern":{"styles":[{"color":"red"},{"color":"blue"}],"lengths":[900000,400000]}}"#,
    #"{"pattern":{"styles":[{"color":"red"},{"color":"clear"}],"lengths":[60000]}}"#,
    #"[{"color":"gray","stamp":{"texture":"arrow.png"}},{"stamp":{"sprite":"arrow.png"}}]"#,
  ]

  static func arrow() throws -> [UInt8] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = tests.appendingPathComponent("../../testdata/overlays/images/arrow.png")
    return [UInt8](try Data(contentsOf: file))
  }

  /// Overlays of all kinds and sizes: some lie in many units, some cover whole tiles, some cross
  /// the antimeridian or a pole.
  static func document(seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    let features = (1...60).map { id in
      let center = (
        x: Double.random(in: -180...180, using: &random),
        y: Double.random(in: -84...84, using: &random)
      )
      let size = pow(10, Double.random(in: -2...1.7, using: &random))
      func around(_ count: Int) -> [String] {
        (0..<count).map { _ in
          let x = center.x + Double.random(in: -size...size, using: &random)
          let y = center.y + Double.random(in: -size...size, using: &random)
          return "[\(x),\(min(84.9, max(-84.9, y)))]"
        }
      }
      switch id % 5 {
      case 0:
        return feature("MultiPoint", "[\(around(20).joined(separator: ","))]", id: id)
      case 1:
        let radius = Double.random(in: 1e3...4e6, using: &random)
        return feature(
          "Point", "[\(center.x),\(center.y)]", id: id,
          overlay: #"{"radius":\#(radius),"fillColor":"red"}"#)
      case 2:
        var ring = around(Int.random(in: 3...12, using: &random))
        ring.append(ring[0])
        return feature(
          "Polygon", "[[\(ring.joined(separator: ","))]]", id: id,
          overlay: #"{"strokeColor":"black","strokeWidth":3}"#)
      case 3:
        let count = Int.random(in: 2...40, using: &random)
        let width = Int.random(in: 2...20, using: &random)
        return feature(
          "LineString", "[\(around(count).joined(separator: ","))]", id: id,
          overlay: #"{"strokeWidth":\#(width),"spans":\#(Self.spans[id / 5 % Self.spans.count])}"#)
      default:
        let count = Int.random(in: 2...80, using: &random)
        return feature("LineString", "[\(around(count).joined(separator: ","))]", id: id)
      }
    }
    return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }
}
