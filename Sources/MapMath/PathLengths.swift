/// What the length of a path means.
public enum LengthKind: String, Sendable, Hashable, CaseIterable {
  /// Metres along the great circle of each segment.
  case geodesic
  /// Metres along the line of constant heading, which is straight on the map.
  case rhumb
  /// Units of ``MapPoint`` along the straight line on the map: the equator is 2 long.
  case projected
}

/// The lengths of a path's segments, and where along it a length is reached.
///
/// Places are counted in segments: 2.5 is the middle of the third. Segments take the short way.
public struct PathLengths: Sendable {
  /// The length from the start to each vertex; empty for an empty path.
  public let toVertex: [Double]
  private let kind: LengthKind
  private let latitudes: [Double]

  /// Measures a path. O(*n*).
  ///
  /// - Parameters:
  ///   - latitudes: Degrees north.
  ///   - longitudes: Degrees east, wrapped or not; as long as `latitudes`.
  ///   - kind: What is measured.
  public init(latitudes: Span<Double>, longitudes: Span<Double>, kind: LengthKind) {
    precondition(latitudes.count == longitudes.count)
    self.kind = kind
    var sum = CompensatedSum()
    var toVertex: [Double] = []
    toVertex.reserveCapacity(latitudes.count)
    for i in latitudes.indices {
      if i > 0 {
        sum.add(
          Self.length(
            LatLng(latitude: latitudes[i - 1], longitude: longitudes[i - 1]),
            LatLng(latitude: latitudes[i], longitude: longitudes[i]), kind))
      }
      toVertex.append(sum.value)
    }
    self.toVertex = toVertex
    // Only rhumb lengths need latitudes again.
    self.latitudes = kind == .rhumb ? latitudes.indices.map { latitudes[$0] } : []
  }

  /// The length of the whole path; 0 below two positions.
  public var total: Double { toVertex.last ?? 0 }

  /// Where `length` is reached, in segments: clamped to 0...the number of segments.
  ///
  /// The fraction within a segment is the parameter of the curve on which this kind of length
  /// lives: of the arc for geodesic lengths, of the straight map line for the others. A rhumb
  /// length is even in latitude, and the map stretches latitudes, so its half is not the map
  /// line's middle. O(log *n*).
  public func segments(forLength length: Double) -> Double {
    guard toVertex.count > 1, length > 0 else { return 0 }
    guard length < total else { return Double(toVertex.count - 1) }
    // The first vertex beyond the length; there is one, and it is not the first of all.
    var (low, high) = (0, toVertex.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if toVertex[middle] > length { high = middle } else { low = middle + 1 }
    }
    let start = toVertex[low - 1]
    let part = (length - start) / (toVertex[low] - start)
    return Double(low - 1) + (kind == .rhumb ? mapFraction(low - 1, part) : part)
  }

  /// The fraction of a segment's map line at which a fraction of its latitudes is passed.
  private func mapFraction(_ segment: Int, _ part: Double) -> Double {
    let (start, end) = (latitudes[segment], latitudes[segment + 1])
    // Nearly along a parallel the two are the same, and the quotient is lost in rounding.
    guard abs(end - start) > 1e-5 else { return part }
    let startY = Mercator.worldY(latitude: start)
    let y = Mercator.worldY(latitude: start + (end - start) * part)
    return max(0, min(1, (y - startY) / (Mercator.worldY(latitude: end) - startY)))
  }

  /// The length of one segment.
  static func length(_ a: LatLng, _ b: LatLng, _ kind: LengthKind) -> Double {
    if kind == .geodesic { return Sphere.distance(a, b) }
    let width = LongitudeUnwrapping.difference(from: a.longitude, to: b.longitude)
    let height = Mercator.worldY(latitude: b.latitude) - Mercator.worldY(latitude: a.latitude)
    if kind == .projected {
      let (dx, dy) = (width / 180, 2 * height)
      return (dx * dx + dy * dy).squareRoot()
    }
    let degree = Double.pi / 180
    let north = (b.latitude - a.latitude) * degree
    let stretched = -2 * Double.pi * height
    // Degrees of longitude per degree on the line; for nearly level lines, that of their middle.
    let shrink =
      abs(stretched) < 1e-5
      ? Elementary.sinCos(degrees: (a.latitude + b.latitude) / 2).cos : north / stretched
    let east = shrink * width * degree
    return (north * north + east * east).squareRoot() * Sphere.earthRadius
  }
}

extension Path {
  /// The length of the path; 0 below two positions.
  public func length(of kind: LengthKind) -> Double { lengths(kind).total }

  /// How many segments, whole and fractional, have `length`; see
  /// ``PathLengths/segments(forLength:)``.
  public func segments(forLength length: Double, kind: LengthKind) -> Double {
    lengths(kind).segments(forLength: length)
  }

  private func lengths(_ kind: LengthKind) -> PathLengths {
    let latitudes = coordinates.map(\.latitude)
    let longitudes = coordinates.map(\.longitude)
    return PathLengths(latitudes: latitudes.span, longitudes: longitudes.span, kind: kind)
  }
}
