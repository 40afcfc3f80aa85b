#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A rectangle on the map, turned about a point: where an image lies on the ground.
///
/// World coordinates, unit square, x east and not wrapped, y **south**. Turning is done on the map,
/// which keeps angles, and not on the sphere.
public struct GroundRectangle: Sendable, Equatable {
  /// The sides before it is turned.
  public private(set) var left: Double, top: Double, right: Double, bottom: Double
  /// The point that stays where it is.
  public private(set) var anchorX: Double, anchorY: Double
  /// Degrees clockwise.
  public let bearing: Double

  /// The rectangle between two parallels and two meridians; `west` above `east` spans the
  /// antimeridian. A pole, which is infinitely far away, stands for the map's edge.
  ///
  /// - Parameter anchor: Fractions of the rectangle, (0, 0) its top left.
  public init(
    west: Double, south: Double, east: Double, north: Double, anchor: (x: Double, y: Double),
    bearing: Double
  ) {
    func y(_ latitude: Double) -> Double {
      Mercator.worldY(
        latitude: abs(latitude) == 90 ? latitude / 90 * Mercator.edgeLatitude : latitude)
    }
    (left, top) = (Mercator.worldX(longitude: west), y(north))
    (right, bottom) = (Mercator.worldX(longitude: east < west ? east + 360 : east), y(south))
    anchorX = left + anchor.x * (right - left)
    anchorY = top + anchor.y * (bottom - top)
    self.bearing = bearing
    moveToFirstWorld()
  }

  /// The rectangle of an image of `size` points at the zoom of its natural size, at which the world
  /// is 256 x 2^`zoom` points wide, with its `anchor` at `position`.
  public init(
    position: LatLng, zoom: Double, size: (width: Double, height: Double),
    anchor: (x: Double, y: Double), bearing: Double
  ) {
    let point = Elementary.exp(-zoom * 0.693_147_180_559_945_3) / 256
    anchorX = Mercator.worldX(longitude: position.longitude)
    anchorY = Mercator.worldY(latitude: position.latitude)
    left = anchorX - anchor.x * size.width * point
    top = anchorY - anchor.y * size.height * point
    right = left + size.width * point
    bottom = top + size.height * point
    self.bearing = bearing
    moveToFirstWorld()
  }

  /// The corners as degrees: top left, top right, bottom right, bottom left of the image.
  /// Longitudes are not wrapped.
  public var corners: [LatLng] {
    turnedCorners.map {
      LatLng(latitude: Mercator.latitude(worldY: $0.y), longitude: Mercator.longitude(worldX: $0.x))
    }
  }

  /// Whether all of it lies between the map's upper and lower edge, but for rounding.
  public var isOnMap: Bool {
    turnedCorners.allSatisfy { $0.y >= -Self.slack && $0.y <= 1 + Self.slack }
  }

  /// World units that rounding may move an edge: far below a hair's breadth on the ground.
  private static let slack = 1e-12

  /// Of `count` rows of an image that fills it, those that lie on the map whole; `nil` when there
  /// is none, or when it is turned and rows do not lie along the map's edge.
  public func rowsOnMap(of count: Int) -> Range<Int>? {
    guard bearing == 0 else { return nil }
    let row = (bottom - top) / Double(count)
    let first = top < -Self.slack ? ((-top - Self.slack) / row).rounded(.up) : 0
    let end =
      bottom > 1 + Self.slack ? ((1 - top + Self.slack) / row).rounded(.down) : Double(count)
    return first < end ? Int(first)..<Int(end) : nil
  }

  /// The part that `rows` of `count` rows fill.
  public func part(rows: Range<Int>, of count: Int) -> GroundRectangle {
    let row = (bottom - top) / Double(count)
    var part = self
    part.bottom = rows.upperBound == count ? bottom : top + row * Double(rows.upperBound)
    part.top = rows.lowerBound == 0 ? top : top + row * Double(rows.lowerBound)
    return part
  }

  private var turnedCorners: [(x: Double, y: Double)] {
    let (sin, cos) = Elementary.sinCos(degrees: bearing)
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
      let (dx, dy) = (x - anchorX, y - anchorY)
      return (anchorX + dx * cos - dy * sin, anchorY + dx * sin + dy * cos)
    }
  }

  /// Moves it by whole turns to where its middle lies at x 0 ..< 1.
  private mutating func moveToFirstWorld() {
    let middle = turnedCorners.reduce(0) { $0 + $1.x / 4 }
    let turns = middle.rounded(.down)
    left -= turns
    right -= turns
    anchorX -= turns
  }
}
