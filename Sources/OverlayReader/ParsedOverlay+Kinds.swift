internal import MapMath
internal import OverlayModel

extension ParsedOverlay {
  /// Reads the `overlay` member for one kind of overlay.
  ///
  /// - Parameters:
  ///   - isCollection: Members of other kinds are not noted, since another part may use them.
  ///   - position: Where a ground overlay's geometry puts it.
  init(
    _ value: JSONTree, kind: FeatureBatch.Feature.Kind, isCollection: Bool, position: LatLng?
  ) throws(Fault) {
    var reader = try MemberReader(value, path: "overlay")
    var overlay = Overlay(look: .polyline(PolylineLook()))
    switch kind {
    case .polyline: overlay = Overlay(look: .polyline(try PolylineLook(&reader)))
    case .polygon: overlay = Overlay(look: .polygon(try PolygonLook(&reader)))
    case .circle: overlay = Overlay(look: .circle(try CircleLook(&reader)))
    case .marker: overlay = Overlay(look: .marker(try MarkerLook(&reader)))
    case .groundOverlay:
      overlay = Overlay(look: .groundOverlay(try GroundOverlayLook(&reader, position: position)))
    }
    try overlay.readCommon(&reader)
    reader.finish(
      otherKinds: Self.members, of: kind.name, notesOtherKinds: !isCollection)
    self.init(overlay, notes: reader.notes)
  }

  /// Members of all kinds, to tell slips from what belongs elsewhere.
  private static let members = [
    "strokeWidth", "strokeColor", "geodesic", "spans", "fillColor", "pole", "radius", "snippet",
    "icon", "color", "groundAnchor", "infoWindowAnchor", "rotation", "flat", "opacity",
    "draggable", "appearAnimation", "collisionBehavior", "image", "bounds", "position",
    "zoomLevel", "anchor", "bearing",
  ]
}

extension Overlay {
  /// Zooms of tiles that a document may name.
  static let zooms = 0...TileID.deepestZoom

  fileprivate mutating func readCommon(_ reader: inout MemberReader) throws(Fault) {
    for name in ["type", "encodedPath", "encodedHoles", "encodedPrecision"] {
      _ = reader.take(name)
    }
    traits.title = try reader.string("title")
    traits.zIndex =
      try reader.integer(
        "zIndex", in: Int(Int32.min)...Int(Int32.max), allowed: "a whole number of 32 bits"
      ).map { Int32($0) } ?? traits.zIndex
    traits.isTappable = try reader.bool("tappable") ?? traits.isTappable
    traits.isVisible = try reader.bool("visible") ?? traits.isVisible
    traits.minZoom = try reader.integer("minZoom", in: Self.zooms, allowed: Allowed.tileZoom)
    traits.maxZoom = try reader.integer("maxZoom", in: Self.zooms, allowed: Allowed.tileZoom)
    if let fault = Fault.ofZooms(traits) { throw fault }
  }
}

extension MemberReader {
  fileprivate mutating func strokeWidth() throws(Fault) -> Double? {
    try number("strokeWidth", allowed: Allowed.strokeWidth, where: Allowed.isStrokeWidth)
  }

  /// A fraction 0...1; what lies outside is drawn in, as the SDK does, and noted.
  fileprivate mutating func opacity() throws(Fault) -> Double? {
    guard let value = try number("opacity", allowed: Allowed.fraction) else { return nil }
    if value < 0 || value > 1 { adopt([.opacity(value)]) }
    return min(max(value, 0), 1)
  }

  fileprivate mutating func anchor(_ name: String) throws(Fault) -> ImageAnchor? {
    try numbers(name, count: 2, allowed: Allowed.anchor).map { ImageAnchor(x: $0[0], y: $0[1]) }
  }

  /// Degrees clockwise, reduced to 0 ..< 360.
  fileprivate mutating func turn(_ name: String) throws(Fault) -> Double? {
    try number(name, allowed: Allowed.degrees).map { turned($0) }
  }
}

extension PolylineLook {
  fileprivate init(_ reader: inout MemberReader) throws(Fault) {
    self.init()
    strokeWidth = try reader.strokeWidth() ?? strokeWidth
    if let color = try reader.color("strokeColor") { strokeColor = color ?? .clear }
    geodesic = try reader.bool("geodesic") ?? geodesic
    if let value = reader.take("spans") { spans = try Spans(value, &reader) }
  }
}

