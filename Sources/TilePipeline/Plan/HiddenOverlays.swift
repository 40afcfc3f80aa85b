public import OverlayModel

/// Overlays that are too small to leave anything at some of the zooms in which they are drawn: no
/// tile of such a zoom holds anything of them.
public struct HiddenOverlays: Sendable, Equatable {
  /// Most overlays listed one by one; all are counted.
  static let mostListed = 10_000

  /// One overlay.
  public struct Entry: Sendable, Equatable {
    /// Where it stands in the input.
    public var location: SourceLocation
    /// Its id as text, if it has one.
    public var id: String?
    /// The zoom from which on tiles hold it, at this and all deeper ones; `nil`: the last zoom has
    /// nothing of it.
    public var visibleFrom: Int?
    /// Zooms before it at which tiles hold it all the same, ascending: rounding to the grid happened
    /// to leave something of a shape narrower than a grid unit.
    public var alsoVisibleAt: [Int] = []
  }
  /// Overlays in all.
  public var count = 0
  /// Overlays by zoom.
  public var counts: [Int: Int] = [:]
  /// The first of them, in input order.
  public var list: [Entry] = []

  /// None.
  public init() {}
}
