import OverlayModel

/// The images that stand for clusters of markers: discs in three sizes, and the characters of their
/// numbers. Numbers are put together of images, as no glyphs can be counted on.
public enum ClusterImages {
  /// Names of the discs, the smallest first, and the number of markers from which each is used.
  public static let discs = [
    (name: "cluster-1", from: 0), (name: "cluster-2", from: 100), (name: "cluster-3", from: 1000),
  ]
  /// What is put before a character for the name of its image.
  public static let characterPrefix = "cluster-count-"
  /// Points from one character's middle to the next one's.
  public static let advance = 7.5
  /// Most characters of a number.
  public static let mostCharacters = 4

  /// All of them.
  public static var all: [SpriteImage] { makeDiscs() + ClusterGlyph.all.map(image) }

  private static func makeDiscs() -> [SpriteImage] {
    let looks: [(diameter: Int, color: RGBA)] = [
      (34, RGBA(red: 59 / 255, green: 130 / 255, blue: 246 / 255)),
      (44, RGBA(red: 37 / 255, green: 99 / 255, blue: 215 / 255)),
      (54, RGBA(red: 30 / 255, green: 64 / 255, blue: 165 / 255)),
    ]
    return zip(discs, looks).map { disc, look in
      SpriteImage(
        name: disc.name, width: Double(look.diameter), height: Double(look.diameter),
        pixels: paintDisc(look.diameter, look.color, pixelsAPoint: 1),
        pixels2x: paintDisc(look.diameter, look.color, pixelsAPoint: 2))
    }
  }

  /// A disc with a white rim in a halo.
  private static func paintDisc(_ diameter: Int, _ color: RGBA, pixelsAPoint: Int) -> RasterImage {
    let scale = Double(pixelsAPoint)
    let radius = Double(diameter) / 2
    return paint(width: diameter, height: diameter, pixelsAPoint) { x, y in
      let distance = ((x - radius) * (x - radius) + (y - radius) * (y - radius)).squareRoot()
      func share(_ edge: Double) -> Double { min(max((edge - distance) * scale + 0.5, 0), 1) }
      let halo = 0.3 * share(radius - 0.5)
      let rim = share(radius - 3.5)
      let inner = share(radius - 5)
      let alpha = halo + (1 - halo) * rim
      func channel(_ value: Double) -> Double {
        value * halo * (1 - rim) + (rim - inner) + value * inner
      }
      return (channel(color.red), channel(color.green), channel(color.blue), alpha)
    }
  }

  private static func image(_ glyph: ClusterGlyph) -> SpriteImage {
    SpriteImage(
      name: characterPrefix + String(glyph.character), width: Double(ClusterGlyph.width),
      height: Double(ClusterGlyph.height), pixels: paint(glyph, pixelsAPoint: 1),
      pixels2x: paint(glyph, pixelsAPoint: 2))
  }

  private static func paint(_ glyph: ClusterGlyph, pixelsAPoint: Int) -> RasterImage {
    paint(width: ClusterGlyph.width, height: ClusterGlyph.height, pixelsAPoint) { x, y in
      let share = (glyph.depth(x, y) * Double(pixelsAPoint) + 0.5)
      let alpha = min(max(share, 0), 1)
      return (alpha, alpha, alpha, alpha)
    }
  }

  /// An image whose pixels are `color` of their middles: premultiplied channels, 0...1.
  private static func paint(
    width: Int, height: Int, _ pixelsAPoint: Int,
    _ color: (_ x: Double, _ y: Double) -> (Double, Double, Double, Double)
  ) -> RasterImage {
    var image = RasterImage(width: width * pixelsAPoint, height: height * pixelsAPoint)
    for row in 0..<image.height {
      for column in 0..<image.width {
        let (red, green, blue, alpha) = color(
          (Double(column) + 0.5) / Double(pixelsAPoint), (Double(row) + 0.5) / Double(pixelsAPoint))
        image.setPixel(
          column, row, red: 255 * red, green: 255 * green, blue: 255 * blue, alpha: 255 * alpha)
      }
    }
    return image
  }
}
