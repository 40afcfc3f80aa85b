import JSONText

/// The overlays above a base style.
///
/// Names of the overlays' own sources and layers stay as they are documented; those of the base
/// style give way. A sprite of the base style keeps its place, and that of the overlays gets a
/// name of its own, which all clients put before the names of its images.
struct MergedStyle {
  let base: BaseStyle
  /// Names of our sources and layers.
  let sourceNames: Set<String>, layerNames: Set<String>
  /// Kinds of things that the map options hide; see ``BaseStyle/Feature``.
  let hidden: Set<BaseStyle.Feature>

  /// The sources of the base style, under their names here.
  var sources: [JSONValue.Member] {
    base.sources.map { .init(sourceName($0.name), $0.value) }
  }

  /// The layers of the base style, bottom to top.
  var layers: [JSONValue] {
    base.layers.map { layer in
      var layer = layer
      if let id = layer.layerID {
        layer["id"] = .string(Self.free(id, of: layerNames, beside: base.layerIDs))
      }
      if case .string(let source)? = layer["source"] {
        layer["source"] = .string(sourceName(source))
      }
      if let paint = layer["paint"] { layer["paint"] = paint.withPortableColors }
      if hidden.contains(where: { $0.isShown(by: layer) }) {
        var layout = layer["layout"] ?? .object([])
        layout["visibility"] = "none"
        layer["layout"] = layout
      }
      return layer
    }
  }

  /// The base style's other members.
  var members: [JSONValue.Member] {
    base.otherMembers.map { member in
      if ["light", "sky", "fog"].contains(member.name) {
        return .init(member.name, member.value.withPortableColors)
      }
      guard member.name == "terrain", case .string(let source)? = member.value["source"] else {
        return member
      }
      var terrain = member.value
      terrain["source"] = .string(sourceName(source))
      return .init("terrain", terrain)
    }
  }

  private func sourceName(_ name: String) -> String {
    Self.free(name, of: sourceNames, beside: Set(base.sources.map(\.name)))
  }

  /// `name`, or another that neither we nor the base style have where we have it.
  private static func free(
    _ name: String, of taken: Set<String>, beside others: Set<String>
  ) -> String {
    guard taken.contains(name) else { return name }
    var free = "base-" + name
    while taken.contains(free) || others.contains(free) { free = "base-" + free }
    return free
  }
}

extension BaseStyle {
  var layerIDs: Set<String> {
    Set(layers.compactMap(\.layerID))
  }

  /// The id of our sprite beside those of the base style; `nil` when it has none.
  var overlaySpriteID: String? {
    guard let sprite = self["sprite"] else { return nil }
    var ids: Set<String> = ["default"]
    if case .array(let sprites) = sprite {
      for sprite in sprites { if case .string(let id)? = sprite["id"] { ids.insert(id) } }
    }
    var id = "overlays"
    while ids.contains(id) { id += "-2" }
    return id
  }

  /// The `sprite` member with ours at `url`, if we have one.
  func sprite(with url: String?) -> JSONValue? {
    guard let sprite = self["sprite"], let id = overlaySpriteID else {
      return url.map(JSONValue.string)
    }
    guard let url else { return sprite }
    let ours: JSONValue = ["id": .string(id), "url": .string(url)]
    if case .array(let sprites) = sprite { return .array(sprites + [ours]) }
    return [["id": "default", "url": sprite], ours]
  }
}

extension JSONValue {
  /// The id of a style layer.
  var layerID: String? { if case .string(let id)? = self["id"] { id } else { nil } }
}
