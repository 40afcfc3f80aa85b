/// Rings that touch the rectangle's sides and do not run along them.
extension RingClipper {
  /// Whether the polygon lies along all sides, given the rings that it has inside from `first` on.
  ///
  /// Where it does, these rings are what is missing of the rectangle, and their areas add up to
  /// less than nothing; otherwise they are all that it has here. Other rings of the polygon need not
  /// run round the rectangle for it: several that touch each other at its sides may enclose it
  /// together.
  ///
  /// - Parameter winding: How often rings that stay outside run round the rectangle; it decides where
  ///   nothing is left of the rings inside.
  func isAround(_ out: borrowing ClippedParts, from first: Int, _ winding: Int) -> Bool {
    var doubled: Int128 = 0
    var start = first == 0 ? 0 : out.ends[first - 1]
    for end in out.ends[first...] {
      var before = end - 1
      for i in start..<end {
        doubled +=
          Int128(out.x[before] - out.x[start]) * Int128(out.y[i] - out.y[start])
          - Int128(out.x[i] - out.x[start]) * Int128(out.y[before] - out.y[start])
        before = i
      }
      start = end
    }
    return doubled == 0 ? winding != 0 : doubled < 0
  }
}
