import OverlayModel
import SpriteSheet

/// Finds the styles of spans in their documents and numbers them, when all documents are read.
struct SpanStyling {
  /// Each input's document.
  let documents: [OverlayDocument]
  /// Makes the images of stamps.
  let stamps: MarkerImages
  /// Whether clients draw sprite stamps; otherwise they become textures on a clear line.
  var drawsSprites = true

  private(set) var paints: [SpanPaint] = []
  /// Colours and names of images, by their numbers.
  private(set) var colors: [RGBA] = []
  private(set) var images: [String] = []
  private var paintNumbers: [Key: Int32] = [:]
  private var colorNumbers: [RGBA: Int] = [:]
  private var imageNumbers: [String: Int] = [:]

  /// An image of the sprite.
  struct Image {
    var name: String
    /// What it looks like from afar.
    var mean: PremultipliedColor
  }

  private struct Key: Hashable {
    var style: StrokeStyle
    /// Points; 0 for styles without an image, which do not depend on it.
    var width: Double
    /// Number of the folder of its image; 0 without an image.
    var folder: Int
  }

  /// Images of stamps that cannot be used, by the numbers of their folders.
  private var faults: [ImageName: ImageError] = [:]

  private struct ImageName: Hashable {
    var folder: Int
    var name: String
  }

  init(documents: [OverlayDocument], stamps: MarkerImages) {
    (self.documents, self.stamps) = (documents, stamps)
  }

  /// Numbers the styles of a chunk's spans, and adds rows for their stamps.
  mutating func apply(to chunk: inout FlattenedChunk) {
    guard !chunk.spanStyles.isEmpty else { return }
    let styles = documents[chunk.input].styles
    let numbers = chunk.spanStyles.map { number($0, in: styles, input: chunk.input) }
    noteFaults(in: &chunk)
    chunk.spanStyles = []
    for i in chunk.block.tracks.indices {
      chunk.block.tracks[i].finish(numbers: numbers, paints: paints)
    }
    var rows: [FlattenedChunk.Row] = []
    rows.reserveCapacity(chunk.rows.count)
    for row in chunk.rows {
      guard row.shape == .spans else {
        rows.append(row)
        continue
      }
      let uses = uses(of: row, in: chunk)
      if !uses.stroke && !uses.sprites {
        chunk.note(
          .skipped, .notDrawn, chunk.features[Int(row.feature)], "overlay.spans",
          "only clear spans",
          "a line that is clear throughout draws nothing")
      }
      if uses.stroke { rows.append(row) }
      var stamps = row
      stamps.isMain = false
      if uses.textures {
        (stamps.role, stamps.shape) = (.stamp, .textures)
        rows.append(stamps)
      }
      if uses.sprites {
        (stamps.role, stamps.shape) = (.dot, .sprites)
        rows.append(stamps)
      }
    }
    chunk.rows = rows
  }

  /// What the spans of a row draw.
  private func uses(
    of row: FlattenedChunk.Row, in chunk: FlattenedChunk
  ) -> (stroke: Bool, textures: Bool, sprites: Bool) {
    var uses = (stroke: false, textures: false, sprites: false)
    for part in row.parts {
      let track = chunk.parts[Int(part)].track
      guard track >= 0 else { continue }
      for style in chunk.block.tracks[Int(track)].styles {
        let paint = paints[Int(style)]
        // Also where only spans too short to be told apart have a colour: that of a texture.
        if paint.mean.channels.w > 0 { uses.stroke = true }
        if paint.texture >= 0 { uses.textures = true }
        if paint.sprite >= 0 { uses.sprites = true }
      }
    }
    return uses
  }

