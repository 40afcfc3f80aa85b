import Foundation
import JSONText
import OverlayModel
import TestSupport
import Testing
import TilePipeline

@Suite("Ground overlays")
struct GroundOverlayTests {
  /// A floor plan of 96 x 64 pixels.
  static let plan = try? [UInt8](
    Data(contentsOf: packageRoot.appendingPathComponent("testdata/overlays/images/floor-plan.png")))

  private func build(_ overlays: String..., change: (inout BuildOptions) -> Void = { _ in })
    async throws -> BuiltTiles
  {
    let features = overlays.enumerated().map { number, overlay in
      #"{"type":"Feature","id":\#(number),"properties":{"floor":2},"geometry":null,"overlay":"#
        + #"{"type":"groundOverlay",\#(overlay)}}"#
    }
    return try await BuiltTiles(
      [#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#],
      files: ["plan.png": #require(Self.plan)]
    ) {
      $0.baseURL = "https://tiles.example/set"
      change(&$0)
    }
  }

  @Test("the style draws the image between its corners; the file lies beside it, once")
  func image() async throws {
    let built = try await build(
      #""image":"plan.png","bounds":[1,2,3,4],"zIndex":3,"opacity":0.5,"title":"Hall""#,
      #""image":"plan.png","bounds":[5,2,7,4],"minZoom":2,"maxZoom":3"#)
    #expect(built.summary.findings.isEmpty)
    let style = try built.json("style.json")
    let source = try #require(style["sources"]?["ground-0"])
    #expect(source["type"] == "image")
    guard case .string(let url)? = source["url"] else {
      Issue.record("no address")
      return
    }
    #expect(url.hasPrefix("https://tiles.example/set/ground-0.png?v="))
    #expect(style["sources"]?["ground-1"]?["url"] == source["url"])
    #expect(built.file("ground-0.png") == Self.plan)
    #expect(built.file("ground-1.png") == nil)
    guard case .array(let layers)? = style["layers"] else { return }
    // Index 0 lies below index 3.
    #expect(layers.map { $0["id"] } == ["background", "ground-1", "ground-0"])
    #expect(layers[1]["minzoom"] == 2 && layers[1]["maxzoom"] == 4)
    #expect(layers[2]["paint"]?["raster-opacity"] == 0.5)
    #expect(layers[2]["metadata"]?["overlaytiles:feature"]?["title"] == "Hall")
    #expect(layers[2]["metadata"]?["overlaytiles:feature"]?["properties"] == ["floor": 2])
  }

  @Test("the first view holds the images though they are in no tile")
  func view() async throws {
    let built = try await build(#""image":"plan.png","bounds":[100,10,110,20]"#)
    let center = try #require(try built.json("style.json")["center"])
    guard case .double(let latitude)? = center[1] else {
      Issue.record("\(center)")
      return
    }
    #expect(center[0] == 105 && latitude > 14.9 && latitude < 15.2)
  }

  @Test("an image about a point has its own size at its zoom")
  func position() async throws {
    let built = try await build(#""image":"plan.png","position":[10,0],"zoomLevel":2"#)
    guard
      case .array(let corners)? = try built.json("style.json")["sources"]?["ground-0"]?[
        "coordinates"]
    else {
      Issue.record("no corners")
      return
    }
    // 1024 points round the world at zoom 2: 96 of them are 33.75 degrees.
    guard case .double(let west)? = corners[0][0], case .double(let east)? = corners[1][0] else {
      Issue.record("\(corners)")
      return
    }
    #expect(abs(east - west - 33.75) < 1e-9 && abs(east + west - 20) < 1e-9)
  }

  @Test(
    "what cannot be drawn is skipped with its reason",
    arguments: [
      (#""bounds":[1,2,3,4]"#, "notDrawn", "overlay.image: found nothing"),
      (#""image":"none.png","bounds":[1,2,3,4]"#, "imageMissing", "\"none.png\": no file none.png"),
      (#""image":"0.geojson","bounds":[1,2,3,4]"#, "imageMissing", "0.geojson, which is no image"),
      (#""image":"plan.png","bounds":[1,86,3,88]"#, "latitudeBeyondMap", "85.05"),
      (#""image":"plan.png","bounds":[1,80,3,88],"bearing":20"#, "latitudeBeyondMap", "bearing 0"),
    ] as [(String, String, String)])
  func skipped(overlay: String, code: String, text: String) async throws {
    let built = try await build(overlay)
    let finding = try #require(built.summary.findings.first)
    #expect(finding.code.rawValue == code && finding.effect == .skipped && finding.id == "0")
    #expect(finding.message.contains(text), "\(finding.message)")
    #expect(built.file("ground-0.png") == nil)
  }

  @Test("an image that reaches beyond the map is cut at its edge")
  func cut() async throws {
    let built = try await build(#""image":"plan.png","bounds":[1,80,3,88]"#)
    #expect(built.summary.findings.map(\.effect) == [.altered])
    let file = try #require(built.file("ground-0.png"))
    #expect(file != Self.plan)
    guard
      case .array(let corners)? = try built.json("style.json")["sources"]?["ground-0"]?[
        "coordinates"], case .double(let north)? = corners[0][1]
    else {
      Issue.record("no corners")
      return
    }
    #expect(north <= 85.0511287798066 && north > 84.9)
  }
}

@Suite("Report file")
struct ReportFileTests {
  @Test("a copy of report.json goes where it is asked for, in place of what stands there")
  func copy() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("report-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("old".utf8).write(to: file)
    let built = try await BuiltTiles([feature("Point", "[1,89]")]) { $0.reportFile = file.path }
    let report = try #require(built.file("report.json"))
    #expect(try [UInt8](Data(contentsOf: file)) == report)
    #expect(try built.json("report.json")["counts"]?["skipped"] == 1)
  }

  @Test("a report that cannot be written stops the build")
  func missingFolder() async throws {
    await #expect(throws: BuildError.self) {
      _ = try await BuiltTiles([feature("Point", "[1,1]")]) {
        $0.reportFile = "/nowhere/at/all/report.json"
      }
    }
  }
}
