import Foundation
import JSONText
import MapMath
import OverlayModel
import Testing

@testable import MapStyle

/// Styles of every make, judged by the style specification as GL JS knows it: it refuses a style
/// whole when one member is wrong.
struct StyleValidityTests {
  private static let kinds = MarkerLook.CollisionBehavior.allCases.flatMap { collision in
    [false, true].map { StylePlan.MarkerKind(flat: $0, collision: collision) }
  }

  private static func plan(_ zIndices: [Int32], names: [String]) -> StylePlan {
    var plan = StylePlan()
    plan.tileURL = "https://tiles.example/{z}/{x}/{y}.mvt"
    plan.spriteURL = "https://tiles.example/sprite"
    for name in names {
      plan.layers += StylePlan.Role.allCases.map {
        .init(name: name, role: $0, zIndices: zIndices, markerKinds: kinds)
      }
    }
    return plan
  }

  private static func styles() throws -> [(name: String, style: JSONValue)] {
    let mixed = ["polygon", "stroke", "caf\u{e9}/\"1\""]
    var grounds = plan([0], names: ["a"])
    let corners = [(1.0, 170.0), (1, 190), (-1, 190), (-1, 170)].map {
      LatLng(latitude: $0, longitude: $1)
    }
    grounds.groundImages = [
      .init(
        url: "https://tiles.example/ground-0.png?v=1", corners: corners, opacity: 0.5, zIndex: 3,
        minZoom: 2, maxZoom: 8, details: [.init("title", "Hall"), .init("properties", ["a": 1])])
    ]
    var archive = plan([0], names: ["a"])
    archive.tileURL = "pmtiles://https://tiles.example/a.pmtiles"
    var options = plan([0], names: ["a"])
    options.map.camera = .init(
      target: LatLng(latitude: -33, longitude: 151), zoom: 30, bearing: 370, viewingAngle: 80)
    options.map.backgroundColor = RGBA(red: 1, green: 0.5, blue: 0, alpha: 0.25)
    options.map.padding.left = 5
    options.names = AttributeNames(avoiding: AttributeNames.Attribute.allCases.map(\.rawValue))
    var based = plan([0], names: ["stroke"])
    based.base = try BaseStyle([
      "version": 8, "sprite": [["id": "overlays", "url": "https://base.example/sprite"]],
      "glyphs": "https://base.example/{fontstack}/{range}.pbf",
      "sources": ["overlays": ["type": "vector", "url": "https://base.example/tiles.json"]],
      "layers": [
        ["id": "background", "type": "background", "paint": ["background-color": "#abcdef"]],
        [
          "id": "stroke-0", "type": "fill-extrusion", "source": "overlays", "source-layer": "b",
        ],
      ],
    ])
    based.map.isBuildingsEnabled = false
    based.files = [
      StyleFile(name: "style.json", mapType: "normal", isDark: false),
      StyleFile(name: "style-dark.json", mapType: "normal", isDark: true),
    ]
    return [
      ("nothing", StylePlan()), ("few indices", plan([-1, 0, 7], names: mixed)),
      ("many indices", plan(Array(-40..<40), names: ["a"])), ("ground images", grounds),
      ("archive", archive), ("options", options), ("base style", based),
    ].map { ($0.0, StyleDocument.make($0.1)) }
  }

  @Test("GL JS finds nothing wrong with any", .withClients)
  func valid() throws {
    try RenderTools.inScratchFolder { folder, tools in
      let members = try Self.styles().map { JSONValue.Member($0.name, $0.style) }
      // It also must find what is wrong, or the test would say nothing.
      let wrong: JSONValue = [
        "version": 8, "sources": [:],
        "layers": [["id": "a", "type": "background", "paint": ["background-colour": "red"]]],
      ]
      try Data(JSONValue.object(members + [.init("wrong", wrong)]).serialized())
        .write(to: folder.appendingPathComponent("styles.json"))
      let run = try tools.run(["-c", validityScript], in: folder)
      try #require(run.status == 0, "\(run.text)")
      let line = try #require(run.text.split(separator: "\n").last.map(String.init))
      let faults = try JSONValue(parsing: line)
      for member in members { #expect(faults[member.name] == [], "\(member.name)") }
      #expect(faults["wrong"] != [] && faults["wrong"] != nil)
    }
  }
}

/// Hands each style of styles.json to a map and prints the errors that come before it is loaded.
private let validityScript = """
  import json, sys
  import render_browser
  from playwright.sync_api import sync_playwright
  styles = json.load(open('styles.json'))
  with sync_playwright() as pw:
      browser = pw.chromium.launch(executable_path='/usr/bin/chromium', args=[
          '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
          '--ignore-gpu-blocklist', '--disable-dev-shm-usage'])
      page = browser.new_page(viewport={'width': 64, 'height': 64})
      page.set_content('<div id=m style="width:64px;height:64px"></div>')
      page.add_script_tag(path=render_browser.find_js())
      page.evaluate("for (const p of ['pmtiles', 'https']) maplibregl.addProtocol(p, async () => { throw new Error('offline'); })")
      faults = page.evaluate(r'''async (styles) => {
        const found = {};
        for (const [name, style] of Object.entries(styles)) {
          const map = new maplibregl.Map({ container: 'm', style });
          found[name] = await new Promise((done) => {
            const errors = [];
            map.on('error', ({ error }) => {
              if (!/offline/.test(error.message)) errors.push(error.message);
              if (errors.length) setTimeout(() => done(errors), 50);
            });
            map.on('style.load', () => done(errors));
          });
          map.remove();
        }
        return found;
      }''', styles)
      browser.close()
  print(json.dumps(faults))
  """
