import MapStyle
import OverlayModel

/// The names under which a build's overlays stand in tiles: of our attributes, and of the source
/// layers, in drawing order.
struct OverlayNaming: Sendable {
  var names = AttributeNames()
  var layers: LayerNaming
}

/// What style and metadata say of a build's overlays, whichever of them are numbered together.
struct OverlaySurvey: Sendable {
  let names: AttributeNames
  var layers: [FeatureTable.Layer]
  /// Attribute names with their types for each layer, in first-seen order.
  var fields: [[(name: String, type: String)]]
  var markerKinds: [Set<StylePlan.MarkerKind>]
  /// The zooms in which each layer has rows; `nil`: none.
  private(set) var zooms: [ClosedRange<Int>?]
  /// Points, of all strokes.
  private(set) var widestStroke = 0.0
  /// World coordinates of all parts.
  var bounds = WorldBounds()

  /// Of no overlays yet.
  init(_ naming: OverlayNaming) {
    (names, layers) = (naming.names, naming.layers.list)
    fields = layers.map { _ in [] }
    markerKinds = layers.map { _ in [] }
    zooms = layers.map { _ in nil }
  }

  /// Notes an overlay that has a row of `role` in a layer.
  mutating func note(_ overlay: Overlay, _ role: LayerRole, layer: Int) {
    layers[layer].zIndices.insert(overlay.zIndex)
    switch overlay.look {
    case .polyline(let look): widestStroke = max(widestStroke, look.strokeWidth)
    case .polygon(let look) where role == .stroke:
      widestStroke = max(widestStroke, look.strokeWidth)
    case .circle(let look) where role == .stroke:
      widestStroke = max(widestStroke, look.strokeWidth)
    case .marker(let look):
      markerKinds[layer].insert(
        StylePlan.MarkerKind(flat: look.isFlat, collision: look.collisionBehavior))
    default: break
    }
  }

  /// Notes a row without a look of its own.
  mutating func notePlain(_ role: LayerRole, layer: Int, isCluster: Bool) {
    if isCluster {
      layers[layer].hasClusters = true
      return
    }
    layers[layer].zIndices.insert(0)
    if role == .marker {
      markerKinds[layer].insert(StylePlan.MarkerKind(flat: false, collision: .required))
    }
    if role == .stroke { widestStroke = max(widestStroke, 1) }
  }

  /// Notes the zooms of a row.
  mutating func note(zooms range: ClosedRange<Int>, layer: Int) {
    let known = zooms[layer] ?? range
    zooms[layer] =
      min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
  }

  /// Joins what is known of overlays that come after these.
  mutating func join(_ later: OverlaySurvey) {
    for layer in layers.indices {
      layers[layer].zIndices.formUnion(later.layers[layer].zIndices)
      if later.layers[layer].hasClusters { layers[layer].hasClusters = true }
      markerKinds[layer].formUnion(later.markerKinds[layer])
      if let range = later.zooms[layer] { note(zooms: range, layer: layer) }
      for field in later.fields[layer] {
        if let known = fields[layer].firstIndex(where: {
          $0.name.utf8.elementsEqual(field.name.utf8)
        }) {
          // Mixed types are text; see ``FieldCollector``.
          if fields[layer][known].type != field.type { fields[layer][known].type = "String" }
        } else {
          fields[layer].append(field)
        }
      }
    }
    widestStroke = max(widestStroke, later.widestStroke)
    bounds.grow(later.bounds)
  }
}
