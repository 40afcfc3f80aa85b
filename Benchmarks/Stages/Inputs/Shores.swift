import TestSupport

/// Islands with bays at every scale, in microdegrees: rings that do not repeat their first vertex.
///
/// Each starts as a rhombus whose edges are halved again and again, the middle moved sideways by up
/// to a sixth of the edge. Whole numbers only, so that every machine makes the same.
struct Shores {
  var longitudes: [Int] = []
  var latitudes: [Int] = []
  /// End of each ring in `longitudes`.
  var ends: [Int] = []

  /// `count` rings of `4 << halvings` vertices.
  init(count: Int, halvings: Int, seed: UInt64 = 2) {
    var random = SeededGenerator(seed: seed)
    for index in 0..<count {
      let west = 4_000_000 * (index % 8) - 16_000_000
      let south = 4_000_000 * (index / 8 % 8) + 30_000_000
      let size = 1_700_000
      var ring = [
        (west - size, south), (west, south + size), (west + size, south), (west, south - size),
      ]
      for _ in 0..<halvings {
        var finer: [(Int, Int)] = []
        for (i, (x, y)) in ring.enumerated() {
          let (nextX, nextY) = ring[i + 1 == ring.count ? 0 : i + 1]
          let way = Int.random(in: -100...100, using: &random)
          finer.append((x, y))
          finer.append(
            (
              (x + nextX) / 2 - (nextY - y) * way / 600, (y + nextY) / 2 + (nextX - x) * way / 600
            ))
        }
        ring = finer
      }
      longitudes += ring.map(\.0)
      latitudes += ring.map(\.1)
      ends.append(longitudes.count)
    }
  }

  /// The rings as GeoJSON polygons, one feature a line.
  var text: [UInt8] {
    var text = ""
    var start = 0
    for (index, end) in ends.enumerated() {
      text += #"{"type":"Feature","properties":{"name":"island \#(index)"},"geometry":"#
      text += #"{"type":"Polygon","coordinates":[["#
      for i in Array(start..<end) + [start] {
        text += "[" + Degrees.text(longitudes[i]) + "," + Degrees.text(latitudes[i]) + "]"
        text += ","
      }
      text.removeLast()
      text += "]]}}\n"
      start = end
    }
    return Array(text.utf8)
  }

  /// The rings in world coordinates.
  var world: WorldLines { WorldLines(longitudes: longitudes, latitudes: latitudes, ends: ends) }
}
