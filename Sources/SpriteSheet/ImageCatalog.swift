public import OverlayModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why an image cannot be used.
public enum ImageError: Error, Equatable, Sendable {
  /// There is no such file, nor one with `@2x`.
  case missing(path: String)
  /// The file stands there and cannot be read.
  case unreadable(path: String, errno: Int32)
  /// The file is no PNG, or a damaged one.
  case notPNG(path: String)
  /// A side is longer than ``ImageCatalog/largestSide`` points.
  case tooBig(path: String, width: Int, height: Int)
  /// A stamp's side that is no number above 0 and up to ``ImageCatalog/largestSide``.
  case sideOutOfRange(Double)
}

/// The images that overlays name: PNG files beside their document, and the default pin.
///
/// A file's pixel is one point; `name@2x.png` beside `name.png` gives the pixels for finer screens
/// and may stand there alone. Each file is read once; calls may come from any thread.
public final class ImageCatalog: Sendable {
  /// Longest side of an image, points.
  public static let largestSide = 1024
  /// Bytes of a file that are read at most.
  private static let largestFile = 64 << 20

  private let folder: String
  private let known = Mutex<[String: Result<SpriteImage, ImageError>]>([:])

  /// A catalog of the images in `folder`, the document's; "" is the working directory.
  public init(folder: String) { self.folder = folder }

  /// The image `name`: a path relative to the folder, or a name made by ``pinName(color:)``.
  public func image(_ name: String) throws(ImageError) -> SpriteImage {
    if let result = known.withLock({ $0[name] }) { return try result.get() }
    let result = Result { () throws(ImageError) in try load(name) }
    known.withLock { $0[name] = result }
    return try result.get()
  }

  /// Width and height of the image `name` in points; `nil` when it cannot be used.
  public func size(of name: String) -> (width: Double, height: Double)? {
    guard let image = try? image(name) else { return nil }
    return (image.width, image.height)
  }

  /// The image `name` as a sprite stamp on a stroke of `width` points: a square of that side, its
  /// top up.
  public func stamp(image name: String, width: Double) throws(ImageError) -> SpriteImage {
    try check(width)
    return try image(name).squeezed(name: "\(name)|\(text(width))", side: width)
  }

  /// The image `name` as a texture on a stroke of `width` points: a square of that side, as
  /// `line-pattern` wants it. Lines run along x and have the pattern's top on their right; with
  /// rows and columns exchanged the image's top faces the start of the line, not mirrored.
  public func texture(image name: String, width: Double) throws(ImageError) -> SpriteImage {
    try check(width)
    let id = "\(name)|\(text(width))|texture"
    return try image(name).squeezed(name: id, side: width).transposed(name: id)
  }

  /// The name of the default pin in `color`; `nil` is its own red.
  public static func pinName(color: RGBA? = nil) -> String { DefaultPin.name(color) }

  private func check(_ side: Double) throws(ImageError) {
    guard side > 0, side <= Double(Self.largestSide) else { throw .sideOutOfRange(side) }
  }

  /// A number without needless decimals.
  private func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : "\(number)"
  }

  private func load(_ name: String) throws(ImageError) -> SpriteImage {
    if let color = DefaultPin.color(name) { return DefaultPin.image(name: name, color: color) }
    let path = name.hasPrefix("/") || folder.isEmpty ? name : folder + "/" + name
    let path2x = Self.doubled(path)
    let pixels = try decode(path, pixelsAPoint: 1)
    let pixels2x = try decode(path2x, pixelsAPoint: 2)
    guard let image = SpriteImage(name: name, pixels: pixels, pixels2x: pixels2x) else {
      throw .missing(path: path)
    }
    return image
  }

  /// `name@2x.png` for `name.png`.
  private static func doubled(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
      return path + "@2x"
    }
    return path[..<dot] + "@2x" + path[dot...]
  }

  /// Reads a PNG; `nil` when there is no such file.
  private func decode(_ path: String, pixelsAPoint: Int) throws(ImageError) -> RasterImage? {
    guard let bytes = try contents(path) else { return nil }
    guard let size = RasterImage.size(ofPNG: bytes) else { throw .notPNG(path: path) }
    guard max(size.width, size.height) <= Self.largestSide * pixelsAPoint else {
      throw .tooBig(path: path, width: size.width, height: size.height)
    }
    guard let image = RasterImage(png: bytes) else { throw .notPNG(path: path) }
    return image
  }

  private func contents(_ path: String) throws(ImageError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 && (errno == ENOENT || errno == ENOTDIR) { return nil }
    guard file >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestFile else {
      throw .notPNG(path: path)
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(file, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
      if count == 0 { break }
      done += count
    }
    return bytes
  }
}
