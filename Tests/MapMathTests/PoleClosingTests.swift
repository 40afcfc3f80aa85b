import MapMath
import Testing

@Suite("PoleClosing") struct PoleClosingTests {
  private func close(
    _ x: [Double], _ y: [Double], _ rule: PoleClosing.Rule = .smallerCap, isRepeated: Bool = false
  ) -> (x: [Double], y: [Double], pole: PoleClosing.Pole) {
    var result: (x: [Double], y: [Double]) = ([7] + x, [7] + y)
    let pole = PoleClosing.close(
      x: &result.x, y: &result.y, start: 1, rule: rule, isRepeated: isRepeated)
    return (Array(result.x.dropFirst()), Array(result.y.dropFirst()), pole)
  }

  @Test("the smaller cap, or the one asked for, whichever way the ring runs")
  func rules() {
    let x = [0, 0.3, 0.6, 1]
    let south = [0.8, 0.7, 0.9, 0.8]
    #expect(close(x, south).pole == .south)
    #expect(close(x.reversed(), south.reversed()).pole == .south)
    #expect(close(x, south.map { 1 - $0 }).pole == .north)
    #expect(close(x.reversed(), south.map { 1 - $0 }).pole == .north)
    #expect(close(x, south, .north).pole == .north)
    #expect(close(x, south, .sdk).pole == .north)
    #expect(close(x, south.map { 1 - $0 }, .south).pole == .south)
    #expect(close(x, [0.5, 0.5, 0.5, 0.5]).pole == .north)
    // Mostly a little north of the equator, with one deep reach to the south: less area in the
    // north, though the mean y lies in the south.
    #expect(close([0, 0.85, 0.9, 0.95, 1], [0.45, 0.45, 1.4, 0.45, 0.45]).pole == .north)
  }

  @Test("two points outside the map are added")
  func points() {
    let south = close([0.25, 0.75, 1.25], [0.8, 0.9, 0.8])
    #expect(south.x == [0.25, 0.75, 1.25, 1.25, 0.25])
    #expect(south.y == [0.8, 0.9, 0.8, 1.1, 1.1])
    let north = close([1, 0.5, 0], [0.1, -0.5, 0.1])
    #expect(north.x == [1, 0.5, 0, 0, 1])
    #expect(north.y == [0.1, -0.5, 0.1, -0.6, -0.6])
    #expect(close([], []).x == [])
  }

  @Test(
    "the repeated chain covers the map and half a world on both sides",
    arguments: [0.2, 0.7, 3.4, -5.9])
  func repeated(start: Double) {
    let forward = close([start, start + 0.5, start + 1], [0.1, 0.2, 0.1], isRepeated: true)
    #expect(forward.x.count == 9 && forward.y.count == 9)
    #expect((forward.x.min() ?? 0) <= -0.5 && (forward.x.max() ?? 0) >= 1.5)
    #expect(zip(forward.x.prefix(7), forward.x.prefix(7).dropFirst()).allSatisfy { $0 < $1 })
    #expect(forward.y == [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, -0.1, -0.1])
    let backward = close([start + 1, start + 0.5, start], [0.1, 0.2, 0.1], isRepeated: true)
    #expect((backward.x.min() ?? 0) <= -0.5 && (backward.x.max() ?? 0) >= 1.5)
    let fraction = (forward.x[0] - start).rounded() - (forward.x[0] - start)
    #expect(abs(fraction) < 1e-12)
  }
}
