import MapMath

/// A cell of the tile pyramid and the parts that touch it at one zoom: what one worker does at once.
struct WorkUnit: Sendable {
  /// Place in the build's order: zoom by zoom, along the Hilbert curve.
  var sequence: Int
  var zoom: Int
  /// The cell; all tiles of `zoom` below it belong to the unit.
  var cell: TileID
  /// Parts, in no order. Some may not be drawn at the zoom.
  var runs: [Run]
  /// Those of them that other units need too.
  var shared: [PreparedPart] = []

  /// Parts in the cell that follow each other in the table.
  struct Run: Sendable {
    /// The parts.
    var place: PartTree.Place
    /// Whole worlds to move them eastward: -1, 0 or 1 (or more for paths that run round the world).
    var shift: Int16
    /// How often a part's weight was halved, as other cells have shares of it.
    var halvings: UInt8 = 0
    /// Where a single part is prepared when other units need it too: index into
    /// ``WorkUnit/shared``; -1: here.
    var shared: Int32 = -1
  }

  /// A part that several units need, as it lies after a shift.
  struct SharedPart: Sendable {
    /// Index into the table's parts.
    var part: Int
    /// See ``Run``.
    var shift: Int16
    let prepared = PreparedPart()
    /// Whether any unit needs it.
    var isNeeded = false
  }
}
