import MapMath

/// Which overlays are left out first: small ones before large ones, and of equal ones, as markers
/// are, such that what stays is spread evenly.
struct OverlaySizes: Sendable {
  /// The longer side of each overlay's bounds, world units; by the build's number.
  private let sizes: [Float]
  /// Places in an order of which every beginning is spread evenly along a curve over the map.
  private let ranks: [UInt32]

  init(_ table: borrowing FeatureTable) {
    var bounds = [WorldBounds](repeating: WorldBounds(), count: table.places.count)
    for part in table.parts {
      bounds[Int(table.rows[Int(part.row)].feature)].grow(part.bounds)
    }
    sizes = bounds.indices.map { feature in
      // Clusters stand for many markers and are never left out.
      table.places[feature].feature < 0
        ? .infinity : bounds[feature].isEmpty ? 0 : Float(bounds[feature].reach)
    }
    var ranks = [UInt32](repeating: 0, count: bounds.count)
    let curve = bounds.enumerated().map { (key: Self.key(of: $1), feature: $0) }
      .sorted { ($0.key, $0.feature) < ($1.key, $1.feature) }
    for (place, entry) in curve.enumerated() {
      ranks[entry.feature] = UInt32(truncatingIfNeeded: place).bitReversed
    }
    self.ranks = ranks
  }

  /// Whether an overlay may be left out.
  func mayGo(_ feature: Int32) -> Bool { sizes[Int(feature)] < .infinity }

  /// Whether `a` is left out before `b`.
  func precedes(_ a: Int32, _ b: Int32) -> Bool {
    let (a, b) = (Int(a), Int(b))
    return (sizes[a], ranks[b]) < (sizes[b], ranks[a])
  }

  /// Place of the middle on a curve over the map.
  private static func key(of bounds: WorldBounds) -> UInt64 {
    guard !bounds.isEmpty else { return 0 }
    let side = Double(1 << TileID.deepestZoom)
    func cell(_ low: Double, _ high: Double) -> Int {
      Int(min(max(0, (low + high) / 2 * side), side - 1))
    }
    return TileID(
      z: TileID.deepestZoom, x: cell(bounds.minX, bounds.maxX), y: cell(bounds.minY, bounds.maxY)
    )?.hilbertID ?? 0
  }
}

extension UInt32 {
  /// The bits in the opposite order.
  fileprivate var bitReversed: UInt32 {
    var bits = byteSwapped
    bits = bits >> 4 & 0x0f0f_0f0f | (bits & 0x0f0f_0f0f) << 4
    bits = bits >> 2 & 0x3333_3333 | (bits & 0x3333_3333) << 2
    return bits >> 1 & 0x5555_5555 | (bits & 0x5555_5555) << 1
  }
}
