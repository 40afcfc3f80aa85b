public import JSONText
import MapMath
import OverlayModel

/// The MapLibre style that draws a tile set as its overlays say.
///
/// Layers, from the bottom: the background; for each distinct zIndex ascending ground images,
/// fills, strokes, stamps and dots; above all of them the markers. Only constructs are used that
/// MapLibre GL JS and MapLibre Native draw alike; no colour is written as `#rrggbbaa`, which
/// Native reads as black or refuses.
///
/// - SeeAlso: <https://maplibre.org/maplibre-style-spec/>.
public enum StyleDocument {
  /// Name of the vector source.
  static let source = "overlays"

  /// Makes the style. The same plan gives the same value.
  public static func make(_ plan: StylePlan) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("version", 8),
      .init("name", .string(plan.name)),
    ]
    if let metadata = CameraOptions.metadata(plan.map) {
      members.append(.init("metadata", metadata))
    }
    members += CameraOptions.camera(plan)
    if let sprite = plan.spriteURL { members.append(.init("sprite", .string(sprite))) }
    members.append(.init("sources", .object(sources(plan))))
    members.append(.init("layers", .array(layers(plan))))
    return .object(members)
  }

  private static func sources(_ plan: StylePlan) -> [JSONValue.Member] {
    let bounds = [plan.bounds.west, plan.bounds.south, plan.bounds.east, plan.bounds.north]
    let place: [JSONValue.Member] =
      plan.tileURL.hasPrefix("pmtiles://")
      ? [.init("url", .string(plan.tileURL))]
      : [.init("tiles", [.string(plan.tileURL)]), .init("scheme", "xyz")]
    let tiles: [JSONValue.Member] =
      [.init("type", "vector")] + place + [
        .init("minzoom", .int(plan.minZoom)),
        .init("maxzoom", .int(plan.maxZoom)),
        .init("bounds", .array(bounds.map(JSONValue.double))),
      ]
    return [.init(source, .object(tiles))]
      + plan.groundImages.enumerated().map { index, image in
        let corners = image.corners.map {
          [.double($0.longitude), .double($0.latitude)] as JSONValue
        }
        return .init(
          groundName(index),
          ["type": "image", "url": .string(image.url), "coordinates": .array(corners)])
      }
  }

  static func groundName(_ index: Int) -> String { "ground-\(index)" }

  private static func layers(_ plan: StylePlan) -> [JSONValue] {
    let shapes = ShapeLayers(plan: plan)
    var layers: [JSONValue] = []
    if let color = plan.map.backgroundColor {
      layers.append([
        "id": "background", "type": "background",
        "paint": ["background-color": .string(color.cssText)],
      ])
    }
    for z in shapes.zIndices { layers += shapes.group(z) }
    return layers + MarkerLayers(plan: plan).layers
  }
}
