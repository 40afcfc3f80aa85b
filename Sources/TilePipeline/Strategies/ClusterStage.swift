import MapStyle
import OverlayModel

/// Makes clusters of the markers of a build: features of their own, at the zooms at which they have
/// the same markers; the markers are drawn at the zooms at which they stand alone.
///
/// It works on flattened chunks, before anything is numbered. So tiles, tiles on demand, shares of
/// the work and incremental builds see clusters as they see all features.
struct ClusterStage {
  let clustering: MarkerClustering
  let zooms: ClosedRange<Int>

  /// Adds the clusters to `chunks`, a chunk for each source layer with some.
  ///
  /// - Returns: What was done at each zoom.
  func run(_ markers: PointLayers, _ chunks: inout [FlattenedChunk]) -> [Int: StrategyCounts.Zoom] {
    let deepest = min(clustering.maxZoom ?? zooms.upperBound - 1, zooms.upperBound)
    guard deepest >= zooms.lowerBound else { return [:] }
    let names = chunks.attributeNames
    let layers = markers.layers.map { layer in
      MarkerClusters(
        x: layer.x, y: layer.y, shown: layer.shown,
        values: clustering.accumulations.map { values(of: $0, in: layer, chunks) },
        zooms: zooms.lowerBound...deepest, distance: clustering.distance)
    }
    markers.keep(layers.map(\.alone), in: &chunks)
    var counts: [Int: StrategyCounts.Zoom] = [:]
    for (layer, clusters) in zip(markers.layers, layers) where !clusters.clusters.isEmpty {
      chunks.append(chunk(of: clusters.clusters, in: layer, names))
      for cluster in clusters.clusters {
        for zoom in cluster.zooms {
          counts[zoom, default: StrategyCounts.Zoom()].clusters += 1
          counts[zoom, default: StrategyCounts.Zoom()].clustered += cluster.count
        }
      }
    }
    return counts
  }

  /// The values of one property of a layer's markers.
  private func values(
    of accumulation: MarkerClustering.Accumulation, in layer: PointLayers.Layer,
    _ chunks: [FlattenedChunk]
  ) -> MarkerValues {
    var values = MarkerValues(accumulation.operation)
    let name = Array(accumulation.name.utf8)
    let keys = chunks.map { $0.keys.find(name.span) }
    for place in layer.places {
      let chunk = Int(place.chunk)
      guard let key = keys[chunk] else {
        values.append(nil)
        continue
      }
      let tags = chunks[chunk].features[Int(place.feature)].tags
      let tag = tags.lazy.map { chunks[chunk].tags[Int($0)] }.first { $0.key == key }
      values.append(tag.flatMap { AttributeValue(pooled: chunks[chunk].values[$0.value]) })
    }
    return values
  }

  private func chunk(
    of clusters: [MarkerClusters.Cluster], in layer: PointLayers.Layer, _ names: AttributeNames
  ) -> FlattenedChunk {
    var chunk = FlattenedChunk()
    chunk.input = layer.input
    chunk.holdsClusters = true
    let ours = [names[.cluster], names[.pointCount], names[.pointCountAbbreviated]].map {
      chunk.number(key: $0)
    }
    let properties = clustering.accumulations.map { chunk.number(key: $0.name) }
    let yes = chunk.number(.bool(true))
    for cluster in clusters {
      let start = Int32(chunk.tags.count)
      let values = [
        yes, chunk.number(.int(Int64(cluster.count))),
        chunk.number(.string(MarkerClustering.abbreviated(cluster.count))),
      ]
      for (key, value) in zip(ours, values) {
        chunk.tags.append(FeatureBatch.Tag(key: key, value: value))
      }
      for (key, value) in zip(properties, cluster.values) {
        guard let result = value.result else { continue }
        chunk.tags.append(FeatureBatch.Tag(key: key, value: chunk.number(result)))
      }
      chunk.appendPoint(cluster.x, cluster.y)
      chunk.rows.append(
        FlattenedChunk.Row(
          role: .marker, isMain: true, shape: .points, exact: false,
          parts: Int32(chunk.parts.count - 1)..<Int32(chunk.parts.count),
          feature: Int32(chunk.features.count), minZoom: UInt8(cluster.zooms.lowerBound),
          maxZoom: UInt8(cluster.zooms.upperBound)))
      chunk.features.append(
        FeatureBatch.Feature(
          kind: .marker, overlay: -1, parts: 0..<0, tags: start..<Int32(chunk.tags.count),
          id: nil, otherID: -1,
          location: SourceLocation(input: layer.input, line: 0, feature: -1)))
    }
    return chunk
  }
}

extension FlattenedChunk {
  fileprivate mutating func number(key: String) -> UInt32 {
    let bytes = Array(key.utf8)
    return keys.intern(bytes.span)
  }

  fileprivate mutating func number(_ value: AttributeValue) -> UInt32 {
    var bytes: [UInt8] = []
    value.pooled(into: &bytes)
    return values.intern(bytes.span)
  }
}

extension [FlattenedChunk] {
  /// Names of our attributes that give way to the user's.
  var attributeNames: AttributeNames {
    AttributeNames(
      avoiding: filter { !$0.holdsClusters }.flatMap { chunk in
        (0..<UInt32(chunk.keys.count)).map { String(decoding: chunk.keys[$0], as: UTF8.self) }
      })
  }
}
