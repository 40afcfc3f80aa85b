import Foundation
import JSONText
import OverlayModel
import TestSupport
import Testing

@testable import SpriteSheet

private let red: [UInt8] = [255, 0, 0, 255], blue: [UInt8] = [0, 0, 255, 255]

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
      ("a.gif", .wrongFormat(path: path("a.gif"), found: .gif)),
      ("cut.png", .damaged(path: path("cut.png"))),
      ("folder.png", .noImage(path: path("folder.png"))),
      ("huge.png", .tooBig(path: path("huge.png"), width: 1025, height: 1, limit: 1024)),
      ("fine.png", .tooBig(path: path("fine@2x.png"), width: 2, height: 2049, limit: 2048)),
    ]
    for (name, error) in expected {
      for _ in 0..<2 { #expect(throws: error) { try catalog.image(name) } }
    }
    for side in [0, -1, .nan, 1025] as [Double] {
      #expect(throws: ImageError.self) { try catalog.stamp(image: "pin", width: side) }
    }
  }

  /// A red pixel beside a blue one, as a PNG encoder of another make wrote it.
  private static let flag =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4z8AAQv8BD/kD/Zh51wAAAAAASUVORK5CYII="

  @Test(
    "an image may stand in a data: address",
    arguments: [
      ("data:image/png;base64,", flag), ("DATA:;base64,", flag),
      ("data:image/png;base64,", String(flag.prefix { $0 != "=" })),
      ("data:image/png;charset=x;BASE64,", flag.replacingOccurrences(of: "+", with: "%2b")),
      ("data:image/png;base64,", flag.replacingOccurrences(of: "AAAA", with: "AA\r\n AA")),
    ])
  func address(start: String, data: String) throws {
    let catalog = ImageCatalog(folder: "", suffix: "#2")
    let image = try catalog.image(start + data)
    #expect(image.pixels == raster(2, 1) { x, _ in x == 0 ? red : blue })
    #expect(image.pixels2x.width == 4)
    // Tiles say the name once for each marker.
    #expect(image.name.utf8.count == 23 && image.name.hasSuffix("#2"))
    let stamp = try catalog.stamp(image: start + data, width: 8)
    #expect(stamp.name == image.name + "|8")
    #expect(try catalog.file(start + data).width == 2)
    #expect(try catalog.image(start + Self.flag + "%20").name != image.name)
  }

  @Test("a data: address that holds no image says why, in few words")
  func addressFaults() throws {
    let catalog = ImageCatalog(folder: "/nowhere")
    let gif = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
    let expected: [(String, ImageError)] = [
      ("data:image/png", .damaged(path: "its data")), ("data:,%4", .damaged(path: "its data")),
      ("data:,%4g", .damaged(path: "its data")), ("data:,", .noImage(path: "its data")),
      ("data:;base64,iVBO*w0K", .damaged(path: "its data")),
      ("data:;base64,iVBOR", .damaged(path: "its data")),
      ("data:image/png;base64,iVBORw0KGgo=", .damaged(path: "its data")),
      (gif, .wrongFormat(path: "its data", found: .gif)),
    ]
    for (name, error) in expected {
      #expect(throws: error, "\(name)") { try catalog.image(name) }
    }
    #expect(ImageCatalog.shown(gif) == "data:image/gif;base64,R0lGODlhAQABAAAAA…")
    #expect(ImageCatalog.shown("a.png") == "a.png")
  }

  @Test("a texture is as high as its stroke, its top at the start of the line")
  func texture() throws {
    defer { cleanUp() }
    // Red on top, blue below.
    try write("flag.png", raster(8, 4) { _, y in y < 2 ? red : blue })
    let catalog = ImageCatalog(folder: folder.path)
    let texture = try catalog.texture(image: "flag.png", width: 10)
    #expect(texture.name == "flag.png|10|texture")
    // Two points more, which repeat the last column and then the first.
    #expect(texture.width == 12 && texture.height == 10)
    #expect(texture.pixels.width == 12 && texture.pixels2x.height == 20)
    for y in 0..<10 {
      #expect(pixel(texture.pixels, 0, y) == red && pixel(texture.pixels, 9, y) == blue)
      #expect(pixel(texture.pixels, 10, y) == blue && pixel(texture.pixels, 11, y) == red)
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
