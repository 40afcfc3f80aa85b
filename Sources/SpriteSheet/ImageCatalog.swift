public import OverlayModel
import Synchronization

/// The images that overlays name: PNG and SVG files beside their document, such images in `data:`
/// addresses, and the default pin.
///
/// A file's pixel is one point; `name@2x.png` beside `name.png` gives the pixels for finer screens
/// and may stand there alone. An SVG is drawn for each screen. Each file is read once; calls may
/// come from any thread.
public final class ImageCatalog: Sendable {
  /// Longest side of an image, points.
  public static let largestSide = 1024

  /// Points by which a texture is longer than the stretch of line that it covers.
  static let textureMargin = 2

  private let folder: String
  private let suffix: String
  private let files: [String: [UInt8]]
  private let vectors: @Sendable () -> VectorLibrary?
  private let known = Mutex<[String: Result<SpriteImage, ImageError>]>([:])

  /// A catalog of the images in `folder`, the document's; "" is the working directory.
  ///
  /// - Parameters:
  ///   - files: Contents of files by their names, which are not looked for in the folder.
  ///   - suffix: What is put after a file's name, so that images of several folders go into one
  ///     sprite.
  ///   - vectors: What draws SVG; asked for when there is one.
  public init(
    folder: String, files: [String: [UInt8]] = [:], suffix: String = "",
    vectors: @escaping @Sendable @autoclosure () -> VectorLibrary? = .system
  ) {
    (self.folder, self.files, self.suffix, self.vectors) = (folder, files, suffix, vectors)
  }

  /// The image `name`: a path relative to the folder, a `data:` address, or a name made by
  /// ``pinName(color:)``.
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
    return try image(name).squeezed(
      name: "\(spriteName(of: name))|\(text(width))", side: width)
  }

  /// The image `name` as a texture on a stroke of `width` points: a square of that side, as
  /// `line-pattern` wants it. Lines run along x and have the pattern's top on their right; with
  /// rows and columns exchanged the image's top faces the start of the line, not mirrored. It is
  /// longer than the square by ``textureMargin`` points; lines of one side's length do not show
  /// that.
  public func texture(image name: String, width: Double) throws(ImageError) -> SpriteImage {
    try check(width)
    let id = "\(spriteName(of: name))|\(text(width))|texture"
    return try image(name).squeezed(name: id, side: width).transposed(name: id)
      .guarded(name: id, margin: Self.textureMargin)
  }

  /// The name of the default pin in `color`; `nil` is its own red.
  public static func pinName(color: RGBA? = nil) -> String { DefaultPin.name(color) }

  /// `name` for a message: an address is cut short.
  public static func shown(_ name: String) -> String {
    DataAddress.isOne(name) && name.utf8.count > 40 ? name.prefix(39) + "…" : name
  }

  /// Under which name tiles and style ask for the image `name`.
  private func spriteName(of name: String) -> String {
    (DataAddress.isOne(name) ? DataAddress.shortName(of: name) : name) + suffix
  }

  private func check(_ side: Double) throws(ImageError) {
    guard side > 0, side <= Double(Self.largestSide) else { throw .sideOutOfRange(side) }
  }

  /// A number without needless decimals.
  private func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : "\(number)"
  }

  /// The file `name` as it stands, for clients to load by its own address; an SVG, which not all
  /// of them draw, as a PNG.
  public func file(_ name: String) throws(ImageError) -> ImageFile {
    guard let bytes = try contents(name) else { throw .missing(path: path(of: name)) }
    let path = path(of: name)
    guard ImageFormat(of: bytes) == .svg else { return try ImageFile(bytes: bytes, path: path) }
    let drawing = try VectorImage(
      svg: bytes, path: path, limit: ImageFile.largestSide, library: vectors())
    guard let file = ImageFile(drawing: drawing) else { throw .damaged(path: path) }
    return file
  }

  /// The bytes of the file `name`; `nil` when there is no such file.
  private func contents(_ name: String) throws(ImageError) -> [UInt8]? {
    if let bytes = files[name] { return bytes }
    if DataAddress.isOne(name) {
      guard let bytes = DataAddress.bytes(of: name) else { throw .damaged(path: path(of: name)) }
      return bytes
    }
    return try FileContents.bytes(of: path(of: name))
  }

  private func path(of name: String) -> String {
    if DataAddress.isOne(name) { return "its data" }
    return name.hasPrefix("/") || folder.isEmpty ? name : folder + "/" + name
  }

  private func load(_ name: String) throws(ImageError) -> SpriteImage {
    if let color = DefaultPin.color(name) { return DefaultPin.image(name: name, color: color) }
    if let bytes = try contents(name), ImageFormat(of: bytes) == .svg {
      let drawing = try VectorImage(
        svg: bytes, path: path(of: name), limit: Self.largestSide, library: vectors())
      guard let image = SpriteImage(name: spriteName(of: name), drawing: drawing) else {
        throw .damaged(path: path(of: name))
      }
      return image
    }
    let pixels = try decode(name, pixelsAPoint: 1)
    let pixels2x =
      DataAddress.isOne(name) ? nil : try decode(Self.doubled(name), pixelsAPoint: 2)
    guard let image = SpriteImage(name: spriteName(of: name), pixels: pixels, pixels2x: pixels2x)
    else {
      throw .missing(path: path(of: name))
    }
    return image
  }

  /// `name@2x.png` for `name.png`.
  private static func doubled(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else {
      return name + "@2x"
    }
    return name[..<dot] + "@2x" + name[dot...]
  }

  /// Reads a PNG; `nil` when there is no such file.
  private func decode(_ name: String, pixelsAPoint: Int) throws(ImageError) -> RasterImage? {
    guard let bytes = try contents(name) else { return nil }
    let path = path(of: name)
    guard let size = RasterImage.size(ofPNG: bytes) else { throw .notPNG(path, bytes) }
    guard max(size.width, size.height) <= Self.largestSide * pixelsAPoint else {
      throw .tooBig(
        path: path, width: size.width, height: size.height,
        limit: Self.largestSide * pixelsAPoint)
    }
    guard let image = RasterImage(png: bytes) else { throw .damaged(path: path) }
    return image
  }
}
