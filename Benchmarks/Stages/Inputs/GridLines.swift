import TileGeometry

/// Lines or rings on a zoom's grid, as the kernels after quantising take them.
struct GridLines {
  static let extent: Int64 = 4096
  static let buffer: Int64 = 80

  var x: [Int64] = []
  var y: [Int64] = []
  /// End of each line in `x`.
  var ends: [Int] = []

  /// Quantises `world` at a zoom, every vertex.
  init(_ world: WorldLines, zoom: Int) {
    let scale = Double(Self.extent << Int64(zoom))
    x = world.x.map { gridCoordinate($0, scale: scale) }
    y = world.y.map { gridCoordinate($0, scale: scale) }
    ends = world.ends
  }

  /// The ranges of the lines.
  var ranges: [Range<Int>] { zip([0] + ends, ends).map { $0..<$1 } }

  /// The tiles of a zoom that a box holds, each with its buffer.
  var tiles: [GridRect] {
    guard let minX = x.min(), let maxX = x.max(), let minY = y.min(), let maxY = y.max() else {
      return []
    }
    let (side, margin) = (Self.extent, Self.buffer)
    return (minY / side...maxY / side).flatMap { row in
      (minX / side...maxX / side).map { column in
        GridRect(
          minX: column * side - margin, minY: row * side - margin,
          maxX: (column + 1) * side + margin, maxY: (row + 1) * side + margin)
      }
    }
  }
}
