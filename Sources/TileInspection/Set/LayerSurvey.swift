/// Which layers and attributes the tiles of a set have.
struct LayerSurvey: Sendable {
  /// Types of an attribute's values, one bit each.
  struct Types: OptionSet, Sendable {
    let rawValue: UInt8
    static let number = Types(rawValue: 1)
    static let string = Types(rawValue: 2)
    static let boolean = Types(rawValue: 4)

    /// As documents write it; several types are String.
    var name: String {
      switch self {
      case .number: "Number"
      case .boolean: "Boolean"
      default: "String"
      }
    }
  }
  struct Layer: Sendable {
    /// Zooms with features, one bit each.
    var zooms: UInt32 = 0
    var fields: [String: Types] = [:]
  }
  private(set) var layers: [String: Layer] = [:]
  private var types: [Types] = []

  /// Takes a layer of a tile of zoom `z`.
  mutating func add(_ layer: ScannedLayer, _ bytes: Span<UInt8>, z: Int) {
    add(layer.name, z: z)
    types.removeAll(keepingCapacity: true)
    types.append(contentsOf: repeatElement([], count: layer.keys.count))
    for feature in layer.kinds.indices {
      let tags = layer.tags(of: feature)
      for i in stride(from: tags.lowerBound, to: tags.upperBound - 1, by: 2) {
        let (key, value) = (layer.tags[i], layer.tags[i + 1])
        guard key < types.count, value < layer.values.count,
          let kind = layer.values[value].kind
        else { continue }
        types[key].insert(kind == .string ? .string : kind == .bool ? .boolean : .number)
      }
    }
    for (key, found) in types.enumerated() where !found.isEmpty {
      let name = String(copying: bytes, layer.keys[key])
      if layers[layer.name]?.fields[name]?.isSuperset(of: found) == true { continue }
      layers[layer.name, default: Layer()].fields[name, default: []].formUnion(found)
    }
  }

  /// Takes note that a layer, whose attributes are known, is in a tile of zoom `z`.
  mutating func add(_ name: String, z: Int) {
    layers[name, default: Layer()].zooms |= 1 << UInt32(z)
  }

  /// Takes what another survey has.
  mutating func add(_ other: LayerSurvey) {
    for (name, layer) in other.layers {
      layers[name, default: Layer()].zooms |= layer.zooms
      for (field, types) in layer.fields {
        layers[name, default: Layer()].fields[field, default: []].formUnion(types)
      }
    }
  }
}
