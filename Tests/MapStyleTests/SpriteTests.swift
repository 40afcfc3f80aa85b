import Foundation
import OverlayModel
import TestSupport
import Testing

@testable import SpriteSheet

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
