import JSONText
import MapMath
public import OverlayModel

extension MapOptions {
  /// What is not drawn of a base style.
  public var hiddenFeatures: Set<BaseStyle.Feature> {
    var hidden: Set<BaseStyle.Feature> = []
    if !isBuildingsEnabled { hidden.insert(.buildings) }
    if !isIndoorEnabled { hidden.insert(.indoor) }
    if !isTrafficEnabled { hidden.insert(.traffic) }
    return hidden
  }
}

extension MapOptions {
  /// The camera as MapLibre counts it, `nil` where none is stated: a target on the map, and the zoom
  /// nearest to the camera's that the map may reach.
  public var firstCamera: (longitude: Double, latitude: Double, zoom: Double)? {
    camera.map { camera in
      (
        CameraOptions.wrap(camera.target.longitude, into: -180),
        CameraOptions.clamp(camera.target.latitude, -85, 85),
        CameraOptions.reachable(camera.zoom, self) - 1
      )
    }
  }
}

/// What a style says of the view. Its zooms are MapLibre's, one less than the SDK's: a world is
/// 512 pixels wide at MapLibre's zoom 0 and 256 points at the SDK's.
enum CameraOptions {
  /// The first view.
  static func camera(_ plan: StylePlan) -> [JSONValue.Member] {
    guard let camera = plan.map.camera, let first = plan.map.firstCamera else {
      let view = plan.fallbackView
      return [
        .init("center", [.double(view.longitude), .double(view.latitude)]),
        .init("zoom", .double(reachable(view.zoom + 1, plan.map) - 1)),
      ]
    }
    let angle = clamp(camera.viewingAngle, 0, largestAngle(zoom: first.zoom + 1))
    return [
      .init("center", [.double(first.longitude), .double(first.latitude)]),
      .init("zoom", .double(first.zoom)),
      .init("bearing", .double(wrap(camera.bearing, into: 0))),
      .init("pitch", .double(angle)),
    ]
  }

  /// The SDK's largest viewing angle, degrees: 30 up to zoom 10, 65 from zoom 16 on, linear
  /// between them.
  static func largestAngle(zoom: Double) -> Double { 30 + 35 * clamp((zoom - 10) / 6, 0, 1) }

  /// What the style specification has no place for, where it differs from the SDK's defaults.
  static func metadata(_ map: MapOptions) -> [JSONValue.Member] {
    let standard = MapOptions()
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue, if differs: Bool) {
      if differs { members.append(.init("overlaytiles:" + name, value)) }
    }
    add("mapType", .string(map.mapType.rawValue), if: map.mapType != standard.mapType)
    add(
      "colorScheme", .string(map.colorScheme.rawValue), if: map.colorScheme != standard.colorScheme)
    if let zoom = map.minZoom { add("minZoom", .double(zoom - 1), if: true) }
    if let zoom = map.maxZoom { add("maxZoom", .double(zoom - 1), if: true) }
    if let bounds = map.cameraTargetBounds {
      add(
        "cameraTargetBounds",
        [.double(bounds.west), .double(bounds.south), .double(bounds.east), .double(bounds.north)],
        if: true)
    }
    add(
      "padding",
      [
        "top": .double(map.padding.top), "left": .double(map.padding.left),
        "bottom": .double(map.padding.bottom), "right": .double(map.padding.right),
      ], if: map.padding != standard.padding)
    for (name, path) in MapOptions.switches {
      add(name, .bool(map[keyPath: path]), if: map[keyPath: path] != standard[keyPath: path])
    }
    if let mapID = map.mapID { add("mapID", .string(mapID), if: true) }
    return members
  }

  /// The nearest SDK zoom that the camera may reach.
  fileprivate static func reachable(_ zoom: Double, _ map: MapOptions) -> Double {
    clamp(zoom, map.minZoom ?? -.infinity, map.maxZoom ?? .infinity)
  }

  fileprivate static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
    min(max(value, low), high)
  }

  /// `degrees` moved by whole turns into `start ..< start + 360`.
  fileprivate static func wrap(_ degrees: Double, into start: Double) -> Double {
    let turn = (degrees - start).truncatingRemainder(dividingBy: 360)
    return start + (turn < 0 ? turn + 360 : turn)
  }
}
