internal import JSONText
internal import TileArchive

/// Looks whether the style beside a folder of tiles draws what is there.
///
/// - SeeAlso: MapLibre style specification, "Sources" and "Layers".
struct StyleChecker {
  let folder: DirectoryTileSet
  let description: TileSetDescription

  func check(_ tally: inout FindingTally) {
    guard let text = folder.file(named: "style.json") else { return }
    guard case .object(let members)? = try? JSONValue(parsing: text) else {
      return tally.add(.documentBroken, "style.json")
    }
    let style = JSONValue.object(members)
    var vectorSources: Set<String> = []
    var sources: Set<String> = []
    if case .object(let entries)? = style["sources"] {
      for source in entries {
        sources.insert(source.name)
        guard source.value["type"] == "vector" else { continue }
        vectorSources.insert(source.name)
        checkZooms(source.name, source.value, &tally)
      }
    }
    guard case .array(let layers)? = style["layers"] else {
      return tally.add(.documentBroken, "style.json has no layers")
    }
    for layer in layers where layer["type"] != "background" {
      let id = layer["id"]?.text() ?? "(no id)"
      guard case .string(let source)? = layer["source"], sources.contains(source) else {
        tally.add(.styleSource, "layer \(id)")
        continue
      }
      guard vectorSources.contains(source) else { continue }
      guard case .string(let name)? = layer["source-layer"] else {
        tally.add(.styleLayer, "layer \(id) names none")
        continue
      }
      if let declared = description.layers, !declared.contains(where: { $0.id == name }) {
        tally.add(.styleLayer, "layer \(id) names \"\(name)\"")
      }
    }
  }

  private func checkZooms(_ name: String, _ source: JSONValue, _ tally: inout FindingTally) {
    // Without tiles of its own, the source reads another document.
    guard source["tiles"] != nil else { return }
    var said = TileSetDescription()
    said.add(tileJSON: source)
    for (member, ours, theirs) in [
      ("minzoom", description.minZoom, said.minZoom ?? 0),
      ("maxzoom", description.maxZoom, said.maxZoom ?? 22),
    ] {
      if let ours, ours != theirs {
        tally.add(.styleZooms, "source \"\(name)\": \(member) \(theirs), the tiles have \(ours)")
      }
    }
  }
}
