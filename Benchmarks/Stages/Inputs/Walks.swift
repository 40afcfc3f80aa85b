import MapMath
import TestSupport

/// Lines like tracks of walkers and cars about one city, in microdegrees.
///
/// Whole numbers only, so that every machine makes the same.
struct Walks {
  var longitudes: [Int] = []
  var latitudes: [Int] = []
  /// End of each line in `longitudes`.
  var ends: [Int] = []

  /// `count` lines of 2 to twice `length` vertices.
  init(count: Int, length: Int, seed: UInt64 = 1) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<count {
      var longitude = 9_190_000 + Int.random(in: -500_000...500_000, using: &random)
      var latitude = 45_460_000 + Int.random(in: -350_000...350_000, using: &random)
      var (east, north) = (0, 0)
      for _ in 0..<Int.random(in: 2...(2 * length), using: &random) {
        // A heading that turns a little with each step.
        east = max(-160, min(160, east + Int.random(in: -40...40, using: &random)))
        north = max(-110, min(110, north + Int.random(in: -28...28, using: &random)))
        longitude += east
        latitude += north
        longitudes.append(longitude)
        latitudes.append(latitude)
      }
      ends.append(longitudes.count)
    }
  }

  /// The lines as GeoJSON, one feature a line, with an id and three properties.
  var text: [UInt8] {
    var text = ""
    var start = 0
    for (index, end) in ends.enumerated() {
      let mode = ["car", "bike", "foot"][index % 3]
      text += #"{"type":"Feature","properties":{"id":\#(index),"mode":"\#(mode)","#
      text += #""km":\#(end - start).\#(index % 10)},"geometry":{"type":"LineString","#
      text += #""coordinates":["#
      for i in start..<end {
        if i > start { text += "," }
        text += "[" + Degrees.text(longitudes[i]) + "," + Degrees.text(latitudes[i]) + "]"
      }
      text += "]}}\n"
      start = end
    }
    return Array(text.utf8)
  }

  /// The lines in world coordinates.
  var world: WorldLines { WorldLines(longitudes: longitudes, latitudes: latitudes, ends: ends) }
}

/// Microdegrees as JSON numbers.
enum Degrees {
  static func text(_ micro: Int) -> String {
    let digits = String(abs(micro) % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - digits.count)
    return "\(micro < 0 ? "-" : "")\(abs(micro) / 1_000_000).\(zeros)\(digits)"
  }
}

/// Lines or rings in the world's unit square.
struct WorldLines {
  var x: [Double] = []
  var y: [Double] = []
  /// End of each line in `x`.
  var ends: [Int]

  /// Projects microdegrees.
  init(longitudes: [Int], latitudes: [Int], ends: [Int]) {
    x = longitudes.map { Mercator.worldX(longitude: Double($0) / 1e6) }
    y = latitudes.map { Mercator.worldY(latitude: Double($0) / 1e6) }
    self.ends = ends
  }

  /// The ranges of the lines.
  var ranges: [Range<Int>] { zip([0] + ends, ends).map { $0..<$1 } }
}
