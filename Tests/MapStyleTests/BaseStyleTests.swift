import JSONText
import OverlayModel
import Testing

@testable import MapStyle

/// A base style with everything that can collide with the overlays.
private let streets: JSONValue = [
  "version": 8, "name": "Streets", "metadata": ["maker": "somebody"], "center": [1, 2], "zoom": 9,
  "sprite": "https://base.example/sprite",
  "glyphs": "https://base.example/{fontstack}/{range}.pbf",
  "terrain": ["source": "overlays"],
  "sources": [
    "overlays": ["type": "raster-dem", "url": "https://base.example/dem.json"],
    "base-overlays": ["type": "vector", "tiles": ["https://base.example/{z}/{x}/{y}.pbf"]],
  ],
  "layers": [
    ["id": "background", "type": "background", "paint": ["background-color": "white"]],
    ["id": "roads", "type": "line", "source": "base-overlays", "source-layer": "transportation"],
    ["id": "stroke-0", "type": "line", "source": "base-overlays", "source-layer": "traffic_flow"],
    ["id": "houses", "type": "fill-extrusion", "source": "base-overlays", "source-layer": "b"],
    ["id": "hills", "type": "hillshade", "source": "overlays"],
    [
      "id": "names", "type": "symbol", "source": "base-overlays", "source-layer": "names",
      "layout": ["text-field": ["get", "name"], "icon-image": "shield"],
    ],
  ],
]

/// `streets` with a member changed.
private func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
  var style = streets
  style[name] = value
  return style
}

private func fault(_ style: JSONValue) -> BaseStyle.Fault? {
  do throws(BaseStyle.Fault) {
    _ = try BaseStyle(style)
    return nil
  } catch {
    return error
  }
}

struct BaseStyleTests {
  @Test("what a client could not draw is refused with its place")
  func faults() {
    #expect(fault(streets) == nil)
    let found: [(JSONValue, String, String)] = [
      ([], "", "an array"),
      (changed("version", 7), "version", "7"),
      (changed("version", nil), "version", "nothing"),
      (changed("sources", nil), "sources", "nothing"),
      (changed("layers", [:]), "layers", "an object"),
      (changed("sprite", "sprites/a"), "sprite", "\"sprites/a\""),
      (changed("sprite", [["url": "https://a.b/c"]]), "sprite[0]", "an object"),
      (changed("sprite", [["id": "a", "url": "/c"]]), "sprite[0].url", "\"/c\""),
      (changed("glyphs", "{range}.pbf"), "glyphs", "\"{range}.pbf\""),
      (changed("glyphs", nil), "layers[5].layout.text-field", "a text in a style without glyphs"),
      (changed("sources", ["a": ["url": "https://a.b"]]), "sources.a.type", "nothing"),
      (
        changed("sources", ["a": ["type": "vector", "tiles": ["{z}/{x}/{y}.pbf"]]]),
        "sources.a.tiles[0]", "\"{z}/{x}/{y}.pbf\""
      ),
      (
        changed("sources", ["a": ["type": "geojson", "data": "a.json"]]), "sources.a.data",
        "\"a.json\""
      ),
      (changed("sources", [:]), "layers[1].source", "\"base-overlays\""),
      (changed("layers", [["type": "fill"]]), "layers[0].id", "nothing"),
      (changed("layers", [["id": "a"]]), "layers[0].type", "nothing"),
      (
        changed(
          "layers", [["id": "a", "type": "background"], ["id": "a", "type": "background"]]),
        "layers[1].id", "\"a\" again"
      ),
    ]
    for (style, member, text) in found {
      let fault = fault(style)
      #expect(fault?.member == member, "\(member)")
      #expect(fault?.found == text, "\(member)")
    }
    #expect(fault(changed("sprite", "mapbox+x.1://a")) == nil)
  }

  private func merged(_ change: (inout StylePlan) -> Void = { _ in }) throws -> JSONValue {
    var plan = StylePlan()
    plan.base = try BaseStyle(streets)
    plan.spriteURL = "https://tiles.example/sprite"
    plan.layers = [
      .init(name: "stroke", role: .stroke, zIndices: [0]),
      .init(
        name: "marker", role: .marker, zIndices: [0],
        markerKinds: [.init(flat: false, collision: .required)]),
    ]
    change(&plan)
    return StyleDocument.make(plan)
  }

  private func ids(_ style: JSONValue) -> [String] {
    guard case .array(let layers)? = style["layers"] else { return [] }
    return layers.compactMap(\.layerID)
  }

