public import JSONText
import MapMath
import OverlayModel

/// The MapLibre style that draws a tile set as its overlays say.
///
/// Layers, from the bottom: the background; those of a base style; for each distinct zIndex ascending ground images,
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
    let sources = sources(plan), layers = layers(plan)
    var members: [JSONValue.Member] = [
      .init("version", 8),
      .init("name", .string(plan.name)),
    ]
    let metadata = plan.base?.metadata ?? []
    let ours = CameraOptions.metadata(plan.map) + StyleFile.metadata(plan.files)
    if !(metadata + ours).isEmpty { members.append(.init("metadata", .object(metadata + ours))) }
    members += CameraOptions.camera(plan)
    guard let base = plan.base else {
      if let sprite = plan.spriteURL { members.append(.init("sprite", .string(sprite))) }
      members.append(.init("sources", .object(sources)))
      members.append(.init("layers", .array(background(plan) + layers)))
      return .object(members)
    }
    let merged = MergedStyle(
      base: base, sourceNames: Set(sources.map(\.name)),
      layerNames: Set((background(plan) + layers).compactMap(\.layerID)),
      hidden: plan.map.hiddenFeatures)
    members += merged.members
    if let sprite = base.sprite(with: plan.spriteURL) { members.append(.init("sprite", sprite)) }
    members.append(.init("sources", .object(merged.sources + sources)))
    members.append(.init("layers", .array(background(plan) + merged.layers + layers)))
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

  /// Below everything: what shows where nothing else is drawn. A base style's own covers it.
  private static func background(_ plan: StylePlan) -> [JSONValue] {
    guard let color = plan.map.backgroundColor else { return [] }
    return [
      [
        "id": "background", "type": "background",
        "paint": ["background-color": .string(color.cssText)],
      ]
    ]
  }

  private static func layers(_ plan: StylePlan) -> [JSONValue] {
    let shapes = ShapeLayers(plan: plan)
    return shapes.zIndices.flatMap(shapes.group) + MarkerLayers(plan: plan).layers
  }
}
