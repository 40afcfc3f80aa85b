import OverlayModel
import TestSupport
import Testing
import TilePipeline

/// Spans in whole builds.
@Suite("Spans in tiles")
struct SpanBuildTests {
  /// The coloured pieces of a tile along x: colour, first and last x.
  private func pieces(_ tile: ReferenceTile?) throws -> [(color: String, from: Int64, to: Int64)] {
    let features = try #require(tile?.layer("stroke")?.features)
    return features.flatMap { feature in
      feature.parts.map { part in
        var color = "rgba(0,0,255,1)"
        if case .string(let text)? = feature.properties["color"] { color = text }
        return (color, part.first?.x ?? -1, part.last?.x ?? -1)
      }
    }
  }

  @Test("spans of whole and fractional segments meet where they should")
  func fractional() async throws {
    // Four segments of 512 units each on the equator.
    let built = try await BuiltTiles([
      feature(
        "LineString", "[[-90,0],[-45,0],[0,0],[45,0],[90,0]]",
        overlay: """
          {"strokeWidth":4,"strokeColor":"lime","spans":[{"color":"red","segments":1.5},\
          {"color":"blue"},{"color":"clear","segments":0.25},{"color":"yellow"}]}
          """)
    ]) { ($0.maxZoom, $0.simplify) = (0, 0) }
    let found = try pieces(try built.tile(0, 0, 0))
    #expect(
      found.map(\.color) == ["rgba(255,0,0,1)", "rgba(0,0,255,1)", "rgba(255,255,0,1)"])
    #expect(found.map(\.from) == [1024, 1792, 2432])
    #expect(found.map(\.to) == [1792, 2304, 3072])
  }

  @Test(
    "vertices of one grid point at an end move no border",
    arguments: [
      "[-90,0],[-45,0],[0,0],[90,0],[90.001,0],[90.002,0]",
      "[-90,0],[-45,0],[0,0],[90,0],[90.002,0],[90.001,0]",
    ], [0, 1])
  func crowdedEnd(path: String, simplify: Double) async throws {
    let built = try await BuiltTiles([
      feature(
        "LineString", "[\(path)]",
        overlay: """
          {"spans":[{"color":"red","segments":1},{"color":"lime","segments":1},{"color":"blue"}]}
          """)
    ]) { ($0.maxZoom, $0.simplify) = (0, simplify) }
    let found = try pieces(try built.tile(0, 0, 0))
    #expect(found.map(\.color) == ["rgba(255,0,0,1)", "rgba(0,255,0,1)", "rgba(0,0,255,1)"])
    #expect(found.map(\.from) == [1024, 1536, 2048])
    #expect(found.map(\.to) == [1536, 2048, 3072])
  }

  @Test("a list without spans leaves the strokeColor, one span beats it")
  func precedence() async throws {
    for (spans, color) in [("[]", "rgba(0,255,0,1)"), (#"[{"color":"red"}]"#, "rgba(255,0,0,1)")] {
      let built = try await BuiltTiles([
        feature(
          "LineString", "[[-90,0],[90,0]]",
          overlay: #"{"strokeColor":"lime","spans":\#(spans)}"#)
      ])
      #expect(try pieces(try built.tile(0, 0, 0)).map(\.color) == [color])
    }
  }

  @Test("a style that the document does not have is reported, and drawn as the line")
  func unknownStyle() async throws {
    let built = try await BuiltTiles([
      feature(
        "LineString", "[[-90,0],[90,0]]",
        overlay: #"{"strokeColor":"lime","spans":[{"style":"nowhere"}]}"#)
    ])
    #expect(built.summary.findings.map(\.code) == [.styleUnknown])
    #expect(try pieces(try built.tile(0, 0, 0)).map(\.color) == ["rgba(0,255,0,1)"])
  }

  @Test("styles may stand behind the features that use them")
  func namedStyle() async throws {
    let line = feature("LineString", "[[-90,0],[90,0]]", overlay: #"{"spans":[{"style":"a"}]}"#)
    let built = try await BuiltTiles([
      #"{"type":"FeatureCollection","features":[\#(line)],"styles":{"a":{"color":"red"}}}"#
    ])
    #expect(try pieces(try built.tile(0, 0, 0)).map(\.color) == ["rgba(255,0,0,1)"])
  }
}