  private mutating func number(
    _ style: SpanStyle, in styles: [String: StrokeStyle], input: Int
  ) -> Int32 {
    var stroke: StrokeStyle
    switch style.reference {
    case .inline(let inline): stroke = inline
    case .named(let name):
      stroke = styles[name] ?? StrokeStyle(base: .solid(style.strokeColor))
    }
    if !drawsSprites, let stamp = stroke.stampStyle, stamp.kind == .sprite {
      stroke = StrokeStyle(
        base: .solid(RGBA(red: 0, green: 0, blue: 0, alpha: 0)),
        stampStyle: .init(kind: .texture, image: stamp.image))
    }
    let isPlain = stroke.stampStyle == nil
    let folder = isPlain ? 0 : stamps.folder(ofInput: input)
    let key = Key(style: stroke, width: isPlain ? 0 : style.width, folder: folder)
    if let known = paintNumbers[key] { return known }
    var paint = SpanPaint(stroke.base) { number(of: $0) }
    if let stamp = stroke.stampStyle {
      do throws(ImageError) {
        let image = try stamps.stamp(stamp, width: style.width, input: input)
        switch stamp.kind {
        case .texture:
          paint.texture = number(ofImage: image.name)
          paint.mean = image.mean.over(paint.mean)
        case .sprite: paint.sprite = number(ofImage: image.name)
        }
      } catch {
        faults[ImageName(folder: folder, name: stamp.image)] = error
      }
    }
    let result = Int32(paints.count)
    paints.append(paint)
    paintNumbers[key] = result
    return result
  }

  private mutating func number(of color: RGBA) -> UInt32 {
    guard color.alpha > 0 else { return PieceColor.clear }
    if let known = colorNumbers[color] { return PieceColor.detail(number: known) }
    guard colors.count < PieceColor.mostNumbers else { return PieceColor.detail(color) }
    colorNumbers[color] = colors.count
    colors.append(color)
    return PieceColor.detail(number: colors.count - 1)
  }

  private mutating func number(ofImage name: String) -> Int32 {
    if let known = imageNumbers[name] { return Int32(known) }
    imageNumbers[name] = images.count
    images.append(name)
    return Int32(images.count - 1)
  }

  /// One finding for each name that a feature uses and its document does not have, and for each
  /// image that cannot be used.
  private func noteFaults(in chunk: inout FlattenedChunk) {
    let styles = documents[chunk.input].styles
    let isUnknown = chunk.spanStyles.contains { style in
      if case .named(let name) = style.reference { styles[name] == nil } else { false }
    }
    guard isUnknown || !faults.isEmpty else { return }
    let folder = stamps.folder(ofInput: chunk.input)
    for row in chunk.rows where row.shape == .spans {
      let feature = chunk.features[Int(row.feature)]
      guard feature.overlay >= 0,
        case .polyline(let look) = chunk.overlays[Int(feature.overlay)].look
      else { continue }
      var noted: Set<String> = []
      for (i, reference) in look.spans.references.enumerated() {
        let member = look.spans.isPattern ? "pattern.styles[\(i)]" : "[\(i)]"
        var stamp: StampStyle?
        switch reference {
        case .inline(let style): stamp = style.stampStyle
        case .named(let name):
          stamp = styles[name]?.stampStyle
          guard styles[name] == nil, noted.insert("style " + name).inserted else { break }
          chunk.note(
            .altered, .styleUnknown, feature, "overlay.spans" + member, "the style \"\(name)\"",
            "\(allowedNames(styles)); the stretch has the line's strokeColor")
        }
        guard let name = stamp?.image, noted.insert("image " + name).inserted,
          let error = faults[ImageName(folder: folder, name: name)]
        else { continue }
        chunk.note(
          .altered, .imageMissing, feature, "overlay.spans" + member,
          "the image \"\(ImageCatalog.shown(name))\": \(error)",
          "allowed are PNG and SVG files beside the document, and data: addresses;"
            + " the stretch has no stamps")
      }
    }
  }

  private func allowedNames(_ styles: [String: StrokeStyle]) -> String {
    guard !styles.isEmpty else { return "the document has no styles" }
    let names = styles.keys.sorted()
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    return "allowed are the document's styles " + names.prefix(8).joined(separator: ", ") + rest
  }
}

extension Spans {
  /// Whether they are a repeating pattern.
  var isPattern: Bool { if case .pattern = self { true } else { false } }

  /// The styles that spans refer to, in their order.
  var references: [StyleReference] {
    switch self {
    case .none: []
    case .list(let spans): spans.map(\.style)
    case .pattern(let pattern): pattern.styles
    }
  }
}
