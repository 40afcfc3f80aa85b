import OverlayTiles

/// The SDK guide's page about shapes, its Swift snippets translated line by line.
///
/// `GMS` and `CLLocationCoordinate2D` go, paths are values (`var`), and instead of giving an overlay
/// a map (`polyline.map = mapView`) it is added to one.
enum GuideShapes {
  // MARK: Polylines

  static func polyline() -> Polyline {
    var path = Path()
    path.add(LatLng(latitude: -33.85, longitude: 151.20))
    path.add(LatLng(latitude: -33.70, longitude: 151.40))
    path.add(LatLng(latitude: -33.73, longitude: 151.41))
    let polyline = Polyline(path: path)
    return polyline
  }

  static func rectangle(on mapView: inout OverlayMap) {
    var rectanglePath = Path()
    rectanglePath.add(LatLng(latitude: 37.36, longitude: -122.0))
    rectanglePath.add(LatLng(latitude: 37.45, longitude: -122.0))
    rectanglePath.add(LatLng(latitude: 37.45, longitude: -122.2))
    rectanglePath.add(LatLng(latitude: 37.36, longitude: -122.2))
    rectanglePath.add(LatLng(latitude: 37.36, longitude: -122.0))

    let rectangle = Polyline(path: rectanglePath)
    mapView.add(rectangle)
  }

  static func removal(from mapView: inout OverlayMap) {
    mapView.clear()
  }

  static func geodesicPolyline() -> Polyline {
    var path = Path()
    path.addLatitude(-37.81319, longitude: 144.96298)
    path.addLatitude(-31.95285, longitude: 115.85734)
    var polyline = Polyline(path: path)
    polyline.strokeWidth = 10.0
    polyline.geodesic = true
    return polyline
  }

  static func blue(_ polyline: inout Polyline) {
    polyline.strokeColor = .blue
  }

  // MARK: Colours

  static let solidRed = StrokeStyle.solid(.red)
  static let solidBlue = StrokeStyle.solid(.blue)
  static let solidBlueSpan = StyleSpan(style: solidBlue)
  static let redYellow = StrokeStyle.gradient(from: .red, to: .yellow)
  static let redYellowSpan = StyleSpan(style: redYellow)

  static func wholeLineByColor(_ polyline: inout Polyline) {
    polyline.spans = [StyleSpan(color: .red)]
  }

  static func wholeLineByStyle(_ polyline: inout Polyline) {
    polyline.spans = [StyleSpan(style: solidRed)]
  }

  static func strokeColor(_ polyline: inout Polyline) {
    polyline.strokeColor = .red
  }

  static func wholeLineGradient(_ polyline: inout Polyline) {
    polyline.spans = [StyleSpan(style: redYellow)]
  }

  static func spanBySegment(_ polyline: inout Polyline) {
    polyline.spans = [
      StyleSpan(style: solidRed),
      StyleSpan(style: solidRed),
      StyleSpan(style: redYellow),
    ]
  }

  static func spansWithCounts(_ polyline: inout Polyline) {
    polyline.spans = [
      StyleSpan(style: solidRed, segments: 2),
      StyleSpan(style: redYellow, segments: 10),
    ]
  }

  static func fractionalSpans(_ polyline: inout Polyline) {
    polyline.spans = [
      StyleSpan(style: solidRed, segments: 2.5),
      StyleSpan(color: .gray),
      StyleSpan(color: .purple, segments: 0.75),
      StyleSpan(style: redYellow),
    ]
  }

  static func pattern(_ polyline: inout Polyline) throws {
    let styles = [
      StrokeStyle.solid(.white),
      StrokeStyle.solid(.black),
    ]
    let lengths: [Double] = [100000, 50000]
    polyline.spans = Spans(
      try styleSpans(
        path: polyline.path,
        styles: styles,
        lengths: lengths,
        lengthKind: .rhumb))
  }

  // MARK: Stamps

  static func spriteStamps() -> Polyline {
    var path = Path()
    path.addLatitude(-37.81319, longitude: 144.96298)
    path.addLatitude(-31.95285, longitude: 115.85734)
    var polyline = Polyline(path: path)
    polyline.strokeWidth = 20
    let image = "images/dot.png"
    let stampStyle = StampStyle.sprite(image: image)
    let transparentStampStroke = StrokeStyle.transparent(stampStyle: stampStyle)
    let span = StyleSpan(style: transparentStampStroke)
    polyline.spans = [span]
    return polyline
  }

