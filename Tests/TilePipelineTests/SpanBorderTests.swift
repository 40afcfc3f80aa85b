import Foundation
import MapMath
import TestSupport
import Testing
import TileGeometry
import TilePipeline

/// Every border between two colours, in the tiles of all zooms, against the place of the input's
/// path where it belongs, found with plain arithmetic.
@Suite("Colour borders")
struct SpanBorderTests {
  static let extent = 4096.0

  /// A random line with spans, each of a colour of its own.
  struct Scene {
    var positions: [(longitude: Double, latitude: Double)] = []
    var counts: [Double] = []
    var isGeodesic: Bool
    var width: Double
    var isTranslucent: Bool

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      isGeodesic = seed % 2 == 0
      isTranslucent = seed % 4 > 1
      width = Double(Int.random(in: 2...24, using: &random))
      // From the 17th on a winding one of so many vertices that zooms drop most of them.
      let isDense = seed > 16
      let vertices = Int.random(in: isDense ? 60...200 : 2...9, using: &random)
      let step = isDense ? 8 / Double(vertices) : 1
      var place = (
        longitude: Double.random(in: -60...60, using: &random),
        latitude: Double.random(in: -50...50, using: &random)
      )
      var heading = 0.0
      for _ in 0..<vertices {
        positions.append(place)
        if isDense {
          heading = min(1, max(-1, heading + Double.random(in: -0.2...0.2, using: &random)))
          place.longitude += 15 * step * cos(heading)
          place.latitude += 15 * step * sin(heading)
        } else {
          place.longitude += Double.random(in: -25...35, using: &random)
          place.latitude += Double.random(in: -12...12, using: &random)
        }
        place.latitude = min(70, max(-70, place.latitude))
      }
      // Whole segments now and then: borders at vertices.
      var left = Double(vertices - 1)
      while left > 0 {
        let isWhole = Bool.random(using: &random)
        let share = isWhole ? 1 : Double.random(in: 0.2...1.4, using: &random)
        let count = isWhole ? (share / step).rounded() : share / step
        counts.append(count)
        left -= count
      }
    }

    /// Borders in segments.
    var borders: [Double] {
      var sum = 0.0
      return counts.dropLast().map {
        sum += $0
        return sum
      }
    }

    func color(_ span: Int) -> String { "rgba(\(span + 1),100,200,\(isTranslucent ? "0.6" : "1"))" }

    var document: String {
      let coordinates = positions.map { "[\($0.longitude),\($0.latitude)]" }
      let spans = counts.enumerated().map {
        #"{"color":"\#(color($0.offset))","segments":\#($0.element)}"#
      }
      let line = "[\(coordinates.joined(separator: ","))]"
      let look = #""strokeWidth":\#(width),"geodesic":\#(isGeodesic)"#
      return feature(
        "LineString", line, overlay: "{\(look),\"spans\":[\(spans.joined(separator: ","))]}")
    }

    /// The line at a zoom, uncut, and the place of its vertices in segments of the path: simplified
    /// and rounded by functions that have tests of their own.
    func grid(zoom: Int, maxZoom: Int) -> (line: SnappedCutTwin, along: [Double]) {
      let scale = SpanBorderTests.extent * Double(1 << zoom)
      let finest = SpanBorderTests.extent * Double(1 << maxZoom)
      let tracer = EdgeTracer(
        curve: isGeodesic ? .geodesic : .mercator, tolerance: 0.25 / 8 / finest)
      let (latitudes, longitudes) = (positions.map(\.latitude), positions.map(\.longitude))
      var (x, y, along, breaks) = ([Double](), [Double](), [Double](), [Int]())
      tracer.trace(
        latitudes: latitudes.span, longitudes: longitudes.span, turns: nil, x: &x, y: &y,
        along: &along, breaks: &breaks)
      var importance = [Float](repeating: 0, count: x.count)
      var measured = importance.mutableSpan
      var measurer = VertexImportance()
      measurer.measureLine(x: x.span, y: y.span, importance: &measured)
      let units = zoom == maxZoom ? 1.0 : 2
      var (gridX, gridY) = (
        [Int64](repeating: 0, count: x.count), [Int64](repeating: 0, count: x.count)
      )
      var kept = [Int32](repeating: 0, count: x.count)
      var outX = gridX.mutableSpan
      var outY = gridY.mutableSpan
      var outKept = kept.mutableSpan
      let count = quantise(
        x: x.span, y: y.span, importance: importance.span,
        threshold: Float((units / scale) * (units / scale)), scale: scale, outX: &outX, outY: &outY,
        kept: &outKept)
      return (
        SnappedCutTwin((0..<count).map { SIMD2(Double(gridX[$0]), Double(gridY[$0])) }),
        (0..<count).map { along[Int(kept[$0])] }
      )
    }

