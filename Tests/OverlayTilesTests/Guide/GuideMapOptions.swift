import OverlayTiles

/// The SDK guide's page about map options, its Swift snippets translated line by line.
enum GuideMapOptions {
  static func camera() -> OverlayMap {
    var options = MapOptions()
    options.camera = CameraPosition(latitude: -33.8683, longitude: 151.2086, zoom: 6)
    let mapView = OverlayMap(options: options)
    return mapView
  }

  static func defaults() -> OverlayMap {
    let options = MapOptions()
    let mapView = OverlayMap(options: options)
    return mapView
  }

  static func background() -> OverlayMap {
    var options = MapOptions()
    options.backgroundColor = .yellow
    let mapView = OverlayMap(options: options)
    return mapView
  }

  static func satellite() -> OverlayMap {
    var options = MapOptions()
    options.camera = CameraPosition(latitude: -33.8683, longitude: 151.2086, zoom: 6)
    var mapView = OverlayMap(options: options)
    mapView.mapType = .satellite
    return mapView
  }

  static func switches(_ mapView: inout OverlayMap) {
    mapView.isIndoorEnabled = false
    mapView.accessibilityElementsHidden = false
    mapView.isMyLocationEnabled = true
    mapView.isBuildingsEnabled = false
  }

  /// The guide tells to lay a floor plan on the ground where a building has none.
  static func floorPlans(in folder: String) -> OverlayMap {
    var mapView = OverlayMap()
    mapView.camera = CameraPosition(latitude: -33.8683, longitude: 151.2086, zoom: 18)
    mapView.imageFolder = folder
    let bounds = CoordinateBounds(west: 151.208, south: -33.869, east: 151.2092, north: -33.8683)
    var plan = GroundOverlay(image: "images/floor-plan.png", placement: .bounds(bounds))
    plan.id = 1
    mapView.add(plan)
    var turned = GroundOverlay(
      image: "images/floor-plan.png",
      placement: .position(LatLng(latitude: -33.8686, longitude: 151.211), zoomLevel: 18))
    (turned.id, turned.bearing, turned.opacity) = (2, 30, 0.7)
    mapView.add(turned)
    return mapView
  }

  static func padding(_ mapView: inout OverlayMap) {
    // Insets are specified in this order: top, left, bottom, right
    let mapInsets = MapOptions.Padding(top: 100.0, left: 0.0, bottom: 0.0, right: 300.0)
    mapView.padding = mapInsets
  }

  static func colorScheme() -> OverlayMap {
    let options = MapOptions()
    var mapView = OverlayMap(options: options)
    // Set map to use dark mode.
    mapView.colorScheme = .dark
    // Set map to use light mode.
    mapView.colorScheme = .light
    // Set map to use dark/light mode based on what the viewer's system says.
    mapView.colorScheme = .unspecified
    return mapView
  }
}
