import MapMath
import TileEncoding
import TileGeometry

/// Writes the pieces of one tile: cut to the tile's area, tile-local, grouped into features and
/// layers, which go to the encoder a handful at a time. So a tile with all overlays of a build takes
/// no more memory here than any other.
///
/// Owns scratch memory; one for each worker.
struct TileWriter: Sendable {
  /// Clients lose part of a feature with more vertices.
  static let mostVertices = PolygonDivider.mostVertices
  /// Clients make up to 10 vertices of one of a line, and lose part of a line with more than 65,535
  /// of those.
  static let mostLineVertices = mostVertices / 10

  /// Features and vertices that are handed over at once, about.
  private static let pieceFeatures = 512, pieceVertices = 1 << 13

  /// What the tile holds that was written last.
  private(set) var counts = TileCounts()
  /// What waits to be handed over.
  private var content = TileContent()
  private var cutter = PieceCutter()
  /// Overlays that are not written.
  var leftOut: Set<Int32> = []
  /// The build's numbers of the overlays in the tile that was written last, some of them more than
  /// once.
  private(set) var features: [Int32] = []
  /// Features that went into others in the tile that was written last.
  private(set) var merged = 0
  private var openRow: UInt32 = .max
  private var openPaint: Int32 = 0
  private var openDetail: UInt32 = 0
  private var values = ComputedValues()
  private var openLayer: Int32 = -1
  /// Where the open feature starts in the content.
  private var firstVertex = 0
  private var firstPart = 0

  /// Gives the pieces of `levels[depth]`, whose owners are rows of `table`, to `encoder` as a new
  /// tile, which is left to be finished.
  mutating func write(
    _ tile: TileID, _ levels: borrowing [SliceLevel], _ depth: Int,
    of table: borrowing FeatureTable, area: GridRect, at plan: ZoomPlan,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    begin(&encoder)
    try append(tile, levels, depth, of: table, area: area, at: plan, &encoder)
    try finish(&encoder)
  }

  /// Starts a new tile.
  mutating func begin(_ encoder: inout VectorTileEncoder) {
    encoder.begin()
    content.removeAll()
    counts.removeAll()
    features.removeAll(keepingCapacity: true)
    merged = 0
    openRow = .max
    openLayer = -1
  }

  /// Gives the pieces of `levels[depth]` to `encoder` for the tile that was begun: those of some of
  /// its overlays, which come in drawing order.
  mutating func append(
    _ tile: TileID, _ levels: borrowing [SliceLevel], _ depth: Int,
    of table: borrowing FeatureTable, area: GridRect, at plan: ZoomPlan,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    let originX = Int64(tile.x) * plan.extent
    let originY = Int64(tile.y) * plan.extent
    let pieces = levels[depth].pieces
    for piece in pieces {
      if piece.kind == .scatter || piece.kind == .points {
        try appendPoints(piece, levels, area, originX, originY, table, &encoder)
        continue
      }
      let row = table.rows[Int(piece.owner)]
      if !leftOut.isEmpty && leftOut.contains(row.feature) { continue }
      cutter.cut(piece, levels, to: area, at: plan)
      guard !cutter.parts.ends.isEmpty else { continue }
      try open(row, piece, table, &encoder)
      try appendParts(originX, originY, row, piece, table, &encoder)
    }
    closeFeature()
  }

  /// Gives the encoder what waits, after the last piece of a tile.
  mutating func finish(_ encoder: inout VectorTileEncoder) throws(EncodingError) {
    try handOver(to: &encoder)
  }

  /// Takes ``features``, of which a tile may have more than should be held.
  mutating func takeFeatures() -> [Int32] {
    defer { features = [] }
    return features
  }

  /// Gives the encoder what waits, whose last layer may go on.
  private mutating func handOver(to encoder: inout VectorTileEncoder) throws(EncodingError) {
    guard !content.ids.isEmpty else { return }
    content.layerFeatureEnds.append(UInt32(content.ids.count))
    counts.add(content)
    try encoder.append(content)
    content.removeAll()
    content.goesOn = true
    content.layerNames.append(UInt32(openLayer))
  }

  /// Appends points. All points of an overlay are one part of one feature.
  private mutating func appendPoints(
    _ piece: Piece, _ levels: borrowing [SliceLevel], _ area: GridRect, _ originX: Int64,
    _ originY: Int64, _ table: borrowing FeatureTable, _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    var piece = piece
    let level = Int(piece.level)
    let isScattered = piece.kind == .scatter
    let toOwner = Int(piece.ringStart) - Int(piece.start)
    for i in Int(piece.start)..<Int(piece.end) {
      if isScattered && (i - Int(piece.start)) % FeatureTable.handful == 0 {
        table.callForRows(
          of: levels[level].owners, i + toOwner..<Int(piece.ringEnd))
      }
      let x = levels[level].x[i]
      let y = levels[level].y[i]
      // A point on the eastern or southern edge belongs to the next tile.
      guard x >= area.minX, x < area.maxX, y >= area.minY, y < area.maxY else { continue }
      if isScattered { piece.owner = levels[level].owners[i + toOwner] }
      let row = table.rows[Int(piece.owner)]
      if !leftOut.isEmpty && leftOut.contains(row.feature) { continue }
      if isScattered { piece.paint = row.paint }
      try open(row, piece, table, &encoder)
      content.x.append(Int32(truncatingIfNeeded: x - originX))
      content.y.append(Int32(truncatingIfNeeded: y - originY))
      if content.partEnds.count > firstPart { content.partEnds.removeLast() }
      content.partEnds.append(UInt32(content.x.count))
    }
  }

