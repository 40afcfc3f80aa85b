import MapMath
import TileEncoding
import TileGeometry

/// Writes the pieces of one tile as tile content: cut to the tile's area, tile-local, grouped into
/// features and layers.
///
/// Owns scratch memory; one for each worker.
struct TileWriter: Sendable {
  /// Clients lose part of a feature with more vertices.
  static let mostVertices = 65_535

  /// The tile that was written last.
  var content = TileContent()
  private var parts = ClippedParts()
  private var clipper = RingClipper()
  private var repairer = RingRepairer()
  private var rings = GridRings()
  /// Rows of a handful of points, and those of them that have started a feature.
  private var rows: [FeatureTable.Row] = []
  private var untagged: [Int] = []
  private static let handful = 256

  private var openRow: UInt32 = .max
  private var openPaint: Int32 = 0
  private var openDetail: UInt32 = 0
  private var values = ComputedValues()
  private var openLayer: Int32 = -1
  /// Where the open feature starts in the content.
  private var firstVertex = 0
  private var firstPart = 0

  /// Fills ``content`` with the pieces of `levels[depth]`, whose owners are rows of `table`.
  ///
  /// - Parameter encoder: The encoder of the content, which learns values that are computed here.
  mutating func write(
    _ tile: TileID, _ levels: borrowing [SliceLevel], _ depth: Int,
    of table: borrowing FeatureTable, area: GridRect, at plan: ZoomPlan,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    content.removeAll()
    openRow = .max
    openLayer = -1
    let originX = Int64(tile.x) * plan.extent
    let originY = Int64(tile.y) * plan.extent
    let pieces = levels[depth].pieces
    var next = 0
    while next < pieces.count {
      if pieces[next].kind == .points {
        next = try appendPoints(
          pieces, from: next, levels, area, originX, originY, table, &encoder)
        continue
      }
      let piece = pieces[next]
      next += 1
      cut(piece, levels, area, plan)
      guard !parts.ends.isEmpty else { continue }
      let row = table.rows[Int(piece.owner)]
      try open(row, piece, table, &encoder)
      try appendParts(originX, originY, row, piece, table, &encoder)
    }
    closeFeature()
    if openLayer >= 0 { content.layerFeatureEnds.append(UInt32(content.ids.count)) }
  }

  /// Fills `parts` with what of a line or polygon lies in the area.
  private mutating func cut(
    _ piece: Piece, _ levels: borrowing [SliceLevel], _ area: GridRect, _ plan: ZoomPlan
  ) {
    let level = Int(piece.level)
    let range = Int(piece.start)..<Int(piece.end)
    parts.removeAll()
    switch piece.kind {
    case .points: break
    case .line, .wholeLine:
      if area.contains(piece.bounds) || piece.kind == .wholeLine && reaches(piece, area, plan) {
        for i in range { parts.append(levels[level].x[i], levels[level].y[i]) }
        parts.close(minimum: 2)
      } else {
        let x = levels[level].x
        let y = levels[level].y
        clipLine(
          x: x.span.extracting(range), y: y.span.extracting(range), to: area, into: &parts)
      }
    case .rings, .cover:
      cutRings(piece, levels, area)
    }
  }

  /// Appends pieces of points from `first` on, as many as follow each other, up to a handful;
  /// returns the index of the piece after them.
  ///
  /// Rows and tags lie all over the table. Asked for in loops that do little else, memory answers
  /// several at once.
  private mutating func appendPoints(
    _ pieces: [Piece], from first: Int, _ levels: borrowing [SliceLevel], _ area: GridRect,
    _ originX: Int64, _ originY: Int64, _ table: borrowing FeatureTable,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) -> Int {
    rows.removeAll(keepingCapacity: true)
    untagged.removeAll(keepingCapacity: true)
    var end = first
    while end < pieces.count, pieces[end].kind == .points, rows.count < Self.handful {
      rows.append(table.rows[Int(pieces[end].owner)])
      end += 1
    }
    for k in first..<end {
      let piece = pieces[k]
      let level = Int(piece.level)
      let before = content.x.count
      for i in Int(piece.start)..<Int(piece.end) {
        let x = levels[level].x[i]
        let y = levels[level].y[i]
        // A point on the eastern or southern edge belongs to the next tile.
        guard x >= area.minX, x < area.maxX, y >= area.minY, y < area.maxY else { continue }
        if content.x.count == before, open(rows[k - first], piece) { untagged.append(k) }
        content.x.append(Int32(truncatingIfNeeded: x - originX))
        content.y.append(Int32(truncatingIfNeeded: y - originY))
      }
      guard content.x.count > before else { continue }
      // All points of a feature are one part.
      if content.partEnds.count > firstPart { content.partEnds.removeLast() }
      content.partEnds.append(UInt32(content.x.count))
    }
    for k in untagged { try appendTags(rows[k - first], pieces[k], table, &encoder) }
    return end
  }

