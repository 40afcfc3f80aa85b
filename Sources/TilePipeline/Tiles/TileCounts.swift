import TileEncoding

/// What a tile holds, counted while it is handed to the encoder piece by piece.
struct TileCounts: Sendable {
  var features = 0
  var vertices = 0
  /// Two for each attribute.
  var tags = 0
  /// Raw types of the first and the last feature.
  var firstType: UInt8?, lastType: UInt8?
  /// The layers in their order.
  var layers: [TileNote.Layer] = []

  /// Counts a piece.
  mutating func add(_ content: borrowing TileContent) {
    features += content.types.count
    vertices += content.x.count
    tags += content.tags.count
    firstType = firstType ?? content.types.first
    lastType = content.types.last ?? lastType
    var start: UInt32 = 0
    for i in content.layerNames.indices {
      let count = Int(content.layerFeatureEnds[i] - start)
      start = content.layerFeatureEnds[i]
      if i == 0 && content.goesOn && !layers.isEmpty {
        layers[layers.count - 1].features += count
      } else {
        layers.append(TileNote.Layer(layer: content.layerNames[i], features: count))
      }
    }
  }

  /// Starts anew and keeps the memory.
  mutating func removeAll() {
    (features, vertices, tags, firstType, lastType) = (0, 0, 0, nil, nil)
    layers.removeAll(keepingCapacity: true)
  }
}
