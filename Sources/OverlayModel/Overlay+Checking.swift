import MapMath

/// What members may be, in the words that findings use.
package enum Allowed {
  package static let strokeWidth = "a number of points from 0 to 512"
  package static let radius = "a number of metres above 0"
  package static let segments = "a number above 0"
  package static let degrees = "a number of degrees"
  package static let fraction = "a number from 0 to 1"
  package static let anchor = "[x, y], fractions of the image"
  package static let length = "a length from 0 up"
  package static let styles = "an array of at least one style"
  package static let lengths = "an array of at least one length, none below 0 and not all 0"
  package static let bounds = "[west, south, east, north] in degrees, south below north"
  package static let position = "[longitude, latitude] in degrees"
  package static let zoomLevel = "a map zoom from 0 to 30"
  /// Whether a stroke may be `points` wide. 512 points are a tile: clients draw what reaches as far
  /// into a tile's neighbour, and nothing that reaches further.
  package static func isStrokeWidth(_ points: Double) -> Bool { (0...512).contains(points) }

  package static let tileZoom = "a whole number from 0 to \(TileID.deepestZoom)"
}

extension Overlay {
  /// Holds the overlay, made as a value, to the rules for documents: reduces rotations, and draws
  /// opacities in.
  ///
  /// - Returns: What was altered and is worth a note.
  /// - Throws: What makes that the overlay cannot be drawn.
  mutating func settle() throws(Fault) -> [Fault] {
    var check = MemberCheck()
    try check.zooms(traits)
    switch look {
    case .polyline(let look):
      try check.width(look.strokeWidth)
      try check.color(look.strokeColor, "strokeColor")
      try look.spans.check(&check)
    case .polygon(let look):
      try check.width(look.strokeWidth)
      try check.color(look.fillColor, "fillColor")
      try check.color(look.strokeColor, "strokeColor")
    case .circle(let look):
      try check.number(look.radius, "radius", Allowed.radius) { $0 > 0 }
      try check.width(look.strokeWidth)
      try check.color(look.fillColor, "fillColor")
      try check.color(look.strokeColor, "strokeColor")
    case .marker(var look):
      try check.color(look.color, "color")
      try check.anchor(look.groundAnchor, "groundAnchor")
      try check.anchor(look.infoWindowAnchor, "infoWindowAnchor")
      look.rotation = try check.turn(look.rotation, "rotation")
      look.opacity = try check.opacity(look.opacity)
      self.look = .marker(look)
    case .groundOverlay(var look):
      try look.placement.check(&check)
      try check.anchor(look.anchor, "anchor")
      look.bearing = try check.turn(look.bearing, "bearing")
      look.opacity = try check.opacity(look.opacity)
      self.look = .groundOverlay(look)
    }
    return check.notes
  }
}

/// Checks members of one overlay, and remembers what it altered.
private struct MemberCheck {
  var notes: [Fault] = []

  func fault(_ member: String, _ found: String, _ allowed: String) -> Fault {
    Fault(.memberRange, "overlay.\(member)", found: found, allowed: "allowed is \(allowed)")
  }

  func number(
    _ value: Double, _ member: String, _ allowed: String, where isAllowed: (Double) -> Bool
  ) throws(Fault) {
    guard value.isFinite, isAllowed(value) else { throw fault(member, "\(value)", allowed) }
  }

  func width(_ value: Double) throws(Fault) {
    try number(value, "strokeWidth", Allowed.strokeWidth, where: Allowed.isStrokeWidth)
  }

  func color(_ color: RGBA?, _ member: String) throws(Fault) {
    guard let color else { return }
    for channel in [color.red, color.green, color.blue, color.alpha] {
      try number(channel, member, "a colour with channels from 0 to 1") { _ in true }
    }
  }

  func anchor(_ anchor: ImageAnchor, _ member: String) throws(Fault) {
    guard anchor.x.isFinite, anchor.y.isFinite else {
      throw fault(member, "[\(anchor.x), \(anchor.y)]", Allowed.anchor)
    }
  }

  func turn(_ degrees: Double, _ member: String) throws(Fault) -> Double {
    try number(degrees, member, Allowed.degrees) { _ in true }
    return turned(degrees)
  }

  mutating func opacity(_ value: Double) throws(Fault) -> Double {
    try number(value, "opacity", Allowed.fraction) { _ in true }
    let drawnIn = min(max(value, 0), 1)
    if drawnIn != value { notes.append(.opacity(value)) }
    return drawnIn
  }

