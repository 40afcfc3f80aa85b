import MapMath
import Testing

struct GroundRectangleTests {
  private func isNear(_ a: LatLng, _ latitude: Double, _ longitude: Double) -> Bool {
    abs(a.latitude - latitude) < 1e-9 && abs(a.longitude - longitude) < 1e-9
  }

  private func rectangle(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double, bearing: Double = 0,
    anchor: (Double, Double) = (0.5, 0.5)
  ) -> GroundRectangle {
    GroundRectangle(
      west: west, south: south, east: east, north: north, anchor: anchor, bearing: bearing)
  }

  @Test("corners of bounds start at the north-west and go clockwise")
  func bounds() {
    let corners = rectangle(10, -20, 30, 40).corners
    let expected = [(40.0, 10.0), (40, 30), (-20, 30), (-20, 10)]
    for (corner, place) in zip(corners, expected) { #expect(isNear(corner, place.0, place.1)) }
  }

  @Test("bounds whose west lies east of their east span the antimeridian")
  func antimeridian() {
    // The middle is 178 degrees east, then 178 west: within -180 ..< 180 both times.
    let east = rectangle(170, 0, -174, 1).corners.map(\.longitude)
    for (found, expected) in zip(east, [170.0, 186, 186, 170]) {
      #expect(abs(found - expected) < 1e-9)
    }
    let west = rectangle(174, 0, -170, 1).corners.map(\.longitude)
    for (found, expected) in zip(west, [-186.0, -170, -170, -186]) {
      #expect(abs(found - expected) < 1e-9)
    }
    // A middle at 180 itself counts as -180.
    #expect(abs(rectangle(170, 0, -170, 1).corners[0].longitude + 190) < 1e-9)
  }

  @Test("a bearing turns clockwise about the anchor: a quarter turn takes the top to the east")
  func bearing() {
    // As high on the map as 10 degrees are wide.
    let side = Mercator.latitude(worldY: 0.5 - 10 / 360)
    let corners = rectangle(-10, -side, 10, side, bearing: 90).corners
    let expected = [(side, 10.0), (-side, 10), (-side, -10), (side, -10)]
    for (corner, place) in zip(corners, expected) { #expect(isNear(corner, place.0, place.1)) }
    // About its top left, which stays, a half turn takes the image up and to the left.
    let turned = rectangle(-10, -side, 10, side, bearing: 180, anchor: (0, 0)).corners
    #expect(isNear(turned[0], side, -10) && isNear(turned[1], side, -30))
    #expect(isNear(turned[2], Mercator.latitude(worldY: 0.5 - 30 / 360), -30))
  }

  @Test("at its zoom an image is as wide as its points, 256 of which are the world at zoom 0")
  func position() {
    let place = GroundRectangle(
      position: LatLng(latitude: 0, longitude: 0), zoom: 3, size: (512, 256), anchor: (0.5, 1),
      bearing: 0)
    // At zoom 3 the world has 2048 points: 512 of them are 90 degrees.
    let corners = place.corners
    #expect(abs(corners[0].longitude + 45) < 1e-9 && abs(corners[2].longitude - 45) < 1e-9)
    // 256 of 2048 points up from the equator: an eighth of the world.
    #expect(abs(corners[0].latitude - Mercator.latitude(worldY: 0.375)) < 1e-9)
    #expect(abs(corners[2].latitude) < 1e-9)
    let half = GroundRectangle(
      position: LatLng(latitude: 0, longitude: 0), zoom: 3.5, size: (512, 256), anchor: (0.5, 1),
      bearing: 0)
    #expect(abs(half.corners[2].longitude - 45 / 2.0.squareRoot()) < 1e-9)
  }

  @Test("of an image beyond the map's edge the rows on the map stay, where they were")
  func rows() throws {
    // From y 0.5 up to y -0.25: the upper third is beyond.
    let north = Mercator.latitude(worldY: -0.25)
    let place = rectangle(0, 0, 10, north)
    #expect(!place.isOnMap)
    let rows = try #require(place.rowsOnMap(of: 30))
    #expect(rows == 10..<30)
    let part = place.part(rows: rows, of: 30)
    #expect(abs(part.top) < 1e-12 && part.bottom == place.bottom && part.isOnMap)
    // Rows that the edge cuts through go.
    #expect(place.rowsOnMap(of: 31) == 11..<31)
    #expect(rectangle(0, 86, 10, 88).rowsOnMap(of: 30) == nil)
    #expect(rectangle(0, 0, 10, north, bearing: 10).rowsOnMap(of: 30) == nil)
    let south = rectangle(0, -north, 10, 0)
    #expect(south.rowsOnMap(of: 30) == 0..<20)
    #expect(south.part(rows: 0..<20, of: 30).top == south.top)
  }

  @Test("a pole stands for the map's edge")
  func pole() {
    let world = rectangle(-180, -90, 180, 90)
    #expect(abs(world.top) < 1e-12 && abs(world.bottom - 1) < 1e-12)
    #expect(world.rowsOnMap(of: 7) == 0..<7)
  }
}
