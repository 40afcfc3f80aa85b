public import MapMath

/// The look of a marker.
public struct MarkerLook: Sendable, Equatable {
  /// When an overlapping marker gives way.
  public enum CollisionBehavior: String, Sendable, CaseIterable {
    case required, requiredAndHidesOptional, optionalAndHidesLowerPriority
  }
  /// How a marker comes on.
  public enum AppearAnimation: String, Sendable, CaseIterable { case none, pop, fadeIn }
  /// A second line of text.
  public var snippet: String?
  /// Image file relative to the document; `nil` is the default pin.
  public var icon: String?
  /// Tint of the default pin; `nil` is its own red.
  public var color: RGBA?
  /// The point of the image that lies on the position.
  public var groundAnchor = ImageAnchor(x: 0.5, y: 1)
  /// The point of the image above which an info window sits.
  public var infoWindowAnchor = ImageAnchor(x: 0.5, y: 0)
  /// Degrees clockwise, 0 ..< 360.
  public var rotation = 0.0
  /// Whether it lies on the ground and turns with the map.
  public var isFlat = false
  /// 0...1.
  public var opacity = 1.0
  /// Whether it can be moved by hand; carried along for clients.
  public var isDraggable = false
  /// Carried along for clients.
  public var appearAnimation = AppearAnimation.none
  /// When it gives way.
  public var collisionBehavior = CollisionBehavior.required
  /// Creates the default look: the red pin.
  public init() {}
}

/// An image on the ground.
public struct GroundOverlayLook: Sendable, Equatable {
  /// Where the image lies.
  public enum Placement: Sendable, Equatable {
    /// Its sides.
    case bounds(CoordinateBounds)
    /// An anchor's position, and the map zoom (256-pixel world) at which the image has its own size.
    case position(LatLng, zoomLevel: Double)
  }
  /// Image file relative to the document; without one nothing is drawn.
  public var image: String?
  /// Where it lies.
  public var placement: Placement
  /// The point of the image at the position, about which it is turned.
  public var anchor = ImageAnchor(x: 0.5, y: 0.5)
  /// Degrees clockwise from north.
  public var bearing = 0.0
  /// 0...1.
  public var opacity = 1.0
  /// Creates an overlay with the default anchor, bearing and opacity.
  public init(image: String?, placement: Placement) {
    (self.image, self.placement) = (image, placement)
  }
}

/// A point of an image: fractions of its width and height, (0, 0) its top left.
public struct ImageAnchor: Sendable, Equatable {
  /// From the left.
  public var x: Double
  /// From the top.
  public var y: Double
  /// Creates a point; it may lie outside of the image.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
