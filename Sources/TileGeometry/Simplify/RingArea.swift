/// The signed area that a ring encloses, counted as often as it runs round it; the first vertex is
/// not repeated.
public func ringArea(_ x: Span<Double>, _ y: Span<Double>) -> Double {
  guard x.count > 2 else { return 0 }
  var sum = 0.0
  for i in 1..<x.count - 1 {
    sum += (x[i] - x[0]) * (y[i + 1] - y[0]) - (x[i + 1] - x[0]) * (y[i] - y[0])
  }
  return sum / 2
}
