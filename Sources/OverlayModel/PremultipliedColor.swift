/// A colour whose red, green and blue are multiplied by its alpha: the form in which colours are
/// mixed, so that what is clear does not tint the rest.
public struct PremultipliedColor: Hashable, Sendable {
  /// Red, green, blue, alpha, each 0...1 and none of the first three above the last.
  public var channels: SIMD4<Double>

  /// The colour with these channels.
  public init(channels: SIMD4<Double>) { self.channels = channels }

  /// The same colour as `color`.
  public init(_ color: RGBA) {
    channels = SIMD4(
      color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
  }

  /// The same colour, straight; clear black when alpha is 0.
  public var straight: RGBA {
    guard channels.w > 0 else { return RGBA(red: 0, green: 0, blue: 0, alpha: 0) }
    return RGBA(
      red: channels.x / channels.w, green: channels.y / channels.w, blue: channels.z / channels.w,
      alpha: channels.w)
  }

  /// The colour at `fraction` of the way to `other`, 0...1.
  public func mixed(with other: Self, at fraction: Double) -> Self {
    Self(channels: channels + (other.channels - channels) * fraction)
  }

  /// The colour that lies over another.
  public func over(_ other: Self) -> Self {
    Self(channels: channels + other.channels * (1 - channels.w))
  }
}
