/// Why an image cannot be used.
public enum ImageError: Error, Equatable, Sendable {
  /// There is no such file, nor one with `@2x`.
  case missing(path: String)
  /// The file stands there and cannot be read.
  case unreadable(path: String, errno: Int32)
  /// The file was written to each time that it was read.
  case changed(path: String)
  /// The file holds another kind of image.
  case wrongFormat(path: String, found: ImageFormat)
  /// The file holds an SVG, and librsvg, which draws it, is not installed.
  case noVectorLibrary(path: String)
  /// The file holds no image that is known here.
  case noImage(path: String)
  /// The image begins well and does not go on so.
  case damaged(path: String)
  /// A side is longer than `limit` pixels.
  case tooBig(path: String, width: Int, height: Int, limit: Int)
  /// A stamp's side that is no number above 0 and up to ``ImageCatalog/largestSide``.
  case sideOutOfRange(Double)

  /// The error of a file that is no PNG.
  static func notPNG(_ path: String, _ bytes: [UInt8]) -> ImageError {
    switch ImageFormat(of: bytes) {
    case .png?: .damaged(path: path)
    case let other?: .wrongFormat(path: path, found: other)
    case nil: .noImage(path: path)
    }
  }
}

extension ImageError: CustomStringConvertible {
  /// What was found, as a person says it; folders are left out.
  public var description: String {
    func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    return switch self {
    case .missing(let path): "no file \(name(path))"
    case .unreadable(let path, let errno): "\(name(path)), which cannot be read (error \(errno))"
    case .changed(let path): "\(name(path)), which changed while it was read"
    case .wrongFormat(let path, let found): "\(name(path)), which is \(found.phrase)"
    case .noImage(let path): "\(name(path)), which is no image"
    case .damaged(let path): "\(name(path)), which is damaged"
    case .noVectorLibrary(let path):
      """
      \(name(path)), an SVG, which librsvg 2.52 or newer draws where it is installed \
      (apt: librsvg2-2, brew: librsvg)
      """
    case .tooBig(let path, let width, let height, let limit):
      "\(name(path)), which has \(width) x \(height) pixels, more than \(limit) a side"
    case .sideOutOfRange(let side): "a side of \(side) points"
    }
  }
}

/// Kinds of image files, told by their first bytes.
public enum ImageFormat: String, Sendable, CaseIterable {
  case png = "PNG", jpeg = "JPEG", gif = "GIF", webp = "WebP", svg = "SVG", pdf = "PDF"

  /// The kind of `bytes`; `nil` for anything else.
  public init?(of bytes: [UInt8]) {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if begins("GIF8") {
      self = .gif
    } else if begins("RIFF"), begins("WEBP", at: 8) {
      self = .webp
    } else if begins("%PDF") {
      self = .pdf
    } else if String(decoding: bytes.prefix(1024), as: UTF8.self).contains("<svg") {
      self = .svg
    } else {
      return nil
    }
  }

  /// The name with its article.
  var phrase: String { self == .svg ? "an SVG" : "a \(rawValue)" }
}
