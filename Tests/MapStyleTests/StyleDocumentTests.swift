import JSONText
import MapMath
import OverlayModel
import TestSupport
import Testing

@testable import MapStyle

/// The layers of a style.
private func layers(_ style: JSONValue) -> [JSONValue] {
  guard case .array(let layers)? = style["layers"] else { return [] }
  return layers
}

private func ids(_ style: JSONValue) -> [String] {
  layers(style).compactMap { if case .string(let id)? = $0["id"] { id } else { nil } }
}

private func layer(_ id: String, in style: JSONValue) -> JSONValue? {
  layers(style).first { $0["id"] == .string(id) }
}

private let required = StylePlan.MarkerKind(flat: false, collision: .required)

struct StyleDocumentTests {
  @Test("one vector source with absolute tiles, the build's zooms and bounds")
  func source() {
    var plan = StylePlan()
    plan.tileURL = "https://tiles.example/{z}/{x}/{y}.mvt"
    (plan.minZoom, plan.maxZoom) = (2, 6)
    plan.bounds = (1, 2, 3, 4.5)
    let style = StyleDocument.make(plan)
    #expect(style["version"] == 8)
    #expect(
      style["sources"] == [
        "overlays": [
          "type": "vector", "tiles": ["https://tiles.example/{z}/{x}/{y}.mvt"], "scheme": "xyz",
          "minzoom": 2, "maxzoom": 6, "bounds": [1.0, 2.0, 3.0, 4.5],
        ]
      ])
    #expect(style["sprite"] == nil && style["metadata"] == nil)
    plan.spriteURL = "https://tiles.example/sprite"
    #expect(StyleDocument.make(plan)["sprite"] == "https://tiles.example/sprite")
  }

  @Test("no background colour, no background layer; the default is the SDK's light gray")
  func background() {
    var plan = StylePlan()
    #expect(
      layer("background", in: StyleDocument.make(plan))?["paint"]
        == ["background-color": "rgba(170,170,170,1)"])
    plan.map.backgroundColor = nil
    #expect(ids(StyleDocument.make(plan)) == [])
  }

  @Test("for each index fills, strokes, stamps, dots; several layers of a role in plan order")
  func order() {
    var plan = StylePlan()
    plan.map.backgroundColor = nil
    plan.layers = [
      .init(name: "polygon", role: .fill, zIndices: [0, 7]),
      .init(name: "zones", role: .fill, zIndices: [-3, 7]),
      .init(name: "stroke", role: .stroke, zIndices: [7]),
      .init(name: "stamp", role: .stamp, zIndices: [0]),
      .init(name: "dot", role: .dot, zIndices: [0, 7]),
      .init(name: "marker", role: .marker, zIndices: [-9], markerKinds: [required]),
    ]
    plan.groundImages = [.init(url: "https://h/a.png", corners: [], zIndex: 7)]
    #expect(
      ids(StyleDocument.make(plan)) == [
        "zones/fill--3", "fill-0", "stamp-0", "dot-0", "ground-0", "fill-7", "zones/fill-7",
        "stroke-7", "dot-7", "marker-billboard",
      ])
  }

  @Test("an index is asked for only where a source layer has several")
  func filters() {
    var plan = StylePlan()
    plan.layers = [
      .init(name: "polygon", role: .fill, zIndices: [0]),
      .init(name: "stroke", role: .stroke, zIndices: [0, 2]),
    ]
    let style = StyleDocument.make(plan)
    #expect(layer("fill-0", in: style)?["filter"] == nil)
    #expect(
      layer("stroke-0", in: style)?["filter"] == ["==", ["coalesce", ["get", "z"], 0], 0])
    #expect(
      layer("stroke-2", in: style)?["filter"] == ["==", ["coalesce", ["get", "z"], 0], 2])
    #expect(layer("stroke-2", in: style)?["source-layer"] == "stroke")
  }

  @Test("a source layer of several kinds of geometry gives each style layer its own")
  func sharedLayer() {
    var plan = StylePlan()
    plan.layers = [
      .init(name: "mixed", role: .fill, zIndices: [0]),
      .init(name: "mixed", role: .stroke, zIndices: [0, 1]),
      .init(name: "mixed", role: .marker, zIndices: [0], markerKinds: [required]),
      .init(name: "mixed-stroke", role: .stroke, zIndices: [0]),
    ]
    let style = StyleDocument.make(plan)
    #expect(
      layer("mixed/fill-0", in: style)?["filter"]
        == ["match", ["geometry-type"], ["Polygon", "MultiPolygon"], true, false])
    #expect(
      layer("mixed/stroke-1", in: style)?["filter"] == [
        "all", ["match", ["geometry-type"], ["LineString", "MultiLineString"], true, false],
        ["==", ["coalesce", ["get", "z"], 0], 1],
      ])
    #expect(
      layer("mixed/marker-billboard", in: style)?["filter"]
        == ["match", ["geometry-type"], ["Point", "MultiPoint"], true, false])
    #expect(layer("mixed-stroke/stroke-0", in: style)?["filter"] == nil)
  }

  @Test("looks come from attributes, by the names that the tiles use, else from the kind's default")
  func looks() {
    var plan = StylePlan()
    plan.layers = StylePlan.Role.allCases.map {
      .init(name: "\($0)", role: $0, zIndices: [0, 1], markerKinds: [required])
    }
    plan.names = AttributeNames(avoiding: ["width", "name", "z"])
    let style = StyleDocument.make(plan)
    #expect(
      layer("fill/fill-0", in: style)?["paint"] == [
        "fill-color": ["coalesce", ["get", "fill"], "rgba(0,0,255,1)"], "fill-antialias": false,
      ])
    #expect(
      layer("stroke-0", in: style)?["paint"] == [
        "line-color": ["coalesce", ["get", "color"], "rgba(0,0,255,1)"],
        "line-width": ["coalesce", ["get", "overlay:width"], 1],
      ])
    #expect(
      layer("stroke-0", in: style)?["layout"]
        == ["line-cap": "butt", "line-join": "miter", "line-miter-limit": 2])
    #expect(
      layer("stroke-0", in: style)?["filter"]
        == ["==", ["coalesce", ["get", "overlay:z"], 0], 0])
    #expect(
      layer("stamp-1", in: style)?["paint"] == [
        "line-pattern": ["get", "image"], "line-width": ["coalesce", ["get", "overlay:width"], 1],
      ])
    let dot = layer("dot-1", in: style)?["layout"]
    #expect(dot?["icon-image"] == ["get", "image"])
    #expect(dot?["icon-rotate"] == ["coalesce", ["get", "rot"], 0])
    #expect(dot?["icon-pitch-alignment"] == "map" && dot?["icon-rotation-alignment"] == "map")
    #expect(dot?["icon-allow-overlap"] == true && dot?["icon-ignore-placement"] == true)
    let marker = layer("marker-billboard-0", in: style)
    #expect(marker?["layout"]?["icon-image"] == ["coalesce", ["get", "image"], "pin"])
    #expect(marker?["paint"] == ["icon-opacity": ["coalesce", ["get", "opacity"], 1]])
  }

  @Test("ids differ, sources and source layers exist, no colour is written as #rrggbbaa")
  func integrity() {
    var plan = StylePlan()
    plan.map.backgroundColor = RGBA(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    let kinds = [required, .init(flat: true, collision: .requiredAndHidesOptional)]
    for name in ["polygon", "stroke", "a", "a/fill"] {
      plan.layers += StylePlan.Role.allCases.map {
        .init(name: name, role: $0, zIndices: [-1, 0, 1], markerKinds: kinds)
      }
    }
    let style = StyleDocument.make(plan)
    #expect(Set(ids(style)).count == ids(style).count)
    #expect(ids(style).count == 1 + 4 * 4 * 3 + 4 * 2 * 3)
    for layer in layers(style).dropFirst() {
      #expect(layer["source"] == "overlays")
      #expect(["polygon", "stroke", "a", "a/fill"].contains(layer["source-layer"]))
    }
    #expect(!style.text().contains("#"))
    #expect(style.text().contains("rgba(255,128,0,0.25)"))
  }

  @Test("images on the ground lie at their index below everything, in input order")
  func groundImages() {
    var plan = StylePlan()
    plan.map.backgroundColor = nil
    plan.layers = [.init(name: "polygon", role: .fill, zIndices: [1])]
    let corner = LatLng(latitude: 1, longitude: 2)
    plan.groundImages = [
      .init(url: "https://h/a.png", corners: [corner, corner, corner, corner], zIndex: 1),
      .init(url: "https://h/b.png", corners: [], opacity: 0.5, zIndex: 0),
    ]
    let style = StyleDocument.make(plan)
    #expect(ids(style) == ["ground-1", "ground-0", "fill-1"])
    #expect(
      style["sources"]?["ground-0"] == [
        "type": "image", "url": "https://h/a.png",
        "coordinates": [[2.0, 1.0], [2.0, 1.0], [2.0, 1.0], [2.0, 1.0]],
      ])
    #expect(
      layer("ground-1", in: style)?["paint"]
        == ["raster-opacity": 0.5, "raster-fade-duration": 0])
  }
}

