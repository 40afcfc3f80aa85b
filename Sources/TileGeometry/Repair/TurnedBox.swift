/// A rectangle with a direction of its own.
struct TurnedBox {
  /// Its centre.
  var x = 0.0
  var y = 0.0
  /// Unit vector along it.
  var dx = 1.0
  var dy = 0.0
  /// Half its length and half its width.
  var along = 0.0
  var across = 0.0

  /// Whether a line along a side of one parts the two.
  @inline(__always)
  func isApart(from other: TurnedBox) -> Bool {
    let cosine = abs(dx * other.dx + dy * other.dy)
    let sine = abs(dx * other.dy - dy * other.dx)
    let (tx, ty) = (other.x - x, other.y - y)
    return abs(tx * dx + ty * dy) > along + other.along * cosine + other.across * sine
      || abs(ty * dx - tx * dy) > across + other.along * sine + other.across * cosine
      || abs(tx * other.dx + ty * other.dy) > other.along + along * cosine + across * sine
      || abs(ty * other.dx - tx * other.dy) > other.across + along * sine + across * cosine
  }
}
