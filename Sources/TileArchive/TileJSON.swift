public import JSONText

/// The tile set described for clients.
///
/// - SeeAlso: TileJSON 3.0.0, <https://github.com/mapbox/tilejson-spec/tree/master/3.0.0>.
public enum TileJSON {
  /// Value of the foreign member `generator`, by which our outputs are known.
  public static let generator = "OverlayTiles"

  /// The document for `metadata`. Bounds are cut to the Web Mercator world and never wrap: where
  /// west lies beyond east they are the full width. The centre is moved into bounds and zooms.
  public static func make(_ metadata: TileSetMetadata) -> JSONValue {
    let bounds = metadata.bounds(inside: .webMercator)
    let center = metadata.center(inside: bounds)
    var members: [JSONValue.Member] = [
      .init("tilejson", "3.0.0"),
      .init("name", .string(metadata.name)),
    ]
    if !metadata.description.isEmpty {
      members.append(.init("description", .string(metadata.description)))
    }
    if let attribution = metadata.attribution {
      members.append(.init("attribution", .string(attribution)))
    }
    let url = metadata.tileURL.isEmpty ? BaseURL.placeholder.tiles : metadata.tileURL
    members += [
      .init("version", "1.0.0"),
      .init("scheme", "xyz"),
      .init("tiles", [.string(url)]),
      .init("minzoom", .int(metadata.minZoom)),
      .init("maxzoom", .int(metadata.maxZoom)),
      .init("bounds", .array(bounds.sides.map(JSONValue.double))),
      .init(
        "center", [.double(center.longitude), .double(center.latitude), .int(center.zoom)]),
      .init("generator", .string(generator)),
      .init("vector_layers", vectorLayers(metadata)),
    ]
    return .object(members)
  }

  /// The member `vector_layers`, which the `json` row of MBTiles shares.
  static func vectorLayers(_ metadata: TileSetMetadata) -> JSONValue {
    let zooms = metadata.minZoom...max(metadata.minZoom, metadata.maxZoom)
    return .array(
      metadata.layers.map { layer in
        let first = min(max(layer.minZoom, zooms.lowerBound), zooms.upperBound)
        let last = min(max(layer.maxZoom, first), zooms.upperBound)
        return [
          "id": .string(layer.id),
          "fields": .object(layer.fields.map { .init($0.name, .string($0.type)) }),
          "minzoom": .int(first),
          "maxzoom": .int(last),
        ]
      })
  }
}
