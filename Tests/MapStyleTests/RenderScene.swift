import Foundation
import JSONText
import MapMath
import OverlayModel
import Testing

@testable import MapStyle
@testable import SpriteSheet

/// The tiles: coordinates are pixels from the middle of the picture, x right, y down.
private let tileScript = """
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

/// A set of tiles with every kind of layer, and what a picture of it must show.
enum RenderScene {
  static let base = "https://tiles.example/set/"
  private static let degreesAPixel = 360.0 / (512 * 16384)

  /// Writes tiles, style, sprite and an image for the ground.
  static func makeSet(in folder: URL, with tools: RenderTools) throws {
    let tiles = try tools.run(["-c", tileScript], in: folder)
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

  static var plan: StylePlan {
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
      LatLng(latitude: -y * Self.degreesAPixel, longitude: x * Self.degreesAPixel)
    }
    // The query keeps the render scripts from reading the file as TileJSON.
    plan.groundImages = [.init(url: Self.base + "ground.png?image", corners: corners)]
    return plan
  }

  /// Places in pixels from the middle, and the colour there.
  static let expected: [(what: String, x: Int, y: Int, color: [Int])] = [
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

  /// Compares a picture with what it must show; its middle lies at (`x`, `y`) points.
  static func check(_ picture: RasterImage, middle: (x: Int, y: Int) = (256, 256), ratio: Int = 1) {
    for place in expected {
      let x = (middle.x + place.x) * ratio, y = (middle.y + place.y) * ratio
      let found = (0..<3).map { Int(picture.pixels[4 * (y * picture.width + x) + $0]) }
      let difference = zip(found, place.color).map { abs($0 - $1) }.max() ?? 0
      #expect(difference <= 6, "\(place.what): \(found), not \(place.color)")
    }
  }
}
