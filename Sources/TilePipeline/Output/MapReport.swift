import JSONText
import MapStyle
import OverlayModel

/// What of the map options tiles and styles cannot do alone: what a base map must bring, and what
/// an app must switch on. It stands in report.json, so that no option is lost in silence.
struct MapReport {
  private enum Doer: String { case baseStyle, app }

  let map: MapOptions
  /// Whether a document has a `map` member.
  let isStated: Bool
  let forms: [BaseMaps.Form]

  /// The member `map` of the report; `nil` when no document and no option speaks of the map.
  var section: JSONValue? {
    guard isStated || forms.contains(where: { $0.base != nil }), let first = forms.first else {
      return nil
    }
    let hidden = map.hiddenFeatures.sorted { $0.rawValue < $1.rawValue }.flatMap {
      first.base?.layers(showing: $0) ?? []
    }
    return [
      "mapType": .string(map.mapType.rawValue),
      "styles": .object(
        forms.map { .init($0.file.name, $0.source.map(JSONValue.string) ?? .null) }),
      "hiddenLayers": .array(hidden.map(JSONValue.string)),
      "needs": .array(baseNeeds(first) + appNeeds),
    ]
  }

  private func need(_ option: String, _ value: String, _ doer: Doer, _ message: String) -> JSONValue
  {
    [
      "option": .string("map." + option), "value": .string(value), "by": .string(doer.rawValue),
      "message": .string(message),
    ]
  }

  private func baseNeeds(_ form: BaseMaps.Form) -> [JSONValue] {
    let type = map.mapType.rawValue
    let dark = forms.contains { $0.file.isDark == true }
    var needs: [JSONValue] = []
    if map.mapType != .none, form.base == nil {
      needs.append(
        need(
          "mapType", type, .baseStyle,
          "nothing lies below the overlays but the background; --base-style \(type)=FILE puts a map"
            + " there"))
    }
    if let id = map.mapID, form.file.mapType != id {
      needs.append(
        need(
          "mapID", id, .baseStyle,
          "cloud styles belong to the SDK; --base-style \(id)=FILE puts another in its place"))
    }
    if map.colorScheme == .dark, !dark {
      needs.append(
        need(
          "colorScheme", "dark", .baseStyle,
          "overlays and background have one form; only a base style can be dark"
            + " (--base-style \(type):dark=FILE)"))
    }
    func feature(_ feature: BaseStyle.Feature, _ option: String, _ message: String) {
      guard !map.hiddenFeatures.contains(feature) else { return }
      guard form.base?.layers(showing: feature).isEmpty ?? (feature == .traffic) else { return }
      needs.append(need(option, "true", .baseStyle, message))
    }
    feature(.buildings, "buildingsEnabled", "the base style has no layer of type fill-extrusion")
    feature(
      .indoor, "indoorEnabled",
      "the base style has no layer whose id, source or source layer says indoor")
    feature(
      .traffic, "trafficEnabled",
      map.mapType == .none
        ? "a map of type none has no traffic"
        : "a base style must have layers whose id, source or source layer says traffic")
    return needs
  }

  private var appNeeds: [JSONValue] {
    var needs: [JSONValue] = []
    func add(_ option: String, _ value: String, _ message: String) {
      needs.append(need(option, value, .app, message))
    }
    let place = "styles have no word for it: an app takes it from metadata overlaytiles:"
    let does = "index.html does it; "
    if let zoom = map.minZoom { add("minZoom", "\(zoom)", does + place + "minZoom (one less)") }
    if let zoom = map.maxZoom { add("maxZoom", "\(zoom)", does + place + "maxZoom (one less)") }
    if let bounds = map.cameraTargetBounds {
      add("cameraTargetBounds", "\(bounds)", does + place + "cameraTargetBounds")
    }
    if map.padding != MapOptions.Padding() {
      let padding = [map.padding.top, map.padding.left, map.padding.bottom, map.padding.right]
      add("padding", "\(padding)", does + place + "padding")
    }
    if map.isMyLocationEnabled {
      add("myLocationEnabled", "true", does + "an app shows the location by its own means")
    }
    if !map.accessibilityElementsHidden {
      add("accessibilityElementsHidden", "false", does + "an app names overlays by its own means")
    }
    return needs
  }
}