  static func textureStamps() -> Polyline {
    var path = Path()
    path.addLatitude(-37.81319, longitude: 144.96298)
    path.addLatitude(-31.95285, longitude: 115.85734)
    var polyline = Polyline(path: path)
    polyline.strokeWidth = 20
    var redWithStamp = StrokeStyle.solid(.red)
    let image = "images/brick.png"
    redWithStamp.stampStyle = .texture(image: image)
    let span = StyleSpan(style: redWithStamp)
    polyline.spans = [span]
    return polyline
  }

  /// Where the guide asks the map for its capabilities, the options say what clients can draw.
  static func stampsByCapability(_ options: BuildOptions) -> Polyline {
    var path = Path()
    path.addLatitude(-37.81319, longitude: 144.96298)
    path.addLatitude(-31.95285, longitude: 115.85734)
    var polyline = Polyline(path: path)
    polyline.strokeWidth = 20
    let image = "images/dot.png"
    let spans: Spans
    if options.spriteStamps {
      let spriteStyle = StampStyle.sprite(image: image)
      let stroke = StrokeStyle.transparent(stampStyle: spriteStyle)
      spans = [StyleSpan(style: stroke)]
    } else {
      var stroke = StrokeStyle.solid(.clear)
      stroke.stampStyle = .texture(image: image)
      spans = [StyleSpan(style: stroke)]
    }
    polyline.spans = spans
    return polyline
  }

  // MARK: Polygons

  static func polygon() -> Polygon {
    // Create a rectangular path
    var rect = Path()
    rect.add(LatLng(latitude: 37.36, longitude: -122.0))
    rect.add(LatLng(latitude: 37.45, longitude: -122.0))
    rect.add(LatLng(latitude: 37.45, longitude: -122.2))
    rect.add(LatLng(latitude: 37.36, longitude: -122.2))

    // Create the polygon, and assign it to the map.
    var polygon = Polygon(path: rect)
    polygon.fillColor = RGBA(red: 0.25, green: 0, blue: 0, alpha: 0.05)
    polygon.strokeColor = .black
    polygon.strokeWidth = 2
    return polygon
  }

  static func hollowPolygon() throws -> OverlayMap {
    let hydeParkLocation = LatLng(latitude: -33.87344, longitude: 151.21135)
    let camera = CameraPosition(target: hydeParkLocation, zoom: 16)
    var mapView = OverlayMap()
    mapView.camera = camera

    let hydePark =
      "tpwmEkd|y[QVe@Pk@BsHe@mGc@iNaAKMaBIYIq@qAMo@Eo@@[Fe@DoALu@HUb@c@XUZS^ELGxOhAd@@ZB`@J^BhFRlBN\\BZ@`AFrATAJAR?rAE\\C~BIpD"
    let archibaldFountain = "tlvmEqq|y[NNCXSJQOB[TI"
    let reflectionPool = "bewmEwk|y[Dm@zAPEj@{AO"

    var hollowPolygon = Polygon()
    hollowPolygon.path = try Path(fromEncodedPath: hydePark)
    hollowPolygon.holes = [
      try Path(fromEncodedPath: archibaldFountain), try Path(fromEncodedPath: reflectionPool),
    ]
    hollowPolygon.fillColor = RGBA(red: 1.0, green: 0.0, blue: 0.0, alpha: 0.2)
    hollowPolygon.strokeColor = RGBA(red: 1.0, green: 0.0, blue: 0.0, alpha: 1.0)
    hollowPolygon.strokeWidth = 2
    mapView.add(hollowPolygon)
    return mapView
  }

  // MARK: Circles

  static func circle() -> Circle {
    let circleCenter = LatLng(latitude: 37.35, longitude: -122.0)
    let circle = Circle(position: circleCenter, radius: 1000)
    return circle
  }

  static func red(_ circle: inout Circle) {
    circle.fillColor = RGBA(red: 0.35, green: 0, blue: 0, alpha: 0.05)
    circle.strokeColor = .red
    circle.strokeWidth = 5
  }
}