  /// Whether a line that is not cut reaches no further than clients draw: one tile beyond.
  private func reaches(_ piece: Piece, _ area: GridRect, _ plan: ZoomPlan) -> Bool {
    let beyond = plan.extent - plan.buffer
    return piece.bounds.minX >= area.minX - beyond && piece.bounds.maxX <= area.maxX + beyond
      && piece.bounds.minY >= area.minY - beyond && piece.bounds.maxY <= area.maxY + beyond
  }

  private mutating func cutRings(
    _ piece: Piece, _ levels: borrowing [SliceLevel], _ area: GridRect
  ) {
    if piece.kind == .cover {
      parts.appendRectangle(area)
      return
    }
    let level = Int(piece.level)
    let x = levels[level].x
    let y = levels[level].y
    let ringEnds = levels[level].ringEnds
    let result = clipper.clip(
      x: x.span, y: y.span,
      ringEnds: ringEnds.span.extracting(Int(piece.ringStart)..<Int(piece.ringEnd)),
      first: Int(piece.start), to: area, into: &parts)
    guard result == .cut else { return }
    // Rounding at the area's sides can make rings touch there.
    rings.removeAll()
    swap(&rings.x, &parts.x)
    swap(&rings.y, &parts.y)
    swap(&rings.ringEnds, &parts.ends)
    _ = repairer.repairEvenOdd(&rings)
    swap(&rings.x, &parts.x)
    swap(&rings.y, &parts.y)
    swap(&rings.ringEnds, &parts.ends)
  }

  /// Opens the feature that the piece belongs to, with its tags, unless it is open.
  private mutating func open(
    _ row: FeatureTable.Row, _ piece: Piece, _ table: borrowing FeatureTable,
    _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    if open(row, piece) { try appendTags(row, piece, table, &encoder) }
  }

  /// Opens the feature that the piece belongs to and returns `true`, unless it is open. Its tags
  /// are still to come.
  private mutating func open(_ row: FeatureTable.Row, _ piece: Piece) -> Bool {
    if piece.owner == openRow && piece.paint == openPaint && piece.detail == openDetail {
      return false
    }
    closeFeature()
    if Int32(row.layer) != openLayer {
      if openLayer >= 0 { content.layerFeatureEnds.append(UInt32(content.ids.count)) }
      content.layerNames.append(UInt32(row.layer))
      openLayer = Int32(row.layer)
    }
    startFeature(row, piece)
    return true
  }

  private mutating func startFeature(_ row: FeatureTable.Row, _ piece: Piece) {
    (openRow, openPaint, openDetail) = (piece.owner, piece.paint, piece.detail)
    firstVertex = content.x.count
    firstPart = content.partEnds.count
    content.ids.append(row.id)
    content.hasID.append(row.hasID ? 1 : 0)
    let type: TileContent.GeometryType =
      switch row.shape {
      case .points, .sprites: .point
      case .lines, .outlines, .spans, .textures: .line
      case .polygons: .polygon
      }
    content.types.append(type.rawValue)
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

  /// Appends the clipped parts to the open feature; lines go on in a new feature before it has
  /// too many vertices for clients.
  private mutating func appendParts(
    _ originX: Int64, _ originY: Int64, _ row: FeatureTable.Row, _ piece: Piece,
    _ table: borrowing FeatureTable, _ encoder: inout VectorTileEncoder
  ) throws(EncodingError) {
    let isLine = row.shape.isLine
    var start = 0
    for end in parts.ends {
      var from = start
      while from < end {
        if isLine && content.x.count - firstVertex + 2 > Self.mostVertices {
          closeFeature()
          startFeature(row, piece)
          try appendTags(row, piece, table, &encoder)
        }
        let room = Self.mostVertices - (content.x.count - firstVertex)
        let to = isLine ? min(end, from + room) : end
        for i in from..<to {
          content.x.append(Int32(truncatingIfNeeded: parts.x[i] - originX))
          content.y.append(Int32(truncatingIfNeeded: parts.y[i] - originY))
        }
        content.partEnds.append(UInt32(content.x.count))
        // The next stretch of a split line starts where this one ended.
        from = to == end ? end : to - 1
      }
      start = end
    }
  }
}
