internal import JSONText
internal import MapMath
internal import MapStyle
internal import TileArchive

/// The documents of a served tile set, with the server's own addresses in them; what the set has
/// not, is made.
struct SiteDocuments {
  let description: TileSetDescription
  /// The folder with style, sprites and page, or `nil`.
  let folder: String?

  /// tiles.json for a client that knows the server as `base`.
  func tileJSON(_ base: BaseURL) -> [UInt8] {
    let own = description.documents.first { $0.name == "tiles.json" || $0.name == "metadata" }
    var members: [JSONValue.Member] = []
    if own?.name == "tiles.json" || description.document("metadata")?["json"] == nil,
      case .object(let present)? = own?.content
    {
      members = present
    }
    func set(_ name: String, _ value: JSONValue?) {
      guard let value else { return }
      members.removeAll { $0.name == name }
      members.append(.init(name, value))
    }
    func add(_ name: String, _ value: JSONValue?) {
      if !members.contains(where: { $0.name == name }) { set(name, value) }
    }
    set("tilejson", "3.0.0")
    set("scheme", "xyz")
    set("tiles", [.string(base.tiles)])
    add("name", description.name.map { .string($0) })
    add("description", description.summary.map { .string($0) })
    add("attribution", description.attribution.map { .string($0) })
    add("minzoom", description.minZoom.map { .int($0) })
    add("maxzoom", description.maxZoom.map { .int($0) })
    add(
      "bounds",
      description.bounds.map {
        [.double($0.west), .double($0.south), .double($0.east), .double($0.north)]
      })
    add(
      "center",
      description.center.map { .array([.double($0[0]), .double($0[1]), .int(Int($0[2]))]) })
    add(
      "vector_layers",
      .array(
        (description.layers ?? []).map { layer in
          var entry: [JSONValue.Member] = [
            .init("id", .string(layer.id)),
            .init("fields", .object(layer.fields.map { .init($0.name, .string($0.type)) })),
          ]
          if let zoom = layer.minZoom { entry.append(.init("minzoom", .int(zoom))) }
          if let zoom = layer.maxZoom { entry.append(.init("maxzoom", .int(zoom))) }
          return .object(entry)
        }))
    return JSONValue.object(members).serialized(.pretty)
  }

  /// style.json: the set's own with the server's addresses, or a plain one.
  func style(_ base: BaseURL) -> [UInt8] {
    if let folder, let file = ServedFile("style.json", below: folder),
      let text = file.contents(), let style = try? JSONValue(parsing: text)
    {
      return relocated(style, base).serialized(.pretty)
    }
    return PlainStyle(description).document(base).serialized(.pretty)
  }

  /// The page that shows the set.
  func page() -> [UInt8] { Viewer.page(title: description.name ?? "Tiles") }

  private func relocated(_ style: JSONValue, _ base: BaseURL) -> JSONValue {
    guard case .object(var members) = style else { return style }
    for i in members.indices {
      switch (members[i].name, members[i].value) {
      case ("sources", .object(var sources)):
        for j in sources.indices {
          sources[j].value = relocated(
            source: sources[j].value, base, isOverlays: sources[j].name == "overlays")
        }
        members[i].value = .object(sources)
      case ("sprite", .string): members[i].value = .string(base.address(of: "sprite"))
      default: continue
      }
    }
    return .object(members)
  }

  /// A source that the build made: it names tiles by a template of ours, or an image beside them.
  private func relocated(
    source: JSONValue, _ base: BaseURL, isOverlays: Bool
  ) -> JSONValue {
    guard case .object(var members) = source else { return source }
    for i in members.indices {
      switch (members[i].name, members[i].value) {
      case ("tiles", .array(let addresses)):
        guard case .string(let first)? = addresses.first, first.hasSuffix("{z}/{x}/{y}.mvt") else {
          continue
        }
        members[i].value = [.string(base.tiles)]
      case ("url", .string(let address)) where isOverlays && address.hasPrefix("pmtiles://"):
        // The server hands out tiles, for which a client needs no protocol.
        members[i] = JSONValue.Member("tiles", [.string(base.tiles)])
      case ("url", .string(let address)):
        guard let name = address.split(separator: "/").last, let folder,
          ServedFile(String(name), below: folder) != nil
        else { continue }
        members[i].value = .string(base.address(of: String(name)))
      default: continue
      }
    }
    return .object(members)
  }
}
