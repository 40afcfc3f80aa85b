import TileArchive

/// What the union of several sets says of itself.
enum MergedMetadata {
  static func make(
    _ sets: [TileSetDescription], _ options: TileSetMerger.Options, zooms: [Int], gzip: Bool
  ) -> TileSetMetadata {
    var metadata = TileSetMetadata()
    metadata.name = options.name ?? sets.lazy.compactMap(\.name).first ?? metadata.name
    metadata.description = sets.lazy.compactMap(\.summary).first ?? ""
    var credits: [String] = []
    for credit in sets.compactMap(\.attribution) where !credits.contains(credit) {
      credits.append(credit)
    }
    metadata.attribution = credits.isEmpty ? nil : credits.joined(separator: "; ")
    metadata.compressed = gzip
    metadata.tileURL = options.tileURL

    // What is declared, within what was asked for, and never less than what is there.
    let asked = options.selection.zooms
    let declared = sets.flatMap { [$0.minZoom, $0.maxZoom].compactMap { $0 } }
      .map { min(max($0, asked.lowerBound), asked.upperBound) }
    let all = zooms + declared
    (metadata.minZoom, metadata.maxZoom) = (all.min() ?? 0, all.max() ?? 0)
    metadata.bounds = bounds(sets, options)
    let center = sets.lazy.compactMap(\.center).first
    metadata.center =
      center.map { ($0[0], $0[1], Int($0[2])) }
      ?? (
        (metadata.bounds.west + metadata.bounds.east) / 2,
        (metadata.bounds.south + metadata.bounds.north) / 2, metadata.minZoom
      )
    for set in sets {
      for layer in set.layers ?? [] { add(layer, options, to: &metadata) }
    }
    return metadata
  }

  private static func bounds(
    _ sets: [TileSetDescription], _ options: TileSetMerger.Options
  ) -> (west: Double, south: Double, east: Double, north: Double) {
    let world = TileSetMetadata().bounds
    var all = sets.map(\.bounds).map { $0.map { ($0.west, $0.south, $0.east, $0.north) } ?? world }
      .reduce((180.0, 90.0, -180.0, -90.0)) {
        (min($0.0, $1.0), min($0.1, $1.1), max($0.2, $1.2), max($0.3, $1.3))
      }
    if let box = options.selection.box {
      if box.west <= box.east { (all.0, all.2) = (max(all.0, box.west), min(all.2, box.east)) }
      (all.1, all.3) = (max(all.1, box.south), min(all.3, box.north))
    }
    return all.0 <= all.2 && all.1 <= all.3 ? all : world
  }

  /// Adds a layer; an attribute that has another type elsewhere becomes text, as mixed ones are.
  private static func add(
    _ layer: TileSetDescription.Layer, _ options: TileSetMerger.Options,
    to metadata: inout TileSetMetadata
  ) {
    let name = options.layerNames[layer.id] ?? layer.id
    let first = max(layer.minZoom ?? metadata.minZoom, metadata.minZoom)
    let last = min(layer.maxZoom ?? metadata.maxZoom, metadata.maxZoom)
    guard let index = metadata.layers.firstIndex(where: { $0.id == name }) else {
      metadata.layers.append(
        .init(
          id: name, fields: layer.fields.map { ($0.name, $0.type) }, minZoom: first, maxZoom: last))
      return
    }
    metadata.layers[index].minZoom = min(metadata.layers[index].minZoom, first)
    metadata.layers[index].maxZoom = max(metadata.layers[index].maxZoom, last)
    for field in layer.fields {
      guard let known = metadata.layers[index].fields.firstIndex(where: { $0.name == field.name })
      else {
        metadata.layers[index].fields.append((field.name, field.type))
        continue
      }
      if metadata.layers[index].fields[known].type != field.type {
        metadata.layers[index].fields[known].type = "String"
      }
    }
  }
}
