import TileEncoding

extension TileDecodingError {
  /// What is wrong with a tile, in words.
  var message: String {
    switch self {
    case .malformedTile: "is no vector tile, or is cut short"
    case .badLayer(let layer, let fault): "layer \(layer): \(fault.message)"
    case .badKey(let layer, let key): "layer \(layer): key \(key) is not UTF-8"
    case .badValue(let layer, let value):
      "layer \(layer): value \(value) is broken or has not exactly one type"
    case .badFeature(let layer, let feature, let fault):
      "layer \(layer): feature \(feature): \(fault.message)"
    }
  }
}

extension TileDecodingError.LayerFault {
  var message: String {
    switch self {
    case .malformed: "is broken or cut short"
    case .missingVersion: "has no version"
    case .badName: "has no name, or its name is not UTF-8"
    case .zeroExtent: "has the extent 0"
    }
  }
}

extension TileDecodingError.FeatureFault {
  var message: String {
    switch self {
    case .malformed: "is broken or cut short"
    case .oddTags: "has an odd number of tags"
    case .tagOutOfRange: "has a tag beyond the layer's keys or values"
    case .missingGeometry: "has no geometry"
    case .badCommand: "has a drawing command that does not exist"
    case .unexpectedCommand: "has a drawing command out of place"
    case .missingParameters: "has a drawing command without its parameters"
    case .outOfRange: "leaves the range of coordinates"
    }
  }
}
