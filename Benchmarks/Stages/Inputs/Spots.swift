import TestSupport

/// Points all over the world, in microdegrees.
struct Spots {
  var longitudes: [Int] = []
  var latitudes: [Int] = []

  /// `count` points.
  init(count: Int, seed: UInt64 = 3) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<count {
      longitudes.append(Int.random(in: -180_000_000..<180_000_000, using: &random))
      latitudes.append(Int.random(in: -80_000_000...80_000_000, using: &random))
    }
  }

  /// The points as GeoJSON, one feature a line, with an id and a kind out of eight.
  var text: [UInt8] {
    var text = ""
    for i in longitudes.indices {
      text += #"{"type":"Feature","properties":{"id":\#(i),"kind":"kind \#(i % 8)"},"geometry":"#
      text += #"{"type":"Point","coordinates":["#
      text += Degrees.text(longitudes[i]) + "," + Degrees.text(latitudes[i]) + "]}}\n"
    }
    return Array(text.utf8)
  }
}
