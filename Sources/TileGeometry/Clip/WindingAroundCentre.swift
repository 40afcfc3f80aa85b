/// How often a ring that does not cross the rectangle runs round it: 1, -1 or 0.
///
/// The rectangle's centre stands for it, in doubled coordinates so that it is an integer; no edge
/// passes through it. Counts the edges that cross the ray eastward from it.
func windingAroundCentre(
  _ x: Span<Int64>, _ y: Span<Int64>, _ start: Int, _ end: Int, _ rect: GridRect
) -> Int {
  guard end - start >= 3 else { return 0 }
  let cx = rect.minX + rect.maxX
  let cy = rect.minY + rect.maxY
  var winding = 0
  var (ax, ay) = (2 * x[end - 1], 2 * y[end - 1])
  for i in start..<end {
    let (bx, by) = (2 * x[i], 2 * y[i])
    if (ay <= cy) != (by <= cy) {
      // Which side of the edge the centre lies on.
      let side = compareProducts(bx - ax, cy - ay, cx - ax, by - ay)
      if ay <= cy {
        if side > 0 { winding += 1 }
      } else if side < 0 {
        winding -= 1
      }
    }
    (ax, ay) = (bx, by)
  }
  return winding
}
