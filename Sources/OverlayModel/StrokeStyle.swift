public import MapMath

/// Colours along a line.
public enum Spans: Sendable, Equatable {
  /// The stroke colour throughout.
  case none
  /// Spans one after the other; the last runs to the end of the line.
  case list([StyleSpan])
  /// A repeating pattern.
  case pattern(SpanPattern)
}

extension Spans: ExpressibleByArrayLiteral {
  /// Spans one after the other; an empty list is ``none``.
  public init(arrayLiteral spans: StyleSpan...) { self.init(spans) }

  /// Spans one after the other; an empty list is ``none``.
  public init(_ spans: [StyleSpan]) { self = spans.isEmpty ? .none : .list(spans) }
}

/// One stretch of a line with one style.
public struct StyleSpan: Sendable, Hashable {
  /// What the stretch looks like.
  public var style: StyleReference
  /// Its length in segments of the path, whole or fractional, above 0.
  public var segments: Double

  /// Creates a span of `segments` segments.
  public init(style: StyleReference, segments: Double = 1) {
    self.style = style
    self.segments = segments
  }

  /// Creates a span of `segments` segments.
  public init(style: StrokeStyle, segments: Double = 1) {
    self.init(style: .inline(style), segments: segments)
  }

  /// Creates a span of one colour.
  public init(color: RGBA, segments: Double = 1) {
    self.init(style: .solid(color), segments: segments)
  }
}

/// A style given in place, or by its name in the document's `styles`.
///
/// Names are resolved after the whole document is read, since `styles` may follow its features.
public enum StyleReference: Sendable, Hashable {
  /// The style itself.
  case inline(StrokeStyle)
  /// A key of ``OverlayDocument/styles``.
  case named(String)
}

/// A repeating pattern of styles by length; both arrays repeat independently of each other.
public struct SpanPattern: Sendable, Equatable {
  /// What a length means.
  public typealias LengthKind = MapMath.LengthKind
  /// At least one.
  public var styles: [StyleReference]
  /// At least one, none negative, sum above 0; unit by `lengthKind`.
  public var lengths: [Double]
  /// What `lengths` and `offset` mean.
  public var lengthKind: LengthKind
  /// How much of the pattern is skipped at the start; may be negative.
  public var offset: Double

  /// Creates a pattern.
  public init(
    styles: [StyleReference], lengths: [Double], lengthKind: LengthKind = .geodesic,
    offset: Double = 0
  ) {
    (self.styles, self.lengths) = (styles, lengths)
    (self.lengthKind, self.offset) = (lengthKind, offset)
  }
}

/// The paint of a stretch of line: a base colour or gradient, and stamps on top.
public struct StrokeStyle: Sendable, Hashable {
  /// What lies below the stamps.
  public enum Base: Sendable, Hashable {
    /// One colour.
    case solid(RGBA)
    /// From the first colour at the span's start to the second at its end.
    case gradient(RGBA, RGBA)
  }
  /// Below the stamps.
  public var base: Base
  /// Stamps on top, or none.
  public var stampStyle: StampStyle?

  /// Creates a style.
  public init(base: Base, stampStyle: StampStyle? = nil) {
    (self.base, self.stampStyle) = (base, stampStyle)
  }

  /// One colour.
  public static func solid(_ color: RGBA) -> StrokeStyle { StrokeStyle(base: .solid(color)) }

  /// From a colour at the span's start to another at its end.
  public static func gradient(from start: RGBA, to end: RGBA) -> StrokeStyle {
    StrokeStyle(base: .gradient(start, end))
  }

  /// Stamps over nothing.
  public static func transparent(stampStyle: StampStyle) -> StrokeStyle {
    StrokeStyle(base: .solid(.clear), stampStyle: stampStyle)
  }
}

/// An image repeated along the line, its top towards the start of the line.
public struct StampStyle: Sendable, Hashable {
  /// Whether the image is drawn whole (`sprite`) or is cut by the line (`texture`).
  public enum Kind: String, Sendable { case sprite, texture }
  /// Sprite or texture.
  public var kind: Kind
  /// Image file, relative to the document.
  public var image: String
  /// Creates a stamp.
  public init(kind: Kind, image: String) { (self.kind, self.image) = (kind, image) }

  /// An image that is drawn whole, over corners too: for dots and arrows along the line.
  public static func sprite(image: String) -> StampStyle { StampStyle(kind: .sprite, image: image) }

  /// An image that covers the line and is cut where the line turns or ends.
  public static func texture(image: String) -> StampStyle {
    StampStyle(kind: .texture, image: image)
  }
}
