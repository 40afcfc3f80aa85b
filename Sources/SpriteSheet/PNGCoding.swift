import SystemPNG

extension RasterImage {
  /// Pixels of red, green, blue and straight alpha: libpng's flags for colour and alpha.
  private static let format: UInt32 = 3

  /// The size of a PNG, read from its first bytes; `nil` for anything else.
  static func size(ofPNG bytes: [UInt8]) -> (width: Int, height: Int)? {
    var header = png_image()
    header.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&header) }
    guard png_image_begin_read_from_memory(&header, bytes, bytes.count) != 0 else { return nil }
    return (Int(header.width), Int(header.height))
  }

  /// Reads a PNG of any colour type, converted to 8 bits of sRGB; `nil` when it is none.
  ///
  /// The caller has looked at ``size(ofPNG:)`` first: memory is taken for whatever size it says.
  init?(png bytes: [UInt8]) {
    var header = png_image()
    header.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&header) }
    // libpng keeps the pointer from the first call to the second, so it must stay valid.
    let image = bytes.withUnsafeBytes { bytes -> RasterImage? in
      guard
        png_image_begin_read_from_memory(&header, bytes.baseAddress, bytes.count) != 0,
        header.width > 0, header.height > 0
      else { return nil }
      header.format = Self.format
      var image = RasterImage(width: Int(header.width), height: Int(header.height))
      guard png_image_finish_read(&header, nil, &image.pixels, 0, nil) != 0 else { return nil }
      return image
    }
    guard let image else { return nil }
    self = image
  }

  /// The image as PNG, without time or text; `nil` when memory runs out. The same pixels give the
  /// same bytes, as long as the versions of libpng and zlib are the same.
  func png() -> [UInt8]? {
    var header = png_image()
    header.version = UInt32(PNG_IMAGE_VERSION)
    (header.width, header.height) = (UInt32(width), UInt32(height))
    header.format = Self.format
    defer { png_image_free(&header) }
    var size = png_alloc_size_t(0)
    guard png_image_write_to_memory(&header, nil, &size, 0, pixels, 0, nil) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard png_image_write_to_memory(&header, &bytes, &size, 0, pixels, 0, nil) != 0 else {
      return nil
    }
    bytes.removeLast(bytes.count - Int(size))
    return bytes
  }
}
