import JSONText

extension BaseStyle {
  /// What map options switch on and off in a base map. Styles have no words for it, so layers are
  /// known by what they draw or by their names.
  public enum Feature: String, Sendable, CaseIterable {
    /// Layers of type `fill-extrusion`.
    case buildings
    /// Layers whose id, source or source layer says "indoor".
    case indoor
    /// Layers whose id, source or source layer says "traffic".
    case traffic

    func isShown(by layer: JSONValue) -> Bool {
      if self == .buildings { return layer["type"] == "fill-extrusion" }
      return ["id", "source", "source-layer"].contains { member in
        guard case .string(let text)? = layer[member] else { return false }
        return text.lowercased().contains(rawValue)
      }
    }
  }

  /// Ids of the layers that show `feature`.
  public func layers(showing feature: Feature) -> [String] {
    layers.filter(feature.isShown(by:)).compactMap(\.layerID)
  }
}
