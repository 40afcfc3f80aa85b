extension RingChains {
  /// Cells of the coarse grid along the longer side of the rings.
  private static let coarseCells: Int64 = 32

  /// Copies rings drawn on a coarse grid, where every edge runs from cell centre to neighbouring
  /// cell centre through all cells that it touches.
  ///
  /// Such rings never cross between centres, however tangled they are, and there are few places
  /// to meet: the way out where millions of crossings hold no shape anyone could see.
  func drawCoarsely(into result: inout RingChains) {
    result.start(like: self)
    let extent = max(x.max() ?? 0, y.max() ?? 0)
    var shift: Int64 = 0
    while extent >> shift > Self.coarseCells { shift += 1 }
    for ring in 0..<ringCount {
      var place = coarsePoint(starts[ring], shift)
      for i in starts[ring] + 1..<starts[ring + 1] {
        let (start, end) = (place, coarsePoint(i, shift))
        while place != end {
          place = nextCell(after: place, from: start, to: end)
          result.push(place.x << shift, place.y << shift)
        }
      }
      result.closeRing(role: roles[ring])
    }
  }

  private func coarsePoint(_ index: Int, _ shift: Int64) -> GridPoint {
    let half: Int64 = shift == 0 ? 0 : 1 << (shift - 1)
    return GridPoint(x: (x[index] + half) >> shift, y: (y[index] + half) >> shift)
  }

  private func nextCell(after p: GridPoint, from a: GridPoint, to b: GridPoint) -> GridPoint {
    let beside = GridPoint(x: p.x + (b.x - a.x).signum(), y: p.y)
    let above = GridPoint(x: p.x, y: p.y + (b.y - a.y).signum())
    if p.x != b.x, p.y == b.y || passesThroughPixel(a, b, pixel: beside) { return beside }
    if p.y != b.y, p.x == b.x || passesThroughPixel(a, b, pixel: above) { return above }
    return GridPoint(x: beside.x, y: above.y)
  }
}
