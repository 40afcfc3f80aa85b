import TileEncoding
import TileGeometry

/// Tiles of one zoom as the encoder takes them: lines with attributes, or points.
struct ContentTiles {
  var tiles: [TileContent] = []
  var attributes = AttributeTable()

  /// Lines cut to the tiles of `zoom`; each has an id and one of three modes.
  init(_ walks: Walks, zoom: Int) {
    let grid = GridLines(walks.world, zoom: zoom)
    nameAttributes(["id", "mode"], count: walks.ends.count, texts: ["car", "bike", "foot"])
    for tile in grid.tiles {
      var content = TileContent()
      for (index, range) in grid.ranges.enumerated() {
        var parts = ClippedParts()
        clipLine(
          x: grid.x.span.extracting(range), y: grid.y.span.extracting(range), to: tile,
          into: &parts)
        guard !parts.ends.isEmpty else { continue }
        append(parts, of: tile, index, type: .line, texts: 3, to: &content)
      }
      close(content)
    }
  }

  /// Points in the tiles of `zoom`; each has an id and one of eight kinds.
  init(_ spots: Spots, zoom: Int) {
    let grid = GridLines(
      WorldLines(
        longitudes: spots.longitudes, latitudes: spots.latitudes, ends: [spots.longitudes.count]),
      zoom: zoom)
    nameAttributes(
      ["id", "kind"], count: spots.longitudes.count, texts: (0..<8).map { "kind \($0)" })
    for tile in grid.tiles {
      var content = TileContent()
      for i in grid.x.indices
      where tile.contains(
        GridRect(minX: grid.x[i], minY: grid.y[i], maxX: grid.x[i], maxY: grid.y[i]))
      {
        var parts = ClippedParts()
        parts.append(grid.x[i], grid.y[i])
        parts.close(minimum: 1)
        append(parts, of: tile, i, type: .point, texts: 8, to: &content)
      }
      close(content)
    }
  }

  /// Vertices in all tiles.
  var vertices: Int { tiles.reduce(0) { $0 + $1.x.count } }

  private mutating func nameAttributes(_ keys: [String], count: Int, texts: [String]) {
    for key in keys {
      attributes.keyBytes += Array(key.utf8)
      attributes.keyEnds.append(attributes.keyBytes.count)
    }
    for text in texts {
      AttributeEncoding.encode(string: text, into: &attributes.valueBytes)
      attributes.valueEnds.append(attributes.valueBytes.count)
    }
    for index in 0..<count {
      AttributeEncoding.encode(int: Int64(index), into: &attributes.valueBytes)
      attributes.valueEnds.append(attributes.valueBytes.count)
    }
    attributes.layerNames = ["overlays"]
    attributes.extent = UInt32(GridLines.extent)
  }

  private func append(
    _ parts: ClippedParts, of tile: GridRect, _ index: Int, type: TileContent.GeometryType,
    texts: Int, to content: inout TileContent
  ) {
    for end in parts.ends { content.partEnds.append(UInt32(content.x.count + end)) }
    content.x += parts.x.map { Int32($0 - tile.minX - GridLines.buffer) }
    content.y += parts.y.map { Int32($0 - tile.minY - GridLines.buffer) }
    content.featurePartEnds.append(UInt32(content.partEnds.count))
    content.ids.append(UInt64(index))
    content.hasID.append(1)
    content.types.append(type.rawValue)
    content.tags += [0, UInt32(texts + index), 1, UInt32(index % texts)]
    content.featureTagEnds.append(UInt32(content.tags.count))
  }

  private mutating func close(_ content: TileContent) {
    guard !content.ids.isEmpty else { return }
    var content = content
    content.layerFeatureEnds = [UInt32(content.ids.count)]
    content.layerNames = [0]
    tiles.append(content)
  }
}
