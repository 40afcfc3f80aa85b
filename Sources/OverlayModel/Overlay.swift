public import MapMath

/// How one feature is drawn: what every kind has in common, and its kind's own look.
///
/// All defaults are those of the SDK whose overlays this models; a value here is always
/// resolved, never "unset".
@dynamicMemberLookup
public struct Overlay: Sendable, Equatable {
  /// What all kinds have; its members are members of the overlay.
  public var traits: OverlayTraits
  /// The look of its kind.
  public var look: Look

  /// The look of one kind of overlay.
  public enum Look: Sendable, Equatable {
    /// A line.
    case polyline(PolylineLook)
    /// An area with holes.
    case polygon(PolygonLook)
    /// A spherical cap given by centre and radius.
    case circle(CircleLook)
    /// A point with an image.
    case marker(MarkerLook)
    /// An image laid on the ground.
    case groundOverlay(GroundOverlayLook)
  }

  /// Creates an overlay with the defaults of its kind.
  public init(look: Look) {
    var isMarker = false
    if case .marker = look { isMarker = true }
    self.init(look: look, traits: OverlayTraits(tappable: isMarker))
  }

  /// Creates an overlay.
  public init(look: Look, traits: OverlayTraits) { (self.look, self.traits) = (look, traits) }

  /// A member that all kinds have.
  @inlinable
  public subscript<Value>(dynamicMember member: WritableKeyPath<OverlayTraits, Value>) -> Value {
    get { traits[keyPath: member] }
    set { traits[keyPath: member] = newValue }
  }
}

/// The look of a polyline. Widths are points (CSS pixels) and never scale with zoom.
public struct PolylineLook: Sendable, Equatable {
  /// Points; 0 draws nothing.
  public var strokeWidth = 1.0
  /// Ignored when `spans` says something.
  public var strokeColor = RGBA(red: 0, green: 0, blue: 1)
  /// Whether each edge is the shortest path on the sphere instead of a straight Mercator line.
  public var geodesic = false
  /// Colours along the line.
  public var spans = Spans.none

  /// Creates the default look: one point wide, blue.
  public init() {}
}

/// Colours along a line.
public enum Spans: Sendable, Equatable {
  /// The stroke colour throughout.
  case none
  /// Spans one after the other; the last runs to the end of the line.
  case list([StyleSpan])
  /// A repeating pattern.
  case pattern(SpanPattern)
}

extension Spans: ExpressibleByArrayLiteral {
  /// Spans one after the other; an empty list is ``none``.
  public init(arrayLiteral spans: StyleSpan...) { self.init(spans) }

  /// Spans one after the other; an empty list is ``none``.
  public init(_ spans: [StyleSpan]) { self = spans.isEmpty ? .none : .list(spans) }
}

/// One stretch of a line with one style.
public struct StyleSpan: Sendable, Hashable {
  /// What the stretch looks like.
  public var style: StyleReference
  /// Its length in segments of the path, whole or fractional, above 0.
  public var segments: Double

  /// Creates a span of `segments` segments.
  public init(style: StyleReference, segments: Double = 1) {
    self.style = style
    self.segments = segments
  }

  /// Creates a span of `segments` segments.
  public init(style: StrokeStyle, segments: Double = 1) {
    self.init(style: .inline(style), segments: segments)
  }

  /// Creates a span of one colour.
  public init(color: RGBA, segments: Double = 1) {
    self.init(style: .solid(color), segments: segments)
  }
}

/// A style given in place, or by its name in the document's `styles`.
///
/// Names are resolved after the whole document is read, since `styles` may follow its features.
public enum StyleReference: Sendable, Hashable {
  /// The style itself.
  case inline(StrokeStyle)
  /// A key of ``OverlayDocument/styles``.
  case named(String)
}

/// A repeating pattern of styles by length; both arrays repeat independently of each other.
public struct SpanPattern: Sendable, Equatable {
  /// What a length means.
  public typealias LengthKind = MapMath.LengthKind
  /// At least one.
  public var styles: [StyleReference]
  /// At least one, none negative, sum above 0; unit by `lengthKind`.
  public var lengths: [Double]
  /// What `lengths` and `offset` mean.
  public var lengthKind: LengthKind
  /// How much of the pattern is skipped at the start; may be negative.
  public var offset: Double

  /// Creates a pattern.
  public init(
    styles: [StyleReference], lengths: [Double], lengthKind: LengthKind = .geodesic,
    offset: Double = 0
  ) {
    (self.styles, self.lengths) = (styles, lengths)
    (self.lengthKind, self.offset) = (lengthKind, offset)
  }
}

