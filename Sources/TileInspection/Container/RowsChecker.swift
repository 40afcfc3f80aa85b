internal import JSONText
internal import TileArchive

/// Rows of metadata, in a database or as a document beside a folder of tiles.
///
/// - SeeAlso: MBTiles 1.3.
struct RowsChecker {
  private let value: JSONValue
  private let name: String

  init(_ value: JSONValue, _ name: String) { (self.value, self.name) = (value, name) }

  func check(_ tally: inout FindingTally) {
    guard case .object(let members) = value else { return }
    func add(_ rule: SetRule, _ words: String) { tally.add(rule, "\(name): \(words)") }
    var said = TileSetDescription()
    said.add(rows: value)
    if (said.name ?? "").isEmpty { add(.rowsMissing, "name") }
    if value["format"] == nil {
      add(.rowsMissing, "format")
    } else if value["format"] != "pbf" {
      add(.rowsFormat, "format is \(value["format"]?.text() ?? ""), vector tiles are pbf")
    }
    if said.layers == nil {
      add(.rowsMissing, "json with vector_layers")
    } else {
      VectorLayersChecker(name, said).check(inner?["vector_layers"], &tally)
    }
    let missing = ["bounds", "center", "minzoom", "maxzoom"].filter { value[$0] == nil }
    if !missing.isEmpty { add(.rowsSuggested, "missing " + missing.joined(separator: ", ")) }
    for member in members {
      if case .string = member.value { continue }
      add(.rowsText, member.name)
    }
    checkValues(said, add)
  }

  private var inner: JSONValue? {
    guard case .string(let text)? = value["json"] else { return value["json"] }
    return try? JSONValue(parsing: text)
  }

  private func checkValues(_ said: TileSetDescription, _ add: (SetRule, String) -> Void) {
    func words(_ name: String) -> String { "\(name) is \(value[name]?.text() ?? "")" }
    for (name, zoom) in [("minzoom", said.minZoom), ("maxzoom", said.maxZoom)]
    where value[name] != nil && !(0...30 ~= zoom ?? -1) {
      add(.rowsFormat, words(name))
    }
    if let low = said.minZoom, let high = said.maxZoom, low > high {
      add(.rowsFormat, "minzoom is above maxzoom")
    }
    if value["bounds"] != nil {
      let box = said.bounds
      let isRight =
        box.map {
          -180 <= $0.west && $0.west <= $0.east && $0.east <= 180 && -90 <= $0.south
            && $0.south <= $0.north && $0.north <= 90
        } ?? false
      if !isRight { add(.rowsFormat, words("bounds")) }
    }
    if value["center"] != nil {
      guard let center = said.center, let zoom = Int(exactly: center[2]) else {
        return add(.rowsFormat, words("center"))
      }
      let slack = 1e-6
      if let box = said.bounds,
        center[0] < box.west - slack || center[0] > box.east + slack
          || center[1] < box.south - slack || center[1] > box.north + slack
      {
        add(.rowsFormat, "center lies outside the bounds")
      }
      if let low = said.minZoom, let high = said.maxZoom, !(low...max(low, high)).contains(zoom) {
        add(.rowsFormat, "center has the zoom \(zoom)")
      }
    }
    if let type = value["type"], type != "overlay", type != "baselayer" {
      add(.rowsFormat, words("type"))
    }
  }
}
