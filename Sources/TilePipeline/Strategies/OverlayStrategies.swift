/// What a build does, when it is told so, to make tiles smaller: decided for whole zooms before any
/// tile is made, so that the tiles on both sides of a border show the same.
struct OverlayStrategies {
  let options: BuildOptions

  /// Applies them to `chunks`, which stand in input order.
  func apply(to chunks: inout [FlattenedChunk]) -> StrategyCounts {
    var counts = StrategyCounts()
    let zooms = options.minZoom...options.maxZoom
    guard options.cluster != nil || options.dropRate > 1 else { return counts }
    let markers = PointLayers(
      chunks, zooms: zooms, layerNames: options.inputs.map(\.layer),
      layerZooms: options.layerZooms)
    if let clustering = options.cluster {
      counts.zooms = ClusterStage(clustering: clustering, zooms: zooms).run(markers, &chunks)
    } else {
      thin(markers, zooms, &chunks, &counts)
    }
    return counts
  }

  private func thin(
    _ markers: PointLayers, _ zooms: ClosedRange<Int>, _ chunks: inout [FlattenedChunk],
    _ counts: inout StrategyCounts
  ) {
    let kept = markers.layers.map { layer in
      PointThinning.kept(
        x: layer.x, y: layer.y, shown: layer.shown, zooms: zooms, rate: options.dropRate)
    }
    for (layer, kept) in zip(markers.layers, kept) {
      for (before, after) in zip(layer.shown, kept) where before != after {
        for zoom in zooms where (before & ~after) & 1 << UInt32(zoom) != 0 {
          counts.zooms[zoom, default: StrategyCounts.Zoom()].thinned += 1
        }
      }
    }
    markers.keep(kept, in: &chunks)
  }
}
