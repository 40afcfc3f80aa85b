/// Keeps the vertices whose importance reaches `threshold` and puts them on a zoom's integer grid;
/// a vertex that falls on the one before it is dropped.
///
/// Grid coordinates are the nearest integers to `world * scale`, ties to even: adding 1.5 x 2^52
/// leaves the rounded integer in the low bits, exact while |world * scale| < 2^51. First vertices
/// are chosen by their importance alone, then those chosen are rounded: of a path at a low zoom,
/// where hardly any stay, the coordinates are not even read. Each is written at the cursor, which
/// moves only past those kept, so nothing is mispredicted (the steps are bytes, as the optimiser
/// makes branches of others, at up to ten times the cost). Allocates nothing. O(*n*).
///
/// - Parameters:
///   - x: World x, unit square, east-positive; may lie outside 0...1.
///   - y: World y, unit square, **south**-positive; as long as `x`.
///   - importance: Squared world units; as long as `x`.
///   - threshold: Squared tolerance of the zoom, squared world units.
///   - scale: Grid units of the whole world at this zoom: extent x 2^z.
///   - outX: Receives grid x; at least as long as `x`.
///   - outY: Receives grid y, likewise.
///   - kept: Receives the index of each kept vertex, likewise.
///   - done: Vertices of the path that are kept already, at the beginning of the results, which must
///     have room for as many more.
///   - first: Index of the first vertex in the path.
/// - Returns: The number of vertices kept, with those kept already.
public func quantise(
  x: Span<Double>, y: Span<Double>, importance: Span<Float>, threshold: Float, scale: Double,
  outX: inout MutableSpan<Int64>, outY: inout MutableSpan<Int64>, kept: inout MutableSpan<Int32>,
  after done: Int = 0, first: Int = 0
) -> Int {
  let count = x.count
  precondition(y.count == count && importance.count == count)
  precondition(outX.count - done >= count && outY.count - done >= count)
  precondition(kept.count - done >= count)
  var chosen = done
  for i in 0..<count {
    kept[chosen] = Int32(truncatingIfNeeded: i)
    chosen &+= Int(UInt8(importance[i] >= threshold ? 1 : 0))
  }
  var cursor = done
  var lastX = done > 0 ? outX[done - 1] : .min
  var lastY = done > 0 ? outY[done - 1] : .min
  for k in done..<chosen {
    let i = kept[k]
    let gx = gridCoordinate(x[Int(i)], scale: scale)
    let gy = gridCoordinate(y[Int(i)], scale: scale)
    outX[cursor] = gx
    outY[cursor] = gy
    kept[cursor] = i &+ Int32(truncatingIfNeeded: first)
    cursor &+= Int(UInt8((gx ^ lastX) | (gy ^ lastY) != 0 ? 1 : 0))
    (lastX, lastY) = (gx, gy)
  }
  return cursor
}

/// The grid integer nearest to `world * scale`, ties to even; |world * scale| < 2^51.
@inlinable
public func gridCoordinate(_ world: Double, scale: Double) -> Int64 {
  let magic = 6_755_399_441_055_744.0
  let bits = Int64(bitPattern: (world * scale + magic).bitPattern)
  return bits &- Int64(bitPattern: magic.bitPattern)
}
