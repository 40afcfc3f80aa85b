import Foundation
import Synchronization
import Testing

@testable import SpriteSheet

/// SVG: drawn by librsvg, which `tools/install-packages --test` installs.
struct VectorImageTests {
  /// Left half red, right half blue, both opaque.
  private static let halves = """
    <rect width="4" height="6" fill="red"/><rect x="4" width="4" height="6" fill="blue"/>
    """
  private static func svg(_ attributes: String, _ content: String = halves) -> [UInt8] {
    Array(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(content)</svg>"#.utf8)
  }

  private func catalog(_ bytes: [UInt8]) -> ImageCatalog {
    ImageCatalog(folder: "maps", files: ["a.svg": bytes])
  }

  @Test(
    "the size is that of width and height, or else of the viewBox",
    arguments: [
      (#"width="8" height="6""#, 8.0, 6.0), (#"viewBox="0 0 8 6""#, 8, 6),
      (#"width="16" viewBox="0 0 8 6""#, 16, 12), (#"height="3" viewBox="0 0 8 6""#, 4, 3),
      (#"width="1in" height="0.5in" viewBox="0 0 8 4""#, 96, 48),
      (#"width="100%" height="100%" viewBox="0 0 8 6""#, 8, 6),
      (#"width="4.5" height="3.375" viewBox="0 0 8 6""#, 4.5, 3.375),
    ])
  func size(attributes: String, width: Double, height: Double) throws {
    let image = try catalog(Self.svg(attributes)).image("a.svg")
    #expect(abs(image.width - width) < 1e-9 && abs(image.height - height) < 1e-9)
    #expect(image.pixels.width == Int(width.rounded(.up)))
    #expect(image.pixels2x.height == Int((2 * height).rounded(.up)))
  }

  @Test("both screens get pixels of their own, and so do stamps")
  func pixels() throws {
    // A red point of half a pixel, which only the finer screen can show by itself.
    let point = #"<rect width="0.5" height="0.5" fill="red"/>"#
    let catalog = catalog(Self.svg(#"width="8" height="6""#, point))
    let image = try catalog.image("a.svg")
    #expect(pixel(image.pixels2x, 0, 0) == [255, 0, 0, 255])
    #expect(pixel(image.pixels2x, 1, 0) == [0, 0, 0, 0])
    #expect(abs(Int(pixel(image.pixels, 0, 0)[3]) - 64) <= 1)
    // Squeezed to a square 16 points wide, the point is one pixel wide, and 4/3 high.
    let stamp = try catalog.stamp(image: "a.svg", width: 16)
    #expect(stamp.width == 16 && stamp.pixels.height == 16)
    #expect(pixel(stamp.pixels, 0, 0) == [255, 0, 0, 255])
    #expect(pixel(stamp.pixels, 1, 0) == [0, 0, 0, 0])
    #expect(abs(Int(pixel(stamp.pixels, 0, 1)[3]) - 85) <= 1)
    #expect(pixel(stamp.pixels, 0, 1).prefix(3) == [255, 0, 0])
    #expect(stamp.pixels2x.width == 32)
    let texture = try catalog.texture(image: "a.svg", width: 16)
    #expect(pixel(texture.pixels, 0, 0) == [255, 0, 0, 255])
    #expect(pixel(texture.pixels, 0, 1) == [0, 0, 0, 0])
  }

  @Test("on the ground it becomes a PNG that can be enlarged")
  func ground() throws {
    let file = try catalog(Self.svg(#"width="8" height="6""#)).file("a.svg")
    #expect(file.format == .png && file.pathExtension == "png")
    #expect(file.width == 2048 && file.height == 1536 && file.pixelsAPoint == 256)
    let image = try #require(RasterImage(png: file.bytes))
    #expect(pixel(image, 100, 100) == [255, 0, 0, 255])
    #expect(pixel(image, 2000, 1500) == [0, 0, 255, 255])
    let large = try catalog(Self.svg(#"width="4000" height="2""#)).file("a.svg")
    #expect(large.width == 4000 && large.pixelsAPoint == 1)
  }

  @Test("what cannot be drawn says why")
  func faults() {
    func expect(_ error: ImageError, _ bytes: [UInt8]) {
      #expect(throws: error) { try catalog(bytes).image("a.svg") }
    }
    expect(.damaged(path: "maps/a.svg"), Array("<svg".utf8))
    expect(.damaged(path: "maps/a.svg"), Array("<svg></svg>".utf8))
    expect(.damaged(path: "maps/a.svg"), Self.svg(""))
    expect(.damaged(path: "maps/a.svg"), Self.svg(#"width="0" height="9""#))
    expect(
      .tooBig(path: "maps/a.svg", width: 2000, height: 2, limit: 1024),
      Self.svg(#"width="2000" height="2""#))
    expect(
      .noImage(path: "maps/a.svg"),
      Self.svg(#"width="2" height="2""#, String(repeating: " ", count: 5 << 20)))
    #expect(throws: ImageError.tooBig(path: "maps/a.svg", width: 9000, height: 2, limit: 8192)) {
      try catalog(Self.svg(#"width="9000" height="2""#)).file("a.svg")
    }
  }

  @Test("entities that multiply are refused, and other files are not read")
  func hostile() throws {
    var entities = #"<!ENTITY a "aaaaaaaaaa">"#
    for (name, part) in zip("bcdefghij", "abcdefghi") {
      let parts = String(repeating: "&\(part);", count: 10)
      entities += "<!ENTITY \(name) \"\(parts)\">"
    }
    let bomb =
      "<!DOCTYPE svg [\(entities)]>"
      + #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>"#
    #expect(throws: ImageError.damaged(path: "maps/a.svg")) {
      try catalog(Array(bomb.utf8)).image("a.svg")
    }
    // A red file beside the drawing, which must not show.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let png = try #require(raster(4, 4) { _, _ in [255, 0, 0, 255] }.png())
    let path = folder.appendingPathComponent("red.png").path
    try Data(png).write(to: URL(fileURLWithPath: path))
    let link = #"<image href="file://\#(path)" width="8" height="6"/>"#
    let image = try catalog(Self.svg(#"width="8" height="6""#, link)).image("a.svg")
    #expect(image.pixels == raster(8, 6) { _, _ in [0, 0, 0, 0] })
    // The same as part of the drawing itself does.
    let data = "data:image/png;base64," + Data(png).base64EncodedString()
    let inside = #"<image href="\#(data)" width="8" height="6" preserveAspectRatio="none"/>"#
    let drawn = try catalog(Self.svg(#"width="8" height="6""#, inside)).image("a.svg")
    #expect(pixel(drawn.pixels, 4, 3) == [255, 0, 0, 255])
  }

  @Test("without librsvg the error names what to install, and other images go on")
  func absent() throws {
    #expect(VectorLibrary(named: "libno-such-library.so.9") == nil)
    // A library, but not that one.
    #expect(VectorLibrary(named: "libc.so.6") == nil)
    let png = try #require(raster(3, 2) { _, _ in [255, 0, 0, 255] }.png())
    let catalog = ImageCatalog(
      folder: "maps", files: ["a.svg": Self.svg(#"width="8" height="6""#), "b.png": png],
      vectors: nil)
    let error = ImageError.noVectorLibrary(path: "maps/a.svg")
    #expect(throws: error) { try catalog.image("a.svg") }
    #expect(throws: error) { try catalog.file("a.svg") }
    #expect(
      error.description == "a.svg, an SVG, which librsvg 2.52 or newer draws where it is installed "
        + "(apt: librsvg2-2, brew: librsvg)")
    #expect(try catalog.image("b.png").width == 3)
  }

  @Test("librsvg, which brings thirty libraries along, is not loaded until there is an SVG")
  func unasked() throws {
    let asked = Mutex(0)
    @Sendable func library() -> VectorLibrary? {
      asked.withLock { $0 += 1 }
      return .system
    }
    let png = try #require(raster(3, 2) { _, _ in [255, 0, 0, 255] }.png())
    let catalog = ImageCatalog(
      folder: "maps", files: ["a.svg": Self.svg(#"width="8" height="6""#), "b.png": png],
      vectors: library())
    _ = try catalog.image("b.png")
    _ = try catalog.image(ImageCatalog.pinName())
    #expect(asked.withLock { $0 } == 0)
    _ = try catalog.image("a.svg")
    #expect(asked.withLock { $0 } == 1)
  }
}
