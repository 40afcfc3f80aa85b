import JSONText

/// What the style layers of one source layer have in common.
struct StyleLayer {
  let plan: StylePlan
  let layer: StylePlan.SourceLayer

  /// Source layers of tiles that have no names of their own.
  private static let ownNames: [StylePlan.Role: String] = [
    .fill: "polygon", .stroke: "stroke", .stamp: "stamp", .dot: "dot", .marker: "marker",
  ]

  /// An id that no other style layer has: `stroke-2`, or `roads/stroke-2` in a source layer with a
  /// name of the user's.
  func id(_ detail: String) -> String {
    let isOwn = Self.ownNames[layer.role] == layer.name
    return (isOwn ? "" : layer.name + "/") + "\(layer.role)-" + detail
  }

  /// Only features of this role, where the source layer holds others as well: a line is a ring to
  /// a `fill` layer, a ring a line to a `line` layer.
  private var roleConditions: [JSONValue] {
    let isShared = plan.layers.contains { $0.name == layer.name && $0.role != layer.role }
    guard isShared else { return [] }
    let types: [JSONValue] =
      switch layer.role {
      case .fill: ["Polygon", "MultiPolygon"]
      case .stroke, .stamp: ["LineString", "MultiLineString"]
      case .dot, .marker: ["Point", "MultiPoint"]
      }
    return [["match", ["geometry-type"], .array(types), true, false]]
  }

  /// Only features of index `z`, where the source layer has more than that one.
  private func indexConditions(_ z: Int32?) -> [JSONValue] {
    guard let z, Set(layer.zIndices) != [z] else { return [] }
    return [["==", get(.z, or: 0), .int(Int(z))]]
  }

  /// One of our attributes, by the name that it has in these tiles.
  func get(_ attribute: AttributeNames.Attribute, or fallback: JSONValue) -> JSONValue {
    StyleExpression.get(plan.names[attribute], or: fallback)
  }

  /// An attribute that every feature of its layer has.
  func get(_ attribute: AttributeNames.Attribute) -> JSONValue {
    ["get", .string(plan.names[attribute])]
  }

  /// The name of the image, as clients look for it: beside a base style's sprite ours has a name
  /// of its own.
  ///
  /// - Parameter fallback: The image of features that name none; `nil` when all name one.
  func image(or fallback: String? = nil) -> JSONValue {
    sprite(fallback.map { get(.image, or: .string($0)) } ?? get(.image))
  }

  /// The same of an image with that name.
  func sprite(_ name: JSONValue) -> JSONValue {
    guard plan.spriteURL != nil, let sprite = plan.base?.overlaySpriteID else { return name }
    return ["concat", .string(sprite + ":"), name]
  }

  /// The layer.
  ///
  /// - Parameters:
  ///   - z: Draws only this index; `nil` draws all.
  ///   - conditions: What its features must fulfil besides.
  func make(
    id: String, type: String, z: Int32?, conditions: [JSONValue] = [],
    layout: JSONValue? = nil, paint: JSONValue? = nil
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id)),
      .init("type", .string(type)),
      .init("source", .string(StyleDocument.source)),
      .init("source-layer", .string(layer.name)),
    ]
    if let filter = StyleExpression.all(roleConditions + indexConditions(z) + conditions) {
      members.append(.init("filter", filter))
    }
    if let layout { members.append(.init("layout", layout)) }
    if let paint { members.append(.init("paint", paint)) }
    return .object(members)
  }
}
