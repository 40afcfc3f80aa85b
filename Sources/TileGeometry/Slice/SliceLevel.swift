/// A stretch of one overlay's geometry on its way into tiles.
///
/// The vertices lie in the ``SliceLevel`` that `level` names: pieces that need no change on the way
/// down are referred to, not copied.
public struct Piece: Sendable {
  /// What the vertices are.
  public enum Kind: UInt8, Sendable {
    /// A point of one overlay, with a paint of its own.
    case points
    /// Points of several overlays, whose numbers stand in the level's ``SliceLevel/owners``.
    case scatter
    /// One line.
    case line
    /// One line that is never cut: a tile that it touches has all of it.
    case wholeLine
    /// Rings of one polygon.
    case rings
    /// Nothing: the polygon covers all of the area looked at.
    case cover
  }
  /// What the vertices are.
  public var kind: Kind
  /// Level that holds the vertices.
  public var level: UInt8 = 0
  /// The caller's number of the overlay; pieces in a row with equal owner, paint and detail are one
  /// feature.
  public var owner: UInt32
  /// The caller's number of the paint.
  public var paint: Int32
  /// What of the paint differs from piece to piece, by the caller's rule.
  public var detail: UInt32 = 0
  /// Vertices `start ..< end` of the level.
  public var start: Int32, end: Int32
  /// For rings: `ringStart ..< ringEnd` of the level's ring ends; for scattered points: the same of
  /// its owners.
  public var ringStart: Int32 = 0, ringEnd: Int32 = 0
  /// Bounds of the vertices.
  public var bounds: GridRect

  /// Creates a piece at level 0.
  @inlinable
  public init(
    _ kind: Kind, owner: UInt32, paint: Int32, detail: UInt32 = 0, start: Int, end: Int,
    ringStart: Int = 0, ringEnd: Int = 0, bounds: GridRect
  ) {
    (self.kind, self.owner, self.paint, self.bounds) = (kind, owner, paint, bounds)
    self.detail = detail
    (self.start, self.end) = (Int32(start), Int32(end))
    (self.ringStart, self.ringEnd) = (Int32(ringStart), Int32(ringEnd))
  }
}

/// The pieces that touch one cell of the tile pyramid, and vertices made for them.
public struct SliceLevel: Sendable {
  /// Grid x of vertices.
  public var x: [Int64] = []
  /// Grid y, as long as `x`.
  public var y: [Int64] = []
  /// End of each ring in `x`.
  public var ringEnds: [Int32] = []
  /// The caller's number of the overlay of each scattered point.
  public var owners: [UInt32] = []
  /// Pieces in drawing order.
  public var pieces: [Piece] = []

  /// An empty level.
  public init() {}

  /// Empties and keeps the memory.
  public mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ringEnds.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }

  /// Empties, and gives the memory back where there are more than `most` vertices.
  public mutating func shrink(to most: Int) {
    if x.count > most { self = SliceLevel() }
  }
}

extension SliceLevel {
  /// Appends a point of the overlay `owner` to the scattered points at the end, or as the first of
  /// some.
  @inlinable
  public mutating func appendPoint(_ x: Int64, _ y: Int64, owner: UInt32) {
    self.x.append(x)
    self.y.append(y)
    owners.append(owner)
    let last = pieces.count - 1
    if last >= 0, pieces[last].kind == .scatter, Int(pieces[last].end) == self.x.count - 1 {
      pieces[last].end += 1
      pieces[last].ringEnd += 1
      pieces[last].bounds.grow(x, y)
    } else {
      let count = self.x.count
      pieces.append(
        Piece(
          .scatter, owner: 0, paint: -1, start: count - 1, end: count,
          ringStart: owners.count - 1, ringEnd: owners.count,
          bounds: GridRect(minX: x, minY: y, maxX: x, maxY: y)))
    }
  }

  /// Appends the pieces of `other`, none of them scattered points, whose vertices all lie in
  /// itself, with their vertices.
  public mutating func append(_ other: SliceLevel) {
    let vertices = Int32(x.count)
    let rings = Int32(ringEnds.count)
    x.append(contentsOf: other.x)
    y.append(contentsOf: other.y)
    for end in other.ringEnds { ringEnds.append(end + vertices) }
    for var piece in other.pieces {
      piece.start += vertices
      piece.end += vertices
      piece.ringStart += rings
      piece.ringEnd += rings
      pieces.append(piece)
    }
  }

  /// Appends the pieces of `other` like ``append(_:)``, but of lines only the runs of whole segments
  /// that touch `area`.
  public mutating func append(_ other: SliceLevel, touching area: GridRect) {
    guard other.pieces.allSatisfy({ $0.kind == .line }),
      !other.pieces.allSatisfy({ area.contains($0.bounds) })
    else { return append(other) }
    for piece in other.pieces {
      selectRuns(
        x: other.x.span, y: other.y.span, range: Int(piece.start)..<Int(piece.end), touching: area
      ) { first, last, bounds in
        var run = piece
        run.start = Int32(x.count)
        x.append(contentsOf: other.x[first...last])
        y.append(contentsOf: other.y[first...last])
        run.end = Int32(x.count)
        run.bounds = bounds
        pieces.append(run)
      }
    }
  }
}
