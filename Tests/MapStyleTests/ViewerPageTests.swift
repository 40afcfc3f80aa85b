import Foundation
import JSONText
import MapMath
import OverlayModel
import Testing

@testable import MapStyle
@testable import SpriteSheet

/// The viewer page in a real browser, offline, from a server that knows nothing of gzip.
@Suite(.serialized)
struct ViewerPageTests {
  /// Writes the set of ``RenderScene`` with its page, opens it in the browser, runs `script` there
  /// and returns what that puts into `result`.
  ///
  /// - Parameter styles: Writes style files other than style.json, and may change that plan.
  private func look(
    _ script: String, scheme: String = "light",
    styles: (inout StylePlan, URL) throws -> Void = { _, _ in },
    check: (JSONValue, URL) throws -> Void
  ) throws {
    try RenderTools.inScratchFolder { folder, tools in
      try RenderScene.makeSet(in: folder, with: tools)
      var plan = RenderScene.plan
      plan.map.camera = .init(target: LatLng(latitude: 0, longitude: 0), zoom: 15)
      try styles(&plan, folder)
      try Data(StyleDocument.make(plan).serialized())
        .write(to: folder.appendingPathComponent("style.json"))
      try Data(Viewer.page(title: "A & <b>", maplibreJS: "maplibre-gl.js"))
        .write(to: folder.appendingPathComponent("index.html"))
      let text = pageScript.replacingOccurrences(of: "SCHEME", with: scheme)
        .replacingOccurrences(of: "    pass\n", with: script)
      let run = try tools.run(["-c", text], in: folder)
      try #require(run.status == 0, "\(run.text)")
      let line = try #require(run.text.split(separator: "\n").last.map(String.init))
      let result = try JSONValue(parsing: line)
      #expect(result["message"] == "" && result["console"] == [])
      try check(result, folder)
      for name in ["page", "popup"] {
        let file = folder.appendingPathComponent(name + ".png")
        if let picture = try? Data(contentsOf: file) {
          try RenderTools.keep(picture, as: "viewer-\(name)-\(scheme)")
        }
      }
    }
  }

