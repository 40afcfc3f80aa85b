import MapMath
import TestSupport
import Testing
import TilePipeline

/// Polygons and holes that are long enough to be seen and narrower than the tolerance.
@Suite("Thin polygons")
struct ThinPolygonTests {
  typealias Point = (x: Double, y: Double)
  /// Pixels of the world at zoom 4, where each sliver lies in the middle of a tile of its own: then
  /// no tile of any lower zoom cuts it.
  static let world = 512.0 * 16
  /// Rings that fill most of such a tile.
  static let square: [Point] = [(-120, -100), (110, -110), (120, 100), (-110, 110)]

  /// A sliver around (0, 0) with pointed ends and two banks that wiggle a little; pixels of zoom 4.
  /// Each bank is followed by an end.
  static func sliver(
    length: Double, width: Double, _ random: inout SeededGenerator
  ) -> [Point] {
    let turn = Elementary.sinCos(degrees: .random(in: 0..<360, using: &random))
    let steps = Int.random(in: 2...9, using: &random)
    var ring: [Point] = []
    func add(_ along: Double, _ across: Double) {
      ring.append(
        (along * turn.cos - across * turn.sin, along * turn.sin + across * turn.cos))
    }
    for side in [-1.0, 1] {
      for step in 0...steps {
        let along = -side * (Double(step) / Double(steps) - 0.5) * length * 0.9
        add(along, side * width / 2 * Double.random(in: 0.9...1.1, using: &random))
      }
      add(-side * length / 2, 0)
    }
    return ring
  }

  /// Positions of a ring around the middle of tile `tile` of zoom 4.
  static func positions(_ ring: [Point], _ tile: Int) -> String {
    let places = ring.map { point -> String in
      let x = (Double(tile % 16) + 0.5) / 16 + point.x / world
      let y = (Double(tile / 16) + 0.5) / 16 + point.y / world
      return "[\(x * 360 - 180),\(Mercator.latitude(worldY: y))]"
    }
    return "[" + (places + places.prefix(1)).joined(separator: ",") + "]"
  }

  /// The rings of a feature at `zoom`, pixels of zoom 4 around the middle of tile `tile` there.
  static func drawn(_ built: BuiltTiles, id: Int, _ tile: Int, zoom: Int) throws -> [[Point]] {
    let (down, column, row) = (4 - zoom, tile % 16, tile / 16)
    let features = try built.tile(zoom, column >> down, row >> down)?.layer("polygon")?.features
    let scale = 512.0 / 8192 * Double(1 << down)
    return (features ?? []).filter { $0.id == UInt64(id) }.flatMap(\.parts).map { part in
      part.map { vertex in
        let x = Double(vertex.x) * scale + Double((column >> down) << down) * 512
        let y = Double(vertex.y) * scale + Double((row >> down) << down) * 512
        return (x - (Double(column) + 0.5) * 512, y - (Double(row) + 0.5) * 512)
      }
    }
  }

  /// How far the farthest vertex of `points` is from the nearest edge of `rings`.
  static func distance(_ points: [Point], _ rings: [[Point]]) -> Double {
    points.map { point in
      rings.flatMap { ring in
        ring.indices.map { i in
          PlainGeometry.distance(point.x, point.y, ring[i], ring[(i + 1) % ring.count])
        }
      }.min() ?? .infinity
    }.max() ?? 0
  }

  /// Whether a ring must have a shape at `zoom`: its bounds are a pixel, and it is two units wide or
  /// more, so that rounding cannot take all of it.
  static func isVisible(_ ring: [Point], width: Double, zoom: Int) -> Bool {
    let pixel = Double(1 << (4 - zoom))
    func extent(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    return max(extent(ring.map(\.x)), extent(ring.map(\.y))) >= pixel && width >= 0.125 * pixel
  }

  @Test(
    "keep a shape within half a pixel while they are a pixel long",
    arguments: [false, true], 1...3 as ClosedRange<UInt64>)
  func seen(isHole: Bool, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let widths = (0..<200).map { _ in Double.random(in: 0.15...4, using: &random) }
    let slivers = widths.map { width in
      Self.sliver(length: .random(in: 1.2...60, using: &random), width: width, &random)
    }
    let document = slivers.enumerated().map { tile, ring in
      let rings = (isHole ? [Self.square] : []) + [ring]
      let text = rings.map { Self.positions($0, tile) }.joined(separator: ",")
      return feature("Polygon", "[\(text)]", id: tile)
    }
    let built = try await BuiltTiles([document.joined(separator: "\n")]) { $0.extent = 8192 }
    var judged = 0
    for (tile, ring) in slivers.enumerated() {
      for zoom in 0...4 where Self.isVisible(ring, width: 0.9 * widths[tile], zoom: zoom) {
        let half = 0.5 * Double(1 << (4 - zoom))
        let rings = try Self.drawn(built, id: tile, tile, zoom: zoom)
        let source = (isHole ? [Self.square] : []) + [ring]
        #expect(Self.distance(ring, rings) <= half, "sliver \(tile) at zoom \(zoom)")
        #expect(Self.distance(rings.flatMap { $0 }, source) <= half)
        judged += 1
      }
    }
    #expect(judged > 200)
  }

  @Test(
    "between two neighbours, all three keep the same vertices",
    arguments: 1...3 as ClosedRange<UInt64>)
  func shared(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let widths = (0..<80).map { _ in Double.random(in: 0.15...3, using: &random) }
    let slivers = widths.map { width in
      Self.sliver(length: .random(in: 10...60, using: &random), width: width, &random)
    }
    // North and south of the sliver, parted at its ends.
    let document = slivers.enumerated().flatMap { tile, ring in
      let half = ring.count / 2
      let (near, far) = (ring.suffix(1) + ring.prefix(half), ring.suffix(half + 1))
      // The ring around starts beside one end, runs like the sliver, and is parted opposite.
      let start = Self.square.indices.min { a, b in
        Self.reach(Self.square[a], ring[ring.count - 1])
          < Self.reach(Self.square[b], ring[ring.count - 1])
      }
      let around = (0..<4).map { Self.square[((start ?? 0) + $0) % 4] }
      let first = around[0...2] + near.reversed()
      let second = [around[2], around[3], around[0]] + far.reversed()
      return [ring, Array(first), second].enumerated().map { role, ring in
        feature("Polygon", "[\(Self.positions(ring, tile))]", id: tile * 3 + role)
      }
    }
    let built = try await BuiltTiles([document.joined(separator: "\n")]) { $0.extent = 8192 }
    var judged = 0
    for (tile, ring) in slivers.enumerated() {
      for zoom in 0...4 where Self.isVisible(ring, width: 0.9 * widths[tile], zoom: zoom) {
        let rings = try (0..<3).map { try Self.drawn(built, id: tile * 3 + $0, tile, zoom: zoom) }
        let others = rings[1...].flatMap { $0 }.flatMap { $0 }
        #expect(!rings[0].isEmpty, "sliver \(tile) at zoom \(zoom)")
        #expect(
          rings[0].flatMap { $0 }.allSatisfy { point in others.contains { $0 == point } },
          "sliver \(tile) at zoom \(zoom)")
        judged += 1
      }
    }
    #expect(judged > 60)
  }

