import Foundation
import TestSupport

/// Markers in heaps and alone, over the whole map, some of them on both sides of the antimeridian.
struct ScatteredMarkers {
  struct Marker {
    var longitude: Double, latitude: Double
    var size: Int
    var kind: String
  }
  let markers: [Marker]

  init(_ count: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let heaps = (0..<8).map { heap in
      (
        x: heap == 0 ? 180 : Double.random(in: -180...180, using: &random),
        y: Double.random(in: -75...75, using: &random)
      )
    }
    markers = (0..<count).map { i in
      let heap = heaps[i % heaps.count]
      let spread = [0.01, 0.5, 8][Int.random(in: 0..<3, using: &random)]
      var x = heap.x + Double.random(in: -spread...spread, using: &random)
      if x >= 180 { x -= 360 }
      if x < -180 { x += 360 }
      return Marker(
        longitude: x, latitude: heap.y + Double.random(in: -spread...spread, using: &random),
        size: Int.random(in: 0...9, using: &random),
        kind: ["a", "b", "c"][Int.random(in: 0..<3, using: &random)])
    }
  }

  /// A record a line; the first has the id 1.
  var document: String {
    markers.enumerated().map { i, marker in
      feature(
        "Point", "[\(marker.longitude),\(marker.latitude)]", id: i + 1,
        properties: #"{"size":\#(marker.size),"kind":"\#(marker.kind)"}"#)
    }.joined(separator: "\n")
  }

  /// World coordinates of the markers, the plain way.
  var places: [(x: Double, y: Double)] {
    markers.map { marker in
      let sine = sin(marker.latitude * .pi / 180)
      return (
        marker.longitude / 360 + 0.5, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
      )
    }
  }
}

extension BuiltTiles {
  /// A point of a tile.
  struct PlacedPoint {
    /// World coordinates.
    var x: Double, y: Double
    var id: UInt64?
    var properties: [String: ReferenceTile.Value]

    /// How many markers it stands for.
    var count: Int { properties["point_count"]?.whole ?? 1 }
  }

  /// The points of a layer in all tiles of a zoom, those in buffers left out.
  func points(_ layer: String = "marker", zoom: Int) throws -> [PlacedPoint] {
    var points: [PlacedPoint] = []
    for path in try files().keys.sorted() where path.hasPrefix("\(zoom)/") {
      let numbers = path.dropLast(4).split(separator: "/").compactMap { Int($0) }
      guard let tile = try tile(zoom, numbers[1], numbers[2]), let found = tile.layer(layer) else {
        continue
      }
      let extent = Int64(found.extent)
      let scale = Double(extent) * Double(1 << zoom)
      for feature in found.features {
        for vertex in feature.parts.joined()
        where 0 <= vertex.x && vertex.x < extent && 0 <= vertex.y && vertex.y < extent {
          points.append(
            PlacedPoint(
              x: Double(Int64(numbers[1]) * extent + vertex.x) / scale,
              y: Double(Int64(numbers[2]) * extent + vertex.y) / scale, id: feature.id,
              properties: feature.properties))
        }
      }
    }
    return points
  }
}

extension ReferenceTile.Value {
  /// The value of a whole number, however it was written.
  var whole: Int? {
    switch self {
    case .int(let value), .sint(let value): Int(value)
    case .uint(let value): Int(value)
    default: nil
    }
  }
}
