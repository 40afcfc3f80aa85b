#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Measurements as a table for people, with the change against a baseline where there is one.
struct ResultTable {
  var measurements: [Measurement]
  var baseline: [Measurement] = []

  var text: String {
    var head = ["benchmark", "CPU", "spread", "vertices/s", "bytes", "allocations"]
    let counts = measurements.contains { $0.instructions != nil }
    if counts { head.append("instructions") }
    if !baseline.isEmpty { head += ["CPU before", "change"] }
    var rows = [head]
    for measurement in measurements {
      var row = [measurement.name]
      if let median = measurement.median, let spread = measurement.spread {
        row += [
          Self.time(median), Self.percent(spread),
          Self.rate(Double(measurement.work.vertices) / median),
        ]
      } else {
        row += ["-", "-", "-"]
      }
      row.append(Self.count(Metric.bytes.count(in: measurement)))
      row.append(Self.count(measurement.allocations))
      if counts { row.append(Self.count(measurement.instructions)) }
      if !baseline.isEmpty { row += Self.comparison(measurement, baseline) }
      rows.append(row)
    }
    return Self.aligned(rows)
  }

  /// The time before, and the change: in brackets where it is within the spread.
  private static func comparison(_ now: Measurement, _ baseline: [Measurement]) -> [String] {
    guard let before = baseline.first(where: { $0.name == now.name }),
      let old = before.median, let new = now.median
    else { return ["-", "new"] }
    let change = (new - old) / old
    let text = (change < 0 ? "" : "+") + percent(change)
    let noise = max(now.spread ?? 0, before.spread ?? 0)
    return [time(old), abs(change) <= noise ? "(\(text))" : text]
  }

  private static func count(_ value: Int?) -> String { value.map { String($0) } ?? "-" }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  private static func aligned(_ rows: [[String]]) -> String {
    var text = ""
    for row in rows {
      for (column, cell) in row.enumerated() {
        let width = rows.map { $0[column].count }.max() ?? 0
        let space = String(repeating: " ", count: width - cell.count)
        text += column == 0 ? cell + space : "  " + space + cell
      }
      text += "\n"
    }
    return text
  }

  /// Three digits and a unit: 1.23 ms.
  static func time(_ seconds: Double) -> String {
    for (unit, size) in [("s", 1.0), ("ms", 1e-3), ("us", 1e-6)] where seconds >= size {
      return digits(seconds / size) + " " + unit
    }
    return digits(seconds * 1e9) + " ns"
  }

  private static func rate(_ perSecond: Double) -> String {
    guard perSecond > 0 else { return "-" }
    return perSecond >= 1e6 ? digits(perSecond / 1e6) + " M" : digits(perSecond / 1e3) + " k"
  }

  private static func digits(_ value: Double) -> String {
    if value >= 99.5 { return String(Int(value.rounded())) }
    let places = value >= 9.95 ? 10 : 100
    let scaled = Int((value * Double(places)).rounded())
    let rest = String(scaled % places)
    let zeros = String(repeating: "0", count: (places == 10 ? 1 : 2) - rest.count)
    return "\(scaled / places).\(zeros)\(rest)"
  }
}
