public import MapMath

/// Something that lies on a map: a place, a look, and the user's own data.
///
/// ``Polyline``, ``Polygon``, ``Circle``, ``Marker`` and ``GroundOverlay`` are the kinds there are.
/// What their `look` and their ``traits`` have, they have themselves: `polyline.strokeWidth` is
/// `polyline.look.strokeWidth`, and `polyline.zIndex` is `polyline.traits.zIndex`.
@dynamicMemberLookup
public protocol MapOverlay: Sendable, Equatable {
  /// What its kind looks like.
  associatedtype Look: Sendable, Equatable
  /// Colours, widths and whatever else its kind has.
  var look: Look { get set }
  /// Title, drawing order, zooms.
  var traits: OverlayTraits { get set }
  /// By what clients know it, in all tiles and zooms.
  var id: OverlayID? { get set }
  /// The user's own data: attributes of the tiles' features.
  var properties: OverlayProperties { get set }
  /// Look and traits as the tiles are made from them.
  var overlay: Overlay { get }
  /// Where it lies: its lines, its polygons with their holes, or its points.
  var shape: OverlayShape { get }
}

extension MapOverlay {
  /// A member of the look.
  @inlinable
  public subscript<Value>(dynamicMember member: WritableKeyPath<Look, Value>) -> Value {
    get { look[keyPath: member] }
    set { look[keyPath: member] = newValue }
  }

  /// A member that all kinds have.
  @inlinable
  public subscript<Value>(dynamicMember member: WritableKeyPath<OverlayTraits, Value>) -> Value {
    get { traits[keyPath: member] }
    set { traits[keyPath: member] = newValue }
  }

  /// Whether `other` is of the same kind and equal.
  func equals(_ other: any MapOverlay) -> Bool { (other as? Self) == self }
}

/// Where an overlay lies.
public enum OverlayShape: Sendable, Equatable {
  /// A line.
  case line(Path)
  /// A ring and the rings of its holes, each closed implicitly.
  case polygon(Path, holes: [Path])
  /// A point: a marker's position or a circle's centre.
  case point(LatLng)
  /// The look says it: an image on the ground.
  case none
}

/// By what clients know an overlay.
///
/// Numbers become ids of the tiles' features. Text cannot, so it becomes the attribute `id`, which
/// MapLibre's `promoteId` takes for an id.
public enum OverlayID: Hashable, Sendable {
  /// A number of 64 bits.
  case number(UInt64)
  /// Any text.
  case text(String)
}

extension OverlayID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates a number.
  public init(integerLiteral value: UInt64) { self = .number(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
}
