import JSONText
import MapMath
import OverlayModel
import Testing

@testable import MapStyle

struct CameraTests {
  private func style(_ camera: CameraPosition?, _ change: (inout MapOptions) -> Void = { _ in })
    -> JSONValue
  {
    var plan = StylePlan()
    plan.map.camera = camera
    plan.fallbackView = (5, 6, 7.5)
    change(&plan.map)
    return StyleDocument.make(plan)
  }

  @Test("MapLibre's zoom is one less than the SDK's")
  func zoom() {
    let style = style(
      .init(
        target: LatLng(latitude: -33.8683, longitude: 151.2086), zoom: 6, bearing: 45,
        viewingAngle: 20))
    #expect(style["center"] == [151.2086, -33.8683])
    #expect(style["zoom"] == 5.0 && style["bearing"] == 45.0 && style["pitch"] == 20.0)
  }

  @Test("without a camera the overlays' own view is taken")
  func fallback() {
    let style = style(nil)
    #expect(style["center"] == [5.0, 6.0] && style["zoom"] == 7.5)
    #expect(style["bearing"] == nil && style["pitch"] == nil)
  }

  @Test("the target is clamped in latitude and wrapped in longitude, the zoom kept in its range")
  func clamping() {
    let style = style(
      .init(
        target: LatLng(latitude: -89, longitude: 480), zoom: 25, bearing: -90, viewingAngle: -5)
    ) { $0.maxZoom = 21 }
    #expect(style["center"] == [120.0, -85.0])
    #expect(style["zoom"] == 20.0 && style["bearing"] == 270.0 && style["pitch"] == 0.0)
  }

  @Test(
    "the viewing angle ends at 30 degrees up to zoom 10, at 65 from zoom 16, linearly between",
    arguments: [(2.0, 30.0), (10, 30), (13, 47.5), (16, 65), (21, 65)])
  func angle(zoom: Double, largest: Double) {
    let camera = CameraPosition(
      target: LatLng(latitude: 0, longitude: 0), zoom: zoom, viewingAngle: 80)
    #expect(style(camera)["pitch"] == .double(largest))
  }

  @Test("options that a style has no place for stand in its metadata, defaults left out")
  func metadata() {
    #expect(style(nil)["metadata"] == nil)
    let style = style(nil) {
      $0.mapType = .none
      $0.colorScheme = .dark
      ($0.minZoom, $0.maxZoom) = (2, 21)
      $0.cameraTargetBounds = CoordinateBounds(
        west: 1, south: 2, east: 3, north: 4)
      ($0.padding.top, $0.padding.right) = (100, 300)
      $0.accessibilityElementsHidden = false
      $0.isTrafficEnabled = true
      $0.mapID = "abc"
    }
    #expect(
      style["metadata"] == [
        "overlaytiles:mapType": "none", "overlaytiles:colorScheme": "dark",
        "overlaytiles:minZoom": 1.0, "overlaytiles:maxZoom": 20.0,
        "overlaytiles:cameraTargetBounds": [1.0, 2.0, 3.0, 4.0],
        "overlaytiles:padding": ["top": 100.0, "left": 0.0, "bottom": 0.0, "right": 300.0],
        "overlaytiles:accessibilityElementsHidden": false, "overlaytiles:trafficEnabled": true,
        "overlaytiles:mapID": "abc",
      ])
  }
}