  /// Opens the feature that the piece belongs to, with its tags, unless it is open.
  private mutating func open(
    _ row: FeatureTable.Row, _ piece: Piece, _ table: borrowing FeatureTable,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    if piece.owner == openRow && piece.paint == openPaint && piece.detail == openDetail { return }
    if !table.kinds.isEmpty && goesOn(with: piece, table) {
      features.append(row.feature)
      return
    }
    closeFeature()
    if content.ids.count >= Self.pieceFeatures || content.x.count >= Self.pieceVertices {
      try handOver(to: &encoder)
    }
    if Int32(row.layer) != openLayer {
      if openLayer >= 0 { content.layerFeatureEnds.append(UInt32(content.ids.count)) }
      content.layerNames.append(UInt32(row.layer))
      openLayer = Int32(row.layer)
    }
    startFeature(row, piece)
    try appendTags(row, piece, table, &encoder)
  }

  /// Whether a piece of another row goes into the open feature, which looks like it and has the same
  /// attributes.
  private mutating func goesOn(with piece: Piece, _ table: borrowing FeatureTable) -> Bool {
    guard openRow != .max, piece.detail == openDetail,
      table.kinds[Int(piece.owner)] == table.kinds[Int(openRow)],
      content.x.count - firstVertex + cutter.parts.x.count <= Self.mostVertices
    else { return false }
    if piece.owner != openRow { merged += 1 }
    (openRow, openPaint) = (piece.owner, piece.paint)
    return true
  }

  private mutating func startFeature(_ row: FeatureTable.Row, _ piece: Piece) {
    (openRow, openPaint, openDetail) = (piece.owner, piece.paint, piece.detail)
    firstVertex = content.x.count
    firstPart = content.partEnds.count
    content.ids.append(row.id)
    content.hasID.append(row.hasID ? 1 : 0)
    content.types.append(row.shape.geometryType)
    features.append(row.feature)
  }

  private mutating func appendTags(
    _ row: FeatureTable.Row, _ piece: Piece, _ table: borrowing FeatureTable,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    appendTags(row.tags, table)
    if piece.paint >= 0 { appendTags(table.paints[Int(piece.paint)], table) }
    try appendDetail(piece.detail, row.shape, table.pieceTags, &encoder)
    content.featureTagEnds.append(UInt32(content.tags.count))
  }

  /// What makes the piece differ from others of its row.
  private mutating func appendDetail(
    _ detail: UInt32, _ shape: FeatureTable.Shape, _ tags: PieceTags,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    switch shape {
    case .spans:
      if let number = PieceColor.number(detail) {
        if let value = tags.colors[number] { content.tags += [tags.colorKey, value] }
      } else {
        content.tags += [tags.colorKey, try values.color(detail, &encoder)]
      }
    case .textures:
      content.tags += [tags.imageKey, tags.images[Int(detail)]]
    case .sprites:
      let (image, turn) = StampDetail.parts(detail)
      content.tags += [tags.imageKey, tags.images[image]]
      if turn != 0 { content.tags += [tags.rotKey, try values.turn(turn, &encoder)] }
    case .points, .lines, .outlines, .polygons: break
    }
  }

  private mutating func appendTags(_ range: Range<Int32>, _ table: borrowing FeatureTable) {
    for t in range {
      content.tags.append(table.tags[Int(t)].key)
      content.tags.append(table.tags[Int(t)].value)
    }
  }

  private mutating func closeFeature() {
    guard openRow != .max else { return }
    content.featurePartEnds.append(UInt32(content.partEnds.count))
    openRow = .max
  }

  /// Appends the clipped parts to the open feature, long lines in stretches; lines and further
  /// polygons go on in a new feature before it has too many vertices for clients.
  private mutating func appendParts(
    _ originX: Int64, _ originY: Int64, _ row: FeatureTable.Row, _ piece: Piece,
    _ table: borrowing FeatureTable, _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    let isLine = row.shape.isLine
    // Taken out of self while spans lend them.
    var parts = ClippedParts()
    swap(&parts, &cutter.parts)
    defer { swap(&parts, &cutter.parts) }
    let isLong = !isLine && content.x.count - firstVertex + parts.x.count > Self.mostVertices
    var nextPolygon = isLong ? 0 : Int.max
    var start = 0
    for (number, end) in parts.ends.enumerated() {
      var from = start
      var isFull = false
      if number == nextPolygon {
        nextPolygon = parts.polygonEnd(from: number)
        let count = content.x.count - firstVertex
        isFull = count > 0 && count + parts.ends[nextPolygon - 1] - start > Self.mostVertices
      }
      while from < end {
        if isFull || isLine && content.x.count - firstVertex + 2 > Self.mostVertices {
          closeFeature()
          startFeature(row, piece)
          try appendTags(row, piece, table, &encoder)
          isFull = false
        }
        let room = min(
          Self.mostLineVertices, Self.mostVertices - (content.x.count - firstVertex))
        let to = isLine ? min(end, from + room) : end
        content.x.append(parts.x.span.extracting(from..<to), from: originX)
        content.y.append(parts.y.span.extracting(from..<to), from: originY)
        content.partEnds.append(UInt32(content.x.count))
        // The next stretch of a split line starts where this one ended.
        from = to == end ? end : to - 1
      }
      start = end
    }
  }
}

extension [Int32] {
  /// Appends coordinates of the grid, counted from `origin`.
  fileprivate mutating func append(_ coordinates: Span<Int64>, from origin: Int64) {
    append(addingCapacity: coordinates.count) { target in
      for i in coordinates.indices {
        target.append(Int32(truncatingIfNeeded: coordinates[i] - origin))
      }
    }
  }
}
