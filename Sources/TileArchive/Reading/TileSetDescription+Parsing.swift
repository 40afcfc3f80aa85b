public import JSONText

extension TileSetDescription {
  /// Reads what a TileJSON document says, or the metadata of PMTiles, which has the same members.
  /// Members that were read before stay.
  public mutating func add(tileJSON value: JSONValue) {
    addCommon(value)
    bounds = bounds ?? value["bounds"]?.numbers(4).map(TileSelection.Box.init(sides:))
    center = center ?? value["center"]?.numbers(3)
    layers = layers ?? value["vector_layers"].flatMap(Self.layers)
  }

  /// Reads what rows of MBTiles say: every value is text, and `json` a document of its own.
  /// Members that were read before stay.
  public mutating func add(rows value: JSONValue) {
    addCommon(value)
    bounds = bounds ?? value["bounds"]?.listedNumbers(4).map(TileSelection.Box.init(sides:))
    center = center ?? value["center"]?.listedNumbers(3)
    guard layers == nil, let json = value["json"] else { return }
    let inner: JSONValue? =
      if case .string(let text) = json {
        try? JSONValue(parsing: text)
      } else {
        json
      }
    layers = inner?["vector_layers"].flatMap(Self.layers)
  }

  /// Reads the members that both write alike.
  private mutating func addCommon(_ value: JSONValue) {
    minZoom = minZoom ?? value["minzoom"]?.wholeNumber
    maxZoom = maxZoom ?? value["maxzoom"]?.wholeNumber
    name = name ?? value["name"]?.string
    summary = summary ?? value["description"]?.string
    attribution = attribution ?? value["attribution"]?.string
  }

  /// The layers of a member `vector_layers`; entries without a name are left out.
  private static func layers(_ value: JSONValue) -> [Layer]? {
    guard case .array(let elements) = value else { return nil }
    return elements.compactMap { element in
      guard let id = element["id"]?.string else { return nil }
      var layer = Layer(
        id: id, fields: [], minZoom: element["minzoom"]?.wholeNumber,
        maxZoom: element["maxzoom"]?.wholeNumber)
      if case .object(let members)? = element["fields"] {
        layer.fields = members.map { Field(name: $0.name, type: $0.value.string ?? "") }
      }
      return layer
    }
  }
}

extension TileSelection.Box {
  /// West, south, east, north.
  init(sides: [Double]) {
    self.init(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
  }
}

extension JSONValue {
  /// The text of a string.
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A whole number, or the text of one.
  var wholeNumber: Int? {
    switch self {
    case .int(let value): value
    case .double(let value): Int(exactly: value)
    case .string(let text): Int(text)
    default: nil
    }
  }

  private var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// An array of exactly `count` numbers.
  func numbers(_ count: Int) -> [Double]? {
    guard case .array(let elements) = self, elements.count == count else { return nil }
    let numbers = elements.compactMap(\.number)
    return numbers.count == count ? numbers : nil
  }

  /// Exactly `count` numbers in a text with commas between them.
  func listedNumbers(_ count: Int) -> [Double]? {
    guard let text = string else { return numbers(count) }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.drop { $0 == " " }) }
    return parts.count == count && numbers.count == count ? numbers : nil
  }
}