  @Test("overlays keep their names and lie above the base, whose names give way")
  func names() throws {
    let style = try merged()
    #expect(
      ids(style) == [
        "background", "base-background", "roads", "base-stroke-0", "houses", "hills", "names",
        "stroke-0", "marker-billboard",
      ])
    guard case .object(let sources)? = style["sources"] else { return }
    #expect(sources.map(\.name) == ["base-base-overlays", "base-overlays", "overlays"])
    #expect(style["layers"]?[5]?["source"] == "base-base-overlays")
    #expect(style["layers"]?[2]?["source"] == "base-overlays")
    #expect(style["layers"]?[7]?["source"] == "overlays")
    #expect(style["terrain"] == ["source": "base-base-overlays"])
    #expect(style["sources"]?["overlays"]?["type"] == "vector")
    #expect(style["sources"]?["base-base-overlays"]?["type"] == "raster-dem")
  }

  @Test("the view is that of the overlays, everything else of the base stays")
  func members() throws {
    let style = try merged { $0.fallbackView = (5, 6, 7) }
    #expect(style["center"] == [5.0, 6.0] && style["zoom"] == 7.0)
    #expect(style["glyphs"] == "https://base.example/{fontstack}/{range}.pbf")
    #expect(style["metadata"]?["maker"] == "somebody")
    #expect(style["name"] == "overlays" && style["version"] == 8)
  }

  @Test("both sprites stand side by side; the overlays' images bear the name of theirs")
  func sprites() throws {
    let style = try merged()
    #expect(
      style["sprite"] == [
        ["id": "default", "url": "https://base.example/sprite"],
        ["id": "overlays", "url": "https://tiles.example/sprite"],
      ])
    #expect(
      style["layers"]?[8]?["layout"]?["icon-image"]
        == ["concat", "overlays:", ["coalesce", ["get", "image"], "pin"]])
    #expect(style["layers"]?[6]?["layout"]?["icon-image"] == "shield")
    let without = try merged { $0.spriteURL = nil }
    #expect(without["sprite"] == "https://base.example/sprite")
    let plain = try merged { $0.base = try? BaseStyle(changed("sprite", nil)) }
    #expect(plain["sprite"] == "https://tiles.example/sprite")
    #expect(
      plain["layers"]?[8]?["layout"]?["icon-image"] == ["coalesce", ["get", "image"], "pin"])
    let taken = try merged {
      $0.base = try? BaseStyle(changed("sprite", [["id": "overlays", "url": "https://a.b/c"]]))
    }
    #expect(taken["sprite"]?[1]?["id"] == "overlays-2")
  }

  @Test("map options hide the base's traffic, buildings and indoor plans")
  func features() throws {
    func hidden(_ change: (inout MapOptions) -> Void) throws -> [String] {
      let style = try merged { change(&$0.map) }
      guard case .array(let layers)? = style["layers"] else { return [] }
      return layers.filter { $0["layout"]?["visibility"] == "none" }.compactMap(\.layerID)
    }
    // The SDK shows buildings and no traffic unless it is told otherwise.
    #expect(try hidden { _ in } == ["base-stroke-0"])
    #expect(
      try hidden { ($0.isTrafficEnabled, $0.isBuildingsEnabled) = (true, false) } == ["houses"])
    #expect(try BaseStyle(streets).layers(showing: .traffic) == ["stroke-0"])
    #expect(try BaseStyle(streets).layers(showing: .indoor).isEmpty)
  }

  @Test("a style tells of the others beside it")
  func files() throws {
    let style = try merged {
      $0.files = [
        StyleFile(name: "style.json", mapType: "normal", isDark: false),
        StyleFile(name: "style-dark.json", mapType: "normal", isDark: true),
        StyleFile(name: "style-hybrid.json", mapType: "hybrid"),
      ]
    }
    #expect(
      style["metadata"]?["overlaytiles:styles"] == [
        ["file": "style.json", "mapType": "normal", "colorScheme": "light"],
        ["file": "style-dark.json", "mapType": "normal", "colorScheme": "dark"],
        ["file": "style-hybrid.json", "mapType": "hybrid"],
      ])
    #expect(try merged()["metadata"]?["overlaytiles:styles"] == nil)
  }

  @Test("colours with digits of alpha are written as all clients read them")
  func colors() throws {
    let paint: JSONValue = [
      "line-color": "#ff000080", "line-width": 4,
      "line-gradient": [
        "match", ["get", "code"], "#12345678", "#0f08", ["a", "#abcd"], "#00ff00", "#0000ffff",
      ],
      "line-opacity": ["case", ["==", ["get", "tint"], "#ff000080"], 1, 0.5],
    ]
    let layer: JSONValue = [
      "id": "roads", "type": "line", "source": "base-overlays", "source-layer": "roads",
      "layout": ["line-cap": "#ff000080"], "paint": paint,
    ]
    var style = changed("layers", [layer])
    style["sky"] = ["sky-color": "#01020300"]
    let merged = MergedStyle(
      base: try BaseStyle(style), sourceNames: [], layerNames: [], hidden: [])
    #expect(
      merged.layers[0]["paint"] == [
        "line-color": "rgba(255,0,0,0.502)", "line-width": 4,
        "line-gradient": [
          "match", ["get", "code"], "#12345678", "rgba(0,255,0,0.533)", ["a", "#abcd"], "#00ff00",
          "rgba(0,0,255,1)",
        ],
        "line-opacity": ["case", ["==", ["get", "tint"], "#ff000080"], 1, 0.5],
      ])
    #expect(merged.layers[0]["layout"] == ["line-cap": "#ff000080"])
    #expect(merged.members.contains(.init("sky", ["sky-color": "rgba(1,2,3,0)"])))
  }
}
