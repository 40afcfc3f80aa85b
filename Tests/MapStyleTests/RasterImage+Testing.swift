@testable import SpriteSheet

/// The channels of a pixel.
func pixel(_ image: RasterImage, _ x: Int, _ y: Int) -> [UInt8] {
  Array(image.pixels[(4 * (y * image.width + x))...].prefix(4))
}

/// An image whose pixels are given by their place.
func raster(
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
