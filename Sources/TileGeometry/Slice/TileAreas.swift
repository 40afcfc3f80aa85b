public import MapMath

/// Where the geometry of tiles lies: tiles, the cells above them, and their buffer.
public struct TileAreas: Sendable {
  /// Units of a tile's side.
  public let extent: Int64
  /// Units beyond a tile's edge that belong to it.
  public let buffer: Int64

  /// Areas of tiles `extent` units wide that reach `buffer` units beyond their edges.
  public init(extent: Int64, buffer: Int64) {
    self.extent = extent
    self.buffer = buffer
  }

  /// The area whose geometry goes into a tile or cell: the cell and its buffer, on the grid of
  /// zoom `z`, and no further than the map's northern and southern edge.
  public func area(of cell: TileID, atZoom z: Int) -> GridRect {
    let side = extent << Int64(z - cell.z)
    let world = extent << Int64(z)
    return GridRect(
      minX: Int64(cell.x) * side - buffer,
      minY: max(0, Int64(cell.y) * side - buffer),
      maxX: Int64(cell.x + 1) * side + buffer,
      maxY: min(world, Int64(cell.y + 1) * side + buffer))
  }
}
