import JSONText
import MapMath
import MapStyle
import OverlayModel
import SpriteSheet
import TileArchive

/// The images on the ground: tiles hold vectors only, so the style draws them, each from a file
/// beside it.
struct GroundOverlays {
  /// Each image with the number of its file, and without an address.
  private var placed: [(image: StylePlan.GroundImage, file: Int)] = []
  /// The image files of the output, under their new names.
  private(set) var files: [(name: String, file: ImageFile)] = []
  private(set) var findings: [Finding] = []

  /// Images are named relative to the folder of the input that names them.
  private let catalogs: [ImageCatalog]

  /// Places the ground overlays of `chunks`, which stand in input order.
  init(_ chunks: [FlattenedChunk], inputs: [BuildOptions.Input]) {
    catalogs = inputs.map { ImageCatalog($0) }
    for chunk in chunks {
      for index in chunk.groundOverlays { add(chunk.features[Int(index)], of: chunk) }
    }
  }

  private mutating func add(_ feature: FeatureBatch.Feature, of chunk: FlattenedChunk) {
    guard feature.overlay >= 0 else { return }
    let overlay = chunk.overlays[Int(feature.overlay)]
    guard case .groundOverlay(let look) = overlay.look else { return }
    func note(
      _ effect: Finding.Effect, _ code: Finding.Code, _ member: String, _ found: String,
      _ allowed: String
    ) -> Finding {
      Finding(
        effect, code, at: feature.location, id: chunk.idText(of: feature), member: member,
        found: found, allowed: allowed)
    }
    guard let name = look.image else {
      findings.append(
        note(
          .skipped, .notDrawn, "overlay.image", "nothing",
          "a ground overlay without an image draws nothing"))
      return
    }
    var file: ImageFile
    do throws(ImageError) {
      file = try catalogs[chunk.input].file(name)
    } catch {
      findings.append(
        note(
          .skipped, .imageMissing, "overlay.image", "\"\(ImageCatalog.shown(name))\": \(error)",
          "images are PNG, JPEG or SVG files beside the document or data: addresses"))
      return
    }
    var place = look.rectangle(
      width: Double(file.width) / file.pixelsAPoint,
      height: Double(file.height) / file.pixelsAPoint)
    if !place.isOnMap || look.reachesPole {
      let edge = "the map ends at \(Mercator.edgeLatitude) degrees north and south"
      let rows = place.rowsOnMap(of: file.height)
      guard let rows, let part = rows.count == file.height ? file : file.cropped(toRows: rows)
      else {
        findings.append(
          note(
            .skipped, .latitudeBeyondMap, "overlay", "an image beyond the map's edge",
            edge + "; only PNG images with bearing 0 are cut there"))
        return
      }
      place = place.part(rows: rows, of: file.height)
      file = part
      findings.append(
        note(
          .altered, .latitudeBeyondMap, "overlay", "an image that reaches beyond the map's edge",
          edge + "; the image is cut there"))
    }
    let image = StylePlan.GroundImage(
      url: "", corners: place.corners, opacity: look.opacity, zIndex: overlay.zIndex,
      minZoom: overlay.minZoom, maxZoom: overlay.maxZoom,
      details: Self.details(feature, overlay, chunk))
    placed.append((image, number(of: file)))
  }

  /// The number of `file`, which goes into the output once.
  private mutating func number(of file: ImageFile) -> Int {
    if let known = files.firstIndex(where: { $0.file == file }) { return known }
    files.append(("ground-\(files.count).\(file.pathExtension)", file))
    return files.count - 1
  }

  /// The images of an output whose files are found at `base`.
  func images(at base: BaseURL) -> [StylePlan.GroundImage] {
    placed.map { image, number in
      var image = image
      image.url = base.address(of: files[number].name)
      // The query changes with the content, so that no cache shows an earlier picture; files have
      // no queries.
      if !image.url.hasPrefix("file:") {
        image.url += (image.url.contains("?") ? "&" : "?") + "v=" + files[number].file.digest
      }
      return image
    }
  }

  /// Title, id and properties, for viewers.
  private static func details(
    _ feature: FeatureBatch.Feature, _ overlay: Overlay, _ chunk: FlattenedChunk
  ) -> [JSONValue.Member] {
    var details: [JSONValue.Member] = []
    if let id = chunk.idText(of: feature) { details.append(.init("id", .string(id))) }
    if let title = overlay.title { details.append(.init("title", .string(title))) }
    if overlay.isTappable { details.append(.init("tappable", true)) }
    let properties = feature.tags.compactMap { number -> JSONValue.Member? in
      let tag = chunk.tags[Int(number)]
      guard let value = AttributeValue(pooled: chunk.values[tag.value]) else { return nil }
      return .init(String(decoding: chunk.keys[tag.key], as: UTF8.self), value.json)
    }
    if !properties.isEmpty { details.append(.init("properties", .object(properties))) }
    return details
  }
}

extension GroundOverlayLook {
  /// Where an image of `width` x `height` pixels, a point each, lies.
  fileprivate func rectangle(width: Double, height: Double) -> GroundRectangle {
    switch placement {
    case .bounds(let bounds):
      GroundRectangle(
        west: bounds.west, south: bounds.south, east: bounds.east, north: bounds.north,
        anchor: (anchor.x, anchor.y), bearing: bearing)
    case .position(let position, let zoomLevel):
      GroundRectangle(
        position: position, zoom: zoomLevel, size: (width, height), anchor: (anchor.x, anchor.y),
        bearing: bearing)
    }
  }

  /// Whether a side is a pole, which stands for the map's edge.
  fileprivate var reachesPole: Bool {
    if case .bounds(let bounds) = placement {
      bounds.south == -90 || bounds.north == 90
    } else {
      false
    }
  }
}

extension AttributeValue {
  /// The value in JSON; whole numbers beyond 64 signed bits become doubles.
  fileprivate var json: JSONValue {
    switch self {
    case .string(let text): .string(text)
    case .int(let number): .int(Int(number))
    case .uint(let number): .double(Double(number))
    case .double(let number): .double(number)
    case .bool(let flag): .bool(flag)
    }
  }
}
