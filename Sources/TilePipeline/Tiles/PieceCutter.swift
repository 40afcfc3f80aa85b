import TileGeometry

/// Cuts lines and polygons to the area of a tile. Owns scratch memory; one for each worker.
struct PieceCutter: Sendable {
  /// What was cut last, on the zoom's grid.
  var parts = ClippedParts()
  private var polygons = PolygonCutter()
  private var divider = PolygonDivider()

  /// Fills ``parts`` with what of a line or polygon lies in `area`.
  mutating func cut(
    _ piece: Piece, _ levels: borrowing [SliceLevel], to area: GridRect, at plan: ZoomPlan
  ) {
    let level = Int(piece.level)
    let range = Int(piece.start)..<Int(piece.end)
    let lines = plan.cutLines.mayBend(piece.bounds, in: area) ? plan.cutLines : nil
    parts.removeAll()
    switch piece.kind {
    case .points, .scatter: break
    case .line, .wholeLine:
      if lines == nil && area.contains(piece.bounds)
        || piece.kind == .wholeLine && reaches(piece, area, plan)
      {
        parts.append(levels[level], range)
        parts.close(minimum: 2)
      } else {
        let x = levels[level].x
        let y = levels[level].y
        clipLine(
          x: x.span.extracting(range), y: y.span.extracting(range), to: area, bending: lines,
          into: &parts)
      }
    case .rings, .cover:
      cutRings(piece, levels, area, lines)
    }
  }

  /// Whether a line that is not cut reaches no further than clients draw: one tile beyond.
  private func reaches(_ piece: Piece, _ area: GridRect, _ plan: ZoomPlan) -> Bool {
    let beyond = plan.extent - plan.buffer
    return piece.bounds.minX >= area.minX - beyond && piece.bounds.maxX <= area.maxX + beyond
      && piece.bounds.minY >= area.minY - beyond && piece.bounds.maxY <= area.maxY + beyond
  }

  private mutating func cutRings(
    _ piece: Piece, _ levels: borrowing [SliceLevel], _ area: GridRect, _ lines: CutLines?
  ) {
    if piece.kind == .cover {
      parts.appendRectangle(area)
      return
    }
    let level = Int(piece.level)
    let x = levels[level].x
    let y = levels[level].y
    let ringEnds = levels[level].ringEnds
    polygons.cut(
      x: x.span, y: y.span,
      ringEnds: ringEnds.span.extracting(Int(piece.ringStart)..<Int(piece.ringEnd)),
      first: Int(piece.start), to: area, bending: lines, into: &parts)
    divider.divide(&parts)
  }
}
