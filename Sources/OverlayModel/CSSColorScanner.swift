/// Reads the functional notations of colours from lower-case bytes.
struct CSSColorScanner {
  private struct Component {
    var value: Double
    var unit: String
  }

  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  /// `rgb(...)`, `rgba(...)`, `hsl(...)` or `hsla(...)`, to the end of the bytes.
  mutating func function() -> RGBA? {
    let name = word()
    guard accept("("), let components = arguments(), at == bytes.count else { return nil }
    let alpha = components.count == 4 ? Self.fraction(components[3]) : 1
    guard let alpha else { return nil }
    switch name {
    case "rgb", "rgba": return rgb(components, alpha: alpha)
    case "hsl", "hsla": return hsl(components, alpha: alpha)
    default: return nil
    }
  }

  private func rgb(_ components: [Component], alpha: Double) -> RGBA? {
    let units = Set(components.prefix(3).map(\.unit))
    guard units.count == 1, let unit = units.first, unit.isEmpty || unit == "%" else { return nil }
    let scale = unit.isEmpty ? 255.0 : 100
    let channels = components.prefix(3).map { min(max($0.value / scale, 0), 1) }
    return RGBA(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
  }

  private func hsl(_ components: [Component], alpha: Double) -> RGBA? {
    guard components[1].unit == "%", components[2].unit == "%" else { return nil }
    let turns: Double
    switch components[0].unit {
    case "", "deg": turns = components[0].value / 360
    case "grad": turns = components[0].value / 400
    case "rad": turns = components[0].value / (2 * .pi)
    case "turn": turns = components[0].value
    default: return nil
    }
    return RGBA(
      hue: turns * 360, saturation: min(max(components[1].value / 100, 0), 1),
      lightness: min(max(components[2].value / 100, 0), 1), alpha: alpha)
  }

  private static func fraction(_ component: Component) -> Double? {
    switch component.unit {
    case "": min(max(component.value, 0), 1)
    case "%": min(max(component.value / 100, 0), 1)
    default: nil
    }
  }

  /// Three or four components up to and with the closing bracket.
  private mutating func arguments() -> [Component]? {
    var components: [Component] = []
    var usesCommas = false
    while components.count < 4 {
      skipSpace()
      guard let next = component() else { return nil }
      components.append(next)
      let isSpaced = skipSpace()
      if accept(")") { return components.count >= 3 ? components : nil }
      if accept(",") {
        guard components.count == 1 || usesCommas else { return nil }
        usesCommas = true
      } else if components.count == 3 {
        guard !usesCommas, accept("/") else { return nil }
      } else {
        guard isSpaced, !usesCommas else { return nil }
      }
    }
    return nil
  }

  private mutating func component() -> Component? {
    let start = at
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      at += 1
    }
    let digitsStart = at
    digits()
    if at + 1 < bytes.count, bytes[at] == UInt8(ascii: "."), Self.isDigit(bytes[at + 1]) {
      at += 1
      digits()
    }
    guard at > digitsStart else { return nil }
    let beforeExponent = at
    if accept("e") {
      if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
        at += 1
      }
      let exponentStart = at
      digits()
      if at == exponentStart { at = beforeExponent }
    }
    var text = String(decoding: bytes[start..<at], as: UTF8.self)
    if text.first == "+" { text.removeFirst() }
    guard let value = Double(text), value.isFinite else { return nil }
    return Component(value: value, unit: accept("%") ? "%" : word())
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func digits() {
    while at < bytes.count, Self.isDigit(bytes[at]) { at += 1 }
  }

  private mutating func word() -> String {
    let start = at
    while at < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = at
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    return at > start
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }
}
