import FeatureFilter
import JSONText
import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// What of the inputs is taken.
@Suite("Selection")
struct SelectionTests {
  private let document = [
    feature("Point", "[1,1]", id: 1, properties: #"{"kind":"a","n":70,"code":"x1"}"#),
    feature("Point", "[2,2]", id: 2, properties: #"{"kind":"b","n":71}"#),
    feature("Point", "[3,3]", id: 3, properties: #"{"kind":"a","n":-1,"code":"x3"}"#),
  ].joined(separator: "\n")

  @Test("a filter leaves features out, and the report counts them")
  func filter() async throws {
    let built = try await BuiltTiles([document]) { options in
      options.selection.filter = .compare(
        .equal, .get(.literal(.string("kind"))), .literal(.string("a")))
    }
    #expect(try markers(built).map(\.id) == [1, 3])
    #expect(built.summary.featuresRead == 3)
    #expect(built.summary.featuresFiltered == 1)
    let report = try JSONValue(parsing: Array(try #require(try built.text("report.json")).utf8))
    #expect(report["counts"]?["filtered"] == 1)
  }

  @Test("attributes are those included, without those excluded")
  func attributes() async throws {
    let included = try await BuiltTiles([document]) { $0.selection.included = ["n", "kind"] }
    #expect(try Set(markers(included)[0].properties.keys) == ["n", "kind"])
    let excluded = try await BuiltTiles([document]) { $0.selection.excluded = ["n"] }
    #expect(try Set(markers(excluded)[0].properties.keys) == ["kind", "code"])
  }

  @Test("a property gives the ids: whole numbers as ids, others as the property id")
  func ids() async throws {
    let numbers = try await BuiltTiles([document]) { $0.selection.idProperty = "n" }
    #expect(try markers(numbers).map(\.id) == [70, 71, nil])
    #expect(try markers(numbers)[2].properties["id"] == .sint(-1))
    let codes = try await BuiltTiles([document]) { $0.selection.idProperty = "code" }
    #expect(try markers(codes).map(\.id) == [nil, 2, nil])
    #expect(try markers(codes)[0].properties["id"] == .string("x1"))
    #expect(codes.summary.findings.map(\.code) == [.idMissing])
  }

  @Test("a layer has its own zooms")
  func layerZooms() async throws {
    let built = try await BuiltTiles([document]) { $0.layerZooms["marker"] = 2...3 }
    #expect(built.summary.zooms.map(\.zoom) == [2, 3])
    let none = try await BuiltTiles([document]) { $0.layerZooms["marker"] = 9...12 }
    #expect(none.summary.tiles == 0)
  }

  @Test("an overlay that no zoom of the build shows is reported")
  func zoomRanges() async throws {
    func point(_ id: Int, _ overlay: String) -> String {
      feature("Point", "[1,1]", id: id, overlay: overlay)
    }
    let document = [
      point(1, #"{"minZoom":6}"#), point(2, #"{"maxZoom":1}"#),
      point(3, #"{"minZoom":5,"maxZoom":9}"#), point(4, #"{"maxZoom":2}"#),
    ].joined(separator: "\n")
    let built = try await BuiltTiles([document]) { ($0.minZoom, $0.maxZoom) = (2, 5) }
    let findings = built.summary.findings
    #expect(findings.map(\.id) == ["1", "2"])
    #expect(findings.map(\.code) == [.notDrawn, .notDrawn])
    #expect(findings.map(\.effect) == [.skipped, .skipped])
    #expect(findings.map(\.member) == ["overlay.minZoom", "overlay.maxZoom"])
    #expect(findings.map(\.found) == ["6", "1"])
    #expect(built.summary.zooms.map(\.zoom) == [2, 5])
  }

  private func markers(_ built: BuiltTiles) throws -> [ReferenceTile.Feature] {
    try built.tile(0, 0, 0)?.layer("marker")?.features ?? []
  }
}
