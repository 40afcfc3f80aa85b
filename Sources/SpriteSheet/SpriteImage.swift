public import OverlayModel

/// One image of a sprite, for screens of one and of two pixels a point.
public struct SpriteImage: Sendable, Equatable {
  /// The name by which tiles and style ask for it.
  public let name: String
  /// Size on the screen, points; need not be whole.
  public let width: Double, height: Double
  /// Pixels for one pixel a point, or a little more where the height is not whole.
  public let pixels: RasterImage
  /// Pixels for two pixels a point, likewise.
  public let pixels2x: RasterImage
  /// The drawing that the pixels were made of, for other sizes.
  private var vector: VectorImage?

  /// Creates an image whose pixels lie about 1 and 2 to a point.
  init(name: String, width: Double, height: Double, pixels: RasterImage, pixels2x: RasterImage) {
    (self.name, self.width, self.height) = (name, width, height)
    (self.pixels, self.pixels2x) = (pixels, pixels2x)
  }

  /// Draws an image; `nil` when the drawing is damaged.
  init?(name: String, drawing vector: VectorImage) {
    guard let image = Self.drawn(vector, name: name, width: vector.width, height: vector.height)
    else { return nil }
    self = image
    self.vector = vector
  }

  /// A drawing stretched to a size in points.
  private static func drawn(
    _ vector: VectorImage, name: String, width: Double, height: Double
  ) -> SpriteImage? {
    /// Whole pixels, not fewer than the screen has.
    func pixels(_ ratio: Double) -> RasterImage? {
      vector.raster(
        width: max(1, Int((width * ratio).rounded(.up))),
        height: max(1, Int((height * ratio).rounded(.up))))
    }
    guard let once = pixels(1), let twice = pixels(2) else { return nil }
    return SpriteImage(name: name, width: width, height: height, pixels: once, pixels2x: twice)
  }

  /// Makes an image from a file of one pixel a point, one of two, or both. Where one is missing it
  /// is made of the other; where their sizes disagree, that of one pixel a point holds.
  init?(name: String, pixels: RasterImage?, pixels2x: RasterImage?) {
    let size: (width: Int, height: Int)
    if let pixels {
      size = (pixels.width, pixels.height)
    } else if let pixels2x {
      size = ((pixels2x.width + 1) / 2, (pixels2x.height + 1) / 2)
    } else {
      return nil
    }
    guard let base = pixels ?? pixels2x else { return nil }
    self.init(
      name: name, width: Double(size.width), height: Double(size.height),
      pixels: base.resized(width: size.width, height: size.height),
      pixels2x: (pixels2x ?? base).resized(width: 2 * size.width, height: 2 * size.height))
  }

  /// What the image looks like from afar.
  public var meanColor: PremultipliedColor {
    let pixel = pixels.resized(width: 1, height: 1).pixels.map { Double($0) / 255 }
    return PremultipliedColor(
      RGBA(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: pixel[3]))
  }

  /// The image squeezed to a square of `side` points, as stamps are.
  func squeezed(name: String, side: Double) -> SpriteImage {
    if let vector, let image = Self.drawn(vector, name: name, width: side, height: side) {
      return image
    }
    /// Whole pixels, not fewer than the screen has.
    func pixels(_ ratio: Double) -> Int { max(1, Int((side * ratio).rounded(.up))) }
    return SpriteImage(
      name: name, width: side, height: side,
      pixels: best(for: pixels(1)).resized(width: pixels(1), height: pixels(1)),
      pixels2x: pixels2x.resized(width: pixels(2), height: pixels(2)))
  }

  /// The smaller pixels, unless they are fewer than wanted.
  private func best(for side: Int) -> RasterImage {
    pixels.width < side || pixels.height < side ? pixels2x : pixels
  }

  /// The image with `margin` points more on its right: first its last column again, then its first.
  ///
  /// GL JS smooths a pattern across its ends: what a line begins and ends with is mixed with the
  /// other end of the image. Here both ends meet their own colours.
  func guarded(name: String, margin: Int) -> SpriteImage {
    SpriteImage(
      name: name, width: width + Double(margin), height: height,
      pixels: pixels.guarded(margin: margin), pixels2x: pixels2x.guarded(margin: 2 * margin))
  }

  /// The image with rows and columns exchanged.
  func transposed(name: String) -> SpriteImage {
    SpriteImage(
      name: name, width: height, height: width, pixels: pixels.transposed(),
      pixels2x: pixels2x.transposed())
  }
}
