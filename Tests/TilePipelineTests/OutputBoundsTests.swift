import Foundation
import JSONText
import TestSupport
import Testing
import TilePipeline

/// Clients ask for the tiles in the stated bounds alone.
@Suite("Stated bounds")
struct OutputBoundsTests {
  @Test(
    "take in every tile that was written",
    arguments: [
      ("LineString", "[[-2,0.01],[2,0.01]]", 40.0), ("LineString", "[[-0.02,-3],[-5,-3]]", 40),
      ("LineString", "[[179.9,10],[170,20]]", 30), ("LineString", "[[-179.9,-10],[-170,-20]]", 30),
      ("LineString", "[[10,85.04],[40,85.04]]", 24),
      ("LineString", "[[10,-85.04],[40,-85.04]]", 24),
      ("LineString", "[[13.4,52.5],[13.41,52.51]]", 1),
      ("LineString", "[[0.001,0.001],[22.49,0.001],[22.49,22]]", 100),
    ])
  func tiles(kind: String, coordinates: String, width: Double) async throws {
    let document = feature(kind, coordinates, overlay: #"{"strokeWidth":\#(width)}"#)
    let built = try await BuiltTiles([document]) { $0.maxZoom = 6 }
    let json = try JSONValue(parsing: Array(try #require(try built.text("tiles.json")).utf8))
    guard case .array(let numbers)? = json["bounds"] else {
      Issue.record("no bounds")
      return
    }
    let bounds = numbers.map { value in
      switch value {
      case .double(let number): number
      case .int(let number): Double(number)
      default: Double.nan
      }
    }
    func y(_ latitude: Double) -> Double {
      0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi)
    }
    let west = (bounds[0] + 180) / 360
    let east = (bounds[2] + 180) / 360
    let (north, south) = (y(bounds[3]), y(bounds[1]))
    var written = 0
    for zoom in 0...6 {
      let count = Double(1 << zoom)
      for column in 0..<(1 << zoom) {
        for row in 0..<(1 << zoom) where try built.tile(zoom, column, row) != nil {
          written += 1
          // As GL JS decides it.
          let isAsked =
            column >= Int((west * count).rounded(.down))
            && column < Int((east * count).rounded(.up))
            && row >= Int((north * count).rounded(.down)) && row < Int((south * count).rounded(.up))
          #expect(isAsked, "\(zoom)/\(column)/\(row) in \(bounds)")
        }
      }
    }
    #expect(written >= 7)
    // Not more than the strokes need.
    let isAtBorder = bounds[0] == -180 && bounds[2] == 180
    #expect(isAtBorder || bounds[2] - bounds[0] < 36)
  }
}
