import Foundation
import JSONText
import OverlayModel
import TestSupport
import Testing

@testable import SpriteSheet

/// The channels of a pixel.
private func pixel(_ image: RasterImage, _ x: Int, _ y: Int) -> [UInt8] {
  Array(image.pixels[(4 * (y * image.width + x))...].prefix(4))
}

/// An image whose pixels are given by their place.
private func raster(
  _ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]
) -> RasterImage {
  var image = RasterImage(width: width, height: height)
  for y in 0..<height {
    for x in 0..<width {
      image.pixels.replaceSubrange(
        (4 * (y * width + x))..<(4 * (y * width + x) + 4), with: color(x, y))
    }
  }
  return image
}

private let red: [UInt8] = [255, 0, 0, 255], blue: [UInt8] = [0, 0, 255, 255]

struct RasterImageTests {
  @Test("rows become columns: top to left, and nothing is mirrored twice")
  func transposed() {
    let image = raster(3, 2) { [UInt8($0), UInt8($1), 0, 255] }
    let turned = image.transposed()
    #expect(turned.width == 2 && turned.height == 3)
    #expect(pixel(turned, 1, 2) == [2, 1, 0, 255])
    #expect(pixel(turned, 0, 2) == [2, 0, 0, 255])
    #expect(turned.transposed() == image)
  }

  @Test("halving takes the mean of four, doubling goes linearly between centres")
  func resizing() {
    let image = raster(2, 2) { x, y in x == 0 ? [200, 0, 0, 255] : [100, 0, 0, 255] }
    #expect(image.resized(width: 1, height: 1).pixels == [150, 0, 0, 255])
    let wide = image.resized(width: 4, height: 1)
    // Centres at -0.25, 0.25, 0.75, 1.25 of the old pixels, clamped to 0...1.
    #expect((0..<4).map { pixel(wide, $0, 0)[0] } == [200, 175, 125, 100])
    #expect(image.resized(width: 2, height: 2) == image)
  }

  @Test("shrinking by a fraction weighs what each pixel covers")
  func fraction() {
    let image = raster(3, 1) { x, _ in [UInt8(x * 90), 0, 0, 255] }
    let small = image.resized(width: 2, height: 1)
    // Pixel 0 covers all of 0 and half of 1: (0 + 45) / 1.5; pixel 1 the rest: (45 + 180) / 1.5.
    #expect((0..<2).map { pixel(small, $0, 0)[0] } == [30, 150])
  }

  @Test("transparent pixels lend no colour")
  func premultiplied() {
    let image = raster(2, 1) { x, _ in x == 0 ? [255, 255, 255, 255] : [0, 0, 0, 0] }
    #expect(image.resized(width: 1, height: 1).pixels == [255, 255, 255, 128])
  }

  @Test("a resized image of one colour keeps it", arguments: 1...8 as ClosedRange<UInt64>)
  func flat(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let color =
      [UInt8](repeating: 0, count: 3).map { _ in
        UInt8.random(in: 0...255, using: &random)
      } + [255]
    let image = raster(
      Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random)
    ) {
      _, _ in color
    }
    let other = image.resized(
      width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...40, using: &random))
    #expect(
      stride(from: 0, to: other.pixels.count, by: 4).allSatisfy {
        Array(other.pixels[$0..<($0 + 4)]) == color
      })
  }

  @Test("a PNG is read back pixel by pixel, and holds no time or text")
  func png() throws {
    let image = raster(7, 5) { [UInt8($0 * 30), UInt8($1 * 50), 9, UInt8(255 - $0)] }
    let bytes = try #require(image.png())
    #expect(RasterImage(png: bytes) == image)
    let size = try #require(RasterImage.size(ofPNG: bytes))
    #expect(size == (7, 5))
    #expect(image.png() == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    for chunk in ["tIME", "tEXt", "zTXt", "iTXt"] { #expect(!text.contains(chunk)) }
    #expect(RasterImage(png: Array(bytes.dropLast(20))) == nil)
    #expect(RasterImage.size(ofPNG: [1, 2, 3]) == nil)
    #expect(RasterImage(png: []) == nil)
  }
}

struct ShelfPackingTests {
  @Test(
    "rectangles keep a pixel apart and fill most of the sheet",
    arguments: 1...10 as ClosedRange<UInt64>)
  func packing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sizes = (0..<60).map { _ in
      (
        width: Int.random(in: 1...40, using: &random),
        height: Int.random(in: 1...40, using: &random)
      )
    }.sorted { $0.height > $1.height }
    let packing = ShelfPacking(sizes: sizes)
    let boxes = zip(packing.places, sizes).map { ($0.x, $0.y, $0.x + $1.width, $0.y + $1.height) }
    for (i, a) in boxes.enumerated() {
      #expect(a.2 <= packing.width && a.3 <= packing.height)
      for b in boxes[..<i] {
        #expect(a.0 > b.2 || b.0 > a.2 || a.1 > b.3 || b.1 > a.3)
      }
    }
    let area = sizes.reduce(0) { $0 + $1.width * $1.height }
    #expect(area * 3 > packing.width * packing.height * 2)
  }

  @Test("nothing still is a sheet")
  func empty() {
    let packing = ShelfPacking(sizes: [])
    #expect((packing.width, packing.height) == (1, 1))
  }
}

