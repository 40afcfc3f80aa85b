import OverlayModel

/// How a span is drawn: a style with its colours and images numbered.
struct SpanPaint: Sendable {
  /// Colours at the span's start and end.
  var from: PremultipliedColor, to: PremultipliedColor
  /// The same as details of pieces; see ``PieceColor``.
  var fromDetail: UInt32, toDetail: UInt32
  /// Colour steps of a gradient; 1: one colour throughout.
  var steps: Int
  /// What it looks like from afar.
  var mean: PremultipliedColor
  /// Number of the image of a texture, of a sprite stamp; -1: none.
  var texture: Int32 = -1, sprite: Int32 = -1

  /// Whether two of these in a row are like one.
  var isPlain: Bool { steps == 1 && texture < 0 && sprite < 0 }

  /// The paint of a gradient or of one colour.
  init(_ base: StrokeStyle.Base, number: (RGBA) -> UInt32) {
    switch base {
    case .solid(let color):
      (from, to) = (PremultipliedColor(color), PremultipliedColor(color))
      fromDetail = number(color)
      toDetail = fromDetail
    case .gradient(let start, let end):
      (from, to) = (PremultipliedColor(start), PremultipliedColor(end))
      (fromDetail, toDetail) = (number(start), number(end))
    }
    let difference = (to.channels - from.channels) * 255
    let largest = max(difference.max(), (-difference).max())
    steps = max(1, Int((largest / Self.levelsAStep).rounded(.up)))
    mean = from.mixed(with: to, at: 0.5)
  }

  /// Levels of 255 by which neighbouring pieces of a gradient may differ: no step is seen.
  private static let levelsAStep = 4.0
}

/// The colour of a line's piece, as its detail.
///
/// 0 is clear. With a lowest byte of 0 it is the number, from 1, of a colour that stands in the
/// input (``PieceTags/colors``); otherwise red, green, blue and alpha of a computed one.
enum PieceColor {
  static let clear: UInt32 = 0
  /// Colours of the input that can be numbered; more are given as bytes.
  static let mostNumbers = 1 << 24 - 1

  /// The detail of the input's colour with a number.
  static func detail(number: Int) -> UInt32 { UInt32(number + 1) << 8 }

  /// The detail of any colour.
  static func detail(_ color: RGBA) -> UInt32 {
    func byte(_ channel: Double) -> UInt32 {
      UInt32((min(max(channel, 0), 1) * 255).rounded())
    }
    let alpha = byte(color.alpha)
    guard alpha > 0 else { return clear }
    return byte(color.red) << 24 | byte(color.green) << 16 | byte(color.blue) << 8 | alpha
  }

  /// The number of a colour of the input, or `nil` for a computed colour.
  static func number(_ detail: UInt32) -> Int? {
    detail & 255 == 0 && detail != clear ? Int(detail >> 8) - 1 : nil
  }

  /// A computed colour.
  static func color(_ detail: UInt32) -> RGBA {
    func channel(_ shift: UInt32) -> Double { Double(detail >> shift & 255) / 255 }
    return RGBA(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }
}
