internal import CVectorImage

/// What draws SVG: librsvg, where it is installed. It is loaded when it is first asked for.
public final class VectorLibrary: Sendable {
  /// The system's; `nil` where it has none.
  public static let system = VectorLibrary(named: nil)

  private nonisolated(unsafe) let library: OpaquePointer

  /// Loads a shared library by its name, the system's if that is `nil`; `nil` where there is none,
  /// or one that is older than 2.52.
  public init?(named name: String?) {
    let library = if let name { cvi_load(name) } else { cvi_load(nil) }
    guard let library else { return nil }
    self.library = library
  }

  deinit { cvi_free(library) }

  /// Calls `body` with a drawing; `nil` where the bytes are none.
  fileprivate func withDrawing<Result>(
    _ bytes: [UInt8], _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    guard let image = cvi_open(library, bytes, bytes.count) else { return nil }
    defer { cvi_close(image) }
    return body(image)
  }
}

/// An SVG, which is drawn in the size in which it is shown and never scaled.
struct VectorImage: Sendable {
  /// Longest file, bytes: a drawing of that size is no icon.
  static let largestFile = 4 << 20

  /// Size in CSS pixels, which are points: by width and height, or else by the viewBox.
  let width: Double, height: Double
  private let bytes: [UInt8]
  private let library: VectorLibrary

  /// Reads a drawing whose sides are at most `limit` points.
  init(
    svg bytes: [UInt8], path: String, limit: Int, library: VectorLibrary?
  ) throws(ImageError) {
    guard let library else { throw .noVectorLibrary(path: path) }
    guard bytes.count <= Self.largestFile else { throw .noImage(path: path) }
    let size = library.withDrawing(bytes) { image -> (width: Double, height: Double)? in
      var size = (width: 0.0, height: 0.0)
      return cvi_size(image, &size.width, &size.height) == 0 ? size : nil
    }
    guard let size else { throw .damaged(path: path) }
    guard size.width > 0, size.height > 0 else { throw .damaged(path: path) }
    guard max(size.width, size.height) <= Double(limit) else {
      throw .tooBig(
        path: path, width: Int(min(size.width, 1e9)), height: Int(min(size.height, 1e9)),
        limit: limit)
    }
    (width, height) = (size.width, size.height)
    (self.bytes, self.library) = (bytes, library)
  }

  /// All of the drawing, stretched to so many pixels; `nil` when it is damaged.
  func raster(width: Int, height: Int) -> RasterImage? {
    var image = RasterImage(width: width, height: height)
    let isDrawn = library.withDrawing(bytes) {
      cvi_draw($0, Int32(width), Int32(height), &image.pixels) == 0 ? true : nil
    }
    return isDrawn == nil ? nil : image
  }
}

extension VectorImage: Equatable {
  static func == (a: VectorImage, b: VectorImage) -> Bool { a.bytes == b.bytes }
}
