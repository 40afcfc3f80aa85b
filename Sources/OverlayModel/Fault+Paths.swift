extension Fault {
  /// Why a line is not drawn; `nil` when it is. Both arrays are degrees and equally long.
  package static func ofLine(
    _ longitudes: Span<Double>, _ latitudes: Span<Double>, member: @autoclosure () -> String
  ) -> Fault? {
    let count = longitudes.count
    if count < 2 {
      return Fault(
        .tooFewPoints, member(), found: count == 1 ? "1 position" : "no positions",
        allowed: "a line has 2 or more; it is not drawn")
    }
    let (x, y) = (longitudes[0], latitudes[0])
    if longitudes.indices.contains(where: { longitudes[$0] != x || latitudes[$0] != y }) {
      return nil
    }
    return Fault(
      .zeroLength, member(), found: "\(count) equal positions",
      allowed: "a line without length is not drawn")
  }

  /// Why a ring is not drawn; `nil` when it is.
  package static func ofRing(
    _ longitudes: Span<Double>, _ latitudes: Span<Double>, member: @autoclosure () -> String
  ) -> Fault? {
    var second: Int?
    for i in longitudes.indices where longitudes[i] != longitudes[0] || latitudes[i] != latitudes[0]
    {
      guard let second else {
        second = i
        continue
      }
      if longitudes[i] != longitudes[second] || latitudes[i] != latitudes[second] { return nil }
    }
    return Fault(
      .tooFewPoints, member(),
      found: "\(min(longitudes.count, second == nil ? 1 : 2)) different positions",
      allowed: "a ring has 3 or more; it is not drawn")
  }
}
