import JSONText
import OverlayModel

/// The markers, above everything else. Alignment to the map or the screen is the same for a whole
/// style layer, and so is what happens on overlap: hence one layer for each kind of marker, and
/// one for each index, in which markers are drawn as they were read.
///
/// MapLibre places upper layers before lower ones. So markers that give way come first: those that
/// must be drawn take their room before these ask for theirs, and those of a high index before
/// those of a low one.
struct MarkerLayers {
  /// With more layers than this, each kind has one, sorted by index. Then MapLibre Native reverses
  /// the order of markers of equal index.
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
    return stack(parts.filter(\.givesWay)) + stack(parts.filter { !$0.givesWay }) + clusters
  }

  /// Clusters lie above markers that stand alone.
  private var clusters: [JSONValue] {
    plan.layers.flatMap { source in
      source.clusters.map {
        ClusterLayers(layer: StyleLayer(plan: plan, layer: source), look: $0).layers
      } ?? []
    }
  }

  /// The layers of `parts`, which interleave by index.
  private func stack(_ parts: [Part]) -> [JSONValue] {
    let indices = Set(parts.flatMap(\.layer.layer.zIndices)).sorted()
    guard indices.count > 1 else { return parts.map { symbol($0, z: nil, isSorted: false) } }
    guard parts.count * indices.count <= Self.mostLayers else {
      return parts.map { symbol($0, z: nil, isSorted: true) }
    }
    return indices.flatMap { z in
      parts.filter { $0.layer.layer.zIndices.contains(z) }.map {
        symbol($0, z: z, isSorted: false)
      }
    }
  }

  private func symbol(_ part: Part, z: Int32?, isSorted: Bool) -> JSONValue {
    let layer = part.layer
    let standard = StylePlan.MarkerKind(flat: false, collision: .required).text
    let isOnlyKind = layer.layer.markerKinds.count == 1
    let alignment: JSONValue = part.kind.flat ? "map" : "viewport"
    let index = layer.get(.z, or: 0)
    // Where markers give way the lower key goes first, elsewhere the higher lies on top.
    let order: JSONValue.Member =
      isSorted
      ? .init("symbol-sort-key", part.givesWay ? ["-", index] : index)
      : .init("symbol-z-order", "source")
    var conditions: [JSONValue] = []
    if layer.layer.clusters != nil {
      conditions.append(["!", ["has", .string(plan.names[.cluster])]])
    }
    if !isOnlyKind {
      conditions.append(["==", layer.get(.kind, or: .string(standard)), .string(part.kind.text)])
    }
    return layer.make(
      id: layer.id(part.kind.text + (z.map { "-\($0)" } ?? "")), type: "symbol", z: z,
      conditions: conditions,
      layout: .object([
        .init("icon-image", layer.image(or: "pin")),
        .init("icon-rotate", layer.get(.rot, or: 0)),
        .init(
          "icon-offset",
          StyleExpression.offset(
            x: layer.get(.ox, or: .double(plan.defaultIconOffset.x)),
            y: layer.get(.oy, or: .double(plan.defaultIconOffset.y)))),
        .init("icon-rotation-alignment", alignment),
        .init("icon-pitch-alignment", alignment),
        .init("icon-allow-overlap", .bool(!part.givesWay)),
        .init("icon-ignore-placement", .bool(part.kind.collision == .required)),
        .init("icon-padding", 0),
        order,
      ]),
      paint: ["icon-opacity": layer.get(.opacity, or: 1)])
  }
}