struct DefaultPinTests {
  private let catalog = ImageCatalog(folder: "")

  @Test("the tip is the middle of the bottom edge, both sides are alike, the corners clear")
  func shape() throws {
    let pin = try catalog.image("pin")
    #expect(pin.width == 26 && pin.height == 41)
    for (image, ratio) in [(pin.pixels, 1), (pin.pixels2x, 2)] {
      #expect(image.width == 26 * ratio && image.height == 41 * ratio)
      let bottom = (0..<image.width).map { pixel(image, $0, image.height - 1)[3] }
      #expect(bottom[13 * ratio - 1] > 0 && bottom[13 * ratio] > 0)
      #expect(bottom[..<(12 * ratio)].allSatisfy { $0 == 0 })
      for y in 0..<image.height {
        for x in 0..<image.width {
          #expect(pixel(image, x, y) == pixel(image, image.width - 1 - x, y))
        }
      }
      #expect(pixel(image, 0, 0)[3] == 0 && pixel(image, 0, 30 * ratio)[3] == 0)
      // Between dot and rim the pin has its colour.
      #expect(pixel(image, 13 * ratio, 5 * ratio) == [234, 67, 53, 255])
      #expect(pixel(image, 13 * ratio, 13 * ratio)[3] == 255)
      #expect(pixel(image, 13 * ratio, 13 * ratio)[0] < 234)
    }
  }

  @Test("its area is that of a circle of 12.5 points and the cone of its tangents")
  func area() throws {
    let pin = try catalog.image("pin").pixels2x
    let covered = stride(from: 3, to: pin.pixels.count, by: 4).reduce(0.0) {
      $0 + Double(pin.pixels[$1]) / 255 / 4
    }
    // Circle without the sector between the touching points, plus the kite to the tip.
    let half = acos(12.5 / 28), tangent = (28.0 * 28 - 12.5 * 12.5).squareRoot()
    let expected = 12.5 * 12.5 * (.pi - half) + 12.5 * tangent
    #expect(abs(covered - expected) < expected * 0.003)
  }

  @Test("a tint names its pin and colours it")
  func tint() throws {
    #expect(ImageCatalog.pinName() == "pin")
    #expect(ImageCatalog.pinName(color: RGBA(red: 0, green: 1, blue: 0.5)) == "pin-00ff80")
    let name = ImageCatalog.pinName(color: RGBA(red: 0, green: 0, blue: 1, alpha: 0.5))
    #expect(name == "pin-0000ff80")
    #expect(pixel(try catalog.image("pin-00ff80").pixels, 13, 5) == [0, 255, 128, 255])
    #expect(pixel(try catalog.image(name).pixels, 13, 5) == [0, 0, 255, 128])
    // A dark pin has a lighter dot.
    #expect(pixel(try catalog.image("pin-000000").pixels, 13, 13)[0] > 50)
    for other in ["pin-", "pin-12345", "pin-+12345", "pin-gggggg", "pin.png"] {
      #expect(throws: ImageError.missing(path: other)) { try catalog.image(other) }
    }
  }
}

