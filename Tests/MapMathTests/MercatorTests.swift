import MapMath
import TestSupport
import Testing

@Suite("Mercator") struct MercatorTests {
  /// Latitude and 0.5 - asinh(tan(latitude)) / (2 pi), computed with 40 digits by mpmath.
  static let references: [(latitude: Double, y: Double)] = [
    (0.1, 0.4997222220811955316), (1, 0.4972220811848982488), (-5.5, 0.5153012952723395477),
    (12.25, 0.4657099753666294627), (30.5, 0.410967386890201668),
    (36.87, 0.3896818445270612034), (44.999, 0.3597289652519306452),
    (45.001, 0.359721108509916283), (51.4778, 0.3326575819659940034),
    (60, 0.2903996408605086333), (66.6, 0.2493943746550059884),
    (-72.125, 0.7944070186937212826), (80, 0.1122593979629949507),
    (84.5, 0.01682823246963122379), (85.0511287798066, -3.605419854764188965e-16),
    (-85.04, 0.9996420560445466749), (88, -0.1442791706393677744),
    (89.5, -0.3649299223638086871),
  ]

  @Test("world y agrees with 40-digit values", arguments: references)
  func matchesReference(latitude: Double, y: Double) {
    #expect(abs(Mercator.worldY(latitude: latitude) - y) <= 2e-16)
    #expect(abs(Mercator.latitude(worldY: y) - latitude) <= 3e-14)
  }

  @Test("corners of low-zoom tiles are exact")
  func exactPlaces() {
    #expect(Mercator.worldX(longitude: 0) == 0.5)
    #expect(Mercator.worldX(longitude: -180) == 0)
    #expect(Mercator.worldX(longitude: 45) == 0.625)
    #expect(Mercator.worldX(longitude: 540) == 2)
    #expect(Mercator.worldY(latitude: 0) == 0.5)
    #expect(Mercator.worldY(latitude: -0.0) == 0.5)
    #expect(abs(Mercator.worldY(latitude: 66.51326044311186) - 0.25) <= 2e-16)
    #expect(abs(Mercator.worldY(latitude: 85.0511287798066)) <= 1e-15)
    #expect(Mercator.latitude(worldY: 0.5) == 0)
    #expect(Mercator.longitude(worldX: 0.625) == 45)
  }

  @Test("a pole has a finite y far outside the map, and nothing is clamped to its edge")
  func poles() {
    #expect(Mercator.worldY(latitude: 90) < -2)
    #expect(Mercator.worldY(latitude: -90) > 3)
    #expect(Mercator.worldY(latitude: 86) < -0.02)
  }

  @Test(
    "whole arrays give the bits of single values, mirror-exact",
    arguments: 1...8 as ClosedRange<UInt64>)
  func arraysMatchScalars(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let longitudes = (0..<1001).map { _ in Double.random(in: -400...400, using: &random) }
    let latitudes = (0..<1001).map { _ in Double.random(in: -90...90, using: &random) }
    var x = [Double](repeating: .nan, count: 1001)
    var y = x
    var spanX = x.mutableSpan
    var spanY = y.mutableSpan
    Mercator.project(
      longitudes: longitudes.span, latitudes: latitudes.span, x: &spanX, y: &spanY)
    for i in 0..<1001 {
      #expect(x[i] == longitudes[i] / 360 + 0.5)
      #expect(y[i] == Mercator.worldY(latitude: latitudes[i]))
      #expect(Mercator.worldY(latitude: -latitudes[i]) == 1 - y[i])
    }
  }

  @Test("the inverse returns the latitude", arguments: 1...8 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let latitude = Double.random(in: -86...86, using: &random)
      let back = Mercator.latitude(worldY: Mercator.worldY(latitude: latitude))
      #expect(abs(back - latitude) < 5e-14)
    }
  }

  @Test("y falls strictly as latitude rises, across every seam of the formula")
  func monotone() {
    for centre in [0.0, 0.001, 28.955, 45, 60, 85.05] {
      var last = Double.infinity
      for step in -50...50 {
        let y = Mercator.worldY(latitude: centre + Double(step) * 1e-12)
        #expect(y < last)
        last = y
      }
    }
  }
}
