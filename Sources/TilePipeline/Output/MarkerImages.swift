import OverlayModel
import SpriteSheet
import Synchronization

/// The images that markers name: their sizes for the tiles, their pixels for the sprite.
///
/// A name is looked for in the folders of the inputs, in their order.
final class MarkerImages: Sendable {
  private struct State {
    var used: Set<String> = []
    var stamps: [String: SpriteImage] = [:]
    var faults: [String: ImageError] = [:]
  }

  private let catalogs: [ImageCatalog]
  private let state = Mutex(State())

  /// Images that overlays of `inputs` name.
  init(_ inputs: [BuildOptions.Input]) {
    var folders: [String] = []
    var catalogs: [ImageCatalog] = []
    for input in inputs {
      if input.map?.images.isEmpty ?? true {
        if folders.contains(input.imageFolder) { continue }
        folders.append(input.imageFolder)
      }
      catalogs.append(ImageCatalog(input))
    }
    self.catalogs = catalogs
  }

  /// How overlays become attributes, given these images.
  var paint: PaintAttributes {
    PaintAttributes(
      imageSize: { [self] name in size(of: name) },
      pinSize: (Double(DefaultPin.width), Double(DefaultPin.height)),
      pinName: { [self] color in
        let name = ImageCatalog.pinName(color: color)
        state.withLock { _ = $0.used.insert(name) }
        return name
      })
  }

  /// Size in points, or `nil` for an image that cannot be read, which is remembered.
  private func size(of name: String) -> (width: Double, height: Double)? {
    guard let image = image(name) else { return nil }
    state.withLock { _ = $0.used.insert(name) }
    return (image.width, image.height)
  }

  private func image(_ name: String) -> SpriteImage? {
    find(name) { (catalog) throws(ImageError) in try catalog.image(name) }
  }

  /// The image of a stamp for a stroke of `width` points, or `nil` for one that cannot be read, which
  /// is remembered.
  func stamp(_ stamp: StampStyle, width: Double) -> SpanStyling.Image? {
    let made = find(stamp.image) { (catalog) throws(ImageError) in
      switch stamp.kind {
      case .sprite: try catalog.stamp(image: stamp.image, width: width)
      case .texture: try catalog.texture(image: stamp.image, width: width)
      }
    }
    guard let made else { return nil }
    state.withLock { $0.stamps[made.name] = made }
    return SpanStyling.Image(name: made.name, mean: made.meanColor)
  }

  private func find(
    _ name: String, _ look: (ImageCatalog) throws(ImageError) -> SpriteImage
  ) -> SpriteImage? {
    for catalog in catalogs {
      do throws(ImageError) {
        return try look(catalog)
      } catch {
        if catalog === catalogs.last { state.withLock { $0.faults[name] = error } }
      }
    }
    return nil
  }

  /// The files of a sprite with the default pin and all images in use.
  func spriteFiles() -> [(name: String, bytes: [UInt8])] {
    let (used, stamps) = state.withLock {
      ($0.used.union([ImageCatalog.pinName()]), $0.stamps.values)
    }
    let images = used.compactMap { image($0) } + stamps
    return SpriteAtlas.make(images.sorted { $0.name < $1.name })?.files ?? []
  }

  /// One finding for each image that could not be read.
  func findings() -> [Finding] {
    let faults = state.withLock { $0.faults }
    return faults.sorted { $0.key < $1.key }.map { name, error in
      Finding(
        .altered, .imageMissing, at: SourceLocation(input: 0, line: 0, feature: -1),
        member: "overlay", found: "the image \"\(name)\": \(error)",
        allowed:
          "markers show the default pin, lines no stamp; images are PNG files beside the document")
    }
  }
}

extension BuildOptions.Input {
  /// The folder in which image files are looked for; "" is the working directory.
  fileprivate var imageFolder: String {
    if let map { return map.imageFolder }
    return path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
  }
}

extension ImageCatalog {
  /// The images that overlays of `input` name.
  convenience init(_ input: BuildOptions.Input) {
    self.init(folder: input.imageFolder, files: input.map?.images ?? [:])
  }
}