extension PolygonLook {
  fileprivate init(_ reader: inout MemberReader) throws(Fault) {
    self.init()
    if let color = try reader.color("fillColor") { fillColor = color }
    if let color = try reader.color("strokeColor") { strokeColor = color }
    strokeWidth = try reader.strokeWidth() ?? strokeWidth
    geodesic = try reader.bool("geodesic") ?? geodesic
    pole = try reader.choice("pole", of: Pole.self) ?? pole
  }
}

extension CircleLook {
  fileprivate init(_ reader: inout MemberReader) throws(Fault) {
    guard let radius = try reader.number("radius", allowed: Allowed.radius, where: { $0 > 0 })
    else {
      throw Fault(
        .memberRange, "overlay.radius", found: "nothing", allowed: "allowed is \(Allowed.radius)")
    }
    self.init(radius: radius)
    if let color = try reader.color("fillColor") { fillColor = color }
    if let color = try reader.color("strokeColor") { strokeColor = color }
    strokeWidth = try reader.strokeWidth() ?? strokeWidth
  }
}

extension MarkerLook {
  fileprivate init(_ reader: inout MemberReader) throws(Fault) {
    self.init()
    snippet = try reader.string("snippet")
    icon = try reader.string("icon", allowed: "the name of an image file or a data: address")
    if let color = try reader.color("color") { self.color = color }
    if icon != nil, color != nil {
      reader.note(
        .memberUnknown, "color", "a colour beside an icon", "it tints the default pin only")
    }
    groundAnchor = try reader.anchor("groundAnchor") ?? groundAnchor
    infoWindowAnchor = try reader.anchor("infoWindowAnchor") ?? infoWindowAnchor
    rotation = try reader.turn("rotation") ?? rotation
    isFlat = try reader.bool("flat") ?? isFlat
    opacity = try reader.opacity() ?? opacity
    isDraggable = try reader.bool("draggable") ?? isDraggable
    appearAnimation =
      try reader.choice("appearAnimation", of: AppearAnimation.self) ?? appearAnimation
    collisionBehavior =
      try reader.choice("collisionBehavior", of: CollisionBehavior.self) ?? collisionBehavior
    for name in ["iconView", "tracksViewChanges", "tracksInfoWindowChanges", "panoramaView"]
    where reader.take(name) != nil {
      reader.note(
        .unsupported, name, "a member of live maps only", "it is ignored, tiles have no views")
    }
  }
}

extension GroundOverlayLook {
  fileprivate init(_ reader: inout MemberReader, position: LatLng?) throws(Fault) {
    let image = try reader.string("image", allowed: "the name of an image file or a data: address")
    self.init(image: image, placement: try Placement(&reader, position: position))
    anchor = try reader.anchor("anchor") ?? anchor
    bearing = try reader.turn("bearing") ?? bearing
    opacity = try reader.opacity() ?? opacity
  }
}

extension GroundOverlayLook.Placement {
  fileprivate init(_ reader: inout MemberReader, position given: LatLng?) throws(Fault) {
    let bounds = try reader.bounds("bounds", allowed: Allowed.bounds) { $0.holdsArea }
    let stated = try reader.numbers(
      "position", count: 2, allowed: Allowed.position, where: Self.isPosition)
    let zoomLevel = try reader.number(
      "zoomLevel", allowed: Allowed.zoomLevel, where: Self.isZoomLevel)
    let position = stated.map { LatLng(latitude: $0[1], longitude: $0[0]) } ?? given
    switch (bounds, position, zoomLevel) {
    case (let bounds?, nil, nil):
      self = .bounds(bounds)
    case (nil, let position?, let zoomLevel?): self = .position(position, zoomLevel: zoomLevel)
    case (nil, .some, nil):
      throw Fault(
        .memberRange, "overlay.zoomLevel", found: "nothing",
        allowed: "a position needs the zoom at which the image has its own size")
    case (.some, _, _):
      throw Fault(
        .memberRange, "overlay.bounds", found: "bounds beside position or zoomLevel",
        allowed: "allowed is one of the two")
    case (nil, nil, _):
      throw Fault(
        .memberRange, "overlay.bounds", found: "nothing",
        allowed: "allowed is bounds, or position and zoomLevel")
    }
  }
}
