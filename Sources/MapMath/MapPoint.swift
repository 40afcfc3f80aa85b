/// A point of the flat map as the SDK counts: -1...1 in both directions, 0 at latitude and
/// longitude 0.
///
/// `x` grows eastward and `y` **northward**; `y` is 1 at latitude 85.0511 and lies outside -1...1
/// beyond. A pole is at a finite `y` of about 5.9: see ``Mercator/farthestLatitude``.
public struct MapPoint: Hashable, Sendable {
  /// East, -1...1.
  public var x: Double
  /// North.
  public var y: Double

  /// Map units in one metre at the equator.
  public static let unitsPerEquatorMetre = 1 / (Double.pi * Sphere.earthRadius)

  /// A point.
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The point of a position.
  public init(_ coordinate: LatLng) {
    x = coordinate.longitude / 180
    y = 1 - 2 * Mercator.worldY(latitude: coordinate.latitude)
  }

  /// The position of the point.
  public var coordinate: LatLng {
    LatLng(latitude: Mercator.latitude(worldY: (1 - y) / 2), longitude: x * 180)
  }

  /// The point at `fraction` of the straight line between two points, which takes the short way
  /// round and may so cross longitude 180. `a` at 0, `b` at 1; goes on straight outside 0...1.
  public static func interpolate(_ a: MapPoint, _ b: MapPoint, fraction: Double) -> MapPoint {
    if fraction == 1 { return b }
    let x = a.x + shortWay(from: a, to: b) * fraction
    let turns = abs(x) <= 1 ? 0 : LatLng.wrap(longitude: x * 180) / 180 - x
    return MapPoint(x: x + turns, y: a.y + (b.y - a.y) * fraction)
  }

  /// The length of the straight line between two points, the short way round.
  public static func distance(_ a: MapPoint, _ b: MapPoint) -> Double {
    let (dx, dy) = (shortWay(from: a, to: b), b.y - a.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The difference in x, at most 1 either way.
  private static func shortWay(from a: MapPoint, to b: MapPoint) -> Double {
    let difference = b.x - a.x
    if difference > 1 { return difference - 2 }
    return difference < -1 ? difference + 2 : difference
  }
}
