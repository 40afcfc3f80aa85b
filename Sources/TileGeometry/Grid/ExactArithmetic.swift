/// The sign of `a * b - c * d`, exact for all values.
@inline(__always)
func compareProducts(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Int {
  let left = a.multipliedReportingOverflow(by: b)
  let right = c.multipliedReportingOverflow(by: d)
  if !left.overflow && !right.overflow {
    return left.partialValue == right.partialValue
      ? 0 : (left.partialValue < right.partialValue ? -1 : 1)
  }
  let wideLeft = a.multipliedFullWidth(by: b)
  let wideRight = c.multipliedFullWidth(by: d)
  if wideLeft.high != wideRight.high { return wideLeft.high < wideRight.high ? -1 : 1 }
  if wideLeft.low != wideRight.low { return wideLeft.low < wideRight.low ? -1 : 1 }
  return 0
}

/// The integer nearest to `a * b / d`, halves upwards; `d` > 0, |a| <= d, |b| < 2^62.
@inline(__always)
func scaledRounded(_ a: Int64, _ b: Int64, over d: Int64) -> Int64 {
  let product = a.multipliedReportingOverflow(by: b)
  if !product.overflow && product.partialValue.magnitude < 1 << 61 && d < 1 << 61 {
    // floor((2ab + d) / 2d)
    let numerator = 2 &* product.partialValue &+ d
    let denominator = 2 &* d
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }
  let numerator = 2 * Int128(a) * Int128(b) + Int128(d)
  let denominator = 2 * Int128(d)
  let quotient = numerator / denominator
  return Int64(numerator % denominator < 0 ? quotient - 1 : quotient)
}

/// Where the edge from (x1, y1) to (x2, y2) meets the line x = `x`: its y, rounded to the grid.
///
/// The same for both directions of the edge, and for both axes when called with them swapped.
/// `x` lies between x1 and x2, which differ.
@inline(__always)
func crossing(_ x: Int64, _ x1: Int64, _ y1: Int64, _ x2: Int64, _ y2: Int64) -> Int64 {
  x1 < x2
    ? y1 &+ scaledRounded(x &- x1, y2 &- y1, over: x2 &- x1)
    : y2 &+ scaledRounded(x &- x2, y1 &- y2, over: x1 &- x2)
}
