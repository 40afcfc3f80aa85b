import JSONText
import OverlayModel

/// The markers, above everything else. Alignment to the map or the screen is the same for a whole
/// style layer, and so is what happens on overlap: hence one layer for each kind of marker.
///
/// Markers that give way come first: MapLibre places upper layers before lower ones, so those that
/// must be drawn take their room before these ask for theirs.
struct MarkerLayers {
  /// Up to this many layers are made so that markers of different kinds lie as their zIndex says.
  private static let mostLayers = 64

  let plan: StylePlan

  /// One source layer's markers of one kind.
  private struct Part {
    let layer: StyleLayer
    let kind: StylePlan.MarkerKind
    var givesWay: Bool { kind.collision == .optionalAndHidesLowerPriority }
  }

  /// The layers, bottom to top.
  var layers: [JSONValue] {
    let parts = plan.layers.filter { $0.role == .marker }.flatMap { source in
      source.markerKinds.map { Part(layer: StyleLayer(plan: plan, layer: source), kind: $0) }
    }
    let yielding = parts.filter(\.givesWay), standing = parts.filter { !$0.givesWay }
    return yielding.map { symbol($0, z: nil) } + interleaved(standing)
  }

  /// Layers for each index where several parts must interleave, unless that makes too many: then
  /// each part sorts its own markers.
  private func interleaved(_ parts: [Part]) -> [JSONValue] {
    let indices = Set(parts.flatMap(\.layer.layer.zIndices)).sorted()
    guard parts.count > 1, indices.count > 1, parts.count * indices.count <= Self.mostLayers else {
      return parts.map { symbol($0, z: nil) }
    }
    return indices.flatMap { z in
      parts.filter { $0.layer.layer.zIndices.contains(z) }.map { symbol($0, z: z) }
    }
  }

  private func symbol(_ part: Part, z: Int32?) -> JSONValue {
    let layer = part.layer
    let standard = StylePlan.MarkerKind(flat: false, collision: .required).text
    let isOnlyKind = layer.layer.markerKinds.count == 1
    let alignment: JSONValue = part.kind.flat ? "map" : "viewport"
    let order = layer.get(.z, or: 0)
    return layer.make(
      id: layer.id(part.kind.text + (z.map { "-\($0)" } ?? "")), type: "symbol", z: z,
      conditions: isOnlyKind
        ? [] : [["==", layer.get(.kind, or: .string(standard)), .string(part.kind.text)]],
      layout: [
        "icon-image": layer.get(.image, or: "pin"),
        "icon-rotate": layer.get(.rot, or: 0),
        "icon-offset": StyleExpression.offset(
          x: layer.get(.ox, or: .double(plan.defaultIconOffset.x)),
          y: layer.get(.oy, or: .double(plan.defaultIconOffset.y))),
        "icon-rotation-alignment": alignment,
        "icon-pitch-alignment": alignment,
        "icon-allow-overlap": .bool(!part.givesWay),
        "icon-ignore-placement": .bool(part.kind.collision == .required),
        "icon-padding": 0,
        // Where markers give way the lower key goes first, elsewhere the higher lies on top.
        "symbol-sort-key": part.givesWay ? ["-", order] : order,
      ],
      paint: ["icon-opacity": layer.get(.opacity, or: 1)])
  }
}