  func zooms(_ traits: OverlayTraits) throws(Fault) {
    let deepest = 0...TileID.deepestZoom
    for (member, zoom) in [("minZoom", traits.minZoom), ("maxZoom", traits.maxZoom)] {
      guard let zoom, !deepest.contains(zoom) else { continue }
      throw fault(member, "\(zoom)", Allowed.tileZoom)
    }
    if let fault = Fault.ofZooms(traits) { throw fault }
  }
}

extension Fault {
  /// The note on an opacity out of range.
  package static func opacity(_ value: Double) -> Fault {
    Fault(
      .memberRange, "overlay.opacity", found: "\(value)",
      allowed: "allowed is 0 to 1; \(value < 0 ? 0 : 1) is taken")
  }

  /// What is wrong with `minZoom` and `maxZoom` together.
  package static func ofZooms(_ traits: OverlayTraits) -> Fault? {
    guard let minZoom = traits.minZoom, let maxZoom = traits.maxZoom, minZoom > maxZoom else {
      return nil
    }
    return Fault(
      .memberRange, "overlay.minZoom", found: "\(minZoom), above maxZoom \(maxZoom)",
      allowed: "allowed is at most maxZoom")
  }
}

/// `degrees` reduced by whole turns to 0 ..< 360.
package func turned(_ degrees: Double) -> Double {
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  let reduced = rest < 0 ? rest + 360 : rest
  return reduced < 360 ? reduced : 0
}

extension Spans {
  fileprivate func check(_ check: inout MemberCheck) throws(Fault) {
    switch self {
    case .none: return
    case .list(let spans):
      for (index, span) in spans.enumerated() {
        try check.number(span.segments, "spans[\(index)].segments", Allowed.segments) { $0 > 0 }
        try span.style.check(&check, "spans[\(index)]")
      }
    case .pattern(let pattern):
      let path = "spans.pattern"
      guard !pattern.styles.isEmpty else {
        throw check.fault("\(path).styles", "an empty array", Allowed.styles)
      }
      guard !pattern.lengths.isEmpty else {
        throw check.fault("\(path).lengths", "an empty array", Allowed.lengths)
      }
      for (index, length) in pattern.lengths.enumerated() {
        try check.number(length, "\(path).lengths[\(index)]", Allowed.length) { $0 >= 0 }
      }
      let sum = pattern.lengths.reduce(0, +)
      guard sum > 0, sum.isFinite else {
        throw check.fault("\(path).lengths", "a sum of \(sum)", Allowed.lengths)
      }
      try check.number(pattern.offset, "\(path).offset", "a number") { _ in true }
      for (index, style) in pattern.styles.enumerated() {
        try style.check(&check, "\(path).styles[\(index)]")
      }
    }
  }
}

extension StyleReference {
  fileprivate func check(_ check: inout MemberCheck, _ member: String) throws(Fault) {
    guard case .inline(let style) = self else { return }
    switch style.base {
    case .solid(let color): try check.color(color, "\(member).color")
    case .gradient(let start, let end):
      try check.color(start, "\(member).gradient[0]")
      try check.color(end, "\(member).gradient[1]")
    }
  }
}

extension GroundOverlayLook.Placement {
  fileprivate func check(_ check: inout MemberCheck) throws(Fault) {
    switch self {
    case .bounds(let bounds):
      guard bounds.holdsArea else {
        throw check.fault(
          "bounds", "[\(bounds.west), \(bounds.south), \(bounds.east), \(bounds.north)]",
          Allowed.bounds)
      }
    case .position(let place, let zoomLevel):
      guard Self.isPosition([place.longitude, place.latitude]) else {
        throw check.fault(
          "position", "[\(place.longitude), \(place.latitude)]", Allowed.position)
      }
      try check.number(zoomLevel, "zoomLevel", Allowed.zoomLevel, where: Self.isZoomLevel)
    }
  }

  /// Whether longitude and latitude are a position.
  package static func isPosition(_ place: [Double]) -> Bool {
    abs(place[0]) <= 540 && abs(place[1]) <= 90
  }

  /// Whether an image may have its own size at this map zoom.
  package static func isZoomLevel(_ zoom: Double) -> Bool { (0...30).contains(zoom) }
}
