import MapMath
import TilePipeline

/// What is said of tiles over the limits.
struct LimitText {
  /// Most tiles named one by one; the report lists more.
  private static let mostNamed = 5

  let overfull: OverfullTiles

  /// A line for each of the worst tiles, and one for all others.
  var lines: [String] {
    var lines = overfull.list.prefix(Self.mostNamed).map(line)
    let rest = overfull.count - lines.count
    if rest > 0 {
      lines.append(
        "and \(Quantity.count(rest)) more \(rest == 1 ? "tile" : "tiles") over the limits")
    }
    return lines
  }

  /// `tile 5/3/2: 612.3 kB, 112.3 kB over the limit; 12,000 features: marker 11,000, stroke 1,000`.
  private func line(_ entry: OverfullTiles.Entry) -> String {
    func over(_ value: Int, _ limit: Int?, _ text: (Int) -> String) -> String {
      guard let limit, value > limit else { return "" }
      return " (\(text(value - limit)) over the limit)"
    }
    let limits = overfull.limits
    let layers = entry.layers.map { "\($0.name) \(Quantity.count($0.features))" }
    return "tile \(entry.tile.z)/\(entry.tile.x)/\(entry.tile.y): "
      + Quantity.bytes(entry.bytes) + over(entry.bytes, limits.bytes, Quantity.bytes)
      + ", \(Quantity.count(entry.features)) features"
      + over(entry.features, limits.features, Quantity.count)
      + ": " + layers.joined(separator: ", ")
  }
}
