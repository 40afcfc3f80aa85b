extension RGBA {
  /// Reads a CSS colour: a name, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba(), hsl(), hsla(),
  /// `transparent`, or the SDK's `clear`; letter case does not matter.
  ///
  /// Functions take commas or spaces (then `/` before the alpha), numbers or percentages, an
  /// alpha of three or four components alike, and hues in deg, rad, grad or turn. Channels out
  /// of range are clamped, as CSS says. `nil` for anything else.
  ///
  /// - SeeAlso: CSS Color Module Level 4, sections 4, 5, 6 and 7.
  public init?(css text: String) {
    var bytes = Array(text.utf8)
    while let last = bytes.last, CSSColorScanner.isSpace(last) { bytes.removeLast() }
    bytes = Array(bytes.drop(while: CSSColorScanner.isSpace))
    for i in bytes.indices where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[i]) {
      bytes[i] |= 0x20
    }
    if bytes.first == UInt8(ascii: "#") {
      self.init(hexadecimal: bytes.dropFirst())
    } else if bytes.last == UInt8(ascii: ")") {
      var scanner = CSSColorScanner(bytes)
      guard let color = scanner.function() else { return nil }
      self = color
    } else {
      self.init(name: String(decoding: bytes, as: UTF8.self))
    }
  }

  private init?(hexadecimal digits: ArraySlice<UInt8>) {
    var values: [Double] = []
    for digit in digits {
      guard let value = Self.value(ofDigit: digit) else { return nil }
      values.append(Double(value))
    }
    switch values.count {
    case 3, 4:
      self.init(
        red: values[0] / 15, green: values[1] / 15, blue: values[2] / 15,
        alpha: values.count == 4 ? values[3] / 15 : 1)
    case 6, 8:
      let bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
      self.init(
        red: bytes[0] / 255, green: bytes[1] / 255, blue: bytes[2] / 255,
        alpha: bytes.count == 4 ? bytes[3] / 255 : 1)
    default: return nil
    }
  }

  private static func value(ofDigit digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(digit - UInt8(ascii: "a")) + 10
    default: nil
    }
  }

  /// The colour of `hue` (degrees), `saturation` and `lightness` (0...1).
  ///
  /// - SeeAlso: CSS Color Module Level 4, section 7.1 (hslToRgb).
  init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    let turned = hue.truncatingRemainder(dividingBy: 360)
    let degrees = turned < 0 ? turned + 360 : turned
    let reach = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let k = (offset + degrees / 30).truncatingRemainder(dividingBy: 12)
      return lightness - reach * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }

  /// `rgba(r,g,b,a)`: whole channels 0...255, and alpha with as few decimals as it needs, at
  /// most 3. Every CSS reader takes it.
  public var cssText: String {
    func byte(_ channel: Double) -> Int { Int((min(max(channel, 0), 1) * 255).rounded()) }
    return "rgba(\(byte(red)),\(byte(green)),\(byte(blue)),\(Self.thousandths(alpha)))"
  }

  private static func thousandths(_ value: Double) -> String {
    let count = Int((min(max(value, 0), 1) * 1000).rounded())
    guard count > 0, count < 1000 else { return count == 0 ? "0" : "1" }
    var digits = String(1000 + count).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "0.\(digits)"
  }
}
