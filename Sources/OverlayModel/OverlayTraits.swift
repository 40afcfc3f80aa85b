/// What overlays of all kinds have, whatever they look like.
public struct OverlayTraits: Sendable, Equatable {
  /// Short text; markers show it, and it is what a screen reader says.
  public var title: String?
  /// Drawing order: higher lies above lower. Markers always lie above all other kinds.
  public var zIndex: Int32 = 0
  /// Whether a tap is an event; by default only for markers.
  public var isTappable = false
  /// Whether the overlay is on the map at all.
  public var isVisible = true
  /// First tile zoom in which it appears, inclusive; `nil` means the build's first.
  public var minZoom: Int?
  /// Last tile zoom in which it appears, inclusive; `nil` means the build's last.
  public var maxZoom: Int?

  /// The defaults of all kinds but markers.
  public init() {}

  /// Creates the defaults, tappable or not.
  init(isTappable: Bool) { self.isTappable = isTappable }
}
