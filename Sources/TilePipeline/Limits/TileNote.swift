import MapMath
import TileEncoding

/// What a build remembers of one tile beside its bytes: that it is over a limit, or that features
/// were put together in it.
struct TileNote: Sendable, Equatable {
  /// Features of one source layer.
  struct Layer: Sendable, Equatable {
    /// Number of the layer.
    var layer: UInt32
    var features: Int
  }

  var tile: TileID
  /// Bytes as stored.
  var bytes: Int
  /// Features of all layers.
  var features: Int
  /// Of a tile over a limit.
  var layers: [Layer]
  /// Features that went into others.
  var merged: Int

  /// Where the tile stands among all.
  var place: UInt64 { tile.hilbertID }

  /// What there is to say of `tile`, which has `content` and takes `bytes`.
  init(
    _ tile: TileID, bytes: Int, _ content: borrowing TileContent, withLayers: Bool, merged: Int
  ) {
    (self.tile, self.bytes, self.merged) = (tile, bytes, merged)
    features = content.ids.count
    var start: UInt32 = 0
    layers = []
    guard withLayers else { return }
    for (layer, end) in zip(content.layerNames, content.layerFeatureEnds) {
      layers.append(Layer(layer: layer, features: Int(end - start)))
      start = end
    }
  }

  /// A note that was written down.
  init(tile: TileID, bytes: Int, features: Int, merged: Int) {
    (self.tile, self.bytes, self.features, self.merged) = (tile, bytes, features, merged)
    layers = []
  }
}
