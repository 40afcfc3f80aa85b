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
    title = try reader.string("title")
    zIndex =
      try reader.integer(
        "zIndex", in: Int(Int32.min)...Int(Int32.max), allowed: "a whole number of 32 bits"
      ).map { Int32($0) } ?? zIndex
    tappable = try reader.bool("tappable") ?? tappable
    visible = try reader.bool("visible") ?? visible
    let allowed = "a whole number from 0 to \(TileID.deepestZoom)"
    minZoom = try reader.integer("minZoom", in: Self.zooms, allowed: allowed)
    maxZoom = try reader.integer("maxZoom", in: Self.zooms, allowed: allowed)
    if let minZoom, let maxZoom, minZoom > maxZoom {
      throw Fault(
        .memberRange, "overlay.minZoom", found: "\(minZoom), above maxZoom \(maxZoom)",
        allowed: "allowed is at most maxZoom")
    }
  }
}

extension MemberReader {
  fileprivate mutating func strokeWidth() throws(Fault) -> Double? {
    try number("strokeWidth", allowed: "a number of points from 0 up") { $0 >= 0 }
  }

  /// A fraction 0...1; what lies outside is drawn in, as the SDK does, and noted.
  fileprivate mutating func opacity() throws(Fault) -> Double? {
    guard let value = try number("opacity", allowed: "a number from 0 to 1") else { return nil }
    if value < 0 || value > 1 {
      note(
        .memberRange, "opacity", "\(value)", "allowed is 0 to 1; \(value < 0 ? 0 : 1) is taken")
    }
    return min(max(value, 0), 1)
  }

  fileprivate mutating func anchor(_ name: String) throws(Fault) -> (x: Double, y: Double)? {
    try numbers(name, count: 2, allowed: "[x, y], fractions of the image").map { ($0[0], $0[1]) }
  }

  /// Degrees clockwise, reduced to 0 ..< 360.
  fileprivate mutating func turn(_ name: String) throws(Fault) -> Double? {
    try number(name, allowed: "a number of degrees").map { turned($0) }
  }
}

/// `degrees` reduced by whole turns to 0 ..< 360.
func turned(_ degrees: Double) -> Double {
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  let reduced = rest < 0 ? rest + 360 : rest
  return reduced < 360 ? reduced : 0
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
    let allowed = "a number of metres above 0"
    guard let radius = try reader.number("radius", allowed: allowed, where: { $0 > 0 }) else {
      throw Fault(
        .memberRange, "overlay.radius", found: "nothing", allowed: "allowed is \(allowed)")
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
    icon = try reader.string("icon", allowed: "the name of an image file")
    if let color = try reader.color("color") { self.color = color }
    if let (x, y) = try reader.anchor("groundAnchor") { (groundAnchorX, groundAnchorY) = (x, y) }
    if let (x, y) = try reader.anchor("infoWindowAnchor") {
      (infoWindowAnchorX, infoWindowAnchorY) = (x, y)
    }
    rotation = try reader.turn("rotation") ?? rotation
    flat = try reader.bool("flat") ?? flat
    opacity = try reader.opacity() ?? opacity
    draggable = try reader.bool("draggable") ?? draggable
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
    let image = try reader.string("image", allowed: "the name of an image file")
    self.init(image: image, placement: try Placement(&reader, position: position))
    if let (x, y) = try reader.anchor("anchor") { (anchorX, anchorY) = (x, y) }
    bearing = try reader.turn("bearing") ?? bearing
    opacity = try reader.opacity() ?? opacity
  }
}

extension GroundOverlayLook.Placement {
  fileprivate init(_ reader: inout MemberReader, position given: LatLng?) throws(Fault) {
    let bounds = try reader.numbers(
      "bounds", count: 4, allowed: "[west, south, east, north] in degrees, south below north"
    ) {
      abs($0[0]) <= 180 && abs($0[2]) <= 180 && $0[1] >= -90 && $0[3] <= 90 && $0[1] < $0[3]
        && $0[0] != $0[2]
    }
    let stated = try reader.numbers(
      "position", count: 2, allowed: "[longitude, latitude] in degrees"
    ) { abs($0[0]) <= 540 && abs($0[1]) <= 90 }
    let zoomLevel = try reader.number("zoomLevel", allowed: "a map zoom from 0 to 30") {
      (0...30).contains($0)
    }
    let position = stated.map { LatLng(latitude: $0[1], longitude: $0[0]) } ?? given
    switch (bounds, position, zoomLevel) {
    case (let bounds?, nil, nil):
      self = .bounds(west: bounds[0], south: bounds[1], east: bounds[2], north: bounds[3])
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

extension RGBA {
  /// Nothing at all.
  static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
}
