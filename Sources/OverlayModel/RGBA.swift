/// A colour in sRGB with straight (not premultiplied) alpha; each channel 0...1.
public struct RGBA: Hashable, Sendable {
  /// Red, 0...1.
  public var red: Double
  /// Green, 0...1.
  public var green: Double
  /// Blue, 0...1.
  public var blue: Double
  /// Opacity: 0 is clear, 1 opaque.
  public var alpha: Double

  /// Creates a colour; the channels are not clamped.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }
}
