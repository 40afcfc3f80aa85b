import JSONText

/// A MapLibre sprite: all images of a style in one PNG, and their places as JSON, for screens of
/// one and of two pixels a point (finer screens take the latter too).
///
/// - SeeAlso: <https://maplibre.org/maplibre-style-spec/sprite/>.
public struct SpriteAtlas: Sendable {
  /// `sprite.json`, `sprite.png`, `sprite@2x.json`, `sprite@2x.png`.
  public let files: [(name: String, bytes: [UInt8])]

  /// Packs `images`; of two with one name the first counts. The same set of images gives the same
  /// bytes in whatever order. `nil` when memory runs out.
  public static func make(_ images: [SpriteImage]) -> SpriteAtlas? {
    var names: Set<String> = []
    let images = images.filter { names.insert($0.name).inserted }
    guard let (json, png) = sheet(images, \.pixels), let (json2x, png2x) = sheet(images, \.pixels2x)
    else { return nil }
    return SpriteAtlas(files: [
      ("sprite.json", json), ("sprite.png", png), ("sprite@2x.json", json2x),
      ("sprite@2x.png", png2x),
    ])
  }

  private static func sheet(
    _ images: [SpriteImage], _ pixels: KeyPath<SpriteImage, RasterImage>
  ) -> (json: [UInt8], png: [UInt8])? {
    // Tallest first, so that a shelf wastes little; the name decides between equals.
    let sorted = images.sorted {
      ($1[keyPath: pixels].height, $0.name) < ($0[keyPath: pixels].height, $1.name)
    }
    let packing = ShelfPacking(
      sizes: sorted.map { ($0[keyPath: pixels].width, $0[keyPath: pixels].height) })
    var sheet = RasterImage(width: packing.width, height: packing.height)
    var places: [JSONValue.Member] = []
    for (image, place) in zip(sorted, packing.places) {
      let raster = image[keyPath: pixels]
      sheet.draw(raster, left: place.x, top: place.y)
      // From the height: a line pattern must be as high as its line is wide.
      let ratio = Double(raster.height) / image.height
      places.append(
        .init(
          image.name,
          [
            "x": .int(place.x), "y": .int(place.y), "width": .int(raster.width),
            "height": .int(raster.height), "pixelRatio": .double(ratio),
          ]))
    }
    guard let png = sheet.png() else { return nil }
    places.sort { $0.name < $1.name }
    return (JSONValue.object(places).serialized(.pretty), png)
  }
}

/// Rectangles side by side on shelves, one shelf below the other, a pixel between them.
struct ShelfPacking {
  /// Size of the sheet, at least 1 x 1.
  private(set) var width = 1, height = 1
  /// Top left corner of each rectangle.
  private(set) var places: [(x: Int, y: Int)] = []

  /// Packs rectangles in their order, which is best by height.
  init(sizes: [(width: Int, height: Int)]) {
    let area = sizes.reduce(0) { $0 + ($1.width + 1) * ($1.height + 1) }
    let widest = sizes.reduce(0) { max($0, $1.width) }
    let limit = max(widest, Int(Double(area).squareRoot().rounded(.up)))
    var x = 0, y = 0, shelf = 0
    for size in sizes {
      if x > 0, x + size.width > limit { (x, y, shelf) = (0, y + shelf + 1, 0) }
      places.append((x, y))
      (width, height) = (max(width, x + size.width), max(height, y + size.height))
      shelf = max(shelf, size.height)
      x += size.width + 1
    }
  }
}