  @Test(
    "arms that are pinched off at a zoom keep their length, those of polygons with neighbours too",
    arguments: 1...3 as ClosedRange<UInt64>, [false, true])
  func arms(seed: UInt64, hasNeighbour: Bool) async throws {
    var random = SeededGenerator(seed: seed)
    let widths = (0..<100).map { _ in Double.random(in: 0.15...2.5, using: &random) }
    // A blob, and an arm that hardly hangs on it.
    let rings = widths.map { width in
      let turn = Elementary.sinCos(degrees: .random(in: 0..<360, using: &random))
      let length = Double.random(in: 20...60, using: &random)
      var ring: [Point] = [(12, -0.005)]
      for side in [-1.0, 1] {
        let bank = (1...4).map { step in
          let across = side * width / 2 * Double.random(in: 0.9...1.1, using: &random)
          return (x: 12 + length * Double(step) / 4, y: across)
        }
        ring += side < 0 ? bank : bank.reversed()
      }
      ring += [(12, 0.005), (8, 12), (-12, 12), (-12, -12), (8, -12)]
      return ring.map { point in
        (x: point.x * turn.cos - point.y * turn.sin, y: point.x * turn.sin + point.y * turn.cos)
      }
    }
    var document = rings.enumerated().map { tile, ring in
      feature("Polygon", "[\(Self.positions(ring, tile))]", id: tile)
    }
    if hasNeighbour {
      // It has the blob's corners away from the arm in common.
      document += rings.enumerated().map { tile, ring in
        let (north, south) = (ring[ring.count - 3], ring[ring.count - 2])
        let (dx, dy) = ((north.y - south.y) / 2, (south.x - north.x) / 2)
        let beyond = [(x: south.x - dx, y: south.y - dy), (x: north.x - dx, y: north.y - dy)]
        return feature(
          "Polygon", "[\(Self.positions([north, south] + beyond, tile))]", id: 1000 + tile)
      }
    }
    let built = try await BuiltTiles([document.joined(separator: "\n")]) { $0.extent = 8192 }
    var judged = 0
    for (tile, ring) in rings.enumerated() {
      for zoom in 0...4 where Self.isVisible(ring, width: 0.9 * widths[tile], zoom: zoom) {
        let half = 0.5 * Double(1 << (4 - zoom))
        let shape = try Self.drawn(built, id: tile, tile, zoom: zoom)
        #expect(Self.distance(ring, shape) <= half, "arm \(tile) at zoom \(zoom)")
        #expect(Self.distance(shape.flatMap { $0 }, [ring]) <= half)
        judged += 1
      }
    }
    #expect(judged > 100)
  }

  static func reach(_ a: Point, _ b: Point) -> Double {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
  }

  @Test("of those below a pixel as many leave a square as hold their area")
  func unseen() async throws {
    var random = SeededGenerator(seed: 5)
    // 0.6 x 0.12 pixels at zoom 3: 0.072 of a pixel's area.
    let document = (0..<256).flatMap { tile in
      (0..<16).map { place in
        let (x, y) = (Double(place % 4 * 40 - 60), Double(place / 4 * 40 - 60))
        let ring = Self.sliver(length: 1.2, width: 0.24, &random)
        let moved = ring.map { (x: $0.x + x, y: $0.y + y) }
        return feature("Polygon", "[\(Self.positions(moved, tile))]", id: tile * 16 + place)
      }
    }
    let built = try await BuiltTiles([document.joined(separator: "\n")]) { $0.extent = 8192 }
    let hidden = try #require(built.summary.hidden.counts[3])
    // 295 squares; a standard deviation of 17.
    #expect(abs(4096 - hidden - 295) < 70)
  }
}
