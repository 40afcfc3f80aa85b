import OverlayModel
import TileEncoding

/// All overlays of a build as flat arrays: points, lines and polygons in world coordinates.
///
/// After it nobody asks what a polyline or a circle is. Parts lie in the order of their places on
/// the map, and rows and attributes in the order in which the parts need them, so that a stretch of
/// the map is a stretch of memory; the drawing order is a number. Vertices stay in the blocks in
/// which they were read. Immutable while tiles are made.
struct FeatureTable: Sendable {
  /// What the vertices of a row are.
  enum Shape: UInt8, Sendable {
    case points
    case lines
    /// Lines that close: the outlines of polygons and circles.
    case outlines
    case polygons
    /// Lines in pieces of the colours of their spans.
    case spans
    /// The textures of lines with spans: a line for each time that the image is repeated.
    case textures
    /// The sprite stamps of lines with spans: a point for each.
    case sprites

    /// Its type in tiles.
    var geometryType: UInt8 {
      let type: TileContent.GeometryType = isPoint ? .point : isLine ? .line : .polygon
      return type.rawValue
    }
    var isPoint: Bool { self == .points || self == .sprites }
    var isLine: Bool { !isPoint && self != .polygons }
    /// Whether it is drawn from the spans of a line.
    var isSpanned: Bool { self == .spans || self == .textures || self == .sprites }
  }

  /// One overlay in one source layer.
  struct Row: Sendable {
    var layer: UInt16
    var shape: Shape
    var hasID: Bool
    /// Tile zooms in which it is drawn, ends included.
    var minZoom: UInt8, maxZoom: UInt8
    /// Whether simplification must stay within a quarter of a grid unit (circles).
    var exact: Bool
    /// The user's attributes: pairs of ``tags``.
    var tags: Range<Int32>
    /// Our attributes: index into ``paints``; -1: none.
    var paint: Int32
    var id: UInt64
    /// Points; of rows that are drawn from spans.
    var strokeWidth: Float = 0
    /// Where it stands in the input: index into the build's features.
    var feature: Int32
  }

  /// A piece of a row that stays together: one line, one polygon with its holes, one point.
  struct Part: Sendable {
    var block: Int32
    var row: UInt32
    /// Paths of the block.
    var paths: Range<Int32>
    /// Vertices in all.
    var weight: Int32
    /// Whether it covers the map and half a world on both sides: it needs no copies.
    var spansWorld: Bool
    /// Whether it is the largest of its row: a line that shrinks to a point then leaves a stub.
    var isLargest: Bool
    /// Whether most of its outer ring is border that other polygons have too: when it shrinks to
    /// nothing, they take its place.
    var isEnclosed: Bool
    /// Whether one of its rings shares more than a hundredth of its border with other polygons.
    var hasNeighbours: Bool
    /// Of a polygon's outer ring, signed, squared world units; 0: not measured.
    var area: Float
    /// World coordinates.
    var bounds: WorldBounds
    /// Its spans: index into the block's tracks; -1: none.
    var track: Int32 = -1
    /// Its place in drawing order: by source layer, then by input order.
    var order: UInt32
  }

  /// Where an overlay stands in the input.
  struct Place: Sendable {
    var input: Int32
    var line: Int32
    var feature: Int32
    /// Its id as text, if it has one.
    var id: String?
  }

  /// One attribute: numbers of the attribute table's keys and values.
  struct Tag: Sendable {
    var key: UInt32
    var value: UInt32
  }

  /// One source layer.
  struct Layer: Sendable {
    var name: String
    /// What its features are; several where the user named the layer.
    var roles: [LayerRole]
    /// z indices that occur.
    var zIndices: Set<Int32> = []
    /// Whether it has clusters of markers.
    var hasClusters = false
  }

  var blocks: [Block] = []
  /// Where vertices lie that memory has no room for.
  var scratch: ScratchSpace?
  var rows: [Row] = []
  var parts: [Part] = []
  /// Finds parts by their places.
  var tree = PartTree()
  /// One for each feature of the build, where all are in the table.
  var places: [Place] = []
  var tags: [Tag] = []
  /// Ranges of ``tags``.
  var paints: [Range<Int32>] = []
  /// How spans are drawn.
  var spanPaints: [SpanPaint] = []
  /// Attributes of pieces of lines.
  var pieceTags = PieceTags()
  /// Rows of one number may be put together in tiles; empty: none may.
  var kinds: [UInt32] = []
  /// The first zoom at which each feature of the build is drawn, where it is left out before it;
  /// empty: none is.
  var drawnFrom: [UInt8] = []

  /// The attributes in a range of ``tags``.
  func tags(_ range: Range<Int32>) -> ArraySlice<Tag> {
    tags[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// Whether a row is drawn in the tiles of a zoom, if it leaves anything there.
  func isDrawn(_ row: Row, atZoom zoom: Int) -> Bool {
    row.minZoom <= zoom && zoom <= row.maxZoom
      && (drawnFrom.isEmpty || drawnFrom[Int(row.feature)] <= zoom)
  }
}

/// Bounds in world coordinates, y south.
struct WorldBounds: Sendable, Equatable {
  var minX = Double.infinity, minY = Double.infinity
  var maxX = -Double.infinity, maxY = -Double.infinity

  var isEmpty: Bool { minX > maxX }

  /// Whether `other` lies within these bounds.
  func contains(_ other: WorldBounds) -> Bool {
    minX <= other.minX && minY <= other.minY && other.maxX <= maxX && other.maxY <= maxY
  }

  /// The longer side.
  var reach: Double { max(maxX - minX, maxY - minY) }

  mutating func grow(_ x: Double, _ y: Double) {
    minX = min(minX, x)
    minY = min(minY, y)
    maxX = max(maxX, x)
    maxY = max(maxY, y)
  }

  mutating func grow(_ other: WorldBounds) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }
}
