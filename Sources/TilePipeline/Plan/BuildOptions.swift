public import MapMath
public import OverlayModel
public import TileArchive

/// Everything a build is told. Resolved once, never looked up again.
public struct BuildOptions: Sendable, Equatable {
  /// One file of overlays, or overlays as values.
  public struct Input: Sendable, Equatable {
    /// Path, or "-" for standard input; the name of overlays that are given as values.
    public var path: String
    /// Source layer for its overlays; `nil` is the layer of their kind.
    public var layer: String?
    /// Overlays as values; `nil`: they are read from the file at `path`.
    public var map: OverlayMap?
    /// Creates an input that is read from a file.
    public init(path: String, layer: String? = nil) { (self.path, self.layer) = (path, layer) }
    /// Creates an input of overlays as values.
    public init(_ map: OverlayMap, name: String = "overlays", layer: String? = nil) {
      (self.map, path, self.layer) = (map, name, layer)
    }
  }
  /// A style to draw below the overlays, for one map type.
  public struct BaseStyle: Sendable, Equatable {
    /// A map type of ``OverlayModel/MapOptions`` other than none, or a map id.
    public var mapType: String
    /// Whether it is the dark form.
    public var isDark: Bool
    /// Path of the style file, or an address of http or https, which is read once.
    public var path: String
    /// Creates a base style.
    public init(mapType: String, isDark: Bool = false, path: String) {
      (self.mapType, self.isDark, self.path) = (mapType, isDark, path)
    }
  }
  /// What the straight line between two vertices is.
  public enum Edges: String, Sendable, CaseIterable { case mercator, lnglat, geodesic }
  /// How edges longer than half the world run.
  public enum Antimeridian: String, Sendable, CaseIterable { case auto, short, planar }

  /// What becomes of shapes smaller than a zoom's grid.
  ///
  /// `keep`: a line leaves a stub of one unit. A polygon that is a pixel long keeps its shape where
  /// the grid can show it; any other leaves a square of one screen pixel with the chance (its area
  /// / a pixel), so that many small polygons fill as much of the map as they should; the chance is
  /// drawn from its place, so that it is the same in every run and what is drawn at a zoom is drawn
  /// at all deeper ones. `drop`: both are left out.
  public enum Tiny: String, Sendable, CaseIterable { case keep, drop }

  /// Files to read, in drawing order.
  public var inputs: [Input] = []
  /// Directory to make, or archive where the name ends in .pmtiles or .mbtiles.
  package var output = ""
  /// Tables of an MBTiles file.
  public var mbtilesSchema = MBTilesSchema.flat
  /// Which features are taken, and what of them goes into tiles.
  public var selection = FeatureSelection()
  /// Tile zooms of source layers, by their names, ends included; within ``minZoom``...``maxZoom``.
  public var layerZooms: [String: ClosedRange<Int>] = [:]
  /// First and last tile zoom, 0...``MapMath/TileID/deepestZoom``.
  public var minZoom = 0, maxZoom = 14
  /// Only tiles of this cell and below it are made: a share of the work, to be merged with the
  /// others. ``MapMath/TileID/world`` is all.
  public var cell = TileID.world
  /// Units of a tile's side: a power of two, 256...8192.
  public var extent = 8192
  /// Units kept beyond the tile's edge; `nil`: what the widest stroke needs.
  public var buffer: Int?
  /// Simplification tolerance in screen pixels, 512 a tile; 0 keeps every vertex.
  public var simplify = 0.25
  /// Straight edges of overlays that are not geodesic.
  public var edges = Edges.mercator
  /// Long edges.
  public var antimeridian = Antimeridian.auto
  /// Shapes smaller than the grid.
  public var tiny = Tiny.keep
  /// How big a tile may be before the report names it; under ``strict`` the build stops.
  public var limits = TileLimits()
  /// Whether neighbouring polygons of an input keep the same vertices of their common border.
  public var sharedBorders = true
  /// How markers become clusters; `nil`: not at all. Not with ``dropRate``.
  public var cluster: MarkerClustering?
  /// How many points of a zoom one of the zoom before it stands for; 1: all stay. The last zoom has
  /// all points.
  public var dropRate = 1.0
  /// Whether features that follow each other in a tile, look alike and have the same attributes
  /// become one. Overlays that have their like in their layer lose their ids.
  public var coalesce = false
  /// Whether the smallest overlays of tiles over ``limits`` are left out.
  public var dropSmallest = false
  /// The output's own address; `nil`: a placeholder that the viewer fills in.
  public var baseURL: String?
  /// Whether tiles are gzip streams.
  public var compress = true
  /// Whether an output of ours that stands there may be replaced.
  package var replace = false
  /// Whether an earlier output is brought up to date, and a ledger kept for the next time.
  package var incremental = false
  /// Whether an incremental build writes nothing and tells which tiles it would make or remove.
  package var dryRun = false
  /// Workers; `nil`: one a core.
  public var threads: Int?
  /// Vertices in a work unit, more or less; `nil`: what the build is best divided into. No byte of
  /// the output depends on it.
  package var unitVertices: Int?
  /// Overlays that are numbered together where memory has no room for all; `nil`: what it has room
  /// for. No byte of the output depends on it.
  package var regionFeatures: Int?
  /// Bytes of memory to stay within, about: vertices of the overlays go to a file beyond a quarter
  /// of it, and the overlays themselves beyond another.
  public var memory = 1 << 30
  /// Where that file is made; it has no name. `nil`: /tmp.
  public var scratchDirectory: String?
  /// Whether a skipped overlay or a tile over a limit stops the build.
  public var strict = false
  /// Whether doubled backslashes in encoded paths are halved.
  public var unescapePolyline = false
  /// Decimal places of encoded paths in inputs that hold nothing else: 5 or 6.
  public var pathPrecision = 5
  /// Styles below the overlays; at most one for each map type and form.
  public var baseStyles: [BaseStyle] = []
  /// A file that gets a copy of report.json.
  public var reportFile: String?
  /// Whether clients draw sprite stamps; if not, they become textures on a clear line.
  public var spriteStamps = true
  /// Where index.html finds MapLibre GL JS; `nil`: a public address.
  public var maplibreJS: String?

  /// The defaults.
  public init() {}
}
