internal import TileEncoding

/// Valid tiles made at random, to be encoded.
public enum RandomTile {
  /// A tile whose layers, features and parts grow with `size`.
  public static func make(seed: UInt64, size: Int) -> TileContentBuilder {
    var random = SeededGenerator(seed: seed)
    var builder = TileContentBuilder(extent: [256, 4096, 8192].randomElement(using: &random) ?? 1)
    for layer in 0..<Int.random(in: 1...4, using: &random) {
      builder.layer("layer \(layer)")
      for _ in 0..<Int.random(in: 0...size, using: &random) {
        let id = Bool.random(using: &random) ? random.next() >> UInt64.random(in: 0..<64) : nil
        let tags = tags(size: size, &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: builder.feature(.point, id: id, tags: tags, [walk(atLeast: 1, size, &random)])
        case 1:
          let count = Int.random(in: 1...3, using: &random)
          let lines = (0..<count).map { _ in walk(atLeast: 2, size, &random) }
          builder.feature(.line, id: id, tags: tags, lines)
        default:
          let count = Int.random(in: 1...3, using: &random)
          let rings = (0..<count).map { ring(isExterior: $0 == 0, size, &random) }
          builder.feature(.polygon, id: id, tags: tags, rings)
        }
      }
    }
    return builder
  }

  private static func tags(
    size: Int, _ random: inout SeededGenerator
  ) -> [(String, [UInt8])] {
    let keys = (0..<20).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
    return keys.map { key in
      let n = Int.random(in: 0...size, using: &random)
      let value =
        switch n % 3 {
        case 0: TileContentBuilder.int(Int64(n - size / 2) << 9)
        case 1: TileContentBuilder.double(Double(n) / 3)
        default: TileContentBuilder.text(String(repeating: "é", count: n % 200))
        }
      return ("key \(key)", value)
    }
  }

  /// Vertices of which no two in a row are equal; steps of all lengths.
  private static func walk(
    atLeast least: Int, _ size: Int, _ random: inout SeededGenerator
  ) -> [(Int32, Int32)] {
    var x: Int32 = 0, y: Int32 = 0
    return (0..<Int.random(in: least...max(least, size), using: &random)).map { _ in
      let reach = Int32(1) << Int32.random(in: 0...20, using: &random)
      x += Int32.random(in: 1...reach, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      y += Int32.random(in: -reach...reach, using: &random)
      return (x, y)
    }
  }

  private static func ring(
    isExterior: Bool, _ size: Int, _ random: inout SeededGenerator
  ) -> [(Int32, Int32)] {
    while true {
      var ring = walk(atLeast: 3, size, &random)
      let area = ReferenceTile.doubledArea(ring.map { .init(Int64($0.0), Int64($0.1)) })
      guard area != 0, let first = ring.first, let last = ring.last, first != last else { continue }
      if (area > 0) != isExterior { ring.reverse() }
      return ring
    }
  }
}