struct MarkerLayerTests {
  private func style(_ kinds: [StylePlan.MarkerKind], _ zIndices: [Int32]) -> JSONValue {
    var plan = StylePlan()
    plan.map.backgroundColor = nil
    plan.layers = [
      .init(name: "marker", role: .marker, zIndices: zIndices, markerKinds: kinds)
    ]
    return StyleDocument.make(plan)
  }

  @Test("one kind of one index needs no filter; each index has a layer, drawn in input order")
  func oneKind() {
    let one = style([required], [7])
    #expect(ids(one) == ["marker-billboard"])
    #expect(layers(one)[0]["filter"] == nil)
    let two = style([required], [5, 0])
    #expect(ids(two) == ["marker-billboard-0", "marker-billboard-5"])
    #expect(layers(two)[1]["filter"] == ["==", ["coalesce", ["get", "z"], 0], 5])
    for layer in layers(one) + layers(two) {
      // MapLibre Native reverses markers of equal sort key.
      #expect(layer["layout"]?["symbol-z-order"] == "source")
      #expect(layer["layout"]?["symbol-sort-key"] == nil)
    }
  }

  @Test("kinds are told apart by an attribute that the usual kind does not have")
  func kinds() {
    let style = style([required, .init(flat: true, collision: .required)], [0])
    #expect(ids(style) == ["marker-billboard", "marker-flat"])
    let kind: JSONValue = ["coalesce", ["get", "kind"], "billboard"]
    #expect(layers(style)[0]["filter"] == ["==", kind, "billboard"])
    #expect(layers(style)[1]["filter"] == ["==", kind, "flat"])
    #expect(layers(style)[0]["layout"]?["icon-pitch-alignment"] == "viewport")
    #expect(layers(style)[1]["layout"]?["icon-rotation-alignment"] == "map")
  }

