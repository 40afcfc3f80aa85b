import MapStyle
import OverlayModel
import SpriteSheet

/// The attributes with which the generated style draws one overlay in one source layer.
///
/// A value that the style takes for granted is not written, so that plain GeoJSON costs no more
/// than its own properties.
struct PaintAttributes: Sendable {
  /// The image that a feature's overlay names; `nil` when it cannot be used.
  var image: @Sendable (_ name: String, _ user: MarkerImages.User) -> SpriteImage?
  /// Size of the default pin in points.
  var pinSize: (width: Double, height: Double)
  /// Name of the pin image tinted with a colour; `nil` is its own red.
  var pinName: @Sendable (RGBA?) -> String

  typealias Pairs = [(AttributeNames.Attribute, AttributeValue)]

  /// Attributes of `overlay`, which `user` has, in a layer of `role`.
  func pairs(for overlay: Overlay, in role: LayerRole, of user: MarkerImages.User) -> Pairs {
    var pairs: Pairs = []
    if overlay.zIndex != 0 { pairs.append((.z, .int(Int64(overlay.zIndex)))) }
    switch (role, overlay.look) {
    case (.polygon, .polygon(let look)): pairs += fill(look.fillColor)
    case (.polygon, .circle(let look)): pairs += fill(look.fillColor)
    case (.stroke, .polyline(let look)):
      // With spans, colours are those of the pieces.
      pairs += stroke(look.spans == .none ? look.strokeColor : nil, look.strokeWidth)
    case (.stamp, .polyline(let look)): pairs += stroke(nil, look.strokeWidth)
    case (.stroke, .polygon(let look)): pairs += stroke(look.strokeColor, look.strokeWidth)
    case (.stroke, .circle(let look)): pairs += stroke(look.strokeColor, look.strokeWidth)
    case (.marker, .marker(let look)): pairs += marker(look, user)
    default: break
    }
    if let title = overlay.title { pairs.append((.title, .string(title))) }
    var isMarker = false
    if case .marker = overlay.look { isMarker = true }
    if overlay.isTappable != isMarker { pairs.append((.tappable, .bool(overlay.isTappable))) }
    return pairs
  }

  /// The colour that the style assumes.
  static let defaultColor = RGBA(red: 0, green: 0, blue: 1)

  private func fill(_ color: RGBA?) -> Pairs {
    guard let color, color != Self.defaultColor else { return [] }
    return [(.fill, .string(color.cssText))]
  }

  private func stroke(_ color: RGBA?, _ width: Double) -> Pairs {
    var pairs: Pairs = []
    if let color, color != Self.defaultColor { pairs.append((.color, .string(color.cssText))) }
    if width != 1 { pairs.append((.width, Self.number(width))) }
    return pairs
  }

  private func marker(_ look: MarkerLook, _ user: MarkerImages.User) -> Pairs {
    var pairs: Pairs = []
    let kind = StylePlan.MarkerKind(flat: look.isFlat, collision: look.collisionBehavior)
    if kind.flat || kind.collision != .required { pairs.append((.kind, .string(kind.text))) }
    var size = pinSize
    if let name = look.icon, let icon = image(name, user) {
      pairs.append((.image, .string(icon.name)))
      size = (icon.width, icon.height)
    } else if let color = look.color {
      pairs.append((.image, .string(pinName(color))))
    }
    if look.rotation != 0 { pairs.append((.rot, Self.number(look.rotation))) }
    if look.opacity != 1 { pairs.append((.opacity, .double(look.opacity))) }
    // Offset of the image's centre from the position: clients.md's bilinear icon-offset.
    let ox = (0.5 - look.groundAnchor.x) * size.width
    let oy = (0.5 - look.groundAnchor.y) * size.height
    if ox != 0 { pairs.append((.ox, Self.number(ox))) }
    if oy != -0.5 * pinSize.height { pairs.append((.oy, Self.number(oy))) }
    if let snippet = look.snippet { pairs.append((.snippet, .string(snippet))) }
    if look.isDraggable { pairs.append((.draggable, .bool(true))) }
    if look.appearAnimation != .none {
      pairs.append((.appearAnimation, .string(look.appearAnimation.rawValue)))
    }
    if look.collisionBehavior != .required {
      pairs.append((.collisionBehavior, .string(look.collisionBehavior.rawValue)))
    }
    if look.infoWindowAnchor.x != 0.5 {
      pairs.append((.infoWindowX, Self.number(look.infoWindowAnchor.x)))
    }
    if look.infoWindowAnchor.y != 0 {
      pairs.append((.infoWindowY, Self.number(look.infoWindowAnchor.y)))
    }
    return pairs
  }

  /// Whole numbers take two bytes as integers and nine as doubles.
  private static func number(_ value: Double) -> AttributeValue {
    Int64(exactly: value).map(AttributeValue.int) ?? .double(value)
  }
}