/// The paint of a stretch of line: a base colour or gradient, and stamps on top.
public struct StrokeStyle: Sendable, Hashable {
  /// What lies below the stamps.
  public enum Base: Sendable, Hashable {
    /// One colour.
    case solid(RGBA)
    /// From the first colour at the span's start to the second at its end.
    case gradient(RGBA, RGBA)
  }
  /// An image repeated along the line, its top towards the start of the line.
  public struct Stamp: Sendable, Hashable {
    /// Whether the image is drawn whole (`sprite`) or is cut by the line (`texture`).
    public enum Kind: String, Sendable { case sprite, texture }
    /// Sprite or texture.
    public var kind: Kind
    /// Image file, relative to the document.
    public var image: String
    /// Creates a stamp.
    public init(kind: Kind, image: String) { (self.kind, self.image) = (kind, image) }

    /// An image that is drawn whole, over corners too: for dots and arrows along the line.
    public static func sprite(image: String) -> Stamp { Stamp(kind: .sprite, image: image) }

    /// An image that covers the line and is cut where the line turns or ends.
    public static func texture(image: String) -> Stamp { Stamp(kind: .texture, image: image) }
  }
  /// Below the stamps.
  public var base: Base
  /// Stamps on top, or none.
  public var stamp: Stamp?

  /// Creates a style.
  public init(base: Base, stamp: Stamp? = nil) { (self.base, self.stamp) = (base, stamp) }

  /// One colour.
  public static func solid(_ color: RGBA) -> StrokeStyle { StrokeStyle(base: .solid(color)) }

  /// From a colour at the span's start to another at its end.
  public static func gradient(from start: RGBA, to end: RGBA) -> StrokeStyle {
    StrokeStyle(base: .gradient(start, end))
  }

  /// Stamps over nothing.
  public static func transparent(stamp: Stamp) -> StrokeStyle {
    StrokeStyle(base: .solid(.clear), stamp: stamp)
  }
}

/// The look of a polygon; `nil` colours draw nothing.
public struct PolygonLook: Sendable, Equatable {
  /// Which side a ring round a pole encloses.
  public enum Pole: String, Sendable, CaseIterable { case smaller, north, south, sdk }
  /// Inside colour.
  public var fillColor: RGBA? = RGBA(red: 0, green: 0, blue: 1)
  /// Outline colour.
  public var strokeColor: RGBA?
  /// Points.
  public var strokeWidth = 1.0
  /// Whether edges are shortest paths on the sphere.
  public var geodesic = false
  /// What a ring round a pole encloses; by default the smaller cap.
  public var pole = Pole.smaller
  /// Creates the default look: blue, no outline.
  public init() {}
}

/// The look of a circle; `nil` colours draw nothing.
public struct CircleLook: Sendable, Equatable {
  /// Metres on the sphere, above 0.
  public var radius: Double
  /// Inside colour.
  public var fillColor: RGBA?
  /// Outline colour.
  public var strokeColor: RGBA? = RGBA(red: 0, green: 0, blue: 0)
  /// Points; 0 draws no outline.
  public var strokeWidth = 1.0
  /// Creates the default look: a black outline.
  public init(radius: Double) { self.radius = radius }
}

/// The look of a marker. Anchors are fractions of the image, (0, 0) its top left.
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
  public var groundAnchorX = 0.5, groundAnchorY = 1.0
  /// The point of the image above which an info window sits.
  public var infoWindowAnchorX = 0.5, infoWindowAnchorY = 0.0
  /// Degrees clockwise, 0 ..< 360.
  public var rotation = 0.0
  /// Whether it lies on the ground and turns with the map.
  public var flat = false
  /// 0...1.
  public var opacity = 1.0
  /// Whether it can be moved by hand; carried along for clients.
  public var draggable = false
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
    /// Corners in degrees; west above east spans the antimeridian.
    case bounds(west: Double, south: Double, east: Double, north: Double)
    /// An anchor's position, and the map zoom (256-pixel world) at which the image has its own size.
    case position(LatLng, zoomLevel: Double)
  }
  /// Image file relative to the document; without one nothing is drawn.
  public var image: String?
  /// Where it lies.
  public var placement: Placement
  /// The image point at the position, fractions, (0, 0) top left.
  public var anchorX = 0.5, anchorY = 0.5
  /// Degrees clockwise from north.
  public var bearing = 0.0
  /// 0...1.
  public var opacity = 1.0
  /// Creates an overlay with the default anchor, bearing and opacity.
  public init(image: String?, placement: Placement) {
    (self.image, self.placement) = (image, placement)
  }
}

/// An image repeated along a line, by the SDK's name for it.
public typealias StampStyle = StrokeStyle.Stamp