  private func picture(_ name: String, in folder: URL) throws -> RasterImage {
    try #require(
      RasterImage(png: Array(Data(contentsOf: folder.appendingPathComponent(name + ".png")))))
  }

  @Test("the page draws, tells what was clicked, and keeps padding and limits", .withClients)
  func viewer() throws {
    try look(
      """
          page.evaluate(HIDE_CONTROLS)
          page.screenshot(path='page.png')
          page.mouse.click(356, 220)
          page.wait_for_selector('.maplibregl-popup-content')
          result['popup'] = '|'.join(page.locator('.maplibregl-popup-content :is(h2, th, td)').all_text_contents())
          result['bold'] = page.locator('.maplibregl-popup-content b').count()
          page.screenshot(path='popup.png')
          result['far'] = page.evaluate("map.jumpTo({center: [5, -5]}), map.getCenter().toArray().map(v => Math.round(v * 1e6) / 1e6)")
          result['maxZoom'] = page.evaluate('map.getMaxZoom()')

      """
    ) { plan, _ in
      plan.map.padding.left = 100
      plan.map.maxZoom = 18
      plan.map.cameraTargetBounds = CoordinateBounds(
        west: -0.001, south: -0.001, east: 0.001, north: 0.001)
    } check: { result, folder in
      #expect(result["title"] == "A & <b>")
      #expect(result["popup"] == "Tip <b>&|town|Null \"Island\"")
      #expect(result["bold"] == 0)
      #expect(result["far"] == [0.001, -0.001] && result["maxZoom"] == 17)
      // The page is 612 wide: with 100 of padding on the left its middle lies at 356.
      RenderScene.check(try picture("page", in: folder), middle: (356, 256))
    }
  }

  @Test("an info window sits on its point of the image, turned with it", .withClients)
  func infoWindows() throws {
    try look(
      """
          for name, x, y in (('pin', 306, 236), ('hanging', 366, 276), ('turned', 326, 356)):
              page.evaluate("document.querySelectorAll('.maplibregl-popup').forEach(p => p.remove())")
              page.mouse.click(x, y)
              page.wait_for_selector('.maplibregl-popup-tip')
              box = page.locator('.maplibregl-popup').bounding_box()
              style = page.evaluate("getComputedStyle(document.querySelector('.maplibregl-popup')).transform")
              anchor = page.evaluate("[...document.querySelector('.maplibregl-popup').classList].find(c => c.startsWith('maplibregl-popup-anchor-')).split('anchor-')[1]")
              x = box['x'] + box['width'] * (0 if 'left' in anchor else 1 if 'right' in anchor else 0.5)
              y = box['y'] + box['height'] * (0 if 'top' in anchor else 1 if 'bottom' in anchor else 0.5)
              result[name] = [round(x - 306), round(y - 256)]

      """
    ) { _, _ in
    } check: { result, _ in
      func near(_ name: String, _ x: Int, _ y: Int) -> Bool {
        guard case .int(let foundX)? = result[name]?[0], case .int(let foundY)? = result[name]?[1]
        else { return false }
        return abs(foundX - x) <= 1 && abs(foundY - y) <= 1
      }
      // The pin is 26 x 41 points. Tip at (0, 0): the top's middle lies 41 above.
      #expect(near("pin", 0, -41), "\(result)")
      // oy 20.5 puts the top's middle at the place itself.
      #expect(near("hanging", 60, 0), "\(result)")
      // Turned by 90 degrees about (0, 100), the top lies to the right.
      #expect(near("turned", 41, 100), "\(result)")
    }
  }

  @Test("taps are for markers and for what says so, and reach images on the ground", .withClients)
  func taps() throws {
    try look(
      """
          tell = lambda x, y: page.evaluate(f"(f => f ? [f.layer.id, titleOf(f) ?? null] : null)(tapped(map, {{x: {x}, y: {y}}}))")
          result['ground'] = tell(306 - 210, 256 + 60)
          result['polygon'] = tell(306 - 210, 256 - 180)
          result['nothing'] = tell(306 + 20, 256 - 240)
          result['marker'] = tell(306, 256 - 20)

      """
    ) { plan, _ in
      plan.groundImages[0].details = [
        .init("title", "Floor"), .init("properties", ["level": 2]), .init("tappable", true),
      ]
    } check: { result, _ in
      #expect(result["ground"] == ["ground-0", "Floor"])
      // A shape that does not ask for taps is told of where nothing else is.
      #expect(result["polygon"]?[0] == "fill-0")
      #expect(result["nothing"] == .null)
      #expect(result["marker"] == ["marker-billboard-0", "Tip <b>&"])
    }
  }

  @Test("a tap on a cluster zooms in, and on nothing else", .withClients)
  func clusters() throws {
    try look(
      """
          tap = lambda cluster: page.evaluate("cluster => openCluster(map, {properties: {cluster}, geometry: {coordinates: [0.25, 0.5]}})", cluster)
          result['marker'] = tap(None)
          result['before'] = page.evaluate("map.getZoom()")
          result['cluster'] = tap(True)
          page.wait_for_function("!map.isMoving()")
          result['after'] = page.evaluate("[map.getZoom(), map.getCenter().lng, map.getCenter().lat]")

      """
    ) { result, _ in
      #expect(result["marker"] == false && result["cluster"] == true)
      // One less than the SDK's zoom.
      #expect(result["before"] == 14)
      #expect(result["after"]?[0] == 16)
    }
  }

  @Test("titles are listed for the keyboard, and open what they name", .withClients)
  func titles() throws {
    try look(
      """
          page.wait_for_function("document.querySelectorAll('#titles button').length == 2")
          result['titles'] = page.locator('#titles button').all_text_contents()
          button = page.locator('#titles button', has_text='Floor')
          button.focus()
          result['shown'] = page.locator('#titles').bounding_box()['width'] > 20
          page.keyboard.press('Enter')
          page.wait_for_selector('.maplibregl-popup-content')
          result['popup'] = '|'.join(page.locator('.maplibregl-popup-content :is(h2, th, td)').all_text_contents())
          page.keyboard.press('Escape')
          result['closed'] = page.locator('.maplibregl-popup-content').count()
          page.evaluate('document.activeElement.blur()')
          result['hidden'] = page.locator('#titles').bounding_box()['width'] < 2

      """
    ) { plan, _ in
      plan.map.accessibilityElementsHidden = false
      plan.groundImages[0].details = [
        .init("title", "Floor"), .init("properties", ["level": 2]),
      ]
    } check: { result, _ in
      #expect(result["titles"] == ["Tip <b>&", "Floor"])
      #expect(result["popup"] == "Floor|level|2")
      #expect(result["closed"] == 0 && result["shown"] == true && result["hidden"] == true)
    }
  }

  @Test("by default nothing is listed", .withClients)
  func noTitles() throws {
    try look(
      """
          result['hidden'] = page.locator('#titles').is_hidden()

      """
    ) { result, _ in
      #expect(result["hidden"] == true)
    }
  }

  @Test(
    "light or dark follows the system, and a control chooses the map type", .withClients,
    arguments: ["light", "dark"])
  func maps(scheme: String) throws {
    try look(
      """
          shown = lambda: page.evaluate("map.getPaintProperty('base', 'background-color')")
          wait = lambda color: page.wait_for_function(f"map.getPaintProperty('base', 'background-color') == '{color}'")
          result['first'] = shown()
          result['choices'] = page.locator('.maps label').all_text_contents()
          page.locator('.maps input').nth(1).check()
          wait('green')
          page.locator('.maps input').nth(0).check()
          page.wait_for_function("map.getPaintProperty('base', 'background-color') != 'green'")
          result['again'] = shown()
          page.emulate_media(color_scheme='dark')
          wait('black')
          page.wait_for_function('map.areTilesLoaded()')
          page.wait_for_timeout(300)
          result['pin'] = page.evaluate("map.queryRenderedFeatures([306, 236]).map(f => f.layer.id)")
          page.screenshot(path='page.png')

      """, scheme: scheme
    ) { plan, folder in
      plan.files = [
        StyleFile(name: "style.json", mapType: "normal", isDark: false),
        StyleFile(name: "style-dark.json", mapType: "normal", isDark: true),
        StyleFile(name: "style-hybrid.json", mapType: "hybrid"),
      ]
      for (name, color) in [("style-dark", "black"), ("style-hybrid", "green"), ("style", "white")]
      {
        plan.base = try BaseStyle([
          "version": 8, "sources": [:],
          "layers": [
            ["id": "base", "type": "background", "paint": ["background-color": .string(color)]]
          ],
        ])
        try Data(StyleDocument.make(plan).serialized())
          .write(to: folder.appendingPathComponent(name + ".json"))
      }
    } check: { result, _ in
      let color: JSONValue = scheme == "dark" ? "black" : "white"
      #expect(result["first"] == color && result["again"] == color)
      #expect(result["choices"] == [" normal", " hybrid"])
      #expect(result["pin"] == ["marker-billboard-0"])
    }
  }
}

