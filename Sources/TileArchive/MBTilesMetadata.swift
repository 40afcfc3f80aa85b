public import JSONText

/// The `metadata` table of MBTiles, which the metadata.json of a directory holds as well.
///
/// - SeeAlso: MBTiles 1.3, <https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md>.
public enum MBTilesMetadata {
  /// Names and values, all text. Bounds and centre follow the rules of ``TileJSON``.
  public static func rows(_ metadata: TileSetMetadata) -> [(name: String, value: String)] {
    let bounds = metadata.bounds(inside: .webMercator)
    let center = metadata.center(inside: bounds)
    var rows = [
      (name: "name", value: metadata.name.isEmpty ? "overlays" : metadata.name),
      (name: "format", value: "pbf"),
      (name: "type", value: "overlay"),
      (name: "version", value: "1"),
    ]
    if !metadata.description.isEmpty { rows.append(("description", metadata.description)) }
    if let attribution = metadata.attribution { rows.append(("attribution", attribution)) }
    let list = { (numbers: [Double]) in
      numbers.map { JSONValue.double($0).text() }.joined(separator: ",")
    }
    rows += [
      ("bounds", list(bounds.sides)),
      ("center", list([center.longitude, center.latitude, Double(center.zoom)])),
      ("minzoom", String(metadata.minZoom)),
      ("maxzoom", String(metadata.maxZoom)),
      ("generator", TileJSON.generator),
      ("json", (["vector_layers": TileJSON.vectorLayers(metadata)] as JSONValue).text()),
    ]
    return rows
  }

  /// The rows as one object: metadata.json.
  public static func make(_ metadata: TileSetMetadata) -> JSONValue {
    .object(rows(metadata).map { .init($0.name, .string($0.value)) })
  }
}
