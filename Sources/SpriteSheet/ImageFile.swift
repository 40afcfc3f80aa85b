/// An image as its file has it, for clients to load by its own address: PNG or JPEG, which every
/// client reads.
public struct ImageFile: Sendable, Equatable {
  /// Longest side, pixels: what graphics processors take today.
  public static let largestSide = 8192

  /// PNG or JPEG.
  public let format: ImageFormat
  /// Pixels.
  public let width: Int, height: Int
  /// Pixels a point: 1, or more where a drawing was drawn finer.
  public let pixelsAPoint: Double
  /// The file.
  public let bytes: [UInt8]

  private init(
    format: ImageFormat, width: Int, height: Int, pixelsAPoint: Double = 1, bytes: [UInt8]
  ) {
    (self.format, self.width, self.height, self.bytes) = (format, width, height, bytes)
    self.pixelsAPoint = pixelsAPoint
  }

  /// Longest side, pixels, of a PNG made of a drawing that is not so long itself.
  private static let finestSide = 2048.0

  /// A PNG of a drawing: of as many pixels as still look sharp when the map is enlarged, since the
  /// ground grows with it. `nil` when the drawing is damaged.
  init?(drawing: VectorImage) {
    let scale = max(1, Self.finestSide / max(drawing.width, drawing.height))
    let width = max(1, Int((drawing.width * scale).rounded()))
    let height = max(1, Int((drawing.height * scale).rounded()))
    guard let bytes = drawing.raster(width: width, height: height)?.png() else { return nil }
    self.init(format: .png, width: width, height: height, pixelsAPoint: scale, bytes: bytes)
  }

  /// Looks into a file for its kind and size.
  init(bytes: [UInt8], path: String) throws(ImageError) {
    let size: (width: Int, height: Int)?
    let format = ImageFormat(of: bytes)
    switch format {
    case .png?: size = RasterImage.size(ofPNG: bytes)
    case .jpeg?: size = Self.size(ofJPEG: bytes)
    case let other?: throw .wrongFormat(path: path, found: other)
    case nil: throw .noImage(path: path)
    }
    guard let format, let size, size.width > 0, size.height > 0 else {
      throw .damaged(path: path)
    }
    guard max(size.width, size.height) <= Self.largestSide else {
      throw .tooBig(
        path: path, width: size.width, height: size.height, limit: Self.largestSide)
    }
    self.init(format: format, width: size.width, height: size.height, bytes: bytes)
  }

  /// The name's end, without a dot.
  public var pathExtension: String { format == .png ? "png" : "jpg" }

  /// Eight hexadecimal digits that change with the bytes (FNV-1a).
  public var digest: String {
    let digits = String(Self.fnv1a(bytes), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func fnv1a(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// A PNG of the rows `rows`, counted from the top; `nil` for a JPEG or a damaged file.
  public func cropped(toRows rows: Range<Int>) -> ImageFile? {
    guard format == .png, !rows.isEmpty, rows.lowerBound >= 0, rows.upperBound <= height,
      let image = RasterImage(png: bytes)
    else { return nil }
    var part = RasterImage(width: width, height: rows.count)
    part.pixels = Array(image.pixels[(4 * width * rows.lowerBound)..<(4 * width * rows.upperBound)])
    guard let bytes = part.png() else { return nil }
    return ImageFile(
      format: .png, width: width, height: rows.count, pixelsAPoint: pixelsAPoint, bytes: bytes)
  }

  /// The size in the first frame header; `nil` when there is none.
  ///
  /// - SeeAlso: ITU-T T.81, B.2.2.
  private static func size(ofJPEG bytes: [UInt8]) -> (width: Int, height: Int)? {
    func word(_ i: Int) -> Int { Int(bytes[i]) << 8 | Int(bytes[i + 1]) }
    var i = 2
    while i + 9 <= bytes.count {
      guard bytes[i] == 0xff else { return nil }
      let marker = bytes[i + 1]
      switch marker {
      case 0xff: i += 1
      case 0x01, 0xd0...0xd7: i += 2
      // Frame headers; C4, C8 and CC between them are tables and an extension.
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        return (word(i + 7), word(i + 5))
      case 0xd9, 0xda: return nil
      default: i += 2 + word(i + 2)
      }
    }
    return nil
  }
}