/// Serves the folder as it is and opens the page, 612 x 512 pixels.
private let pageScript = """
  import http.server, json, os, shutil, sys, threading
  import render_browser
  from playwright.sync_api import sync_playwright
  HIDE_CONTROLS = "document.querySelector('.maplibregl-control-container').style.display = 'none'"
  js = render_browser.find_js()
  shutil.copy(js, 'maplibre-gl.js')
  css = js[:-3] + '.css'
  shutil.copy(css, 'maplibre-gl.css') if os.path.exists(css) else open('maplibre-gl.css', 'w').close()
  class Handler(http.server.SimpleHTTPRequestHandler):
      def log_message(self, *a): pass
  server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
  threading.Thread(target=server.serve_forever, daemon=True).start()
  with sync_playwright() as pw:
      browser = pw.chromium.launch(executable_path='/usr/bin/chromium', args=[
          '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
          '--ignore-gpu-blocklist', '--force-color-profile=srgb', '--disable-dev-shm-usage'])
      page = browser.new_page(viewport={'width': 612, 'height': 512}, color_scheme='SCHEME')
      console = []
      page.on('console', lambda m: console.append(m.text) if m.type == 'error' and '404' not in m.text and 'favicon' not in m.text else None)
      page.on('pageerror', lambda e: console.append(str(e)))
      page.goto('http://127.0.0.1:%d/index.html' % server.server_address[1])
      try:
          page.wait_for_function('window.map?.loaded?.() && map.areTilesLoaded()', timeout=20000)
      except Exception as e:
          sys.exit('%s %s %s' % (e, console, page.locator('#message').text_content()))
      result = {'title': page.title()}
      pass
      result['message'] = page.locator('#message').text_content()
      result['console'] = console
      browser.close()
  print(json.dumps(result))

  """
