import Foundation
import TestSupport

/// An overlay of a test document.
struct OverlaySketch {
  var id: Int
  var color = "blue"
  var name = "a"
  private var shape: String
  private var extra: String

  /// A zigzag at a place.
  init(id: Int, at place: (x: Double, y: Double)) {
    self.id = id
    let positions = (0..<6).map { "[\(place.x + Double($0)),\(place.y + Double($0 % 2))]" }
    shape = #""LineString","coordinates":[\#(positions.joined(separator: ","))]"#
    extra = ""
  }

  /// Any shape anywhere.
  init(id: Int, _ random: inout SeededGenerator) {
    self.id = id
    let size = pow(10, Double.random(in: -2...1.5, using: &random))
    let x = Double.random(in: -180...180, using: &random)
    let y = Double.random(in: -80...80, using: &random)
    func position() -> String {
      let latitude = y + Double.random(in: -size...size, using: &random)
      return
        "[\(x + Double.random(in: -size...size, using: &random)),\(min(85, max(-85, latitude)))]"
    }
    let count = Int.random(in: 3...12, using: &random)
    let positions = (0..<count).map { _ in position() }
    extra = ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      shape = #""Point","coordinates":\#(positions[0])"#
    case 1:
      shape = #""Point","coordinates":\#(positions[0])"#
      extra = #","radius":\#(Double.random(in: 100...3e6, using: &random)),"fillColor":"red""#
    case 2:
      shape =
        #""Polygon","coordinates":[[\#((positions + [positions[0]]).joined(separator: ","))]]"#
    case 3:
      shape = #""LineString","coordinates":[\#(positions.joined(separator: ","))]"#
      extra =
        #","strokeWidth":6,"spans":[{"color":"lime","segments":1.3},{"gradient":["red","white"]}]"#
    case 4:
      shape = #""MultiPoint","coordinates":[\#(positions.joined(separator: ","))]"#
    default:
      shape = #""LineString","coordinates":[\#(positions.joined(separator: ","))]"#
    }
  }

  var text: String {
    """
    {"type":"Feature","id":\(id),"properties":{"name":"\(name)"},\
    "overlay":{"strokeColor":"\(color)"\(extra)},"geometry":{"type":\(shape)}}
    """
  }
}
