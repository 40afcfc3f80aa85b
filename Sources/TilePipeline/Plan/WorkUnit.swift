import MapMath

/// A cell of the tile pyramid and the parts that touch it at one zoom: what one worker does at once.
struct WorkUnit: Sendable {
  /// Place in the build's order: zoom by zoom, along the Hilbert curve.
  var sequence: Int
  var zoom: Int
  /// The cell; all tiles of `zoom` below it belong to the unit.
  var cell: TileID
  /// Parts in drawing order.
  var parts: [Placement]
  /// Those of them that other units need too.
  var shared: [PreparedPart] = []

  /// A part in the cell.
  struct Placement: Sendable {
    /// Number of the part.
    var part: UInt32
    /// Whole worlds to move it eastward: -1, 0 or 1 (or more for paths that run round the world).
    var shift: Int16
    /// How often its weight was halved, as other cells have shares of it.
    var halvings: UInt8 = 0
    /// Where it is prepared when other units need it too: index into ``WorkUnit/shared``; -1: here.
    var shared: Int32
  }
}
