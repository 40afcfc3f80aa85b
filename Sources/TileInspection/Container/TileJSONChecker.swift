internal import JSONText
internal import TileArchive

/// - SeeAlso: TileJSON 3.0.0, <https://github.com/mapbox/tilejson-spec/tree/master/3.0.0>.
struct TileJSONChecker {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func check(_ tally: inout FindingTally) {
    if value["tilejson"] != "3.0.0" { tally.add(.tileJSONVersion, text(value["tilejson"])) }
    checkAddresses(&tally)
    let zooms = checkZooms(&tally)
    let bounds = checkBounds(&tally)
    checkCenter(zooms, bounds, &tally)
    checkMembers(&tally)
    var description = TileSetDescription()
    (description.minZoom, description.maxZoom) = (zooms.lowerBound, zooms.upperBound)
    VectorLayersChecker("tiles.json", description).check(value["vector_layers"], &tally)
  }

  private func text(_ value: JSONValue?) -> String { value?.text() ?? "missing" }

  private func checkAddresses(_ tally: inout FindingTally) {
    guard case .array(let addresses)? = value["tiles"], !addresses.isEmpty else {
      return tally.add(.tileJSONTiles, text(value["tiles"]))
    }
    for address in addresses {
      guard case .string(let address) = address, BaseURL(address) != nil else {
        tally.add(.tileJSONTiles, address.text())
        continue
      }
      let path = address.prefix { $0 != "?" }
      let hasAll = ["{z}", "{x}", "{y}"].allSatisfy { path.contains($0) }
      if !hasAll { tally.add(.tileJSONTemplate, address) }
    }
  }

  private func checkZooms(_ tally: inout FindingTally) -> ClosedRange<Int> {
    func zoom(_ name: String, _ fallback: Int) -> Int? {
      switch value[name] {
      case nil: fallback
      case .int(let zoom)?: zoom
      default: nil
      }
    }
    guard let low = zoom("minzoom", 0), let high = zoom("maxzoom", 30), low <= high, low >= 0,
      high <= 30
    else {
      tally.add(.tileJSONZooms, "\(text(value["minzoom"])) and \(text(value["maxzoom"]))")
      return 0...30
    }
    return low...high
  }

  private func checkBounds(_ tally: inout FindingTally) -> TileSelection.Box? {
    guard value["bounds"] != nil else { return nil }
    var said = TileSetDescription()
    said.add(tileJSON: value)
    guard let box = said.bounds, -180 <= box.west, box.west <= box.east, box.east <= 180,
      -90 <= box.south, box.south <= box.north, box.north <= 90
    else {
      tally.add(.tileJSONBounds, text(value["bounds"]))
      return nil
    }
    return box
  }

  private func checkCenter(
    _ zooms: ClosedRange<Int>, _ bounds: TileSelection.Box?, _ tally: inout FindingTally
  ) {
    guard value["center"] != nil, value["center"] != JSONValue.null else { return }
    var said = TileSetDescription()
    said.add(tileJSON: value)
    guard let center = said.center, let zoom = Int(exactly: center[2]), zooms.contains(zoom) else {
      return tally.add(.tileJSONCenter, text(value["center"]))
    }
    if let bounds,
      !(bounds.west...bounds.east).contains(center[0])
        || !(bounds.south...bounds.north).contains(center[1])
    {
      tally.add(.tileJSONCenter, "\(text(value["center"])) lies outside the bounds")
    }
  }

  private func checkMembers(_ tally: inout FindingTally) {
    for name in ["attribution", "description", "legend", "name", "template"] {
      switch value[name] {
      case nil, .null?, .string?: continue
      default: tally.add(.tileJSONMembers, "\(name) is no text")
      }
    }
    for name in ["data", "grids"] {
      guard let list = value[name] else { continue }
      if case .array = list { continue }
      tally.add(.tileJSONMembers, "\(name) is no list")
    }
    if let scheme = value["scheme"], scheme != "xyz", scheme != "tms" {
      tally.add(.tileJSONMembers, "scheme \(scheme.text())")
    }
    if let version = value["version"] {
      guard case .string(let text) = version, Self.isSemanticVersion(text) else {
        return tally.add(.tileJSONMembers, "version \(version.text())")
      }
    }
  }

  /// - SeeAlso: Semantic Versioning 2.0.0, 2 and 9.
  static func isSemanticVersion(_ text: String) -> Bool {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3
      && numbers.allSatisfy { number in
        !number.isEmpty && number.utf8.allSatisfy { 0x30...0x39 ~= $0 }
          && (number.count == 1 || number.first != "0")
      }
  }
}