struct ImageCatalogTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("overlaytiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ image: RasterImage) throws {
    try Data(#require(image.png())).write(to: folder.appendingPathComponent(name))
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  @Test("one pixel is one point; finer pixels come from @2x, or are made")
  func files() throws {
    defer { cleanUp() }
    try write("one.png", raster(3, 2) { _, _ in red })
    try write("both.png", raster(2, 2) { _, _ in red })
    try write("both@2x.png", raster(4, 4) { _, _ in blue })
    try write("fine@2x.png", raster(5, 4) { _, _ in blue })
    let catalog = ImageCatalog(folder: folder.path)
    let one = try catalog.image("one.png")
    #expect(one.width == 3 && one.height == 2)
    #expect(one.pixels2x == raster(6, 4) { _, _ in red })
    let both = try catalog.image("both.png")
    #expect(both.pixels == raster(2, 2) { _, _ in red })
    #expect(both.pixels2x == raster(4, 4) { _, _ in blue })
    let fine = try catalog.image("fine.png")
    #expect(fine.width == 3 && fine.height == 2 && fine.pixels == raster(3, 2) { _, _ in blue })
    #expect(fine.pixels2x.width == 6)
    let size = try #require(catalog.size(of: "one.png"))
    #expect(size == (3, 2))
    #expect(catalog.size(of: "none.png") == nil)
  }

  @Test("what cannot be used says why")
  func faults() throws {
    defer { cleanUp() }
    try Data("GIF89a".utf8).write(to: folder.appendingPathComponent("a.gif"))
    try write("huge.png", raster(1025, 1) { _, _ in red })
    try write("fine@2x.png", raster(2, 2049) { _, _ in red })
    let whole = try #require(raster(30, 30) { [UInt8($0), UInt8($1), 1, 255] }.png())
    try Data(whole.dropLast(40)).write(to: folder.appendingPathComponent("cut.png"))
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("folder.png"), withIntermediateDirectories: true)
    let catalog = ImageCatalog(folder: folder.path)
    let expected: [(String, ImageError)] = [
      ("none.png", .missing(path: path("none.png"))), ("none", .missing(path: path("none"))),
      ("a.gif/b.png", .missing(path: path("a.gif/b.png"))),
      ("a.gif", .notPNG(path: path("a.gif"))), ("cut.png", .notPNG(path: path("cut.png"))),
      ("folder.png", .notPNG(path: path("folder.png"))),
      ("huge.png", .tooBig(path: path("huge.png"), width: 1025, height: 1)),
      ("fine.png", .tooBig(path: path("fine@2x.png"), width: 2, height: 2049)),
    ]
    for (name, error) in expected {
      for _ in 0..<2 { #expect(throws: error) { try catalog.image(name) } }
    }
    for side in [0, -1, .nan, 1025] as [Double] {
      #expect(throws: ImageError.self) { try catalog.stamp(image: "pin", width: side) }
    }
  }

  @Test("a texture is a square as high as its stroke, its top at the start of the line")
  func texture() throws {
    defer { cleanUp() }
    // Red on top, blue below.
    try write("flag.png", raster(8, 4) { _, y in y < 2 ? red : blue })
    let catalog = ImageCatalog(folder: folder.path)
    let texture = try catalog.texture(image: "flag.png", width: 10)
    #expect(texture.name == "flag.png|10|texture")
    #expect(texture.width == 10 && texture.height == 10)
    #expect(texture.pixels.width == 10 && texture.pixels2x.height == 20)
    for y in 0..<10 {
      #expect(pixel(texture.pixels, 0, y) == red && pixel(texture.pixels, 9, y) == blue)
    }
    let stamp = try catalog.stamp(image: "flag.png", width: 2.5)
    #expect(stamp.name == "flag.png|2.5" && stamp.width == 2.5)
    #expect(stamp.pixels.width == 3 && stamp.pixels2x.width == 5)
    #expect(pixel(stamp.pixels, 1, 0) == red && pixel(stamp.pixels, 1, 2) == blue)
  }

  @Test("a sprite holds every image where its JSON says, whatever their order")
  func atlas() throws {
    defer { cleanUp() }
    try write("a.png", raster(5, 9) { _, _ in red })
    try write("b.png", raster(12, 3) { _, _ in blue })
    let catalog = ImageCatalog(folder: folder.path)
    let images = try [
      catalog.image("a.png"), catalog.image("pin"), catalog.image("b.png"),
      catalog.texture(image: "a.png", width: 2.5), catalog.image("a.png"),
    ]
    let files = try #require(SpriteAtlas.make(images)).files
    let again = try #require(SpriteAtlas.make(images.reversed())).files
    #expect(files.map(\.name) == ["sprite.json", "sprite.png", "sprite@2x.json", "sprite@2x.png"])
    #expect(files.map(\.bytes) == again.map(\.bytes))
    for (index, ratio) in [(0, 1), (2, 2)] {
      let json = try JSONValue(parsing: files[index].bytes)
      let sheet = try #require(RasterImage(png: files[index + 1].bytes))
      func number(_ name: String, _ member: String) throws -> Int {
        guard case .int(let value)? = json[name]?[member] else { throw CancellationError() }
        return value
      }
      #expect(json["pin"]?["pixelRatio"] == .int(ratio))
      for (name, color, width, height) in [("a.png", red, 5, 9), ("b.png", blue, 12, 3)] {
        #expect(try number(name, "width") == width * ratio)
        #expect(try number(name, "height") == height * ratio)
        let (x, y) = try (number(name, "x"), number(name, "y"))
        #expect(pixel(sheet, x, y) == color)
        #expect(pixel(sheet, x + width * ratio - 1, y + height * ratio - 1) == color)
      }
    }
    // 3 pixels for 2.5 points, so that the pattern is 2.5 points high.
    let json = try JSONValue(parsing: files[0].bytes)
    #expect(json["a.png|2.5|texture"]?["height"] == 3)
    #expect(json["a.png|2.5|texture"]?["pixelRatio"] == 1.2)
  }

  @Test("images are loaded once and from many threads")
  func threads() async throws {
    defer { cleanUp() }
    try write("a.png", raster(5, 9) { _, _ in red })
    let catalog = ImageCatalog(folder: folder.path)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { catalog.size(of: "a.png").map { $0 == (5, 9) } ?? false } }
      for await same in group { #expect(same) }
    }
  }
}
