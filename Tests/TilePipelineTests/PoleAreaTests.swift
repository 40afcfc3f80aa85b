import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Polygons round a pole, and areas that draw nothing.
@Suite("Areas round poles")
struct PoleAreaTests {
  /// A ring of four positions on the parallel a quarter of the world from the equator.
  static let ring =
    "[[[0,66.51326044311186],[90,66.51326044311186],[180,66.51326044311186],"
    + "[-90,66.51326044311186],[0,66.51326044311186]]]"

  @Test(
    "a ring round a pole is closed along the map's edge on the side that `pole` names",
    arguments: [("smaller", true), ("north", true), ("sdk", true), ("south", false)])
  func side(pole: String, isNorth: Bool) async throws {
    let look = ##"{"pole":"\##(pole)","fillColor":"red","strokeColor":"black","strokeWidth":1}"##
    let built = try await BuiltTiles([feature("Polygon", Self.ring, overlay: look)]) {
      ($0.maxZoom, $0.buffer) = (0, 0)
    }
    let tile = try #require(try built.tile(0, 0, 0))
    let area = try #require(tile.layer("polygon")?.features.first?.parts)
    #expect(area.count == 1)
    let corners = Set(area[0].map { SIMD2($0.x, $0.y) })
    #expect(corners.isSuperset(of: [SIMD2(0, 1024), SIMD2(4096, 1024)]))
    #expect(
      corners.isSuperset(of: [SIMD2(0, isNorth ? 0 : 4096), SIMD2(4096, isNorth ? 0 : 4096)]))
    // The outline is the parallel alone.
    let outline = try #require(tile.layer("stroke")?.features.first?.parts)
    #expect(outline.allSatisfy { $0.allSatisfy { $0.y == 1024 } })
    #expect(
      outline.map { ($0.map(\.x).max() ?? 0) - ($0.map(\.x).min() ?? 0) }.reduce(0, +) == 4096)
    #expect(built.summary.findings.map(\.code) == [.ringRoundPole])
  }

  @Test("beside a ring round a pole an overlay's other rings keep their outlines")
  func others() async throws {
    let look = ##"{"fillColor":"red","strokeColor":"black","strokeWidth":1}"##
    let island = "[[[45,0],[90,0],[90,40.97989806962013],[45,40.97989806962013],[45,0]]]"
    let beyond = "[[[0,86],[10,86],[10,88],[0,86]]]"
    let built = try await BuiltTiles([
      feature("MultiPolygon", "[\(Self.ring),\(island),\(beyond)]", overlay: look)
    ]) { ($0.maxZoom, $0.buffer) = (0, 0) }
    let lines = try #require(try built.tile(0, 0, 0)?.layer("stroke")?.features.first?.parts)
    let closed = lines.filter { $0.first == $0.last }
    #expect(closed.count == 1)
    // 45 degrees are 512 units; the latitude is an eighth of the world from the equator.
    let corners = [SIMD2(2560, 2048), SIMD2(3072, 2048), SIMD2(3072, 1536), SIMD2(2560, 1536)]
    let drawn = Set((closed.first ?? []).map { SIMD2(Int($0.x), Int($0.y)) })
    #expect(drawn.isSuperset(of: corners))
    #expect(lines.allSatisfy { line in line == closed.first || line.allSatisfy { $0.y == 1024 } })
    #expect(built.summary.hidden.count == 0)
  }

  @Test(
    "an area without fill and stroke is skipped and reported",
    arguments: [
      ("Polygon", "[[[0,0],[1,0],[1,1],[0,0]]]", #"{"fillColor":null,"strokeColor":null}"#),
      ("Polygon", "[[[0,0],[1,0],[1,1],[0,0]]]", #"{"fillColor":null,"strokeWidth":0}"#),
      ("Point", "[0,0]", #"{"radius":1000,"fillColor":null,"strokeColor":null}"#),
    ])
  func nothing(type: String, coordinates: String, look: String) async throws {
    let built = try await BuiltTiles([
      feature(type, coordinates, overlay: look), feature("Point", "[5,5]", id: 2),
    ])
    #expect(built.summary.findings.map(\.code) == [.notDrawn])
    #expect(built.summary.findings.map(\.id) == ["1"])
  }
}
