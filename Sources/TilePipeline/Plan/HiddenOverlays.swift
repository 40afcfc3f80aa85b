public import OverlayModel

/// Overlays that are too small to leave anything at some of the zooms in which they are drawn.
public struct HiddenOverlays: Sendable, Equatable {
  /// Most overlays listed one by one; all are counted.
  static let mostListed = 10_000

  /// One overlay.
  public struct Entry: Sendable, Equatable {
    /// Where it stands in the input.
    public var location: SourceLocation
    /// Its id as text, if it has one.
    public var id: String?
    /// The zoom from which on it is drawn; `nil`: it is drawn at none of the last zooms.
    public var visibleFrom: Int?
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
