internal import JSONText
internal import TileArchive

/// Looks at the documents of a tile set: TileJSON, and rows of metadata.
struct DocumentChecker {
  let description: TileSetDescription
  let container: TileContainer

  func check(_ tally: inout FindingTally) {
    for document in description.documents {
      guard case .object(let members)? = document.content else {
        tally.add(.documentBroken, document.name)
        continue
      }
      let value = JSONValue.object(members)
      switch document.name {
      case "tiles.json": TileJSONChecker(value).check(&tally)
      case "metadata.json": RowsChecker(value, document.name).check(&tally)
      default:
        if container == .mbtiles {
          RowsChecker(value, document.name).check(&tally)
        } else {
          VectorLayersChecker(document.name, description).check(value["vector_layers"], &tally)
        }
      }
    }
    compare(&tally)
  }

  /// tiles.json and metadata.json of a folder say the same.
  private func compare(_ tally: inout FindingTally) {
    guard let tileJSON = description.document("tiles.json"),
      let rows = description.document("metadata.json")
    else { return }
    var (first, second) = (TileSetDescription(), TileSetDescription())
    first.add(tileJSON: tileJSON)
    second.add(rows: rows)
    func differ<Value: Equatable>(_ name: String, _ a: Value?, _ b: Value?) {
      if let a, let b, a != b { tally.add(.documentsDiffer, name) }
    }
    differ("minzoom", first.minZoom, second.minZoom)
    differ("maxzoom", first.maxZoom, second.maxZoom)
    differ("vector_layers", first.layers, second.layers)
    if let a = first.bounds, let b = second.bounds {
      let gaps = [a.west - b.west, a.south - b.south, a.east - b.east, a.north - b.north]
      if gaps.contains(where: { abs($0) > 1e-5 }) { tally.add(.documentsDiffer, "bounds") }
    }
  }
}

/// The list of source layers, which every container has in the same form.
struct VectorLayersChecker {
  private let document: String
  private let minZoom: Int
  private let maxZoom: Int

  init(_ document: String, _ description: TileSetDescription) {
    self.document = document
    (minZoom, maxZoom) = (description.minZoom ?? 0, description.maxZoom ?? 30)
  }

  func check(_ value: JSONValue?, _ tally: inout FindingTally) {
    func add(_ words: String) { tally.add(.vectorLayers, "\(document): \(words)") }
    guard case .array(let layers)? = value else {
      return add("vector_layers is missing or no list")
    }
    var names: Set<String> = []
    for (i, layer) in layers.enumerated() {
      guard case .string(let id)? = layer["id"] else {
        add("entry \(i) has no id")
        continue
      }
      if !names.insert(id).inserted { add("\"\(id)\" stands twice") }
      if case .object(let fields)? = layer["fields"] {
        for field in fields {
          if case .string = field.value { continue }
          add("the type of \"\(field.name)\" in \"\(id)\" is no text")
        }
      } else {
        add("\"\(id)\" has no fields")
      }
      checkZooms(id, layer, add)
    }
  }

  private func checkZooms(_ id: String, _ layer: JSONValue, _ add: (String) -> Void) {
    var zooms: [Int?] = []
    for name in ["minzoom", "maxzoom"] {
      switch layer[name] {
      case .int(let zoom)?:
        zooms.append(zoom)
        if !(minZoom...max(minZoom, maxZoom)).contains(zoom) {
          add("\(name) \(zoom) of \"\(id)\" is outside \(minZoom) to \(maxZoom)")
        }
      case nil: zooms.append(nil)
      default: add("\(name) of \"\(id)\" is no whole number")
      }
    }
    if zooms.count == 2, let low = zooms[0], let high = zooms[1], low > high {
      add("minzoom of \"\(id)\" is above its maxzoom")
    }
  }
}
