internal import JSONText
internal import TileArchive

/// A style for tile sets that have none: each source layer in a colour of its own, areas faintly,
/// lines, points.
struct PlainStyle {
  private let description: TileSetDescription

  init(_ description: TileSetDescription) { self.description = description }

  /// Colours that are told apart by most people (Okabe and Ito 2008).
  private static let colors = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
  ]

  func document(_ base: BaseURL) -> JSONValue {
    var layers: [JSONValue] = [
      ["id": "background", "type": "background", "paint": ["background-color": "#f6f4ef"]]
    ]
    let names = (description.layers ?? []).map(\.id)
    for (kind, type, paint) in Self.kinds {
      for (number, name) in names.enumerated() {
        let color = Self.colors[number % Self.colors.count]
        layers.append([
          "id": .string("\(name) \(kind)"), "type": .string(type), "source": "tiles",
          "source-layer": .string(name),
          "filter": ["==", ["geometry-type"], .string(kind)],
          "paint": paint(.string(color)),
        ])
      }
    }
    var source: [JSONValue.Member] = [
      .init("type", "vector"), .init("tiles", [.string(base.tiles)]),
      .init("minzoom", .int(description.minZoom ?? 0)),
      .init("maxzoom", .int(description.maxZoom ?? 14)),
    ]
    if let text = description.attribution { source.append(.init("attribution", .string(text))) }
    var members: [JSONValue.Member] = [
      .init("version", 8), .init("name", .string(description.name ?? "Tiles")),
      .init("sources", ["tiles": .object(source)]), .init("layers", .array(layers)),
    ]
    if let center = description.center {
      members += [
        .init("center", [.double(center[0]), .double(center[1])]),
        .init("zoom", .double(center[2])),
      ]
    }
    return .object(members)
  }

  private static let kinds: [(String, String, @Sendable (JSONValue) -> JSONValue)] = [
    ("Polygon", "fill", { ["fill-color": $0, "fill-opacity": 0.25, "fill-outline-color": $0] }),
    ("LineString", "line", { ["line-color": $0, "line-width": 1.5] }),
    (
      "Point", "circle",
      {
        [
          "circle-color": $0, "circle-radius": 4, "circle-stroke-color": "#fff",
          "circle-stroke-width": 1,
        ]
      }
    ),
  ]
}
