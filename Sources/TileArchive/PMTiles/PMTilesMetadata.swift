internal import JSONText

/// What the metadata and the header of a PMTiles archive say of a tile set: the same as tiles.json
/// does.
///
/// - SeeAlso: PMTiles version 3, sections 3 and 5.
enum PMTilesMetadata {
  /// The JSON document. Bounds, centre and zooms stand in the header.
  static func make(_ metadata: TileSetMetadata) -> JSONValue {
    var members: [JSONValue.Member] = [.init("name", .string(metadata.name))]
    if !metadata.description.isEmpty {
      members.append(.init("description", .string(metadata.description)))
    }
    if let attribution = metadata.attribution {
      members.append(.init("attribution", .string(attribution)))
    }
    members += [
      .init("type", "overlay"),
      .init("version", "1.0.0"),
      .init("generator", .string(TileJSON.generator)),
      .init("vector_layers", TileJSON.vectorLayers(metadata)),
    ]
    return .object(members)
  }

  /// Writes zooms, bounds, centre and the tiles' compression into `header`. Places are rounded to
  /// 10^-7 degrees, a centimetre.
  static func describe(_ metadata: TileSetMetadata, in header: inout PMTilesHeader) {
    func scaled(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
    let bounds = metadata.bounds(inside: .webMercator)
    let center = metadata.center(inside: bounds)
    header.bounds = bounds.sides.map(scaled)
    header.center = [scaled(center.longitude), scaled(center.latitude)]
    header.centerZoom = UInt8(clamping: center.zoom)
    header.minZoom = UInt8(clamping: metadata.minZoom)
    header.maxZoom = UInt8(clamping: max(metadata.minZoom, metadata.maxZoom))
    header.tileCompression =
      (metadata.compressed ? PMTilesHeader.Compression.gzip : .none).rawValue
  }
}
