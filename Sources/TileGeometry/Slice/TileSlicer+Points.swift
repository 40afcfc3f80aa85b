internal import MapMath

/// Cells with nothing but scattered points: they are sorted into their tiles at once.
extension TileSlicer {
  /// Levels of the pyramid that are sorted at once at most: 256 tiles.
  private static let sortedLevels = 4

  /// Whether a cell's pieces are scattered points alone and its tiles few.
  func sorts(_ level: SliceLevel, below cell: TileID, toZoom z: Int) -> Bool {
    z - cell.z <= Self.sortedLevels && level.pieces.count == 1 && level.pieces[0].kind == .scatter
  }

  /// Emits the tiles below `cell`, whose points stand in level `depth`.
  mutating func sortPoints(
    _ cell: TileID, _ z: Int, _ depth: Int, _ wanted: (TileID) -> Bool,
    _ emit: (TileID, borrowing [SliceLevel], Int) throws -> Void
  ) rethrows {
    let piece = levels[depth].pieces[0]
    let side = PointSorter(cell, toZoom: z, areas)
    var target = SliceLevel()
    swap(&target, &levels[depth + 1])
    target.removeAll()
    let ends = side.sort(piece, of: levels[Int(piece.level)], into: &target)
    swap(&target, &levels[depth + 1])
    try emitPoints(cell, z, depth + 1, side, ends, wanted, emit)
  }

  /// Emits the tiles of `cell` in Hilbert order.
  private mutating func emitPoints(
    _ cell: TileID, _ z: Int, _ depth: Int, _ sorter: PointSorter, _ ends: [Int],
    _ wanted: (TileID) -> Bool,
    _ emit: (TileID, borrowing [SliceLevel], Int) throws -> Void
  ) rethrows {
    guard cell.z == z else {
      let children = cell.childrenInHilbertOrder
      for i in children.indices where wanted(children[i]) {
        try emitPoints(children[i], z, depth, sorter, ends, wanted, emit)
      }
      return
    }
    let number = sorter.number(of: cell)
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] > start else { return }
    var piece = Piece(
      .scatter, owner: 0, paint: -1, start: start, end: ends[number], ringStart: start,
      ringEnd: ends[number], bounds: areas.area(of: cell, atZoom: z))
    piece.level = UInt8(depth)
    levels[depth].pieces.removeAll(keepingCapacity: true)
    levels[depth].pieces.append(piece)
    try emit(cell, levels, depth)
  }
}

/// The square of tiles of one zoom below a cell, numbered row by row.
private struct PointSorter {
  private let firstColumn: Int64, firstRow: Int64
  /// Tiles of a side, and of a tile's side the units, as powers of two.
  private let tileBits: Int64, unitBits: Int64
  private let buffer: Int64

  init(_ cell: TileID, toZoom z: Int, _ areas: TileAreas) {
    tileBits = Int64(z - cell.z)
    unitBits = Int64(areas.extent.trailingZeroBitCount)
    firstColumn = Int64(cell.x) << tileBits
    firstRow = Int64(cell.y) << tileBits
    buffer = areas.buffer
  }

  func number(of tile: TileID) -> Int {
    Int((Int64(tile.y) - firstRow) << tileBits + (Int64(tile.x) - firstColumn))
  }

  /// The first and the last of the tiles whose area, with its buffer, a coordinate lies in.
  private func tiles(_ place: Int64, from first: Int64) -> ClosedRange<Int64>? {
    let last = 1 << tileBits - 1 as Int64
    let low = max((place - buffer) >> unitBits - first, 0)
    let high = min((place + buffer) >> unitBits - first, last)
    return low <= high ? low...high : nil
  }

  /// Calls `body` with the tiles that a point lies in.
  @inline(__always)
  private func forEachTile(_ x: Int64, _ y: Int64, _ body: (Int) -> Void) {
    guard let columns = tiles(x, from: firstColumn), let rows = tiles(y, from: firstRow) else {
      return
    }
    for row in rows { for column in columns { body(Int(row << tileBits + column)) } }
  }

  /// Fills `target` with the points of `piece`, tile by tile; returns where each tile's points end.
  func sort(_ piece: Piece, of source: SliceLevel, into target: inout SliceLevel) -> [Int] {
    var ends = [Int](repeating: 0, count: 1 << Int(2 * tileBits))
    let points = Int(piece.start)..<Int(piece.end)
    for i in points { forEachTile(source.x[i], source.y[i]) { ends[$0] += 1 } }
    var start = 0
    for i in ends.indices { (ends[i], start) = (start, start + ends[i]) }
    target.x.append(contentsOf: repeatElement(0, count: start))
    target.y.append(contentsOf: repeatElement(0, count: start))
    target.owners.append(contentsOf: repeatElement(0, count: start))
    let toOwner = Int(piece.ringStart) - Int(piece.start)
    for i in points {
      let (x, y, owner) = (source.x[i], source.y[i], source.owners[i + toOwner])
      forEachTile(x, y) { tile in
        let place = ends[tile]
        target.x[place] = x
        target.y[place] = y
        target.owners[place] = owner
        ends[tile] = place + 1
      }
    }
    return ends
  }
}
