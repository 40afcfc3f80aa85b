import MapMath

/// Which points stay when each zoom has only a share of those of the zoom below it.
///
/// Points lie along a Hilbert curve, and every so-and-so-manieth stays: neighbours on the map are
/// near each other on the curve, so that what stays is spread as all points are. Each zoom chooses
/// among what the zoom below it kept, so a point that is drawn at one zoom is drawn at all deeper
/// ones.
enum PointThinning {
  /// The zooms at which each point is kept, a bit each.
  ///
  /// - Parameters:
  ///   - shown: The zooms at which each point is drawn otherwise.
  ///   - zooms: Those of the build; the last keeps all points.
  ///   - rate: How many points of a zoom one of the zoom before it stands for, 1 or more.
  static func kept(
    x: [Double], y: [Double], shown: [UInt32], zooms: ClosedRange<Int>, rate: Double
  ) -> [UInt32] {
    let side = Double(1 << TileID.deepestZoom)
    func cell(_ value: Double) -> Int { Int(min(max(0, value * side), side - 1)) }
    let places = x.indices.map { i in
      (
        key: TileID(z: TileID.deepestZoom, x: cell(x[i]), y: cell(y[i]))?.hilbertID ?? 0,
        point: i
      )
    }.sorted { ($0.key, $0.point) < ($1.key, $1.point) }
    var kept = shown
    for zoom in zooms.dropLast().reversed() {
      let bit: UInt32 = 1 << UInt32(zoom)
      let below = bit << 1
      var candidates = 0.0
      var chosen = 0.0
      for (_, point) in places where shown[point] & bit != 0 {
        // One that the zoom below has left out.
        let isGone = shown[point] & below != 0 && kept[point] & below == 0
        if !isGone {
          candidates += 1
          if candidates > chosen * rate {
            chosen += 1
            continue
          }
        }
        kept[point] &= ~bit
      }
    }
    return kept
  }
}
