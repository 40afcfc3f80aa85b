import OverlayModel
import SpriteSheet
import Synchronization

/// The images that markers and stamps name: their sizes for the tiles, their pixels for the sprite.
///
/// A name is looked for in the folder of the input that says it. Equal names of several folders are
/// told apart in the sprite.
final class MarkerImages: Sendable {
  /// The feature that names an image, for the report.
  struct User {
    var input: Int
    var location: SourceLocation
    var id: String?
  }

  private struct State {
    var used: [String: SpriteImage] = [:]
    var findings: [Finding] = []
    /// Images that were noted: folder and name.
    var noted: Set<[String]> = []
  }

  private let catalogs: [ImageCatalog]
  /// For each input its place in `catalogs`.
  private let numbers: [Int]
  private let state = Mutex(State())

  /// Images that overlays of `inputs` name.
  init(_ inputs: [BuildOptions.Input]) {
    var folders: [String: Int] = [:]
    var catalogs: [ImageCatalog] = []
    numbers = inputs.map { input in
      let isShared = input.map?.images.isEmpty ?? true
      if isShared, let known = folders[input.imageFolder] { return known }
      if isShared { folders[input.imageFolder] = catalogs.count }
      let suffix = catalogs.isEmpty ? "" : "#\(catalogs.count + 1)"
      catalogs.append(ImageCatalog(input, suffix: suffix))
      return catalogs.count - 1
    }
    self.catalogs = catalogs
  }

  /// How overlays become attributes, given these images.
  var paint: PaintAttributes {
    PaintAttributes(
      image: { [self] name, user in icon(name, of: user) },
      pinSize: (Double(DefaultPin.width), Double(DefaultPin.height)),
      pinName: { [self] color in
        let name = ImageCatalog.pinName(color: color)
        if let pin = try? catalogs.first?.image(name) { use(pin) }
        return name
      })
  }

  /// The number of the folder in which images of `input` are looked for.
  func folder(ofInput input: Int) -> Int { numbers[input] }

  /// A marker's image, or `nil` for one that cannot be used, which the report then names.
  private func icon(_ name: String, of user: User) -> SpriteImage? {
    do throws(ImageError) {
      let image = try catalogs[numbers[user.input]].image(name)
      use(image)
      return image
    } catch {
      let key = ["\(numbers[user.input])", name]
      state.withLock { state in
        guard state.noted.insert(key).inserted else { return }
        state.findings.append(
          Finding(
            .altered, .imageMissing, at: user.location, id: user.id, member: "overlay.icon",
            found: "\"\(ImageCatalog.shown(name))\": \(error)",
            allowed: "allowed are PNG and SVG files beside the document, and data: addresses;"
              + " the default pin is drawn"))
      }
      return nil
    }
  }

  /// The image of a stamp for a stroke of `width` points.
  func stamp(
    _ stamp: StampStyle, width: Double, input: Int
  ) throws(ImageError) -> SpanStyling.Image {
    let catalog = catalogs[numbers[input]]
    let made =
      switch stamp.kind {
      case .sprite: try catalog.stamp(image: stamp.image, width: width)
      case .texture: try catalog.texture(image: stamp.image, width: width)
      }
    use(made)
    return SpanStyling.Image(name: made.name, mean: made.meanColor)
  }

  private func use(_ image: SpriteImage) { state.withLock { $0.used[image.name] = image } }

  /// The files of a sprite with the default pin and all images in use, and those of clusters.
  func spriteFiles(clusters: Bool = false) -> [(name: String, bytes: [UInt8])] {
    _ = paint.pinName(nil)
    let images = state.withLock { $0.used.values.sorted { $0.name < $1.name } }
    return SpriteAtlas.make((clusters ? ClusterImages.all : []) + images)?.files ?? []
  }

  /// One finding for each marker image that cannot be used, at the first marker that names it.
  func findings() -> [Finding] { state.withLock { $0.findings } }
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
  convenience init(_ input: BuildOptions.Input, suffix: String = "") {
    self.init(folder: input.imageFolder, files: input.map?.images ?? [:], suffix: suffix)
  }
}
