import JSONText
import TestSupport
import Testing
import TilePipeline

@Suite("Base maps")
struct BaseMapTests {
  private func build(
    map: String?, styles: [(type: String, isDark: Bool)] = [],
    style: (String) -> String = { BaseMapTests.style($0) }
  ) async throws -> BuiltTiles {
    var files: [String: [UInt8]] = [:]
    var options: [BuildOptions.BaseStyle] = []
    for (type, isDark) in styles {
      let name = type.filter { $0 != "/" } + (isDark ? "-dark" : "") + ".json"
      files[name] = Array(style(isDark ? type + "-dark" : type).utf8)
      options.append(.init(mapType: type, isDark: isDark, path: name))
    }
    let member = map.map { "\"map\":\($0)," } ?? ""
    return try await BuiltTiles(
      ["{\"type\":\"FeatureCollection\",\(member)\"features\":[\(feature("Point", "[1,1]"))]}"],
      files: files
    ) { build in
      let folder = build.output.dropLast("tiles".count)
      build.baseStyles = options.map { option in
        var option = option
        option.path = folder + option.path
        return option
      }
    }
  }

  private static func style(_ name: String) -> String {
    #"{"version":8,"sources":{},"layers":[{"id":"\#(name)","type":"background"}]}"#
  }

  /// The id of the base style's layer in a style file, which lies on our background.
  private func base(_ file: String, in built: BuiltTiles) throws -> JSONValue? {
    try built.json(file)["layers"]?[1]?["id"]
  }

  private func needs(_ built: BuiltTiles) throws -> [String] {
    guard case .array(let needs)? = try built.json("report.json")["map"]?["needs"] else {
      return []
    }
    return needs.compactMap { if case .string(let text)? = $0["option"] { text } else { nil } }
  }

  @Test("the map type chooses the base, a map id goes before it, none has none")
  func choice() async throws {
    let styles = [("normal", false), ("satellite", false), ("a1/b", false)]
    let satellite = try await build(map: #"{"mapType":"satellite"}"#, styles: styles)
    #expect(try base("style.json", in: satellite) == "satellite")
    #expect(try base("style-normal.json", in: satellite) == "normal")
    #expect(satellite.file("style-satellite.json") == nil)
    #expect(try base("style-a1-b.json", in: satellite) == "a1/b")
    let cloud = try await build(map: #"{"mapID":"a1/b"}"#, styles: styles)
    #expect(try base("style.json", in: cloud) == "a1/b")
    let none = try await build(map: #"{"mapType":"none"}"#, styles: styles)
    #expect(try base("style.json", in: none) == "marker-billboard")
    #expect(try needs(none) == [])
  }

  @Test("the scheme chooses light or dark, or both where it follows the system")
  func scheme() async throws {
    let styles = [("normal", false), ("normal", true)]
    let both = try await build(map: nil, styles: styles)
    #expect(try base("style.json", in: both) == "normal")
    #expect(try base("style-dark.json", in: both) == "normal-dark")
    #expect(
      try both.json("style.json")["metadata"]?["overlaytiles:styles"]?[1]?["file"]
        == "style-dark.json")
    let dark = try await build(map: #"{"colorScheme":"dark"}"#, styles: styles)
    #expect(try base("style.json", in: dark) == "normal-dark")
    #expect(dark.file("style-dark.json") == nil)
    let light = try await build(map: #"{"colorScheme":"light"}"#, styles: styles)
    #expect(try base("style.json", in: light) == "normal")
    #expect(light.file("style-dark.json") == nil)
  }

  @Test("the report names what a base map must bring and what an app must do")
  func report() async throws {
    let bare = try await build(
      map: """
        {"mapType":"hybrid","mapID":"x","colorScheme":"dark","trafficEnabled":true,"minZoom":2,
         "maxZoom":9,"padding":{"top":5},"myLocationEnabled":true,
         "accessibilityElementsHidden":false,"cameraTargetBounds":[1,2,3,4]}
        """)
    #expect(
      try needs(bare) == [
        "map.mapType", "map.mapID", "map.colorScheme", "map.trafficEnabled", "map.minZoom",
        "map.maxZoom", "map.cameraTargetBounds", "map.padding", "map.myLocationEnabled",
        "map.accessibilityElementsHidden",
      ])
    let plain = try await build(map: nil)
    #expect(try plain.json("report.json")["map"] == nil)
    let rich = try await build(map: "{}", styles: [("normal", false)]) { _ in
      """
      {"version":8,"sources":{"s":{"type":"vector","url":"https://a.b"}},"layers":[
       {"id":"a","type":"fill-extrusion","source":"s","source-layer":"x"},
       {"id":"b","type":"fill","source":"s","source-layer":"indoor_room"},
       {"id":"c","type":"line","source":"s","source-layer":"traffic"}]}
      """
    }
    #expect(try needs(rich) == [])
    let map = try rich.json("report.json")["map"]
    #expect(map?["hiddenLayers"] == ["c"])
    #expect(map?["styles"] == ["style.json": "normal.json"])
  }

  @Test(
    "a base style that cannot be used stops the build, with its place",
    arguments: [
      ("{\"version\":8,\n \"sources\":}", 2, 12, "base style: is no JSON"),
      ("{\"version\":8}", 0, 0, "base style: sources: found nothing; allowed is an object"),
    ] as [(String, Int, Int, String)])
  func broken(text: String, line: Int, column: Int, problem: String) async throws {
    do {
      _ = try await build(map: nil, styles: [("normal", false)]) { _ in text }
      Issue.record("no error")
    } catch BuildError.malformed(_, let foundLine, let foundColumn, let found) {
      #expect(foundLine == line && foundColumn == column && found == problem)
    }
  }

  @Test("a base style that is not there stops the build")
  func missing() async throws {
    do {
      _ = try await BuiltTiles([feature("Point", "[1,1]")]) {
        $0.baseStyles = [.init(mapType: "normal", path: "/nowhere/base.json")]
      }
      Issue.record("no error")
    } catch BuildError.input(let path, let errno) {
      #expect(path == "/nowhere/base.json" && errno == 2)
    }
  }
}
