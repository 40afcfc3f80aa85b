public import MapMath
public import OverlayModel

/// How far a build is; sent often, from any thread.
public enum BuildProgress: Sendable {
  /// Reading: bytes done and, where known, in all; features so far.
  case reading(bytes: Int, of: Int?, features: Int)
  /// Looking for the overlays to leave out, which makes tiles for their sizes: zooms done and in all.
  case measuring(zooms: Int, of: Int)
  /// Tiling: work units done and in all; tiles so far.
  case tiling(units: Int, of: Int, tiles: Int)
  /// Writing what stands beside the tiles.
  case finishing
}

/// What a build did.
public struct BuildSummary: Sendable {
  /// Tiles, features and bytes of one zoom.
  public struct Zoom: Sendable {
    /// The zoom.
    public var zoom = 0
    /// Tiles written.
    public var tiles = 0
    /// Bytes of them as stored.
    public var bytes = 0
    /// Creates a row without tiles.
    public init(zoom: Int = 0) { self.zoom = zoom }
  }
  /// What an incremental build found changed.
  public struct Update: Sendable, Equatable {
    /// Overlays that are new or changed, that are gone or changed, and all others.
    public var added = 0, removed = 0, kept = 0
  }
  /// What would become of a tile.
  public struct TileChange: Sendable, Equatable {
    /// The tile.
    public var tile: TileID
    /// Whether it is made; otherwise it is removed.
    public var isMade: Bool
  }
  /// Of a dry run: the tiles that would be made or removed, by zoom and along the Hilbert curve.
  public var changes: [TileChange] = []
  /// Set when the output was brought up to date; `nil` when all tiles were made. ``zooms`` then
  /// counts the tiles that were made.
  public var update: Update?
  /// Features read, and drawn in at least one tile.
  public var featuresRead = 0
  /// Features that the selection's filter did not take.
  public var featuresFiltered = 0
  /// Names in the options that nothing in the inputs has.
  public var unusedNames: [UnusedName] = []
  /// The option of the command for which overlays were held that ``BuildOptions/memory`` has no
  /// room for; `nil`: none were.
  public var holdingOption: String?
  /// Overlays skipped or altered, in input order.
  public var findings: [Finding] = []
  /// Overlays too small for the grid of some zooms.
  public var hidden = HiddenOverlays()
  /// Tiles over the limits.
  public var overfull = OverfullTiles()
  /// What strategies left out or put together.
  public var strategies = StrategyCounts()
  /// One row a zoom.
  public var zooms: [Zoom] = []
  /// The tile with the most bytes: address and bytes.
  public var biggestTile: (z: Int, x: Int, y: Int, bytes: Int)?
  /// Tiles in all.
  public var tiles: Int { zooms.reduce(0) { $0 + $1.tiles } }
  /// Stored bytes of all tiles.
  public var bytes: Int { zooms.reduce(0) { $0 + $1.bytes } }

  /// Nothing done.
  public init() {}
}
