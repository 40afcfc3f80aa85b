import Foundation
import OverlayTiles
import TestSupport
import Testing

/// README.md shows the code below, which is compiled and run here.
@Suite struct ReadmeTests {
  private func example(folder: String) async throws {
    // README: begin
    var path = Path()
    path.addLatitude(-33.85, longitude: 151.20)
    path.addLatitude(-33.70, longitude: 151.40)
    path.addLatitude(-33.73, longitude: 151.41)
    var route = Polyline(path: path)
    route.strokeWidth = 10
    route.geodesic = true
    route.spans = [
      StyleSpan(color: .gray, segments: 0.75),
      StyleSpan(style: .gradient(from: .red, to: .yellow)),
    ]
    route.properties = ["name": "route 1"]

    var map = OverlayMap()
    map.add(route)
    map.add(Circle(center: LatLng(latitude: -33.87, longitude: 151.21), radius: 5000))

    let tiles = try await TileSet(map)
    if let sydney = TileID(z: 9, x: 471, y: 307), let bytes = try tiles.tile(sydney) {
      print(bytes.count, "bytes")  // one tile, made on demand
    }
    try await tiles.forEachTile { tile in print(tile.id) }  // all of them, on all cores
    try await tiles.write(to: folder)  // with style.json, sprite, viewer and report
    print(tiles.findings)  // what was skipped or altered, and why
    // README: end
    #expect(try tiles.tile(try #require(TileID(z: 9, x: 471, y: 307))) != nil)
  }

  @Test func theSnippetRuns() async throws {
    let folder = try TemporaryFolder()
    let out = folder.url.appendingPathComponent("out").path
    try await example(folder: out)
    #expect(FileManager.default.fileExists(atPath: out + "/9/471/307.mvt"))
  }

  @Test func theSnippetIsThatOfTheReadme() throws {
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    let begin = try #require(own.range(of: "    // README: begin\n"))
    let end = try #require(own.range(of: "    // README: end\n"))
    let lines = own[begin.upperBound..<end.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    let snippet = lines.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }
      .joined(separator: "\n")
    let readme = try String(
      contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\nimport OverlayTiles\n\n" + snippet + "```\n"))
  }
}
