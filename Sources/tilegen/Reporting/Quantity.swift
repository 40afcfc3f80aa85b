/// How numbers are written for people.
enum Quantity {
  /// Thousands apart: 1,234,567.
  static func count(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A count with its noun.
  static func plural(_ value: Int, _ noun: String, _ many: String? = nil) -> String {
    count(value) + " " + (value == 1 ? noun : many ?? noun + "s")
  }

  /// Decimal units: 999 B, 12.3 kB, 4.5 MB, 6.7 GB.
  static func bytes(_ value: Int) -> String {
    guard value >= 1000 else { return "\(value) B" }
    var scaled = Double(value) / 1000
    for unit in ["kB", "MB", "GB"] {
      if scaled < 999.95 { return tenths(scaled) + " " + unit }
      scaled /= 1000
    }
    return tenths(scaled) + " TB"
  }

  /// 0.4 s, 12 s, 3 min 5 s, 2 h 10 min.
  static func time(seconds: Double) -> String {
    guard seconds >= 10 else { return tenths(seconds) + " s" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  /// One digit after the point.
  static func tenths(_ value: Double) -> String {
    let scaled = Int((value * 10).rounded())
    return "\(scaled / 10).\(scaled % 10)"
  }
}
