import OverlayTiles

/// The SDK guide's page about markers, its Swift snippets translated line by line.
///
/// What lives only while an app runs has no counterpart: events, and views as icons, of which a
/// picture is drawn.
enum GuideMarkers {
  static func marker() -> Marker {
    let position = LatLng(latitude: 10, longitude: 10)
    var marker = Marker(position: position)
    marker.title = "Hello World"
    return marker
  }

  static func popping(_ marker: inout Marker) {
    marker.appearAnimation = .pop
  }

  static func clearing() -> OverlayMap {
    let camera = CameraPosition(
      latitude: -33.8683,
      longitude: 151.2086,
      zoom: 6
    )
    var mapView = OverlayMap()
    mapView.camera = camera
    // ...
    mapView.clear()
    return mapView
  }

  static func removal() -> OverlayMap {
    var mapView = OverlayMap()
    let position = LatLng(latitude: 10, longitude: 10)
    let marker = Marker(position: position)
    mapView.add(marker)
    // ...
    mapView.overlays.removeLast()
    return mapView
  }

  static func black(_ marker: inout Marker) {
    marker.color = .black
  }

  static func london() -> Marker {
    let positionLondon = LatLng(latitude: 51.5, longitude: -0.127)
    var london = Marker(position: positionLondon)
    london.title = "London"
    london.icon = "images/house.png"
    return london
  }

  static func picturedView() -> OverlayMap {
    let camera = CameraPosition(
      latitude: 51.5,
      longitude: -0.127,
      zoom: 14
    )
    var mapView = OverlayMap()
    mapView.camera = camera

    let position = LatLng(latitude: 51.5, longitude: -0.127)
    var marker = Marker(position: position)
    marker.title = "London"
    marker.icon = "images/house-red.png"
    mapView.add(marker)
    return mapView
  }

  static func translucent(_ marker: inout Marker) {
    marker.opacity = 0.6
  }

  static func flat() -> Marker {
    let positionLondon = LatLng(latitude: 51.5, longitude: -0.127)
    var londonMarker = Marker(position: positionLondon)
    londonMarker.isFlat = true
    return londonMarker
  }

  static func turned(_ londonMarker: inout Marker) {
    let degrees = 90.0
    londonMarker.groundAnchor = ImageAnchor(x: 0.5, y: 0.5)
    londonMarker.rotation = degrees
  }
}
