import MapMath

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

  /// What there is to say of `tile`, which holds what `counts` says and takes `bytes`.
  init(_ tile: TileID, bytes: Int, _ counts: TileCounts, withLayers: Bool, merged: Int) {
    (self.tile, self.bytes, self.merged) = (tile, bytes, merged)
    features = counts.features
    layers = withLayers ? counts.layers : []
  }

  /// A note that was written down.
  init(tile: TileID, bytes: Int, features: Int, merged: Int) {
    (self.tile, self.bytes, self.features, self.merged) = (tile, bytes, features, merged)
    layers = []
  }
}
