/// Pixels in rows from the top, each red, green, blue, alpha; sRGB, alpha straight.
public struct RasterImage: Sendable, Equatable {
  /// Pixels.
  public let width: Int, height: Int
  /// 4 x `width` x `height` bytes.
  public var pixels: [UInt8]

  /// A transparent image. Both sides are at least 1.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0)
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: 4 * width * height)
  }

  /// The image with rows and columns exchanged: what was on top is on the left.
  public func transposed() -> RasterImage {
    var out = RasterImage(width: height, height: width)
    for y in 0..<height {
      for x in 0..<width { out.copyPixel(of: self, x, y, to: y, x) }
    }
    return out
  }

  /// The image with `margin` columns more on its right: the first half of them like its last
  /// column, the others like its first.
  func guarded(margin: Int) -> RasterImage {
    var out = RasterImage(width: width + margin, height: height)
    for y in 0..<height {
      for x in 0..<width + margin {
        out.copyPixel(of: self, x < width + margin / 2 ? min(x, width - 1) : 0, y, to: x, y)
      }
    }
    return out
  }

  /// Copies `image` to (`left`, `top`); it must fit.
  mutating func draw(_ image: RasterImage, left: Int, top: Int) {
    for y in 0..<image.height {
      for x in 0..<image.width { copyPixel(of: image, x, y, to: left + x, top + y) }
    }
  }

  private mutating func copyPixel(of image: RasterImage, _ x: Int, _ y: Int, to i: Int, _ j: Int) {
    for channel in 0..<4 {
      pixels[4 * (j * width + i) + channel] = image.pixels[4 * (y * image.width + x) + channel]
    }
  }

  /// The image in another size: linear between pixel centres where a side grows, the mean of what
  /// a pixel covers where it shrinks. Transparent pixels lend no colour to their neighbours.
  public func resized(width newWidth: Int, height newHeight: Int) -> RasterImage {
    if newWidth == width && newHeight == height { return self }
    let columns = Self.weights(from: width, to: newWidth)
    let rows = Self.weights(from: height, to: newHeight)
    let premultiplied = pixels.indices.map { i in
      i % 4 == 3 ? Double(pixels[i]) : Double(pixels[i]) * Double(pixels[i | 3]) / 255
    }
    var narrow = [Double](repeating: 0, count: 4 * newWidth * height)
    for y in 0..<height {
      for (x, weights) in columns.enumerated() {
        for (source, weight) in weights {
          for channel in 0..<4 {
            narrow[4 * (y * newWidth + x) + channel] +=
              weight * premultiplied[4 * (y * width + source) + channel]
          }
        }
      }
    }
    var out = RasterImage(width: newWidth, height: newHeight)
    for (y, weights) in rows.enumerated() {
      for x in 0..<newWidth {
        var sum = (0.0, 0.0, 0.0, 0.0)
        for (source, weight) in weights {
          let i = 4 * (source * newWidth + x)
          sum.0 += weight * narrow[i]
          sum.1 += weight * narrow[i + 1]
          sum.2 += weight * narrow[i + 2]
          sum.3 += weight * narrow[i + 3]
        }
        out.setPixel(x, y, red: sum.0, green: sum.1, blue: sum.2, alpha: sum.3)
      }
    }
    return out
  }

  /// Sets a pixel from premultiplied channels, 0...255.
  mutating func setPixel(
    _ x: Int, _ y: Int, red: Double, green: Double, blue: Double, alpha: Double
  ) {
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
    guard byte(alpha) > 0 else { return }
    let i = 4 * (y * width + x)
    pixels[i] = byte(red / alpha * 255)
    pixels[i + 1] = byte(green / alpha * 255)
    pixels[i + 2] = byte(blue / alpha * 255)
    pixels[i + 3] = byte(alpha)
  }

  /// For each of `count` new pixels, the old ones that it is made of, with weights of sum 1.
  private static func weights(from old: Int, to count: Int) -> [[(source: Int, weight: Double)]] {
    let scale = Double(old) / Double(count)
    return (0..<count).map { new in
      if scale <= 1 {
        let center = min(max((Double(new) + 0.5) * scale - 0.5, 0), Double(old - 1))
        let first = Int(center), fraction = center - Double(first)
        return fraction == 0 ? [(first, 1)] : [(first, 1 - fraction), (first + 1, fraction)]
      }
      let start = Double(new) * scale, end = min(Double(new + 1) * scale, Double(old))
      return (Int(start)..<min(Int(end) + 1, old)).compactMap { source in
        let covered = min(end, Double(source + 1)) - max(start, Double(source))
        return covered > 0 ? (source, covered / (end - start)) : nil
      }
    }
  }
}
