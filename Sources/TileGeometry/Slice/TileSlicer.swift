public import MapMath

/// Sorts prepared geometry into tiles by quartering a cell of the pyramid until single tiles are
/// left.
///
/// On the way down nothing is cut: lines are narrowed to the runs of whole segments that touch a
/// quarter, rings lose vertices that cannot matter in it, and what lies wholly in a quarter is
/// referred to. Only a tile cuts, once, from segments as they were prepared. So the way down leaves
/// no trace in the result, and two neighbours see the same segments at their common border.
public struct TileSlicer: Sendable {
  /// Level 0 holds the prepared geometry; level d what touches the current cell d steps down.
  public var levels: [SliceLevel] = [SliceLevel()]
  /// What goes into tiles and cells.
  public let areas: TileAreas

  /// A slicer into tiles `extent` units wide that reach `buffer` units beyond their edges.
  public init(extent: Int64, buffer: Int64) {
    areas = TileAreas(extent: extent, buffer: buffer)
  }

  /// Slices level 0 into the tiles of zoom `z` below `cell`, and calls `emit` for each tile that
  /// something may lie in, in Hilbert order.
  ///
  /// - Parameters:
  ///   - wanted: Whether a tile, or any tile below a cell, shall be made.
  ///   - emit: Receives the tile, all levels, and the level whose pieces are the tile's.
  public mutating func slice(
    _ cell: TileID, toZoom z: Int, where wanted: (TileID) -> Bool = { _ in true },
    emit: (_ tile: TileID, _ levels: borrowing [SliceLevel], _ depth: Int) throws -> Void
  ) rethrows {
    while levels.count < z - cell.z + 2 { levels.append(SliceLevel()) }
    // Level 0 holds all that was prepared; where some lies beyond the cell, level 1 starts with it.
    let area = areas.area(of: cell, atZoom: z)
    if levels[0].pieces.allSatisfy({ area.contains($0.bounds) }) {
      return try descend(cell, z, 0, wanted, emit)
    }
    select(cell, atZoom: z, from: 0)
    try descend(cell, z, 1, wanted, emit)
  }

  private mutating func descend(
    _ cell: TileID, _ z: Int, _ depth: Int, _ wanted: (TileID) -> Bool,
    _ emit: (TileID, borrowing [SliceLevel], Int) throws -> Void
  ) rethrows {
    guard !levels[depth].pieces.isEmpty else { return }
    if cell.z == z { return try emit(cell, levels, depth) }
    if sorts(levels[depth], below: cell, toZoom: z) {
      return try sortPoints(cell, z, depth, wanted, emit)
    }
    let children = cell.childrenInHilbertOrder
    for i in children.indices where wanted(children[i]) {
      select(children[i], atZoom: z, from: depth)
      try descend(children[i], z, depth + 1, wanted, emit)
    }
  }

  /// Fills level `depth + 1` with what of level `depth` touches `cell`.
  private mutating func select(_ cell: TileID, atZoom z: Int, from depth: Int) {
    let area = areas.area(of: cell, atZoom: z)
    var target = SliceLevel()
    swap(&target, &levels[depth + 1])
    target.removeAll()
    for piece in levels[depth].pieces {
      switch piece.kind {
      case .cover:
        target.pieces.append(piece)
      case _ where !area.touches(piece.bounds):
        break
      case _ where area.contains(piece.bounds):
        target.pieces.append(piece)
      case .scatter:
        selectScatter(piece, in: area, level: UInt8(depth + 1), into: &target)
      case .points, .wholeLine:
        target.pieces.append(piece)
      case .line:
        selectLine(piece, in: area, into: &target)
      case .rings:
        selectRings(piece, in: area, level: UInt8(depth + 1), into: &target)
      }
    }
    swap(&target, &levels[depth + 1])
  }

  private func selectScatter(
    _ piece: Piece, in area: GridRect, level: UInt8, into target: inout SliceLevel
  ) {
    let x = levels[Int(piece.level)].x
    let y = levels[Int(piece.level)].y
    let owners = levels[Int(piece.level)].owners
    var part = piece
    part.level = level
    (part.start, part.ringStart) = (Int32(target.x.count), Int32(target.owners.count))
    part.bounds = .empty
    let toOwner = Int(piece.ringStart) - Int(piece.start)
    for i in Int(piece.start)..<Int(piece.end) where area.beyond(x[i], y[i]) == 0 {
      target.x.append(x[i])
      target.y.append(y[i])
      target.owners.append(owners[i + toOwner])
      part.bounds.grow(x[i], y[i])
    }
    (part.end, part.ringEnd) = (Int32(target.x.count), Int32(target.owners.count))
    if part.end > part.start { target.pieces.append(part) }
  }

  private func selectLine(_ piece: Piece, in area: GridRect, into target: inout SliceLevel) {
    let x = levels[Int(piece.level)].x
    let y = levels[Int(piece.level)].y
    selectRuns(
      x: x.span, y: y.span, range: Int(piece.start)..<Int(piece.end), touching: area
    ) { first, last, bounds in
      var part = piece
      (part.start, part.end) = (Int32(first), Int32(last + 1))
      part.bounds = bounds
      target.pieces.append(part)
    }
  }

  private func selectRings(
    _ piece: Piece, in area: GridRect, level: UInt8, into target: inout SliceLevel
  ) {
    let x = levels[Int(piece.level)].x
    let y = levels[Int(piece.level)].y
    let ringEnds = levels[Int(piece.level)].ringEnds
    var part = piece
    part.level = level
    part.start = Int32(target.x.count)
    part.ringStart = Int32(target.ringEnds.count)
    part.bounds = .empty
    var start = Int(piece.start)
    var winding = 0
    var crosses = false
    for ring in Int(piece.ringStart)..<Int(piece.ringEnd) {
      let end = Int(ringEnds[ring])
      let before = target.x.count
      if let bounds = reduceRing(
        x: x.span, y: y.span, range: start..<end, around: area,
        intoX: &target.x, intoY: &target.y)
      {
        if ringEnters(x: target.x.span, y: target.y.span, from: before, area) {
          crosses = true
        } else {
          winding += windingAroundCentre(
            target.x.span, target.y.span, before, target.x.count, area)
        }
        target.ringEnds.append(Int32(target.x.count))
        part.bounds.grow(bounds.minX, bounds.minY)
        part.bounds.grow(bounds.maxX, bounds.maxY)
      }
      start = end
    }
    if crosses {
      part.end = Int32(target.x.count)
      part.ringEnd = Int32(target.ringEnds.count)
      target.pieces.append(part)
      return
    }
    target.x.removeSubrange(Int(part.start)...)
    target.y.removeSubrange(Int(part.start)...)
    target.ringEnds.removeSubrange(Int(part.ringStart)...)
    guard winding != 0 else { return }
    part.kind = .cover
    part.level = 0
    (part.start, part.end, part.ringStart, part.ringEnd) = (0, 0, 0, 0)
    part.bounds = area
    target.pieces.append(part)
  }
}
