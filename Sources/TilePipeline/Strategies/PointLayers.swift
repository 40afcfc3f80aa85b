import OverlayModel

/// The markers of a build by source layer, and at which zooms each is drawn.
struct PointLayers {
  /// The markers of one source layer, in drawing order.
  struct Layer {
    /// The first input that has some.
    var input: Int
    /// World coordinates, x 0..<1.
    var x: [Double] = []
    var y: [Double] = []
    /// The zooms at which each is drawn, a bit each.
    var shown: [UInt32] = []
    /// Where each comes from: chunk, and part and feature of it.
    var places: [(chunk: Int32, part: Int32, feature: Int32)] = []
  }

  private(set) var layers: [Layer] = []

  /// The markers of `chunks`, which stand in input order.
  ///
  /// - Parameters:
  ///   - layerNames: Name of the source layer for each input; `nil`: by kind.
  ///   - layerZooms: Zooms of source layers that have their own.
  init(
    _ chunks: [FlattenedChunk], zooms: ClosedRange<Int>, layerNames: [String?],
    layerZooms: [String: ClosedRange<Int>]
  ) {
    var numbers: [[UInt8]: Int] = [:]
    for (number, chunk) in chunks.enumerated() {
      let name = layerNames[chunk.input] ?? LayerRole.marker.defaultName
      let all = Self.mask(zooms.lowerBound, zooms.upperBound)
      let own = layerZooms[name].map { Self.mask($0.lowerBound, $0.upperBound) } ?? all
      var layer = -1
      for row in chunk.rows where row.isMarker {
        if layer < 0 {
          layer = numbers[Array(name.utf8)] ?? layers.count
          if layer == layers.count { layers.append(Layer(input: chunk.input)) }
          numbers[Array(name.utf8)] = layer
        }
        let shown = all & own & chunk.zooms(of: row)
        for part in row.parts {
          let bounds = chunk.parts[Int(part)].bounds
          layers[layer].x.append(bounds.minX)
          layers[layer].y.append(bounds.minY)
          layers[layer].shown.append(shown)
          layers[layer].places.append((Int32(number), part, row.feature))
        }
      }
    }
  }

  /// Draws each marker only at the zooms of `kept`, which has an array for each layer.
  func keep(_ kept: [[UInt32]], in chunks: inout [FlattenedChunk]) {
    var masks = chunks.map { [UInt32](repeating: 0, count: $0.parts.count) }
    for (layer, zooms) in zip(layers, kept) {
      for (place, mask) in zip(layer.places, zooms) {
        masks[Int(place.chunk)][Int(place.part)] = mask
      }
    }
    for i in chunks.indices { chunks[i].drawMarkers(at: masks[i]) }
  }

  /// Bits `low` to `high`, none beyond 0 to 31.
  static func mask(_ low: Int, _ high: Int) -> UInt32 {
    guard low <= high, low < 32, high >= 0 else { return 0 }
    return (UInt32.max << UInt32(max(low, 0))) & (UInt32.max >> UInt32(31 - min(high, 31)))
  }
}

extension FlattenedChunk.Row {
  fileprivate var isMarker: Bool { role == .marker && shape == .points }
}

extension FlattenedChunk {
  /// The zooms that the overlay of a row asks for, a bit each.
  fileprivate func zooms(of row: Row) -> UInt32 {
    let overlay = features[Int(row.feature)].overlay
    guard overlay >= 0 else { return .max }
    let traits = overlays[Int(overlay)].traits
    return PointLayers.mask(traits.minZoom ?? 0, traits.maxZoom ?? 31)
  }

  /// Draws each marker only at some zooms: a bit each, by the number of the marker's part. Markers
  /// of one overlay that are drawn at the same zooms stay together in one row.
  fileprivate mutating func drawMarkers(at masks: [UInt32]) {
    var restricted: [Row] = []
    restricted.reserveCapacity(rows.count)
    for row in rows {
      guard row.isMarker else {
        restricted.append(row)
        continue
      }
      let own = row.parts.map { masks[Int($0)] }
      if own.count == 1 || own.allSatisfy({ $0 == own[0] }) {
        Self.append(row, at: own[0], to: &restricted)
        continue
      }
      var known: [UInt32] = []
      for mask in own where !known.contains(mask) {
        known.append(mask)
        var row = row
        let first = Int32(parts.count)
        for part in row.parts where masks[Int(part)] == mask { parts.append(parts[Int(part)]) }
        row.parts = first..<Int32(parts.count)
        Self.append(row, at: mask, to: &restricted)
      }
    }
    rows = restricted
  }

  /// Appends a row for each run of zooms.
  private static func append(_ row: Row, at zooms: UInt32, to rows: inout [Row]) {
    var rest = zooms
    while rest != 0 {
      let low = rest.trailingZeroBitCount
      let count = (~(rest >> UInt32(low))).trailingZeroBitCount
      var row = row
      (row.minZoom, row.maxZoom) = (UInt8(low), UInt8(low + count - 1))
      rows.append(row)
      rest = low + count < 32 ? rest & UInt32.max << UInt32(low + count) : 0
    }
  }
}
