internal import JSONText
internal import MapMath
internal import TileArchive

/// Compares what a container says with the tiles that were found in it.
struct ContainerChecker {
  let reader: any TileSetReader
  let survey: LayerSurvey
  let extents: TileExtents
  /// Whether all tiles were looked at.
  let isWhole: Bool

  func check(_ tally: inout FindingTally) throws(TileSetError) {
    checkCompression(&tally)
    checkZooms(&tally)
    checkBounds(&tally)
    checkLayers(&tally)
    if let folder = reader as? DirectoryTileSet {
      try FolderChecker(set: folder).check(&tally)
    }
    DocumentChecker(description: reader.description, container: reader.container).check(&tally)
    if let folder = reader as? DirectoryTileSet {
      StyleChecker(folder: folder, description: reader.description).check(&tally)
    }
  }

  private func checkCompression(_ tally: inout FindingTally) {
    if let gzip = extents.gzipTile, let plain = extents.plainTile {
      tally.add(
        .compressionMixed, tile: plain, "is plain, and \(gzip.z)/\(gzip.x)/\(gzip.y) is gzip")
    }
    switch reader.description.compression {
    case .gzip?:
      if let tile = extents.plainTile { tally.add(.compressionUndeclared, tile: tile, "no gzip") }
    case Optional.some(TileCompression.none):
      if let tile = extents.gzipTile { tally.add(.compressionUndeclared, tile: tile, "gzip") }
    case .other?, nil: break
    }
  }

  private func checkZooms(_ tally: inout FindingTally) {
    guard isWhole, let first = extents.zooms.keys.min(), let last = extents.zooms.keys.max() else {
      return
    }
    let said = (reader.description.minZoom, reader.description.maxZoom)
    if let (least, most) = said.0.flatMap({ a in said.1.map { (a, $0) } }) {
      let words = "tiles in \(first) to \(last), declared \(least) to \(most)"
      if first < least || last > most {
        tally.add(.zoomUndeclared, words)
      } else if (first, last) != (least, most) {
        tally.add(.zoomUnused, words)
      }
    }
    for zoom in first...last where extents.zooms[zoom] == nil {
      tally.add(.zoomGap, "zoom \(zoom)")
    }
  }

  /// A quarter of a tile is left to buffers.
  private func checkBounds(_ tally: inout FindingTally) {
    guard let box = reader.description.bounds, box.west <= box.east, box.south <= box.north else {
      return
    }
    let (west, east) = (
      Mercator.worldX(longitude: box.west), Mercator.worldX(longitude: box.east)
    )
    let (top, bottom) = (
      max(0, Mercator.worldY(latitude: box.north)), min(1, Mercator.worldY(latitude: box.south))
    )
    for (zoom, found) in extents.zooms.sorted(by: { $0.key < $1.key }) {
      let side = Double(1 << zoom)
      let slack = 0.25
      // The world repeats, and buffers reach across its edge.
      let isWide = east - west >= 1 - 1 / side
      let isInside =
        (isWide
          || (Double(found.minX + 1) + slack >= west * side
            && Double(found.maxX) - slack <= east * side))
        && Double(found.minY + 1) + slack >= top * side
        && Double(found.maxY) - slack <= bottom * side
      if !isInside {
        tally.add(
          .boundsExceeded,
          "zoom \(zoom) has columns \(found.minX)-\(found.maxX), rows \(found.minY)-\(found.maxY)")
      }
    }
  }

  private func checkLayers(_ tally: inout FindingTally) {
    guard let declared = reader.description.layers else { return }
    for (name, seen) in survey.layers.sorted(by: { $0.key < $1.key }) {
      guard let layer = declared.first(where: { $0.id == name }) else {
        tally.add(.layerUndeclared, "\"\(name)\"")
        continue
      }
      let first = seen.zooms.trailingZeroBitCount
      let last = 31 - seen.zooms.leadingZeroBitCount
      if first < layer.minZoom ?? 0 || last > layer.maxZoom ?? 30 {
        tally.add(
          .layerZooms,
          "\"\(name)\" is in \(first) to \(last), declared"
            + " \(layer.minZoom ?? 0) to \(layer.maxZoom ?? 30)")
      }
      checkFields(name, seen, layer, &tally)
    }
    guard isWhole else { return }
    for layer in declared where survey.layers[layer.id] == nil {
      tally.add(.layerUnseen, "\"\(layer.id)\"")
    }
  }

  private func checkFields(
    _ name: String, _ seen: LayerSurvey.Layer, _ layer: TileSetDescription.Layer,
    _ tally: inout FindingTally
  ) {
    for (field, types) in seen.fields.sorted(by: { $0.key < $1.key }) {
      guard let said = layer.fields.first(where: { $0.name == field }) else {
        tally.add(.fieldUndeclared, "\"\(field)\" in \"\(name)\"")
        continue
      }
      guard ["Number", "Boolean", "String"].contains(said.type) else { continue }
      if isWhole, said.type != types.name {
        tally.add(
          .fieldType, "\"\(field)\" in \"\(name)\" is \(types.name), declared \(said.type)")
      }
    }
    guard isWhole else { return }
    for field in layer.fields where seen.fields[field.name] == nil {
      tally.add(.fieldUnseen, "\"\(field.name)\" in \"\(name)\"")
    }
  }
}
