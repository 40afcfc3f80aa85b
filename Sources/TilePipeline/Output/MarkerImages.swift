import OverlayModel

/// The images that markers name: sizes for the tiles, pixels for the sprite.
struct MarkerImages: Sendable {
  private let options: BuildOptions

  init(_ options: BuildOptions) { self.options = options }

  /// How overlays become attributes, given these images.
  var paint: PaintAttributes {
    PaintAttributes(
      imageSize: { _ in nil }, pinSize: (26, 41),
      pinName: { color in "pin-" + color.cssText })
  }
}
