import TestSupport
import Testing

/// Polygons that clients cannot draw whole are divided without a trace at borders.
@Suite("Polygons that are divided")
struct DividedPolygonTests {
  let tilegen = BuiltProgram("tilegen")

  /// 700 slits that slant across tiles, so that some cross both a border and any line across.
  private var slits: String {
    let outer = "[[9,39],[15,39],[15,44],[9,44],[9,39]]"
    let holes = (0..<700).map { i in
      let (x, y) = (9.2 + Double(i) / 175, 39.2 + Double(i % 10) / 100)
      let top = x + 1.3 + Double(i * 37 % 100) / 1000
      return "[[\(x),\(y)],[\(x + 0.002),39.2],[\(top),43.7],[\(x),\(y)]]"
    }
    return """
      {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[\
      \(([outer] + holes).joined(separator: ","))]}}
      """
  }

  @Test("neighbours of a divided tile draw the same at their border")
  func borders() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(slits.utf8), to: "slits.json")
    let build = try tilegen.run(
      ["build", "slits.json", "-o", "tiles", "-Z", "5", "-z", "5", "--quiet"], in: folder.url)
    #expect(build.code == 0, "\(build.error)")
    let check = try tilegen.run(["check", "tiles"], in: folder.url)
    #expect(check.code == 0, "\(check.output)")
    // A tile has more than 500 of the slits: it was divided.
    #expect(check.output.contains("polygons-overlap"), "\(check.output)")
  }
}
