public import OverlayModel

/// The pin of markers without an icon: a drop with a darker rim and dot, its tip at the middle of
/// the bottom edge, which is the default ground anchor.
public enum DefaultPin {
  /// Size in points.
  public static let width = 26, height = 41
  /// The pin's own red.
  public static let red = RGBA(red: 234 / 255, green: 67 / 255, blue: 53 / 255)

  /// "pin", or "pin-" and the colour as rrggbb, or rrggbbaa where it is not opaque.
  static func name(_ color: RGBA?) -> String {
    guard let color else { return "pin" }
    func digits(_ channel: Double) -> String {
      let byte = UInt8(min(max(channel.isNaN ? 0 : channel, 0), 1) * 255 + 0.5)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let alpha = digits(color.alpha)
    return "pin-" + digits(color.red) + digits(color.green) + digits(color.blue)
      + (alpha == "ff" ? "" : alpha)
  }

  /// The colour that a name made by ``name(_:)`` stands for; `nil` for any other name.
  static func color(_ name: String) -> RGBA? {
    if name == "pin" { return red }
    let digits = name.utf8.dropFirst(4)
    guard name.hasPrefix("pin-"), digits.count == 6 || digits.count == 8,
      let value = UInt64(name.dropFirst(4), radix: 16), !digits.contains(UInt8(ascii: "+"))
    else { return nil }
    let bits = digits.count == 6 ? value << 8 | 0xff : value
    func channel(_ shift: UInt64) -> Double { Double(bits >> shift & 0xff) / 255 }
    return RGBA(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }

  /// The pin in `color`.
  static func image(name: String, color: RGBA) -> SpriteImage {
    SpriteImage(
      name: name, width: Double(width), height: Double(height),
      pixels: masks1x.painted(color), pixels2x: masks2x.painted(color))
  }

  private static let masks1x = PinMasks(pixelsAPoint: 1)
  private static let masks2x = PinMasks(pixelsAPoint: 2)
}

/// How much of each pixel lies in the drop, and how much of that in its rim or dot; 0...1.
private struct PinMasks: Sendable {
  private static let radius = 12.5, centerX = 13.0, centerY = 13.0
  private static let dotRadius = 4.5, rim = 1.0
  /// Samples a pixel, in each direction.
  private static let samples = 8

  let width: Int, height: Int
  var drop: [Double], dark: [Double]

  init(pixelsAPoint: Int) {
    (width, height) = (DefaultPin.width * pixelsAPoint, DefaultPin.height * pixelsAPoint)
    drop = [Double](repeating: 0, count: width * height)
    dark = drop
    let step = 1 / Double(pixelsAPoint * Self.samples),
      share = 1 / Double(Self.samples * Self.samples)
    for row in 0..<height * Self.samples {
      for column in 0..<width * Self.samples {
        let x = (Double(column) + 0.5) * step - Self.centerX
        let y = (Double(row) + 0.5) * step - Self.centerY
        let inside = Self.depth(x, y)
        guard inside > 0 else { continue }
        let i = row / Self.samples * width + column / Self.samples
        drop[i] += share
        let isDot = x * x + y * y < Self.dotRadius * Self.dotRadius
        if isDot || inside < Self.rim { dark[i] += share }
      }
    }
  }

  /// Points from the outline, positive inside. The outline is a circle and its two tangents from
  /// the tip, which is straight below the circle's centre:
  ///
  ///      .-"-.
  ///     (     )   x, y count from the centre, y downward
  ///      \   /
  ///       \ /
  ///        v  (0, tip)
  private static func depth(_ x: Double, _ y: Double) -> Double {
    let tip = Double(DefaultPin.height) - centerY
    let tangent = (tip * tip - radius * radius).squareRoot()
    // Along the right tangent the outward normal is (tangent, radius) / tip.
    let side = radius - (x.magnitude * tangent + y * radius) / tip
    // The tangents bound the drop below the chord through the two points where they touch.
    let isCone = y * tip > radius * radius && side > 0 && x.magnitude * radius < (tip - y) * tangent
    let round = radius - (x * x + y * y).squareRoot()
    return isCone ? max(side, round) : round
  }

  /// The drop in `color`; rim and dot are darker, or lighter where the colour is dark itself.
  func painted(_ color: RGBA) -> RasterImage {
    let channels = SIMD3(color.red, color.green, color.blue)
    let luma = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
    let accent = luma < 0.15 ? channels + (1 - channels) * 0.45 : channels * 0.68
    var image = RasterImage(width: width, height: height)
    for i in drop.indices where drop[i] > 0 {
      let mixed = channels * (drop[i] - dark[i]) + accent * dark[i]
      let scale = 255 * color.alpha
      image.setPixel(
        i % width, i / width, red: mixed[0] * scale, green: mixed[1] * scale,
        blue: mixed[2] * scale, alpha: drop[i] * scale)
    }
    return image
  }
}
