import JSONText

/// Everything but the markers: one group of layers for each zIndex.
struct ShapeLayers {
  let plan: StylePlan

  private static let defaultColor: JSONValue = "rgba(0,0,255,1)"

  /// The indices that occur, ascending.
  var zIndices: [Int32] {
    let shapes = plan.layers.filter { $0.role != .marker }
    return Set(shapes.flatMap(\.zIndices) + plan.groundImages.map(\.zIndex)).sorted()
  }

  /// The layers of index `z`, bottom to top: ground images, fills, strokes, stamps, dots.
  func group(_ z: Int32) -> [JSONValue] {
    let images = plan.groundImages.indices.filter { plan.groundImages[$0].zIndex == z }
    let roles: [StylePlan.Role] = [.fill, .stroke, .stamp, .dot]
    return images.map { plan.groundImages[$0].layer(named: StyleDocument.groundName($0)) }
      + roles.flatMap { role in
        plan.layers.filter { $0.role == role && $0.zIndices.contains(z) }.map { shape($0, z) }
      }
  }

  private func shape(_ sourceLayer: StylePlan.SourceLayer, _ z: Int32) -> JSONValue {
    let layer = StyleLayer(plan: plan, layer: sourceLayer)
    let id = layer.id("\(z)")
    let line: JSONValue = ["line-cap": "butt", "line-join": "miter", "line-miter-limit": 2]
    switch sourceLayer.role {
    case .fill:
      return layer.make(
        id: id, type: "fill", z: z,
        paint: [
          "fill-color": layer.get(.fill, or: Self.defaultColor),
          // The smoothed edges of all fills are drawn after all fills: ghosts of covered ones.
          "fill-antialias": false,
        ])
    case .stroke:
      return layer.make(
        id: id, type: "line", z: z, layout: line,
        paint: [
          "line-color": layer.get(.color, or: Self.defaultColor),
          "line-width": layer.get(.width, or: 1),
        ])
    case .stamp:
      return layer.make(
        id: id, type: "line", z: z, layout: line,
        paint: ["line-pattern": layer.image(), "line-width": layer.get(.width, or: 1)])
    case .dot, .marker:
      return layer.make(
        id: id, type: "symbol", z: z,
        layout: [
          "icon-image": layer.image(),
          "icon-rotate": layer.get(.rot, or: 0),
          "icon-rotation-alignment": "map",
          "icon-pitch-alignment": "map",
          "icon-allow-overlap": true,
          "icon-ignore-placement": true,
          "icon-padding": 0,
          "symbol-z-order": "source",
        ])
    }
  }
}
