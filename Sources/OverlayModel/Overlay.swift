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
    self.init(look: look, traits: OverlayTraits(isTappable: isMarker))
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