  @Test("kinds interleave by index, unless that makes too many layers")
  func interleaving() {
    let kinds = [required, .init(flat: true, collision: .required)]
    #expect(
      ids(style(kinds, [2, 1])) == [
        "marker-billboard-1", "marker-flat-1", "marker-billboard-2", "marker-flat-2",
      ])
    let many = style(kinds, Array(0..<33))
    #expect(ids(many) == ["marker-billboard", "marker-flat"])
    #expect(layers(many)[0]["layout"]?["symbol-sort-key"] == ["coalesce", ["get", "z"], 0])
  }

  @Test("markers that give way lie lowest; the layer of the highest index is placed first")
  func collision() {
    let kinds: [StylePlan.MarkerKind] = [
      .init(flat: false, collision: .requiredAndHidesOptional), required,
      .init(flat: false, collision: .optionalAndHidesLowerPriority),
    ]
    let style = style(kinds, [0])
    #expect(
      ids(style) == [
        "marker-billboard-optionalAndHidesLowerPriority",
        "marker-billboard-requiredAndHidesOptional", "marker-billboard",
      ])
    let layouts = layers(style).compactMap { $0["layout"] }
    #expect(layouts.map { $0["icon-allow-overlap"] } == [false, true, true])
    #expect(layouts.map { $0["icon-ignore-placement"] } == [false, false, true])
    let many = self.style(kinds, Array(0..<65))
    let keys = layers(many).map { $0["layout"]?["symbol-sort-key"] }
    #expect(
      keys == [
        ["-", ["coalesce", ["get", "z"], 0]], ["coalesce", ["get", "z"], 0],
        ["coalesce", ["get", "z"], 0],
      ])
    let two = self.style([kinds[2]], [1, 2])
    #expect(
      ids(two) == [
        "marker-billboard-optionalAndHidesLowerPriority-1",
        "marker-billboard-optionalAndHidesLowerPriority-2",
      ])
  }

  @Test("bilinear interpolation between the corners gives the offset itself")
  func offset() throws {
    let expression = StyleExpression.offset(x: "x", y: "y")
    func number(_ value: JSONValue?) throws -> Double {
      guard case .int(let int)? = value else { throw CancellationError() }
      return Double(int)
    }
    /// What a client does: ["interpolate", ["linear"], input, stop, value, stop, value].
    func evaluate(_ node: JSONValue?, _ point: [String: Double]) throws -> [Double] {
      if node?[0] == "literal" { return try (0..<2).map { try number(node?[1]?[$0]) } }
      guard node?[0] == "interpolate", node?[1] == ["linear"],
        case .string(let name)? = node?[2], let input = point[name]
      else { throw CancellationError() }
      let (low, high) = try (number(node?[3]), number(node?[5]))
      let (a, b) = try (evaluate(node?[4], point), evaluate(node?[6], point))
      let t = (input - low) / (high - low)
      return zip(a, b).map { $0 + t * ($1 - $0) }
    }
    for (x, y) in [(0.0, -20.5), (13, 7), (-512, 512), (0.25, 0)] {
      let result = try evaluate(expression, ["x": x, "y": y])
      #expect(abs(result[0] - x) < 1e-9 && abs(result[1] - y) < 1e-9)
    }
  }

  @Test("markers without offset stand on the default pin's tip")
  func defaultOffset() {
    let text = style([required], [0]).text()
    #expect(text.contains(#"["coalesce",["get","ox"],0]"#))
    #expect(text.contains(#"["coalesce",["get","oy"],-20.5]"#))
  }
}
