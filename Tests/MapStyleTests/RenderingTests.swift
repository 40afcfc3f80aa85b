import Foundation
import JSONText
import MapMath
import OverlayModel
import Testing

@testable import MapStyle
@testable import SpriteSheet

/// Real clients draw a style of ours and a sprite of ours over tiles that a foreign writer made.
///
/// Needs the render scripts in `../shared/render` and, in `RENDER_PYTHON`, a Python with their
/// requirements; their README tells how to make one.
private struct RenderTools {
  let python: String, scripts: URL

  static let found: RenderTools? = {
    guard let python = ProcessInfo.processInfo.environment["RENDER_PYTHON"] else { return nil }
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let scripts = root.appendingPathComponent("../shared/render").standardizedFileURL
    let known = FileManager.default.fileExists(
      atPath: scripts.appendingPathComponent("render_browser.py").path)
    return known ? RenderTools(python: python, scripts: scripts) : nil
  }()

  /// Runs Python; the exit status and what it printed.
  func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, text: String) {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONPATH": scripts.path, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

/// The tiles: coordinates are pixels from the middle of the picture, x right, y down.
private let scene = """
  import mini_mvt
  from mini_mvt import line, point, poly, write
  def box(x0, y0, x1, y1, **p):
      return poly([[(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]], **p)
  write('.', {
    'polygon': [box(-230, -230, -130, -130), box(-180, -230, -80, -130, z=1, fill='rgba(255,0,0,0.5)')],
    'stroke': [line([(-230, -100), (-80, -100)], width=9), line([(-230, -60), (-80, -60)]),
               line([(-105, -240), (-105, -120)], width=10.5, color='rgba(0,128,0,1)')],
    'stamp': [line([(-230, 160), (-210, 160)], image='flag.png|20|texture', width=20)],
    'dot': [point(-150, 160, image='flag.png|20', rot=-90.0)],
    'marker': [point(0, 0, title='Tip <b>&', town='Null "Island"'), point(60, 0, image='pin-0000ff', oy=20.5),
               point(120, 0, image='pin-0000ff', ox=13, oy=0, rot=0),
               point(0, 100, image='pin-00ff00', rot=90, kind='flat'),
               point(-60, 100, image='pin-ff0000', opacity=0.5),
               point(-110, 40, image='pin-ff0000'), point(-104, 40, image='pin-00ff00'),
               point(-150, 40, image='pin-00ff00', z=5), point(-144, 40, image='pin-ff0000'),
               point(186, -150, image='pin-00ffff', kind='billboard-optionalAndHidesLowerPriority'),
               point(200, -150, image='pin-ff00ff', z=5, kind='billboard-optionalAndHidesLowerPriority')],
    'mixed': [line([(100, 120), (200, 120), (200, 200)], width=6, color='rgba(0,0,0,1)'),
              box(100, 210, 140, 240), point(230, 200)],
  }, ext='mvt', buffer=128)
  """

@Suite(.serialized)
struct RenderingTests {
  private static let base = "https://tiles.example/set/"
  private static let metresAPixel = 360.0 / (512 * 16384)

  /// Writes tiles, style, sprite and an image for the ground.
  private func makeSet(in folder: URL, with tools: RenderTools) throws {
    let tiles = try tools.run(["-c", scene], in: folder)
    try #require(tiles.status == 0, "\(tiles.text)")
    let colors: [[UInt8]] = [
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255],
    ]
    func flag(_ color: (Int, Int) -> [UInt8]) -> RasterImage {
      var image = RasterImage(width: 20, height: 20)
      for i in 0..<400 {
        image.pixels.replaceSubrange((4 * i)..<(4 * i + 4), with: color(i % 20, i / 20))
      }
      return image
    }
    // Top left red, top right green, bottom left blue, bottom right yellow.
    try Data(#require(flag { colors[$1 / 10 * 2 + $0 / 10] }.png()))
      .write(to: folder.appendingPathComponent("flag.png"))
    try Data(#require(flag { _, _ in [255, 128, 0, 255] }.png()))
      .write(to: folder.appendingPathComponent("ground.png"))
    let catalog = ImageCatalog(folder: folder.path)
    let images =
      try ["pin", "pin-0000ff", "pin-00ff00", "pin-ff0000", "pin-00ffff", "pin-ff00ff"]
      .map { try catalog.image($0) }
      + [
        catalog.texture(image: "flag.png", width: 20), catalog.stamp(image: "flag.png", width: 20),
      ]
    for file in try #require(SpriteAtlas.make(images)).files {
      try Data(file.bytes).write(to: folder.appendingPathComponent(file.name))
    }
    try Data(StyleDocument.make(plan).serialized(.pretty))
      .write(to: folder.appendingPathComponent("style.json"))
  }

  private var plan: StylePlan {
    let required = StylePlan.MarkerKind(flat: false, collision: .required)
    var plan = StylePlan()
    plan.tileURL = Self.base + "{z}/{x}/{y}.mvt"
    plan.spriteURL = Self.base + "sprite"
    (plan.minZoom, plan.maxZoom) = (14, 14)
    plan.map.backgroundColor = RGBA(red: 1, green: 1, blue: 1)
    plan.defaultIconOffset = (0, -Double(DefaultPin.height) / 2)
    plan.layers = [
      .init(name: "polygon", role: .fill, zIndices: [0, 1]),
      .init(name: "stroke", role: .stroke, zIndices: [0]),
      .init(name: "stamp", role: .stamp, zIndices: [0]),
      .init(name: "dot", role: .dot, zIndices: [0]),
      .init(
        name: "marker", role: .marker, zIndices: [0, 5],
        markerKinds: [
          required, .init(flat: true, collision: .required),
          .init(flat: false, collision: .optionalAndHidesLowerPriority),
        ]),
      .init(name: "mixed", role: .fill, zIndices: [0]),
      .init(name: "mixed", role: .stroke, zIndices: [0]),
      .init(name: "mixed", role: .marker, zIndices: [0], markerKinds: [required]),
    ]
    let corners = [(-230.0, 40.0), (-190, 40), (-190, 80), (-230, 80)].map { x, y in
      LatLng(latitude: -y * Self.metresAPixel, longitude: x * Self.metresAPixel)
    }
    // The query keeps the render scripts from reading the file as TileJSON.
    plan.groundImages = [.init(url: Self.base + "ground.png?image", corners: corners)]
    return plan
  }

  /// Places in pixels from the middle, and the colour there.
  private let expected: [(what: String, x: Int, y: Int, color: [Int])] = [
    ("a polygon without attributes is blue", -210, -180, [0, 0, 255]),
    ("a translucent polygon of a higher index", -155, -180, [128, 0, 127]),
    ("the same alone", -90, -180, [255, 127, 127]),
    ("a stroke of index 0 below it", -105, -180, [128, 64, 0]),
    ("a stroke without colour is blue", -150, -100, [0, 0, 255]),
    ("and as wide as it says", -150, -107, [255, 255, 255]),
    ("a stroke without width is thin", -150, -57, [255, 255, 255]),
    ("a marker without attributes is the pin", 0, -36, [234, 67, 53]),
    ("whose tip is at the place", 0, 3, [255, 255, 255]),
    ("a pin that hangs from its top", 60, 5, [0, 0, 255]),
    ("a pin by its left edge", 133, -16, [0, 0, 255]),
    ("a flat pin turned to the east", 36, 100, [0, 255, 0]),
    ("a pin half seen through", -60, 64, [255, 128, 128]),
    ("of equal markers the later lies on top", -110, 12, [0, 255, 0]),
    ("and the higher on a later one", -144, 12, [0, 255, 0]),
    ("a texture's top right lies at the start, left of the line", -226, 155, [0, 255, 0]),
    ("its top left at the start, right of the line", -226, 165, [255, 0, 0]),
    ("its bottom right at the end, left of the line", -214, 155, [255, 255, 0]),
    ("its bottom left at the end, right of the line", -214, 165, [0, 0, 255]),
    ("a sprite lies as a texture does", -154, 155, [0, 255, 0]),
    ("a sprite, start right", -154, 165, [255, 0, 0]),
    ("a sprite, end left", -146, 155, [255, 255, 0]),
    ("a sprite, end right", -146, 165, [0, 0, 255]),
    ("a marker of low priority gives way", 176, -177, [255, 255, 255]),
    ("one of high priority stands", 200, -186, [255, 0, 255]),
    ("a line of a mixed layer is drawn", 150, 120, [0, 0, 0]),
    ("and not filled", 180, 140, [255, 255, 255]),
    ("a polygon of a mixed layer is filled", 120, 225, [0, 0, 255]),
    ("a point of a mixed layer is a pin", 230, 164, [234, 67, 53]),
    ("an image lies on the ground", -210, 60, [255, 128, 0]),
  ]

  private func inScratchFolder(_ body: (URL, RenderTools) throws -> Void) throws {
    let tools = try #require(RenderTools.found)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("overlaytiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder, tools)
  }

  /// Keeps a picture for the eye where `RENDER_KEEP` names a folder.
  private func keep(_ picture: Data, as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["RENDER_KEEP"] else { return }
    try picture.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name + ".png"))
  }

  @Test(
    "GL JS and both Native builds draw every kind of layer right",
    .enabled(
      if: RenderTools.found != nil,
      "Set RENDER_PYTHON to a Python with the requirements of ../shared/render to draw."),
    arguments: [
      ("render_browser.py", [], 1), ("render_browser.py", ["--ratio", "2"], 2),
      ("render_native.py", ["--engine", "pymgl"], 1),
      ("render_native.py", ["--engine", "mapli"], 1),
    ] as [(String, [String], Int)])
  func clients(script: String, options: [String], ratio: Int) throws {
    try inScratchFolder { folder, tools in
      try makeSet(in: folder, with: tools)
      let drawn = try tools.run(
        [
          tools.scripts.appendingPathComponent(script).path, "style.json", "picture.png",
          "--center=0,0", "--zoom", "14", "--size", "512x512", "--public-base", Self.base,
        ] + options, in: folder)
      try #require(drawn.status == 0, "\(drawn.text)")
      let bytes = try Data(contentsOf: folder.appendingPathComponent("picture.png"))
      try keep(bytes, as: script + options.joined())
      let picture = try #require(RasterImage(png: Array(bytes)))
      for place in expected {
        let x = (256 + place.x) * ratio, y = (256 + place.y) * ratio
        let found = (0..<3).map { Int(picture.pixels[4 * (y * picture.width + x) + $0]) }
        let difference = zip(found, place.color).map { abs($0 - $1) }.max() ?? 0
        #expect(difference <= 6, "\(place.what): \(found), not \(place.color)")
      }
    }
  }

  @Test(
    "the viewer page draws from a server that knows nothing of gzip, and tells what was clicked",
    .enabled(
      if: RenderTools.found != nil,
      "Set RENDER_PYTHON to a Python with the requirements of ../shared/render to draw."))
  func viewer() throws {
    try inScratchFolder { folder, tools in
      try makeSet(in: folder, with: tools)
      var plan = plan
      plan.map.camera = .init(target: LatLng(latitude: 0, longitude: 0), zoom: 15)
      plan.map.padding.left = 100
      plan.map.maxZoom = 18
      plan.map.cameraTargetBounds = CoordinateBounds(
        west: -0.001, south: -0.001, east: 0.001, north: 0.001)
      plan.map.accessibilityElementsHidden = false
      try Data(StyleDocument.make(plan).serialized())
        .write(to: folder.appendingPathComponent("style.json"))
      try Data(Viewer.page(title: "A & <b>", maplibreJS: "maplibre-gl.js"))
        .write(to: folder.appendingPathComponent("index.html"))
      let run = try tools.run(["-c", viewerScript], in: folder)
      try #require(run.status == 0, "\(run.text)")
      let text = try #require(run.text.split(separator: "\n").last.map(String.init))
      let result = try JSONValue(parsing: text)
      #expect(result["title"] == "A & <b>")
      #expect(result["message"] == "" && result["console"] == [])
      #expect(result["popup"] == "Tip <b>&|town|Null \"Island\"")
      #expect(result["bold"] == 0)
      #expect(result["titles"] == ["Tip <b>&"])
      #expect(result["far"] == [0.001, -0.001] && result["maxZoom"] == 17)
      try keep(Data(contentsOf: folder.appendingPathComponent("popup.png")), as: "viewer")
      let bytes = try Data(contentsOf: folder.appendingPathComponent("page.png"))
      let picture = try #require(RasterImage(png: Array(bytes)))
      // The page is 612 wide: with 100 of padding on the left its middle lies at 356.
      for place in expected {
        let i = 4 * ((256 + place.y) * picture.width + 356 + place.x)
        let found = (0..<3).map { Int(picture.pixels[i + $0]) }
        let difference = zip(found, place.color).map { abs($0 - $1) }.max() ?? 0
        #expect(difference <= 6, "\(place.what): \(found), not \(place.color)")
      }
    }
  }
}