    /// The place of `segments` in grid units of a zoom.
    func place(_ segments: Double, zoom: Int) -> SIMD2<Double> {
      let segment = min(Int(segments), positions.count - 2)
      let part = segments - Double(segment)
      let (a, b) = (positions[segment], positions[segment + 1])
      let world = isGeodesic ? Self.arc(a, b, part) : Self.straight(a, b, part)
      return world * SpanBorderTests.extent * Double(1 << zoom)
    }

    private typealias Position = (longitude: Double, latitude: Double)

    private static func project(_ p: Position) -> SIMD2<Double> {
      let y = log(tan(.pi / 4 + p.latitude * .pi / 360))
      return SIMD2((p.longitude + 180) / 360, 0.5 - y / (2 * .pi))
    }

    private static func straight(_ a: Position, _ b: Position, _ part: Double) -> SIMD2<Double> {
      let (from, to) = (project(a), project(b))
      return from + (to - from) * part
    }

    private static func arc(_ a: Position, _ b: Position, _ part: Double) -> SIMD2<Double> {
      func vector(_ p: Position) -> SIMD3<Double> {
        let (l, f) = (p.longitude * .pi / 180, p.latitude * .pi / 180)
        return SIMD3(cos(f) * cos(l), cos(f) * sin(l), sin(f))
      }
      let (u, v) = (vector(a), vector(b))
      let angle = acos(min(1, (u * v).sum()))
      let w = (u * sin((1 - part) * angle) + v * sin(part * angle)) / sin(angle)
      return project(
        (atan2(w.y, w.x) * 180 / .pi, atan2(w.z, (w.x * w.x + w.y * w.y).squareRoot()) * 180 / .pi))
    }
  }

  /// What stands in a tile, in grid units of the world.
  struct Line {
    var color: String
    var points: [SIMD2<Double>]
  }

  /// The lines of all tiles of a zoom, tile by tile, with the tile's corner.
  private func lines(
    _ built: BuiltTiles, zoom: Int
  ) throws -> [(origin: SIMD2<Double>, lines: [Line])] {
    var all: [(origin: SIMD2<Double>, lines: [Line])] = []
    for x in 0..<(1 << zoom) {
      for y in 0..<(1 << zoom) {
        guard let layer = try built.tile(zoom, x, y)?.layer("stroke") else { continue }
        let origin = SIMD2(Double(x), Double(y)) * Self.extent
        var lines: [Line] = []
        for feature in layer.features {
          guard case .string(let color)? = feature.properties["color"] else { continue }
          for part in feature.parts {
            lines.append(
              Line(
                color: color,
                points: part.map { SIMD2(Double($0.x), Double($0.y)) + origin }))
          }
        }
        all.append((origin, lines))
      }
    }
    return all
  }

  @Test(
    "lie where the rules put them, the same in all tiles", arguments: 1...40 as ClosedRange<UInt64>)
  func borders(seed: UInt64) async throws {
    let scene = Scene(seed: seed)
    let built = try await BuiltTiles([scene.document]) { ($0.maxZoom, $0.extent) = (4, 4096) }
    let buffer = max(64, scene.width * 8)
    var (compared, exact) = (0, 0)
    for zoom in 0...4 {
      let spanned = try lines(built, zoom: zoom)
      let (chain, along) = scene.grid(zoom: zoom, maxZoom: 4)
      func distance(_ segments: Double) -> (distance: Double, away: Double) {
        let last = along.lastIndex { $0 <= segments } ?? 0
        let segment = min(last, along.count - 2)
        return chain.nearest(
          to: scene.place(segments, zoom: zoom), segments: segment..<segment + 1)
      }
      let places = [0] + scene.borders + [Double(scene.positions.count - 1)]

      let ideals = places.map { distance($0) }
      for border in scene.borders.indices {
        // Shorter spans are mixed, and corners that are as long may take all of a translucent one.
        let pixel = Self.extent / 512
        let corner = scene.isTranslucent ? scene.width * pixel / 2 : 0
        let isMixed = [border, border + 1].contains { span in
          let (from, to) = (ideals[span].distance, ideals[span + 1].distance)
          return to - from < 24
            || to - from < 2 * (corner + 2 * pixel)
              && chain.hasCorner(
                sharperThan: 20, within: (to - from) / 2 + corner + pixel, of: (from + to) / 2)
        }
        if isMixed { continue }
        let (before, after) = (scene.color(border), scene.color(border + 1))
        // Where one ends and the next starts, in all tiles that hold the place.
        var cuts: Set<SIMD2<Double>> = []
        for (origin, lines) in spanned {
          func isInside(_ p: SIMD2<Double>) -> Bool {
            let low = origin - (buffer - 1)
            let high = origin + Self.extent + (buffer - 1)
            return p.x > low.x && p.y > low.y && p.x < high.x && p.y < high.y
          }
          let ends = Set(lines.filter { $0.color == before }.compactMap(\.points.last))
            .filter(isInside)
          let starts = Set(lines.filter { $0.color == after }.compactMap(\.points.first))
            .filter(isInside)
          #expect(ends == starts, "border \(border) in \(zoom) at \(origin)")
          cuts.formUnion(ends)
        }
        #expect(cuts.count == 1, "border \(border) at zoom \(zoom): \(cuts)")
        let cut = try #require(cuts.first)
        for (origin, lines) in spanned {
          let low = origin - (buffer - 1)
          let high = origin + Self.extent + (buffer - 1)
          guard cut.x > low.x, cut.y > low.y, cut.x < high.x, cut.y < high.y else { continue }
          #expect(lines.contains { $0.color == before && $0.points.last == cut })
        }
        // Where it should be, on the line before it is cut.
        let ideal = ideals[border + 1]
        #expect(ideal.away < 3)
        let near = chain.distances.indices.dropLast().filter {
          chain.distances[$0 + 1] > ideal.distance - 200
            && chain.distances[$0] < ideal.distance + 200
        }
        let found = chain.nearest(to: cut, segments: near[0]..<near[near.count - 1] + 1)
        // A corner may keep a border away, by half the width and what the cut itself needs.
        let isInCorner = chain.hasCorner(
          sharperThan: 20, within: corner + 1.5 * pixel, of: ideal.distance)
        // The way to the nearest place over which no inside of a bend reaches.
        let way = stride(from: 0, through: corner + pixel, by: 0.5).first { way in
          [-way, way].contains {
            chain.isClear(ideal.distance + $0, halfWidth: corner, margin: 0.75 * pixel)
          }
        }
        var most = min(way ?? 1.5 * pixel, corner + pixel)
        // A translucent line may fold where a cut is so near to a bend.
        let isNearBend = !chain.isClear(
          ideal.distance, halfWidth: corner, margin: 1.75 * pixel)
        if scene.isTranslucent && isNearBend { most = max(most, 1.5 * pixel) }
        let allowed = isInCorner ? most + pixel : most > 0 ? most + 1.25 : 0.75
        let along = min(
          abs(found.distance - ideal.distance), abs(chain.along(from: ideal.distance, to: cut)))
        #expect(
          along <= allowed, "border \(border) at zoom \(zoom): \(found), ideal \(ideal)")
        // A bend takes a straight stretch, half a pixel beside it.
        #expect(found.away < (isInCorner ? pixel / 2 + 1 : 1))
        exact += most > 0 ? 0 : 1
        compared += 1
      }
    }
    #expect(compared >= scene.borders.count)
    #expect(
      exact * (scene.isTranslucent ? 6 : 2) >= compared,
      "\(exact) of \(compared) are far from bends")
  }
}