/// Serves the folder as it is, opens the page, clicks on the pin in the middle, wanders off.
private let viewerScript = """
  import functools, http.server, json, os, shutil, sys, threading
  import render_browser
  from playwright.sync_api import sync_playwright
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
      page = browser.new_page(viewport={'width': 612, 'height': 512})
      console = []
      page.on('console', lambda m: console.append(m.text) if m.type == 'error' and '404' not in m.text and 'favicon' not in m.text else None)
      page.on('pageerror', lambda e: console.append(str(e)))
      page.goto('http://127.0.0.1:%d/index.html' % server.server_address[1])
      try:
          page.wait_for_function('window.map?.loaded?.() && map.areTilesLoaded()', timeout=20000)
      except Exception as e:
          sys.exit('%s %s %s' % (e, console, page.locator('#message').text_content()))
      page.wait_for_function("document.querySelectorAll('#titles li').length")
      page.evaluate("document.querySelector('.maplibregl-control-container').style.display = 'none'")
      page.screenshot(path='page.png')
      result = {'title': page.title(), 'titles': page.locator('#titles li').all_text_contents()}
      page.mouse.click(356, 220)
      page.wait_for_selector('.maplibregl-popup-content')
      result['popup'] = '|'.join(page.locator('.maplibregl-popup-content :is(h2, th, td)').all_text_contents())
      result['bold'] = page.locator('.maplibregl-popup-content b').count()
      page.evaluate("document.querySelector('.maplibregl-control-container').style.display = ''")
      page.screenshot(path='popup.png')
      result['message'] = page.locator('#message').text_content()
      result['far'] = page.evaluate("map.jumpTo({center: [5, -5]}), map.getCenter().toArray().map(v => Math.round(v * 1e6) / 1e6)")
      result['maxZoom'] = page.evaluate('map.getMaxZoom()')
      result['console'] = console
      browser.close()
  print(json.dumps(result))
  """
